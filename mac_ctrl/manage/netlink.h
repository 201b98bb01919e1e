/* SPDX-License-Identifier: GPL-2.0 */
/* What the handlers of genetlink requests share. */
#ifndef PAUSECTL_MANAGE_NETLINK_H
#define PAUSECTL_MANAGE_NETLINK_H

#include <net/genetlink.h>

#include "../port.h"
#include "netlink_gen.h"

/* Refuse @attr; the message is set. */
static inline int pausectl_netlink_refuse(struct genl_info *info,
					  const struct nlattr *attr)
{
	NL_SET_BAD_ATTR(info->extack, attr);
	return -EINVAL;
}

/* manage/genetlink.c */
int pausectl_netlink_check(struct genl_info *info, const u16 *list);
struct pausectl_port *pausectl_netlink_port(struct genl_info *info);

/* manage/netlink_watchdog.c */
int pausectl_netlink_put_watchdog(struct sk_buff *msg,
				  struct pausectl_port *port);

#endif /* PAUSECTL_MANAGE_NETLINK_H */
