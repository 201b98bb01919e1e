// SPDX-License-Identifier: GPL-2.0
/*
 * The schedule of dequeue, if dequeue has more to do than take the highest priority: pacing,
 * traffic classes (IEEE 802.1Q Clause 37), maximum rates. A change of settings makes a new
 * schedule, which the queues read by RCU.
 *
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
#include <linux/rtnetlink.h>
#include <linux/slab.h>

#include "compat.h"
#include "queue/queue.h"

/* Timers are usually late by less than this. At 10 Gb/s, 25,000 octets take this time. */
#define LATE_NS		(20 * NSEC_PER_USEC)

static void maxrate_arm(struct pausectl_port *port, u64 at_ns)
{
	struct queue_maxrate *rate = &port->queue.maxrate;

	if (port->dead || (rate->armed_ns && rate->armed_ns <= at_ns))
		return;
	rate->armed_ns = at_ns;
	hrtimer_start(&rate->timer, ns_to_ktime(at_ns), HRTIMER_MODE_ABS);
}

/* Hold back the priorities of the held classes. */
static void maxrate_hold(struct pausectl_port *port,
			 const struct pausectl_schedule *schedule)
{
	unsigned int tc;

	port->gate.limited = 0;
	for (tc = 0; tc < ETS_CLASSES; tc++)
		if (port->queue.maxrate.held & BIT(tc))
			port->gate.limited |= schedule->plan.prios[tc];
	pausectl_gate_update(port);
}

/* A frame of a limited class leaves by @schedule. Under the qdisc lock. */
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
		maxrate_hold(port, schedule);
		maxrate_arm(port, rate->free_ns[tc]);
	}
out:
	spin_unlock_irqrestore(&port->lock, flags);
}

static void maxrate_release(struct pausectl_port *port, u64 now)
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
		maxrate_arm(port, next_ns);
}

static enum hrtimer_restart maxrate_fired(struct hrtimer *timer)
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
		maxrate_release(port, ktime_get_ns());
		maxrate_hold(port, rcu_dereference_protected(port->queue.schedule,
							     lockdep_is_held(&port->lock)));
	}
out:
	spin_unlock_irqrestore(&port->lock, flags);
	return HRTIMER_NORESTART;
}

static u64 maxrate_octet_ps(const struct pausectl_schedule *schedule, unsigned int tc)
{
	return schedule ? schedule->octet_ps[tc] : 0;
}

/* A class whose rate has changed starts a new grid. The timer may stay armed. */
static void maxrate_update(struct pausectl_port *port,
			   const struct pausectl_schedule *old,
			   const struct pausectl_schedule *schedule)
{
	struct queue_maxrate *rate = &port->queue.maxrate;
	unsigned int tc;

	for (tc = 0; tc < ETS_CLASSES; tc++)
		if (maxrate_octet_ps(old, tc) != maxrate_octet_ps(schedule, tc)) {
			rate->free_ns[tc] = 0;
			rate->held &= ~BIT(tc);
		}
	maxrate_hold(port, schedule);
}

static bool schedule_same(const struct pausectl_settings *a, const struct pausectl_settings *b)
{
	return a->pace == b->pace &&
	       !memcmp(a->prio_tc, b->prio_tc, sizeof(a->prio_tc)) &&
	       !memcmp(a->tsa, b->tsa, sizeof(a->tsa)) &&
	       !memcmp(a->tc_bw, b->tc_bw, sizeof(a->tc_bw)) &&
	       !memcmp(a->maxrate, b->maxrate, sizeof(a->maxrate));
}

static bool schedule_is_default(const struct pausectl_settings *set)
{
	unsigned int i;

	for (i = 0; i < ETS_CLASSES; i++)
		if (set->prio_tc[i] != i || set->tsa[i] != PAUSECTL_TSA_STRICT ||
		    set->maxrate[i])
			return false;
	return !set->pace;
}

static void schedule_fill(struct pausectl_schedule *schedule, const struct pausectl_settings *set)
{
	static u32 serial;
	unsigned int i;

	ets_plan_make(&schedule->plan, set->prio_tc, set->tsa, set->tc_bw);
	schedule->paced = set->pace;
	for (i = 0; i < ETS_CLASSES; i++) {
		if (!set->maxrate[i])
			continue;
		schedule->limited |= BIT(i);
		schedule->octet_ps[i] = wire_bits_to_ps(set->maxrate[i], 8);
	}
	schedule->timed = schedule->paced || schedule->limited;
	/* 0 is that of no schedule. */
	schedule->serial = ++serial ? serial : ++serial;
}

/*
 * Work out the schedule that settings ask for. *@schedule becomes NULL if the port needs none, or
 * the schedule in force if that stays, so other changes of settings disturb no round. RTNL. Return:
 * 0 or -ENOMEM.
 */
int pausectl_schedule_prepare(struct pausectl_port *port,
			      const struct pausectl_settings *set,
			      struct pausectl_schedule **schedule)
{
	ASSERT_RTNL();
	*schedule = rtnl_dereference(port->queue.schedule);
	if (schedule_same(set, &port->set))
		return 0;
	*schedule = NULL;
	if (schedule_is_default(set))
		return 0;
	*schedule = kzalloc(sizeof(**schedule), GFP_KERNEL);
	if (!*schedule)
		return -ENOMEM;
	schedule_fill(*schedule, set);
	return 0;
}

/*
 * Let the queues go by a new schedule. RTNL and port->lock. The caller kicks the qdiscs. Return:
 * the old one if it is no longer used, for pausectl_schedule_free().
 */
struct pausectl_schedule *
pausectl_schedule_commit(struct pausectl_port *port,
			 struct pausectl_schedule *schedule)
{
	struct pausectl_schedule *old;

	old = rcu_replace_pointer(port->queue.schedule, schedule,
				  lockdep_is_held(&port->lock));
	maxrate_update(port, old, schedule);
	return old == schedule ? NULL : old;
}

void pausectl_schedule_free(struct pausectl_schedule *schedule)
{
	if (schedule)
		kfree_rcu(schedule, rcu);
}

void pausectl_queue_init(struct pausectl_port *port)
{
	hrtimer_setup(&port->queue.maxrate.timer, maxrate_fired, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
}

/* port->dead is set, so nothing arms the timer again. */
void pausectl_queue_stop(struct pausectl_port *port)
{
	hrtimer_cancel(&port->queue.maxrate.timer);
	pausectl_schedule_free(rcu_replace_pointer(port->queue.schedule, NULL,
						   lockdep_rtnl_is_held()));
	pausectl_trust_commit(port, NULL);
}
