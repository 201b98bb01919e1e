// SPDX-License-Identifier: GPL-2.0
/*
 * What the queues need of the settings of enhanced transmission selection (IEEE
 * 802.1Q Clause 37), worked out once a change and handed to them by RCU. A port
 * that maps each priority to its own class, all strict and none limited, has none:
 * then the highest priority goes first, and nothing is looked up.
 */
#include <linux/rtnetlink.h>

#include "../port.h"
#include "shares.h"

static bool same(const struct pausectl_settings *a,
		 const struct pausectl_settings *b)
{
	return !memcmp(a->prio_tc, b->prio_tc, sizeof(a->prio_tc)) &&
	       !memcmp(a->tsa, b->tsa, sizeof(a->tsa)) &&
	       !memcmp(a->tc_bw, b->tc_bw, sizeof(a->tc_bw)) &&
	       !memcmp(a->maxrate_bps, b->maxrate_bps, sizeof(a->maxrate_bps));
}

static bool is_default(const struct pausectl_settings *set)
{
	unsigned int i;

	for (i = 0; i < ETS_CLASSES; i++)
		if (set->prio_tc[i] != i || set->tsa[i] != ETS_TSA_STRICT ||
		    set->maxrate_bps[i])
			return false;
	return true;
}

/**
 * pausectl_shares_prepare() - work out the shares that settings ask for
 * @port: the port
 * @set: the settings it is to get
 * @shares: set to them, to NULL where there is nothing to share; those in force
 *	where they stay, so that other changes disturb no round
 *
 * Under RTNL.
 *
 * Return: 0 or -ENOMEM.
 */
int pausectl_shares_prepare(struct pausectl_port *port,
			    const struct pausectl_settings *set,
			    struct pausectl_shares **shares)
{
	static u32 serial;
	unsigned int i;

	ASSERT_RTNL();
	*shares = rtnl_dereference(port->shares);
	if (same(set, &port->set))
		return 0;
	*shares = NULL;
	if (is_default(set))
		return 0;
	*shares = kzalloc(sizeof(**shares), GFP_KERNEL);
	if (!*shares)
		return -ENOMEM;
	ets_plan_make(&(*shares)->plan, set->prio_tc, set->tsa, set->tc_bw);
	for (i = 0; i < ETS_CLASSES; i++) {
		if (!set->maxrate_bps[i])
			continue;
		(*shares)->limited |= BIT(i);
		(*shares)->octet_ps[i] = wire_bits_to_ps(set->maxrate_bps[i], 8);
	}
	/* 0 is what a qdisc has seen that has seen none. */
	(*shares)->serial = ++serial ? serial : ++serial;
	return 0;
}

/**
 * pausectl_shares_commit() - let the queues go by new shares
 * @port: the port, locked; its settings are new already
 * @shares: from pausectl_shares_prepare()
 *
 * The caller kicks the qdiscs.
 */
void pausectl_shares_commit(struct pausectl_port *port,
			    struct pausectl_shares *shares)
{
	struct pausectl_shares *old;

	old = rcu_replace_pointer(port->shares, shares,
				  lockdep_is_held(&port->lock));
	WRITE_ONCE(port->shaped, port->set.pace || shares);
	pausectl_maxrate_update(port, old, shares);
	if (old && old != shares)
		kfree_rcu(old, rcu);
}

/* The port has ended, and with it dequeue: nobody reads the shares any more. */
void pausectl_shares_drop(struct pausectl_port *port)
{
	struct pausectl_shares *old;

	old = rcu_replace_pointer(port->shares, NULL, lockdep_rtnl_is_held());
	if (old)
		kfree_rcu(old, rcu);
}
