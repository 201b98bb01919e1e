// SPDX-License-Identifier: GPL-2.0
/* Finds the type of a frame behind its VLAN tags, and its DSCP and ECN fields. */
#include <linux/if_vlan.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <net/dsfield.h>

#include "queue/header.h"
#include "queue/queue.h"

/* Reads the types from the frame: see pausectl_classify_in_place() for the reason. */
struct pausectl_header pausectl_header_of(const struct sk_buff *skb)
{
	struct pausectl_header header = {
		.pcp = HEADER_NO_PCP,
		.payload = ETH_HLEN,
	};
	unsigned int depth = 0;
	__be16 buf[2], *p;

	if (skb_vlan_tag_present(skb))
		header.pcp = skb_vlan_tag_get_prio(skb);
	p = skb_header_pointer(skb, 2 * ETH_ALEN, sizeof(*p), buf);
	while (p && eth_type_vlan(*p) && depth++ < VLAN_MAX_DEPTH) {
		p = skb_header_pointer(skb, header.payload, sizeof(buf), buf);
		if (!p)
			break;
		if (header.pcp == HEADER_NO_PCP)
			header.pcp = ntohs(p[0]) >> VLAN_PRIO_SHIFT;
		header.payload += VLAN_HLEN;
		p++;
	}
	header.type = p ? *p : 0;
	return header;
}

/* The octet of DSCP and ECN in IPv4 or IPv6, or -1 if there is none. */
int pausectl_dsfield(const struct sk_buff *skb,
		     const struct pausectl_header *header)
{
	union {
		struct iphdr	v4;
		struct ipv6hdr	v6;
	} buf;
	const void *ip;

	if (header->type == htons(ETH_P_IP)) {
		ip = skb_header_pointer(skb, header->payload, sizeof(buf.v4), &buf);
		return ip ? ipv4_get_dsfield(ip) : -1;
	}
	if (header->type == htons(ETH_P_IPV6)) {
		ip = skb_header_pointer(skb, header->payload, sizeof(buf.v6), &buf);
		return ip ? ipv6_get_dsfield(ip) : -1;
	}
	return -1;
}
