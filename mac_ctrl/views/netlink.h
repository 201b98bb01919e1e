/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that the handlers of genetlink requests share. */
#ifndef PAUSECTL_VIEWS_NETLINK_H
#define PAUSECTL_VIEWS_NETLINK_H

#include <net/genetlink.h>

#include "port/port.h"
#include "views/netlink_gen.h"

/* Refuse @attr. The caller has set the message. */
static inline int pausectl_netlink_refuse(struct genl_info *info,
					  const struct nlattr *attr)
{
	NL_SET_BAD_ATTR(info->extack, attr);
	return -EINVAL;
}

/* views/genetlink.c */
int pausectl_netlink_check(struct genl_info *info, const u16 *list);
struct pausectl_port *pausectl_netlink_port(struct genl_info *info);

/* views/netlink_app.c */
struct pausectl_apps *pausectl_netlink_read_apps(const struct nlattr *attr,
						 struct netlink_ext_ack *extack);

/* views/netlink_charges.c */
void pausectl_netlink_put_charges(const struct genl_family *family, struct sk_buff *skb,
				  struct netlink_callback *cb);

/* views/netlink_watchdog.c */
int pausectl_netlink_put_watchdog(struct sk_buff *msg,
				  struct pausectl_port *port);

#endif /* PAUSECTL_VIEWS_NETLINK_H */
