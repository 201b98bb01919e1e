/* SPDX-License-Identifier: GPL-2.0 */
/* All differences between the supported kernels. Each is found by a name, not by a version. */
#ifndef PAUSECTL_COMPAT_H
#define PAUSECTL_COMPAT_H

/*
 * 6.1 declares skb_gso_segment() in netdevice.h, 6.12 in the new net/gso.h. net/udp.h exists on
 * both and includes the right one.
 */
#include <net/udp.h>

/* Whether tc has redirected the frame at an ingress. Without CONFIG_NET_REDIRECT, tc cannot. */
#include <linux/skbuff.h>
static inline bool pausectl_from_ingress(const struct sk_buff *skb)
{
#ifdef CONFIG_NET_REDIRECT
	return skb_is_redirected(skb) && skb->from_ingress;
#else
	return false;
#endif
}

/* 6.12 loads qdiscs by net-sch-NAME, 6.1 by sch_NAME. */
#include <net/pkt_sched.h>
#ifndef MODULE_ALIAS_NET_SCH
#define MODULE_ALIAS_NET_SCH(id)	MODULE_ALIAS("sch_" id)
#endif

/* dcb apptrust and dcb rewr are newer than 6.1. */
#include <net/dcbnl.h>
#ifdef DCB_APP_SEL_PCP
#define PAUSECTL_APPTRUST_OPS(get, set) \
	.dcbnl_getapptrust = (get), .dcbnl_setapptrust = (set),
#define PAUSECTL_REWRITE_OPS(change) \
	.dcbnl_setrewr = (change), .dcbnl_delrewr = (change),
#else
#define DCB_APP_SEL_PCP	255
#define PAUSECTL_APPTRUST_OPS(get, set)
#define PAUSECTL_REWRITE_OPS(change)
#endif

#endif /* PAUSECTL_COMPAT_H */
