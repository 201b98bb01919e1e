/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A frame carries the mark of the port whose receive hook has seen it last.
 *
 * skb->skb_iif does not tell that port. mirred and ifb set it to the device that a frame
 * leaves by, and macvlan, ipvlan and VLAN devices carry it from one network namespace
 * into another, where the number may be that of another device. So the hook leaves a mark
 * beside skb_iif: a random number of the port. skb_iif then only says where to look for the port.
 * The low bits of the mark are the priority of the frame on its link, which the machine may change
 * before the frame leaves.
 *
 * The mark has to survive cloning, bridging and routing, and no user may write it. Users may write
 * skb->mark, skb->tc_index and skb->priority, and each layer may write skb->cb. The offsets of
 * inner headers mean nothing in a frame that is not encapsulated. pskb_expand_head() moves all of
 * them by the same distance, so the mark is in their differences.
 *
 * Code that encapsulates a frame writes at least one of these offsets: a tunnel, xfrm in any mode,
 * MPLS. So this machine takes the mark off a frame that it encapsulates, and no port counts as
 * having seen that frame, also if skb->encapsulation is 0 again.
 *
 * control/control.c marks control frames of the port itself in the same place, until enqueue.
 *
 * Two kinds of frames have no room for a mark: a tunnel's GSO frame, which is encapsulated and not
 * divided yet, and an MPLS GSO frame, whose inner network header is in use. No port counts as
 * having seen such a frame.
 */
#ifndef PAUSECTL_PORT_SEEN_H
#define PAUSECTL_PORT_SEEN_H

#include <linux/if_vlan.h>
#include <linux/skbuff.h>

#define SEEN_PRIORITY	7U

static inline bool seen_has_room(const struct sk_buff *skb)
{
	return !skb->encapsulation && !(skb->inner_protocol && skb_is_gso(skb));
}

/* The hook of the port with this mark sees the frame. */
static inline void seen_set(struct sk_buff *skb, u32 mark)
{
	if (unlikely(!seen_has_room(skb)))
		return;
	skb->inner_transport_header = 0;
	skb->inner_network_header = mark;
	skb->inner_mac_header = mark >> 16;
}

/* The priority of a received frame whose tag the kernel has taken off */
static inline unsigned int seen_priority(const struct sk_buff *skb)
{
	if (skb_vlan_tag_present(skb))
		return skb_vlan_tag_get_prio(skb);
	return skb->priority <= SEEN_PRIORITY ? skb->priority : 0;
}

/* The low half of the mark in the frame, with the priority */
static inline u16 seen_low(const struct sk_buff *skb)
{
	return skb->inner_network_header - skb->inner_transport_header;
}

/* What differs between the mark in the frame and @mark; above SEEN_PRIORITY without room for one */
static inline u32 seen_differs(const struct sk_buff *skb, u32 mark)
{
	u16 high = skb->inner_mac_header - skb->inner_transport_header;

	return seen_has_room(skb) ? ((u32)high << 16 | seen_low(skb)) ^ mark : ~0U;
}

/* Whether the port with this mark was the last one whose hook has seen the frame. */
static inline bool seen_by(const struct sk_buff *skb, u32 mark)
{
	return seen_differs(skb, mark) <= SEEN_PRIORITY;
}

/*
 * Whether a frame that the port with this mark has seen last came by another priority than
 * @priority. If the port has not, the answer means nothing.
 */
static inline bool seen_changed(const struct sk_buff *skb, u32 mark, unsigned int priority)
{
	return seen_low(skb) != (u16)(mark | priority);
}

#endif /* PAUSECTL_PORT_SEEN_H */
