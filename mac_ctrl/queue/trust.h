/* SPDX-License-Identifier: GPL-2.0 */
/* The fields that decide the priority of a frame, if not the PCP alone: see trust.c. */
#ifndef PAUSECTL_QUEUE_TRUST_H
#define PAUSECTL_QUEUE_TRUST_H

#include <linux/rcupdate.h>
#include <linux/types.h>
#include <net/dcbnl.h>

#include <uapi/pausectl.h>

struct pausectl_port;
struct sk_buff;

/* An order of fields is a number. Each field takes 4 bits; the first field has the lowest. */
#define TRUST_BITS		4
#define TRUST_FIELDS		6
#define TRUST_MASK		((1U << TRUST_BITS) - 1)
#define TRUST_MAX		((1U << TRUST_BITS * TRUST_FIELDS) - 1)

#define TRUST_DSCPS		64
#define TRUST_NO_PRIORITY	0xff

#define APPS_MAX		256	/* entries of an APP table */

/* In place of a priority in a change of the table: remove entries with the same protocol... */
#define APP_REMOVES		255
/* ...or with the same or a greater one. */
#define APP_REMOVES_FROM	254

/**
 * struct pausectl_app - an entry of the APP table
 * @app: the entry, as dcb gave it
 * @listed: the kernel's list has the entry because of this one; RTNL
 */
struct pausectl_app {
	struct dcb_app	app;
	bool		listed;
};

/**
 * struct pausectl_apps - the APP table of a port, or a list of changes
 * @rcu: frees the table
 * @count: number of @entry
 * @entry: in any order, each once
 *
 * Constant once it is published, except what pausectl_app says.
 */
struct pausectl_apps {
	struct rcu_head		rcu;
	u32			count;
	struct pausectl_app	entry[];
};

/**
 * struct pausectl_trust_entry - an entry of the APP table, except DSCP
 * @key: trust_key() of selector, and EtherType or port
 * @priority: the highest priority that the table gives to the key
 */
struct pausectl_trust_entry {
	u32	key;
	u32	priority;
};

/**
 * struct pausectl_trust - the table of trust.c; constant once it is published
 * @order: enum pausectl_trust_field in groups of 4 bits
 * @selectors: bit n: there are entries with selector n
 * @standard: priority of a frame for which no field decides
 * @dscp: priority of each code point, or TRUST_NO_PRIORITY
 * @rcu: frees the table
 * @count: number of @entries
 * @entries: sorted by key, one for each key
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

/* Whether an order is valid: each field exists and is named once, and there is no gap. */
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

/* Whether a selector of the APP table is one of the fields. The PCP has no entries. */
static inline bool trust_selects(u32 selector)
{
	return selector && selector < PAUSECTL_TRUST_FIELD_PCP;
}

static inline u32 trust_key(u32 selector, u16 protocol)
{
	return selector << 16 | protocol;
}

/* queue/trust_table.c: empty, with room for so many entries; NULL: no memory. For kvfree(). */
struct pausectl_apps *pausectl_apps_alloc(u32 room);

/* queue/trust.c: under rcu_read_lock_bh(), or RTNL. */
unsigned int pausectl_trust_priority(const struct pausectl_trust *trust,
				     const struct sk_buff *skb);

#endif /* PAUSECTL_QUEUE_TRUST_H */
