/* SPDX-License-Identifier: GPL-2.0 */
/* The life of ports, and the functions that main.c calls at the top. */
#ifndef PAUSECTL_TOP_H
#define PAUSECTL_TOP_H

#include <linux/netdevice.h>

struct Qdisc_ops;
struct pausectl_port;

/* life.c: RTNL. */
struct pausectl_port *pausectl_port_get(struct net_device *dev,
					struct netlink_ext_ack *extack);
void pausectl_port_put(struct pausectl_port *port);
void pausectl_port_end(struct pausectl_port *port);

/* For main.c */
extern struct notifier_block pausectl_link_notifier;
extern struct Qdisc_ops pausectl_qdisc_ops;

#endif /* PAUSECTL_TOP_H */
