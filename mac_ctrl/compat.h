/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What differs between the kernels this builds for, tested by name. The only
 * place that knows of it.
 */
#ifndef PAUSECTL_COMPAT_H
#define PAUSECTL_COMPAT_H

/*
 * skb_gso_segment() is in netdevice.h on 6.1 and in net/gso.h, which is new, on
 * 6.12; net/udp.h is there on both and brings in either.
 */
#include <net/udp.h>

/* Whether tc has redirected the frame at an ingress, and where nothing can, none is. */
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
