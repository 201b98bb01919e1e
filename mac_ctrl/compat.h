/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All differences between the supported kernels. Each is found by a name, not by a version, because
 * distributions backport interfaces. compat.mk defines PAUSECTL_HAVE_x.
 */
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

/* 6.13 sets the function of a timer when it initialises the timer. 6.15 has no other way. */
#include <linux/hrtimer.h>
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
#include <linux/netdevice.h>
static inline void pausectl_ethtool_notify(struct net_device *dev, unsigned int cmd)
{
	typedef void two(struct net_device *dev, unsigned int cmd);
	typedef void three(struct net_device *dev, unsigned int cmd, const void *data);
	void *notify = ethtool_notify;

	if (__builtin_types_compatible_p(typeof(ethtool_notify), two))
		((two *)notify)(dev, cmd);
	else
		((three *)notify)(dev, cmd, NULL);
}

/* The workqueue that was system_wq before 6.17. A later kernel warns of the old name. */
#include <linux/workqueue.h>
#ifndef PAUSECTL_HAVE_system_percpu_wq
#define system_percpu_wq system_wq
#endif

/*
 * 6.19 counts the frames of a GSO frame in its control block. A frame that was divided off has the
 * control block of the whole.
 */
#include <net/sch_generic.h>
static inline void pausectl_one_frame(struct sk_buff *skb)
{
	qdisc_skb_cb(skb)->pkt_len = skb->len;
#ifdef PAUSECTL_HAVE_pkt_segs
	qdisc_skb_cb(skb)->pkt_segs = 1;
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
