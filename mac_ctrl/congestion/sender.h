/* SPDX-License-Identifier: GPL-2.0 */
/* Sending control frames outside any qdisc lock: now, or at a time. */
#ifndef PAUSECTL_CONGESTION_SENDER_H
#define PAUSECTL_CONGESTION_SENDER_H

#include <linux/hrtimer.h>
#include <linux/interrupt.h>

/* What could not be sent, as memory is short or the driver busy, is tried again then. */
#define PAUSECTL_RETRY_NS	50000

/**
 * struct pausectl_sender - a tasklet that sends, and the timer that schedules it
 * @timer: schedules @tasklet
 * @tasklet: looks for what is due, and sends it
 * @turn_ns: no frame of a refresh or a storm before that time, which the processor has for
 *	this sender; in the tasklet, under port->lock
 *
 * Scheduled and armed under port->lock, while the port is not dead.
 */
struct pausectl_sender {
	struct hrtimer		timer;
	struct tasklet_struct	tasklet;
	u64			turn_ns;
};

static inline void pausectl_sender_now(struct pausectl_sender *sender)
{
	tasklet_hi_schedule(&sender->tasklet);
}

/* @when: CLOCK_MONOTONIC, ns; replaces an earlier wish. */
static inline void pausectl_sender_at(struct pausectl_sender *sender, u64 when)
{
	hrtimer_start(&sender->timer, ns_to_ktime(when), HRTIMER_MODE_ABS);
}

/* congestion/sender.c: process context, but for take_turn. */
void pausectl_sender_take_turn(struct pausectl_sender *sender, u64 began, u64 now);
void pausectl_sender_init(struct pausectl_sender *sender,
			  void (*send)(struct tasklet_struct *tasklet));
void pausectl_sender_wait(struct pausectl_sender *sender);
void pausectl_sender_stop(struct pausectl_sender *sender);

#endif /* PAUSECTL_CONGESTION_SENDER_H */
