/* SPDX-License-Identifier: GPL-2.0 */
/* What the queues of a port share. */
#ifndef PAUSECTL_QUEUE_PART_H
#define PAUSECTL_QUEUE_PART_H

#include <linux/hrtimer.h>
#include <linux/list.h>

#include "rules/ets.h"

struct pausectl_schedule;
struct pausectl_trust;

/**
 * struct queue_maxrate - what maximum rates of traffic classes hold back
 *
 * All under port->lock.
 */
struct queue_maxrate {
	/** @timer: due at @armed_ns, the first of @free_ns that is waited for */
	struct hrtimer	timer;
	/** @free_ns: when the next frame of a limited class may start, CLOCK_MONOTONIC */
	u64		free_ns[ETS_CLASSES];
	/** @armed_ns: when @timer is due, 0 while it is not armed */
	u64		armed_ns;
	/** @held: classes that wait for that time */
	u8		held;
};

/** struct queue_part - what the queues of a port share */
struct queue_part {
	/**
	 * @trust: what enqueue tells priorities by, NULL: by the PCP alone. Replaced under RTNL,
	 * read by enqueue under RCU-bh.
	 */
	struct pausectl_trust __rcu	*trust;
	/**
	 * @schedule: what dequeue goes by, NULL: the highest priority first, at once. Replaced
	 * under RTNL and port->lock, read by dequeue under RCU-bh.
	 */
	struct pausectl_schedule __rcu	*schedule;
	/** @maxrate: what maximum rates of classes hold back */
	struct queue_maxrate		maxrate;
	/**
	 * @delay_epoch: how often delay_statistics was switched on. Written under port->lock, read
	 * with READ_ONCE().
	 */
	u32				delay_epoch;
	/**
	 * @apps: struct pausectl_app, the APP table. Written under RTNL and the lock of
	 * views/dcbnl_app.c, or after the port has left the list that the lock is for: either is
	 * enough to read.
	 */
	struct list_head		apps;
};

#endif /* PAUSECTL_QUEUE_PART_H */
