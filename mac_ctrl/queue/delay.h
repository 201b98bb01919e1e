/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Measures how long frames wait in a queue, with delay-statistics on, because two readings of the
 * clock for each frame cost time.
 *
 * A frame gets a stamp when it joins its queue, in units of 1.024 us as in codel. A stamp is right
 * for up to 73 minutes, and fits into the control block beside the charge.
 */
#ifndef PAUSECTL_QUEUE_DELAY_H
#define PAUSECTL_QUEUE_DELAY_H

#include "congestion/buffer.h"
#include "queue/qdisc.h"

#define DELAY_SHIFT	10

/* The stamp of now. 0 means no stamp. */
static inline u32 pausectl_delay_now(void)
{
	return (ktime_get_ns() >> DELAY_SHIFT) ?: 1;
}

/* queue/delay.c: under the qdisc lock. */
void pausectl_delay_count(struct pausectl_qdisc *q, unsigned int index,
			  const struct sk_buff *skb);

#endif /* PAUSECTL_QUEUE_DELAY_H */
