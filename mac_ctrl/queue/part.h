/* SPDX-License-Identifier: GPL-2.0 */
/* What the queues of a port share. */
#ifndef PAUSECTL_QUEUE_PART_H
#define PAUSECTL_QUEUE_PART_H

#include <linux/compiler.h>

struct pausectl_apps;
struct pausectl_schedule;
struct pausectl_trust;

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
	/* The APP table; NULL: it is empty. Replaced under RTNL, read under RCU */
	struct pausectl_apps __rcu	*apps;
};

#endif /* PAUSECTL_QUEUE_PART_H */
