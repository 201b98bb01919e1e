/* SPDX-License-Identifier: GPL-2.0 */
/* What the queues of a port share. */
#ifndef PAUSECTL_QUEUE_PART_H
#define PAUSECTL_QUEUE_PART_H

#include <linux/hrtimer.h>
#include <linux/list.h>

#include "rules/ets.h"

struct pausectl_apps;
struct pausectl_schedule;
struct pausectl_trust;

/* Maximum rates of traffic classes. Under port->lock. */
struct queue_maxrate {
	struct hrtimer	timer;		/* fires at @armed_ns, the earliest @free_ns of @held */
	u64	free_ns[ETS_CLASSES];	/* when the next frame may start, CLOCK_MONOTONIC */
	u64	armed_ns;		/* when @timer fires, 0 while it is not armed */
	u8	held;			/* classes that wait for their @free_ns */
};

struct queue_part {
	/*
	 * Enqueue finds priorities by it; NULL: by the PCP alone. Replaced under RTNL, read by
	 * enqueue under RCU-bh.
	 */
	struct pausectl_trust __rcu	*trust;
	/*
	 * Dequeue selects frames by it; NULL: the highest priority first, without pacing. Replaced
	 * under RTNL and port->lock, read by dequeue under RCU-bh.
	 */
	struct pausectl_schedule __rcu	*schedule;
	struct queue_maxrate		maxrate;
	/* The APP table; NULL: it is empty. Replaced under RTNL, read under RCU */
	struct pausectl_apps __rcu	*apps;
};

#endif /* PAUSECTL_QUEUE_PART_H */
