/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What dequeue goes by: see schedule.c, ets.h, maxrate.c.
 */
#ifndef PAUSECTL_QUEUE_SCHEDULE_H
#define PAUSECTL_QUEUE_SCHEDULE_H

#include <linux/rcupdate.h>

#include "rules/ets.h"

/**
 * struct pausectl_schedule - what dequeue goes by; constant once it is published
 * @plan: masks and quanta
 * @serial: no two have the same, so that a qdisc notices a new one
 * @limited: classes with a maximum rate
 * @paced: frames leave at the speed of the port
 * @timed: paced, or a class is limited
 * @octet_ps: time of an octet at the maximum rate of each class, rounded up
 * @rcu: frees it
 */
struct pausectl_schedule {
	struct ets_plan	plan;
	u32		serial;
	u8		limited;
	bool		paced;
	bool		timed;
	u64		octet_ps[ETS_CLASSES];
	struct rcu_head	rcu;
};

/* queue/maxrate.c: under port->lock, except init and stop, and charge, which takes it. */
void pausectl_maxrate_init(struct pausectl_port *port);
void pausectl_maxrate_stop(struct pausectl_port *port);
void pausectl_maxrate_update(struct pausectl_port *port,
			     const struct pausectl_schedule *old,
			     const struct pausectl_schedule *schedule);
void pausectl_maxrate_charge(struct pausectl_port *port,
			     const struct pausectl_schedule *schedule,
			     unsigned int tc, u32 octets);

#endif /* PAUSECTL_QUEUE_SCHEDULE_H */
