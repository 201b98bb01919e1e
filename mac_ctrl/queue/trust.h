/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which field of a frame tells its priority, where that is not the PCP alone: see
 * trust.c.
 */
#ifndef PAUSECTL_QUEUE_TRUST_H
#define PAUSECTL_QUEUE_TRUST_H

#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/types.h>
#include <net/dcbnl.h>

struct pausectl_port;
struct sk_buff;

/* An order of fields is a number: a field takes 4 bits, the first the lowest. */
#define TRUST_BITS		4
#define TRUST_FIELDS		6
#define TRUST_MASK		((1U << TRUST_BITS) - 1)
#define TRUST_MAX		((1U << TRUST_BITS * TRUST_FIELDS) - 1)

/* Code points of DiffServ, and what stands for no priority. */
#define TRUST_DSCPS		64
#define TRUST_NO_PRIORITY	0xff

/**
 * struct pausectl_app - an entry of the APP table
 * @node: in port->queue.apps
 * @app: as it came
 * @listed: it is in the kernel's list, put there for this entry; set under RTNL, cleared by
 *	events, too: READ_ONCE() and WRITE_ONCE()
 */
struct pausectl_app {
	struct list_head	node;
	struct dcb_app		app;
	bool			listed;
};

/**
 * struct pausectl_trust_entry - of the APP table, but for DSCP
 * @key: selector, and type or port
 * @priority: the highest that is given to it
 */
struct pausectl_trust_entry {
	u32	key;
	u32	priority;
};

/**
 * struct pausectl_trust - what enqueue goes by; constant once it is published
 * @order: enum pausectl_trust_field in groups of 4 bits
 * @selectors: bit n: there are entries with that selector
 * @standard: priority of a frame that has none otherwise
 * @dscp: priority of each code point, or TRUST_NO_PRIORITY
 * @rcu: frees it
 * @count: entries
 * @entries: by key, each once
 */
struct pausectl_trust {
	u32				order;
	u8				selectors;
	u8				standard;
	u8				dscp[TRUST_DSCPS];
	struct rcu_head			rcu;
	u32				count;
	struct pausectl_trust_entry	entries[];
};

/* Whether an order is one: fields that there are, each once, and no gap. */
static inline bool trust_valid(u32 order)
{
	u32 seen = 0, field;

	for (; order; order >>= TRUST_BITS) {
		field = order & TRUST_MASK;
		if (!field || field > TRUST_FIELDS || seen & 1U << field)
			return false;
		seen |= 1U << field;
	}
	return true;
}

static inline u32 trust_key(u32 selector, u16 protocol)
{
	return selector << 16 | protocol;
}

/* queue/trust.c: under rcu_read_lock_bh(), or RTNL. */
unsigned int pausectl_trust_priority(const struct pausectl_trust *trust,
				     const struct sk_buff *skb);

#endif /* PAUSECTL_QUEUE_TRUST_H */
