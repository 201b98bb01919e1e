/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How the queues of a port share its bandwidth: see shares.c, ets.h, maxrate.c.
 */
#ifndef PAUSECTL_TRANSMIT_SHARES_H
#define PAUSECTL_TRANSMIT_SHARES_H

#include <linux/rcupdate.h>

#include "ets.h"

/**
 * struct pausectl_shares - what dequeue goes by; constant once it is published
 * @plan: masks and quanta
 * @limited: classes with a maximum rate
 * @serial: no two have the same, so that a qdisc notices a new one
 * @octet_ps: time of an octet at the maximum rate of each class, rounded up
 * @rcu: frees it
 */
struct pausectl_shares {
	struct ets_plan	plan;
	u8		limited;
	u32		serial;
	u64		octet_ps[ETS_CLASSES];
	struct rcu_head	rcu;
};

/* transmit/maxrate.c: under port->lock, but for charge, which takes it. */
void pausectl_maxrate_update(struct pausectl_port *port,
			     const struct pausectl_shares *old,
			     const struct pausectl_shares *shares);
void pausectl_maxrate_charge(struct pausectl_port *port,
			     const struct pausectl_shares *shares,
			     unsigned int tc, u32 octets);

#endif /* PAUSECTL_TRANSMIT_SHARES_H */
