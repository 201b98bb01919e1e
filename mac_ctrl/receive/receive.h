/* SPDX-License-Identifier: GPL-2.0 */
/* The receive path: hook, acceptance of control frames, checks that differ from the standard. */
#ifndef PAUSECTL_RECEIVE_RECEIVE_H
#define PAUSECTL_RECEIVE_RECEIVE_H

#include "port/port.h"

/* RTNL. */
int pausectl_receive_begin(struct pausectl_port *port, struct netlink_ext_ack *extack);
void pausectl_receive_end(struct pausectl_port *port);
bool pausectl_filter_takes(const struct pausectl_port *port, const struct net_device *partner);
int pausectl_filter_prepare(struct pausectl_port *port, const struct pausectl_settings *set,
			    struct pausectl_filter **filter);
void pausectl_filter_commit(struct pausectl_port *port, struct pausectl_filter *filter);
void pausectl_filter_discard(struct pausectl_port *port, struct pausectl_filter *filter);

#endif /* PAUSECTL_RECEIVE_RECEIVE_H */
