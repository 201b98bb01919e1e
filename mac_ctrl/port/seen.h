/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A frame carries the mark of the port whose receive hook has seen it last.
 *
 * skb->skb_iif does not tell that port. mirred and ifb set it to the device that a frame
 * leaves by, and macvlan, ipvlan and VLAN devices carry it from one network namespace
 * into another, where the number may be that of another device. So the hook leaves a mark
 * beside it, a random number of the port, and skb_iif only says where to look for the port.
 *
 * The mark has to survive cloning, bridging and routing, and nobody outside the kernel may
 * be able to write it; skb->mark, skb->tc_index and skb->priority are for users, skb->cb is
 * for each layer. The offsets of inner headers mean nothing in a frame that is not
 * encapsulated, and whoever encapsulates sets all of them. pskb_expand_head() moves all of them
 * by the same distance, so the mark is in the differences of them.
 *
 * A frame that comes in encapsulated, because it is a tunnel's and not divided yet, has no room
 * for a mark. Nor has an MPLS GSO frame, whose inner network header counts. Such frames
 * count as seen by nobody.
 */
#ifndef PAUSECTL_PORT_SEEN_H
#define PAUSECTL_PORT_SEEN_H

#include <linux/skbuff.h>

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

/* Whether the port with this mark was the last one whose hook has seen the frame. */
static inline bool seen_by(const struct sk_buff *skb, u32 mark)
{
	u16 low = skb->inner_network_header - skb->inner_transport_header;
	u16 high = skb->inner_mac_header - skb->inner_transport_header;

	return seen_has_room(skb) && ((u32)high << 16 | low) == mark;
}

#endif /* PAUSECTL_PORT_SEEN_H */
