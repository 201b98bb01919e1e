/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The time when a frame came, for the watchdog: in units of 1.024 us, as in codel. It is right for
 * up to 73 minutes.
 */
#ifndef PAUSECTL_QUEUE_DELAY_H
#define PAUSECTL_QUEUE_DELAY_H

#include <linux/timekeeping.h>
#include <linux/types.h>

#define DELAY_SHIFT	10

/* 0 means no time. */
static inline u32 pausectl_delay_now(void)
{
	return (ktime_get_ns() >> DELAY_SHIFT) ?: 1;
}

#endif /* PAUSECTL_QUEUE_DELAY_H */
