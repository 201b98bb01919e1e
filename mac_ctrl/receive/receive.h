/* SPDX-License-Identifier: GPL-2.0 */
/* The receive path: hook, acceptance of control frames, checks that differ from the standard. */
#ifndef PAUSECTL_RECEIVE_RECEIVE_H
#define PAUSECTL_RECEIVE_RECEIVE_H

#include <linux/rcupdate.h>

#include "port/port.h"
#include "rules/filter_rule.h"

/* The checks of a port; constant once it is published */
struct pausectl_filter {
	struct pausectl_settings set;	/* of which the checks count */
	struct rcu_head		rcu;
};

/* receive/receive.c: RTNL. */
int pausectl_receive_begin(struct pausectl_port *port, struct netlink_ext_ack *extack);
void pausectl_receive_end(struct pausectl_port *port);

/* receive/checks.c: RTNL; judge: softirq, under RCU. */
void pausectl_receive_stop(struct pausectl_port *port);
bool pausectl_filter_takes(const struct pausectl_port *port, const struct net_device *partner);
int pausectl_filter_prepare(struct pausectl_port *port, const struct pausectl_settings *set,
			    struct pausectl_filter **filter);
void pausectl_filter_commit(struct pausectl_port *port, struct pausectl_filter *filter);
void pausectl_filter_discard(struct pausectl_port *port, struct pausectl_filter *filter);
enum filter_verdict pausectl_filter_judge(const struct pausectl_filter *filter,
					  const struct sk_buff *skb);

#endif /* PAUSECTL_RECEIVE_RECEIVE_H */
