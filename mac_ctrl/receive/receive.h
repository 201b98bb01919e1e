/* SPDX-License-Identifier: GPL-2.0 */
/* The receive path: the functions that other floors may call. */
#ifndef PAUSECTL_RECEIVE_RECEIVE_H
#define PAUSECTL_RECEIVE_RECEIVE_H

#include "port/port.h"

/* receive/hook.c: RTNL. */
int pausectl_receive_begin(struct pausectl_port *port,
			   struct netlink_ext_ack *extack);
void pausectl_receive_end(struct pausectl_port *port);

/* receive/receive.c: softirq, rcu_read_lock(). */
bool pausectl_receive(struct pausectl_port *port, const struct sk_buff *skb,
		      const enum filter_verdict *filtered);

/* receive/filter.c: RTNL. */
void pausectl_receive_stop(struct pausectl_port *port);

/* receive/filter.c: RTNL; judge: softirq, rcu_read_lock(). */
bool pausectl_filter_takes(const struct pausectl_port *port,
			   const struct net_device *partner);
int pausectl_filter_prepare(struct pausectl_port *port,
			    const struct pausectl_settings *set,
			    struct pausectl_filter **filter);
void pausectl_filter_commit(struct pausectl_port *port,
			    struct pausectl_filter *filter);
void pausectl_filter_discard(struct pausectl_port *port,
			     struct pausectl_filter *filter);
bool pausectl_filter_judge(const struct pausectl_port *port,
			   const struct sk_buff *skb,
			   enum filter_verdict *verdict);

#endif /* PAUSECTL_RECEIVE_RECEIVE_H */
