// SPDX-License-Identifier: GPL-2.0
/*
 * The schedule of dequeue, if dequeue has more to do than take the highest priority: pacing,
 * traffic classes (IEEE 802.1Q Clause 37), maximum rates. A change of settings makes a new
 * schedule, which the queues read by RCU.
 *
 * Maximum rate per traffic class. A frame of a limited class takes a time at the maximum rate. The
 * next frame of the class may start after that time. Until then dequeue leaves the class out. The
 * timer of the wire wakes the queues if no other frame may start.
 *
 * Starts stay on the grid of class_ns although timers are late, so lateness does not add up. If a
 * class is late by more than one frame, and by more than LATE_NS, it had nothing to send. Such a
 * class starts a new grid and loses the time that it did not use.
 */
#include <linux/rtnetlink.h>
#include <linux/slab.h>

#include "queue/queue.h"

/* Timers are usually late by less than this. At 10 Gb/s, 25,000 octets take this time. */
#define LATE_NS		(20 * NSEC_PER_USEC)

/*
 * The queues of @ready whose first frame may start at @now by the maximum rates. If there is none,
 * the wire kicks all queues when the first may. Under port->lock.
 */
unsigned long pausectl_schedule_ready(struct pausectl_port *port,
				      const struct pausectl_schedule *schedule,
				      unsigned long ready, u64 now)
{
	unsigned long limited = schedule->limited;
	u64 next_ns = U64_MAX;
	unsigned int tc;

	for_each_set_bit(tc, &limited, ETS_CLASSES) {
		if (now >= port->wire.class_ns[tc])
			continue;
		if (ready & schedule->plan.prios[tc])
			next_ns = min(next_ns, port->wire.class_ns[tc]);
		ready &= ~(unsigned long)schedule->plan.prios[tc];
	}
	if (!ready)
		pausectl_wire_wait(port, next_ns);
	return ready;
}

/* A frame of a class starts at @now. Under port->lock. */
void pausectl_schedule_charge(struct pausectl_port *port, const struct pausectl_schedule *schedule,
			      unsigned int tc, u32 octets, u64 now)
{
	u64 *class_ns = &port->wire.class_ns[tc], time_ns;

	/* A schedule that has been replaced limits nothing any more. */
	if (!(schedule->limited & BIT(tc)) ||
	    schedule != rcu_access_pointer(port->queue.schedule))
		return;
	time_ns = div_u64(octets * schedule->octet_ps[tc] + PS_PER_NS - 1, PS_PER_NS);
	if (*class_ns < now && now - *class_ns > max_t(u64, time_ns, LATE_NS))
		*class_ns = now;
	*class_ns += time_ns;
}

static bool schedule_same(const struct pausectl_settings *a, const struct pausectl_settings *b)
{
	return a->pace == b->pace &&
	       !memcmp(a->prio_tc, b->prio_tc, sizeof(a->prio_tc)) &&
	       !memcmp(a->tsa, b->tsa, sizeof(a->tsa)) &&
	       !memcmp(a->tc_bw, b->tc_bw, sizeof(a->tc_bw)) &&
	       !memcmp(a->maxrate, b->maxrate, sizeof(a->maxrate));
}

/*
 * Work out the schedule that settings ask for. *@made becomes NULL if the port needs none, or the
 * schedule in force if that stays, so other changes of settings disturb no round. RTNL. Return: 0
 * or -ENOMEM.
 */
int pausectl_schedule_prepare(struct pausectl_port *port, const struct pausectl_settings *set,
			      struct pausectl_schedule **made)
{
	struct pausectl_schedule *schedule;
	static u32 serial;
	unsigned int i;

	ASSERT_RTNL();
	*made = rtnl_dereference(port->queue.schedule);
	if (schedule_same(set, &port->set))
		return 0;
	*made = NULL;
	if (schedule_same(set, &pausectl_settings_default))
		return 0;
	schedule = kzalloc(sizeof(*schedule), GFP_KERNEL);
	if (!schedule)
		return -ENOMEM;
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
	*made = schedule;
	return 0;
}

/*
 * Let the queues go by @schedule, which is from pausectl_schedule_prepare() or NULL. Each class
 * starts a new grid. RTNL.
 */
void pausectl_schedule_commit(struct pausectl_port *port, struct pausectl_schedule *schedule)
{
	struct pausectl_schedule *old = rtnl_dereference(port->queue.schedule);

	if (old == schedule)
		return;
	spin_lock_irq(&port->lock);
	rcu_assign_pointer(port->queue.schedule, schedule);
	memset(port->wire.class_ns, 0, sizeof(port->wire.class_ns));
	/* Frames may wait for a wire that is no longer paced. */
	pausectl_queues_kick(port);
	spin_unlock_irq(&port->lock);
	if (old)
		kfree_rcu(old, rcu);
}
