// SPDX-License-Identifier: GPL-2.0
/*
 * The schedule of dequeue, if dequeue has more to do than take the highest priority: pacing,
 * traffic classes (IEEE 802.1Q Clause 37), maximum rates. A change of settings makes a new
 * schedule, which the queues read by RCU.
 */
#include <linux/rtnetlink.h>

#include "port/port.h"
#include "queue/queue.h"
#include "queue/schedule.h"

static bool same(const struct pausectl_settings *a,
		 const struct pausectl_settings *b)
{
	return a->pace == b->pace &&
	       !memcmp(a->prio_tc, b->prio_tc, sizeof(a->prio_tc)) &&
	       !memcmp(a->tsa, b->tsa, sizeof(a->tsa)) &&
	       !memcmp(a->tc_bw, b->tc_bw, sizeof(a->tc_bw)) &&
	       !memcmp(a->maxrate, b->maxrate, sizeof(a->maxrate));
}

static bool takes_the_highest(const struct pausectl_settings *set)
{
	unsigned int i;

	for (i = 0; i < ETS_CLASSES; i++)
		if (set->prio_tc[i] != i || set->tsa[i] != PAUSECTL_TSA_STRICT ||
		    set->maxrate[i])
			return false;
	return !set->pace;
}

static void fill(struct pausectl_schedule *schedule,
		 const struct pausectl_settings *set)
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

/**
 * pausectl_schedule_prepare() - work out the schedule that settings ask for
 * @port: the port
 * @set: the new settings
 * @schedule: set to the new schedule; to NULL if the port needs none; or to the schedule in force
 *	if that stays, so other changes of settings disturb no round
 *
 * Under RTNL.
 *
 * Return: 0 or -ENOMEM.
 */
int pausectl_schedule_prepare(struct pausectl_port *port,
			      const struct pausectl_settings *set,
			      struct pausectl_schedule **schedule)
{
	ASSERT_RTNL();
	*schedule = rtnl_dereference(port->queue.schedule);
	if (same(set, &port->set))
		return 0;
	*schedule = NULL;
	if (takes_the_highest(set))
		return 0;
	*schedule = kzalloc(sizeof(**schedule), GFP_KERNEL);
	if (!*schedule)
		return -ENOMEM;
	fill(*schedule, set);
	return 0;
}

/**
 * pausectl_schedule_commit() - let the queues go by a new schedule
 * @port: the port, locked
 * @schedule: from pausectl_schedule_prepare()
 *
 * The caller kicks the qdiscs.
 *
 * Return: the old one if it is no longer used, for pausectl_schedule_free().
 */
struct pausectl_schedule *
pausectl_schedule_commit(struct pausectl_port *port,
			 struct pausectl_schedule *schedule)
{
	struct pausectl_schedule *old;

	old = rcu_replace_pointer(port->queue.schedule, schedule,
				  lockdep_is_held(&port->lock));
	pausectl_maxrate_update(port, old, schedule);
	return old == schedule ? NULL : old;
}

void pausectl_schedule_free(struct pausectl_schedule *schedule)
{
	if (schedule)
		kfree_rcu(schedule, rcu);
}

void pausectl_queue_init(struct pausectl_port *port)
{
	pausectl_maxrate_init(port);
}

/* port->dead is set. */
void pausectl_queue_stop(struct pausectl_port *port)
{
	pausectl_maxrate_stop(port);
	pausectl_schedule_free(rcu_replace_pointer(port->queue.schedule, NULL,
						   lockdep_rtnl_is_held()));
	pausectl_trust_commit(port, NULL);
}
