/* SPDX-License-Identifier: GPL-2.0 */
/* Selects the queue of a frame: that of its priority, or the control queue. */
#ifndef PAUSECTL_QUEUE_CLASSIFY_H
#define PAUSECTL_QUEUE_CLASSIFY_H

#include <linux/etherdevice.h>
#include <linux/if_vlan.h>
#include <linux/rtnetlink.h>

#include "queue/qdisc.h"
#include "queue/trust.h"

/* Whether the type, and a tag in the frame, can be read in place. */
static inline bool pausectl_header_in_place(const struct sk_buff *skb)
{
	return likely(skb_headlen(skb) >= VLAN_ETH_HLEN);
}

static inline unsigned int pausectl_untagged_priority(const struct sk_buff *skb)
{
	return skb->priority < MAC_CTRL_PRIORITIES ? skb->priority : 0;
}

/**
 * pausectl_classify_in_place() - the queue of a frame
 * @skb: a frame on its way out, data at its MAC header, which is in place
 *
 * For a port that trusts the PCP alone; for others see trust.c. The priority is the PCP of the
 * outer VLAN tag (IEEE 802.1Q 6.9.3), beside the frame or in it. The priority of an untagged frame
 * is skb->priority if that is 0 to 7, else 0. The type is read from the frame, because a packet
 * socket may set any skb->protocol.
 *
 * Return: 0 to 7, or PAUSECTL_CONTROL for an untagged frame of type 88-08.
 */
static inline unsigned int
pausectl_classify_in_place(const struct sk_buff *skb)
{
	const struct vlan_ethhdr *eth = (const struct vlan_ethhdr *)skb->data;

	if (skb_vlan_tag_present(skb))
		return skb_vlan_tag_get_prio(skb);
	if (eth_type_vlan(eth->h_vlan_proto))
		return ntohs(eth->h_vlan_TCI) >> VLAN_PRIO_SHIFT;
	if (unlikely(eth->h_vlan_proto == htons(ETH_P_PAUSE)))
		return PAUSECTL_CONTROL;
	return pausectl_untagged_priority(skb);
}

/**
 * pausectl_classify() - the queue of any frame, by the fields that a port trusts
 * @port: the port; under rcu_read_lock_bh(), or RTNL
 * @skb: a frame, which may be very short or not linear
 *
 * Return: 0 to 7, or PAUSECTL_CONTROL.
 */
static __always_inline unsigned int
pausectl_classify(const struct pausectl_port *port, const struct sk_buff *skb)
{
	const struct pausectl_trust *trust;
	__be16 buf, *p;

	trust = rcu_dereference_bh_check(port->queue.trust, lockdep_rtnl_is_held());
	if (!trust && pausectl_header_in_place(skb))
		return pausectl_classify_in_place(skb);
	if (!trust && skb_vlan_tag_present(skb))
		return skb_vlan_tag_get_prio(skb);

	p = skb_header_pointer(skb, 2 * ETH_ALEN, sizeof(buf), &buf);
	if (p && *p == htons(ETH_P_PAUSE) && !skb_vlan_tag_present(skb))
		return PAUSECTL_CONTROL;
	if (trust)
		return pausectl_trust_priority(trust, skb);
	if (p && eth_type_vlan(*p)) {
		p = skb_header_pointer(skb, ETH_HLEN, sizeof(buf), &buf);
		return p ? ntohs(*p) >> VLAN_PRIO_SHIFT : 0;
	}
	return pausectl_untagged_priority(skb);
}

#endif /* PAUSECTL_QUEUE_CLASSIFY_H */
