/* SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR BSD-3-Clause) */
/* Do not edit directly, auto-generated from: */
/*	Documentation/netlink/specs/pausectl.yaml */
/* YNL-GEN kernel header */

#ifndef _LINUX_PAUSECTL_GEN_H
#define _LINUX_PAUSECTL_GEN_H

#include <net/netlink.h>
#include <net/genetlink.h>

#include <uapi/pausectl.h>

/* Common nested types */
extern const struct nla_policy pausectl_pfc_nl_policy[PAUSECTL_A_PFC_QUANTA + 1];

/* Global operation policy for pausectl */
extern const struct nla_policy pausectl_main_nl_policy[PAUSECTL_A_APP_CHANGE + 1];

/* Ops table for pausectl */
extern const struct genl_small_ops pausectl_nl_ops[7];

int pausectl_nl_port_get_doit(struct sk_buff *skb, struct genl_info *info);
int pausectl_nl_port_get_dumpit(struct sk_buff *skb,
				struct netlink_callback *cb);
int pausectl_nl_port_set_doit(struct sk_buff *skb, struct genl_info *info);
int pausectl_nl_stats_get_doit(struct sk_buff *skb, struct genl_info *info);
int pausectl_nl_stats_get_dumpit(struct sk_buff *skb,
				 struct netlink_callback *cb);
int pausectl_nl_frame_send_doit(struct sk_buff *skb, struct genl_info *info);
int pausectl_nl_xoff_set_doit(struct sk_buff *skb, struct genl_info *info);
int pausectl_nl_watchdog_get_doit(struct sk_buff *skb, struct genl_info *info);
int pausectl_nl_watchdog_get_dumpit(struct sk_buff *skb,
				    struct netlink_callback *cb);
int pausectl_nl_charges_get_dumpit(struct sk_buff *skb,
				   struct netlink_callback *cb);

enum {
	PAUSECTL_NLGRP_EVENTS,
};

#endif /* _LINUX_PAUSECTL_GEN_H */
