/* SPDX-License-Identifier: GPL-2.0 */
/* Sending control frames outside any qdisc lock: now, or at a time. */
#ifndef PAUSECTL_CONGESTION_SENDER_H
#define PAUSECTL_CONGESTION_SENDER_H

#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <net/net_namespace.h>

/**
 * struct pausectl_sender - a tasklet that sends, and the timer that schedules it
 * @timer: schedules @tasklet
 * @tasklet: sends the frames that are due
 * @turn_ns: end of this sender's turn: no refresh before that time; in the tasklet,
 *	under port->lock
 * @user: whose ports take turns with this one, see sender.c; NULL: the host's. Constant
 *
 * The port schedules @tasklet and arms @timer under port->lock, while it is not dead.
 */
struct pausectl_sender {
	struct hrtimer		timer;
	struct tasklet_struct	tasklet;
	u64			turn_ns;
	const void		*user;
};

static inline void pausectl_sender_now(struct pausectl_sender *sender)
{
	tasklet_hi_schedule(&sender->tasklet);
}

/* @when: CLOCK_MONOTONIC, ns; replaces the time of an earlier call. */
static inline void pausectl_sender_at(struct pausectl_sender *sender, u64 when)
{
	hrtimer_start(&sender->timer, ns_to_ktime(when), HRTIMER_MODE_ABS);
}

/* congestion/sender.c: process context, except take_turn and retry_ns. */
void pausectl_sender_take_turn(struct pausectl_sender *sender, u64 began, u64 now);
u64 pausectl_sender_retry_ns(struct pausectl_sender *sender, u64 began, u64 now);
void pausectl_sender_init(struct pausectl_sender *sender, const struct net *net,
			  void (*send)(struct tasklet_struct *tasklet));
void pausectl_sender_wait(struct pausectl_sender *sender);
void pausectl_sender_stop(struct pausectl_sender *sender);

#endif /* PAUSECTL_CONGESTION_SENDER_H */
