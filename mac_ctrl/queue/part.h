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

/**
 * struct queue_maxrate - maximum rates of traffic classes
 *
 * All under port->lock.
 */
struct queue_maxrate {
	/** @timer: fires at @armed_ns, the earliest @free_ns of the held classes */
	struct hrtimer	timer;
	/** @free_ns: when the next frame of a limited class may start, CLOCK_MONOTONIC */
	u64		free_ns[ETS_CLASSES];
	/** @armed_ns: when @timer fires, 0 while it is not armed */
	u64		armed_ns;
	/** @held: classes that wait for their @free_ns */
	u8		held;
};

/** struct queue_part - what the queues of a port share */
struct queue_part {
	/**
	 * @trust: enqueue finds priorities by it; NULL: by the PCP alone. Replaced under RTNL,
	 * read by enqueue under RCU-bh.
	 */
	struct pausectl_trust __rcu	*trust;
	/**
	 * @schedule: dequeue selects frames by it; NULL: the highest priority first, without
	 * pacing. Replaced under RTNL and port->lock, read by dequeue under RCU-bh.
	 */
	struct pausectl_schedule __rcu	*schedule;
	/** @maxrate: maximum rates of traffic classes */
	struct queue_maxrate		maxrate;
	/** @apps: the APP table; NULL: it is empty. Replaced under RTNL, read under RCU */
	struct pausectl_apps __rcu	*apps;
};

#endif /* PAUSECTL_QUEUE_PART_H */
