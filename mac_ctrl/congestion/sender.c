// SPDX-License-Identifier: GPL-2.0
/* What congestion and storms share: a timer that schedules a tasklet that sends. */
#include "sender.h"

static enum hrtimer_restart due(struct hrtimer *timer)
{
	struct pausectl_sender *sender =
		container_of(timer, struct pausectl_sender, timer);

	pausectl_sender_now(sender);
	return HRTIMER_NORESTART;
}

void pausectl_sender_init(struct pausectl_sender *sender,
			  void (*send)(struct tasklet_struct *tasklet))
{
	hrtimer_init(&sender->timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
	sender->timer.function = due;
	tasklet_setup(&sender->tasklet, send);
}

/* Until it has run, if it was scheduled. */
void pausectl_sender_wait(struct pausectl_sender *sender)
{
	tasklet_kill(&sender->tasklet);
}

/*
 * Where nothing is scheduled or armed again but by who is at it now: the tasklet may
 * arm the timer once more, the timer schedule the tasklet, which then does neither.
 */
void pausectl_sender_stop(struct pausectl_sender *sender)
{
	tasklet_kill(&sender->tasklet);
	hrtimer_cancel(&sender->timer);
	tasklet_kill(&sender->tasklet);
}
