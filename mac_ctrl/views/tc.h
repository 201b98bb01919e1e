/* SPDX-License-Identifier: GPL-2.0 */
/* The view of tc: operations of the qdisc that show and change settings; tc.c and classes.c. */
#ifndef PAUSECTL_VIEWS_TC_H
#define PAUSECTL_VIEWS_TC_H

#include <net/pkt_sched.h>

/* views/tc.c: RTNL. */
int pausectl_tc_change(struct Qdisc *sch, struct nlattr *options,
		       struct netlink_ext_ack *extack);
int pausectl_tc_dump(struct Qdisc *sch, struct sk_buff *skb);
int pausectl_tc_dump_stats(struct Qdisc *sch, struct gnet_dump *dump);

/* views/classes.c */
extern const struct Qdisc_class_ops pausectl_class_ops;

#endif /* PAUSECTL_VIEWS_TC_H */
