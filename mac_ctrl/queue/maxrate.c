// SPDX-License-Identifier: GPL-2.0
/*
 * Maximum rate per traffic class. A frame of a limited class takes a time at the maximum rate. The
 * next frame of the class may start after that time. Until then the gate of the class's priorities
 * is shut, as in a pause.
 *
 *	charge  free_ns += octets * octet_ps; held if free_ns is in the future
 *	timer   free_ns reached --> no longer held
 *
 * Starts stay on the grid of free_ns although timers are late, so lateness does not add up. If a
 * class is late by more than one frame, and by more than LATE_NS, it had nothing to send. Such a
 * class starts a new grid and loses the time that it did not use.
 */
#include "compat.h"
#include "port/port.h"
#include "queue/queue.h"
#include "queue/schedule.h"

/* Timers are usually late by less than this. At 10 Gb/s, 25,000 octets take this time. */
#define LATE_NS		(20 * NSEC_PER_USEC)

static void timer_arm(struct pausectl_port *port, u64 at_ns)
{
	struct queue_maxrate *rate = &port->queue.maxrate;

	if (port->dead || (rate->armed_ns && rate->armed_ns <= at_ns))
		return;
	rate->armed_ns = at_ns;
	hrtimer_start(&rate->timer, ns_to_ktime(at_ns), HRTIMER_MODE_ABS);
}

/* Hold back the priorities of the held classes. */
static void priorities_held(struct pausectl_port *port,
			    const struct pausectl_schedule *schedule)
{
	unsigned int tc;

	port->gate.limited = 0;
	for (tc = 0; tc < ETS_CLASSES; tc++)
		if (port->queue.maxrate.held & BIT(tc))
			port->gate.limited |= schedule->plan.prios[tc];
	pausectl_gate_update(port);
}

/**
 * pausectl_maxrate_charge() - a frame of a limited class leaves
 * @port: the port
 * @schedule: the schedule that dequeue has used
 * @tc: the class
 * @octets: of the frame
 *
 * Under the qdisc lock.
 */
void pausectl_maxrate_charge(struct pausectl_port *port,
			     const struct pausectl_schedule *schedule,
			     unsigned int tc, u32 octets)
{
	struct queue_maxrate *rate = &port->queue.maxrate;
	unsigned long flags;
	u64 now, start, time_ns;

	spin_lock_irqsave(&port->lock, flags);
	/* A schedule that has been replaced limits nothing any more. */
	if (schedule != rcu_access_pointer(port->queue.schedule))
		goto out;
	now = ktime_get_ns();
	time_ns = div_u64(octets * schedule->octet_ps[tc] + PS_PER_NS - 1,
			  PS_PER_NS);
	start = rate->free_ns[tc];
	if (start < now && now - start > max_t(u64, time_ns, LATE_NS))
		start = now;
	rate->free_ns[tc] = start + time_ns;
	if (rate->free_ns[tc] > now) {
		rate->held |= BIT(tc);
		priorities_held(port, schedule);
		timer_arm(port, rate->free_ns[tc]);
	}
out:
	spin_unlock_irqrestore(&port->lock, flags);
}

static void release(struct pausectl_port *port, u64 now)
{
	struct queue_maxrate *rate = &port->queue.maxrate;
	u64 next_ns = U64_MAX;
	unsigned int tc;

	for (tc = 0; tc < ETS_CLASSES; tc++) {
		if (!(rate->held & BIT(tc)))
			continue;
		if (rate->free_ns[tc] <= now)
			rate->held &= ~BIT(tc);
		else
			next_ns = min(next_ns, rate->free_ns[tc]);
	}
	if (rate->held)
		timer_arm(port, next_ns);
}

static enum hrtimer_restart timer_fired(struct hrtimer *timer)
{
	struct pausectl_port *port =
		container_of(timer, struct pausectl_port, queue.maxrate.timer);
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	/* Queued: another CPU armed the timer again while this callback waited for the lock. */
	if (hrtimer_is_queued(timer))
		goto out;
	port->queue.maxrate.armed_ns = 0;
	if (port->queue.maxrate.held) {
		release(port, ktime_get_ns());
		priorities_held(port,
				rcu_dereference_protected(port->queue.schedule,
							  lockdep_is_held(&port->lock)));
	}
out:
	spin_unlock_irqrestore(&port->lock, flags);
	return HRTIMER_NORESTART;
}

static u64 octet_ps(const struct pausectl_schedule *schedule, unsigned int tc)
{
	return schedule ? schedule->octet_ps[tc] : 0;
}

/* A class whose rate has changed starts a new grid. The timer may stay armed. */
void pausectl_maxrate_update(struct pausectl_port *port,
			     const struct pausectl_schedule *old,
			     const struct pausectl_schedule *schedule)
{
	struct queue_maxrate *rate = &port->queue.maxrate;
	unsigned int tc;

	for (tc = 0; tc < ETS_CLASSES; tc++)
		if (octet_ps(old, tc) != octet_ps(schedule, tc)) {
			rate->free_ns[tc] = 0;
			rate->held &= ~BIT(tc);
		}
	priorities_held(port, schedule);
}

void pausectl_maxrate_init(struct pausectl_port *port)
{
	hrtimer_setup(&port->queue.maxrate.timer, timer_fired, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
}

/* port->dead is set, so nothing arms the timer again. */
void pausectl_maxrate_stop(struct pausectl_port *port)
{
	hrtimer_cancel(&port->queue.maxrate.timer);
}
