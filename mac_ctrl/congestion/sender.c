// SPDX-License-Identifier: GPL-2.0
/* Congestion and storms both send by a tasklet, and a timer that schedules the tasklet. */
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/percpu.h>

#include "compat.h"
#include "congestion/congestion.h"
#include "congestion/sender.h"

/*
 * A processor sends one frame of all refreshes and storms in this time, for all ports together. If
 * more frames are due, they move apart. The longest pauses of 30 ports at 100 Gb/s do not run out.
 */
#define TURN_NS	10000

/*
 * If a driver takes long to send, such as the driver of a stacked device, a turn is twice as long
 * as the sending took: two thirds of the processor are left. A turn is no longer than this limit,
 * because interrupts also lengthen the sending, and the pauses of other ports must not run out.
 */
#define TURN_MAX_NS	200000

/* When the turns of all frames that this processor has sent are over. Only tasklets use it. */
static DEFINE_PER_CPU(u64, turns_end_ns);

/**
 * pausectl_sender_take_turn() - a sender has sent a frame of a series
 * @sender: the sender; turn_ns becomes the end of its turn, when its next frame may follow
 * @began: when the sending began
 * @now: CLOCK_MONOTONIC, ns
 *
 * In the tasklet. A sender has one turn at a time, however many frames it sends. So the last turn
 * ends no later than the turns of all senders one after the other.
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
	hrtimer_setup(&sender->timer, due, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
	tasklet_setup(&sender->tasklet, send);
}

/* Wait until the tasklet has run, if it was scheduled. */
void pausectl_sender_wait(struct pausectl_sender *sender)
{
	tasklet_kill(&sender->tasklet);
}

/*
 * port->dead is set. A running tasklet may still schedule itself, and an armed timer may still
 * schedule the tasklet. The last run of the tasklet sees port->dead and does nothing.
 */
void pausectl_sender_stop(struct pausectl_sender *sender)
{
	tasklet_kill(&sender->tasklet);
	hrtimer_cancel(&sender->timer);
	tasklet_kill(&sender->tasklet);
}
