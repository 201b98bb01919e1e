// SPDX-License-Identifier: GPL-2.0
/* What congestion and storms share: a timer that schedules a tasklet that sends. */
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/percpu.h>

#include "congestion/congestion.h"
#include "congestion/sender.h"

/*
 * A processor sends one frame of all refreshes and storms in this time, for however many ports:
 * where more would be due, they move apart. The longest pauses of 30 ports at 100 Gb/s do not
 * run out.
 */
#define TURN_NS	10000

/*
 * Where a driver takes long to send, as one that is stacked on others may, a turn is twice as
 * long as that took: half of the processor is left. But no more than this, since that time has
 * in it what interrupted: the pauses of other ports are not to run out for it.
 */
#define TURN_MAX_NS	200000

/* When the turns of all that this processor has sent are over; in tasklets only. */
static DEFINE_PER_CPU(u64, turns_end_ns);

/**
 * pausectl_sender_take_turn() - a frame has gone out that is followed by others
 * @sender: who sent it; its turn_ns is the end of its turn, when the next one may follow
 * @began: since when it was sent
 * @now: CLOCK_MONOTONIC, ns
 *
 * In the tasklet. A sender has one turn at a time, whatever else it sends: the last ends no
 * later than those of all senders one after the other.
 */
void pausectl_sender_take_turn(struct pausectl_sender *sender, u64 began, u64 now)
{
	u64 length = clamp_t(u64, 2 * (now - began), TURN_NS, TURN_MAX_NS);

	if (sender->turn_ns > now)
		return;
	sender->turn_ns = max(now, this_cpu_read(turns_end_ns)) + length;
	this_cpu_write(turns_end_ns, sender->turn_ns);
}

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
