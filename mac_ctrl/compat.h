/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All differences between the supported kernels, 6.1 to 7.3. Each is found by a name, not by a
 * version, because distributions backport interfaces. compat.mk defines PAUSECTL_HAVE_x.
 */
#ifndef PAUSECTL_COMPAT_H
#define PAUSECTL_COMPAT_H

#include <linux/ethtool.h>
#include <linux/hrtimer.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>
#include <linux/workqueue.h>
#include <net/dcbnl.h>
#include <net/pkt_sched.h>
#include <net/sch_generic.h>
#include <net/udp.h>	/* skb_gso_segment(): 6.1 has it in netdevice.h, 6.12 in net/gso.h */

#ifndef CONFIG_NETFILTER_INGRESS
#error pausectl receives by a hook of netfilter: the kernel needs CONFIG_NETFILTER_INGRESS=y
#endif

/* 6.13 sets the function of a timer when it initialises the timer. 6.15 has no other way. */
#ifndef PAUSECTL_HAVE_hrtimer_setup
#define hrtimer_setup_sleeper_on_stack hrtimer_init_sleeper_on_stack
static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*function)(struct hrtimer *timer),
				 clockid_t clock, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock, mode);
	timer->function = function;
}
#endif

/* 6.17 took the third parameter of ethtool_notify() away: it was always NULL. */
static inline void pausectl_ethtool_notify(struct net_device *dev, unsigned int cmd)
{
	void (*two)(struct net_device *dev, unsigned int cmd) = (void *)ethtool_notify;
	void (*three)(struct net_device *, unsigned int, const void *) = (void *)ethtool_notify;

	if (__builtin_types_compatible_p(typeof(ethtool_notify), typeof(*two)))
		two(dev, cmd);
	else
		three(dev, cmd, NULL);
}

/* system_wq before 6.17. A later kernel warns of the old name. */
#ifndef PAUSECTL_HAVE_system_percpu_wq
#define system_percpu_wq system_wq
#endif

/* 6.19 counts the frames of a GSO frame. One of them has the control block of them all. */
static inline void pausectl_one_frame(struct sk_buff *skb)
{
	qdisc_skb_cb(skb)->pkt_len = skb->len;
#ifdef PAUSECTL_HAVE_pkt_segs
	qdisc_skb_cb(skb)->pkt_segs = 1;
#endif
}

/*
 * The qdisc has more frames and octets waiting, or fewer. Under the qdisc lock. 7.3 reads both
 * words without that lock, so its own qdiscs have WRITE_ONCE(). Those of earlier kernels do not.
 */
static __always_inline void pausectl_qdisc_count(struct Qdisc *sch, int frames, int octets)
{
#ifdef PAUSECTL_HAVE_qdisc_qlen_inc
	WRITE_ONCE(sch->q.qlen, sch->q.qlen + frames);
	WRITE_ONCE(sch->qstats.backlog, sch->qstats.backlog + octets);
#else
	sch->q.qlen += frames;
	sch->qstats.backlog += octets;
#endif
}

/* Since 6.15 a device may have a lock, inside RTNL. ethtool_ops.c says what a later kernel does. */
#ifdef PAUSECTL_HAVE_netdev_lock_ops
#include <net/netdev_lock.h>
#else
static inline void netdev_lock_ops(struct net_device *dev) {}
static inline void netdev_unlock_ops(struct net_device *dev) {}
#endif
#ifndef PAUSECTL_HAVE_netif_get_link_ksettings
#define netif_get_link_ksettings __ethtool_get_link_ksettings
#endif
static inline void pausectl_pause_needs_rtnl(struct ethtool_ops *ops)
{
#ifdef ETHTOOL_OP_NEEDS_RTNL_GPAUSEPARAM
	ops->op_needs_rtnl |= ETHTOOL_OP_NEEDS_RTNL_GPAUSEPARAM | ETHTOOL_OP_NEEDS_RTNL_SPAUSEPARAM;
#endif
}

/* For tunables, ethtool of 2026 never asks for RTNL, if the device has a lock. */
static inline bool pausectl_tunable_has_rtnl(struct net_device *dev)
{
#ifdef ETHTOOL_OP_NEEDS_RTNL_GPAUSEPARAM
	return !netdev_need_ops_lock(dev);
#else
	return true;
#endif
}

/* A kernel of 2026 counts how often a device ended its own XOFF. */
static inline void pausectl_pause_storms(struct ethtool_pause_stats *stats, u64 events)
{
#ifdef PAUSECTL_HAVE_tx_pause_storm_events
	stats->tx_pause_storm_events = events;
#endif
}

/* 6.2 lets a message have values. */
static inline void pausectl_warn_of_root(struct netlink_ext_ack *extack, const struct Qdisc *root)
{
#ifdef NL_SET_ERR_MSG_FMT
	NL_SET_ERR_MSG_FMT(extack, "pausectl: replaced the root qdisc %s %x: and its settings",
			   root->ops->id, root->handle >> 16);
#else
	NL_SET_ERR_MSG(extack, "pausectl: replaced a root qdisc and its settings");
#endif
}

/* 6.12 loads qdiscs by net-sch-NAME, 6.1 by sch_NAME. */
#ifndef MODULE_ALIAS_NET_SCH
#define MODULE_ALIAS_NET_SCH(id)	MODULE_ALIAS("sch_" id)
#endif

/* dcb apptrust and dcb rewr are newer than 6.1. */
#ifdef DCB_APP_SEL_PCP
#define PAUSECTL_APPTRUST_OPS(get, set) .dcbnl_getapptrust = (get), .dcbnl_setapptrust = (set),
#define PAUSECTL_REWRITE_OPS(change) .dcbnl_setrewr = (change), .dcbnl_delrewr = (change),
#else
#define DCB_APP_SEL_PCP	255
#define PAUSECTL_APPTRUST_OPS(get, set)
#define PAUSECTL_REWRITE_OPS(change)
#endif

#endif /* PAUSECTL_COMPAT_H */
