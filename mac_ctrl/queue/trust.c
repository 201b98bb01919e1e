// SPDX-License-Identifier: GPL-2.0
/*
 * The priority of a frame. The port trusts fields of the frame, in an order. The APP table (IEEE
 * 802.1Q D.2.11, dcb app) gives priorities to values of a field. The first field that has a
 * priority for the frame decides:
 *
 *	pcp		the outer VLAN tag, if there is one
 *	dscp		of IPv4 and IPv6, if the table has the code point
 *	ethtype		behind all tags, if the table has the EtherType
 *	stream-port	port of TCP or SCTP, if the table has the port
 *	dgram-port	port of UDP or DCCP, if the table has the port
 *	port		port of TCP, SCTP, UDP or DCCP, if the table has the port
 *
 * A port is the destination port or the source port, so both directions of a service have the same
 * priority. If several entries fit, the highest priority wins, as in drivers that take the last
 * bit of dcb_ieee_getapp_mask(). If no field decides, the priority is skb->priority if that is 1
 * to 7; else the priority of ethertype 0 in the table (the default priority) if ethtype is
 * trusted; else 0.
 *
 * trust_table.c makes the table. A port that trusts the PCP alone has no table.
 */
#include <linux/bsearch.h>
#include <linux/if_vlan.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <net/ip.h>
#include <net/ipv6.h>

#include "port/port.h"
#include "queue/header.h"
#include "queue/queue.h"
#include "queue/trust.h"

/* The fields, except PCP, have the numbers of the selectors of 802.1Q Table D-9. */
static_assert(PAUSECTL_TRUST_FIELD_ETHTYPE == IEEE_8021QAZ_APP_SEL_ETHERTYPE);
static_assert(PAUSECTL_TRUST_FIELD_STREAM_PORT == IEEE_8021QAZ_APP_SEL_STREAM);
static_assert(PAUSECTL_TRUST_FIELD_DGRAM_PORT == IEEE_8021QAZ_APP_SEL_DGRAM);
static_assert(PAUSECTL_TRUST_FIELD_PORT == IEEE_8021QAZ_APP_SEL_ANY);
static_assert(PAUSECTL_TRUST_FIELD_DSCP == IEEE_8021QAZ_APP_SEL_DSCP);
static_assert(PAUSECTL_TRUST_FIELD_PCP == TRUST_FIELDS);
static_assert(HEADER_NO_PCP == TRUST_NO_PRIORITY);

static int compare_keys(const void *a, const void *b)
{
	const struct pausectl_trust_entry *x = a, *y = b;

	return x->key < y->key ? -1 : x->key > y->key;
}

static unsigned int dscp_priority(const struct pausectl_trust *trust,
				  const struct sk_buff *skb,
				  const struct pausectl_header *header)
{
	int dsfield = pausectl_dsfield(skb, header);

	return dsfield < 0 ? TRUST_NO_PRIORITY : trust->dscp[dsfield >> 2];
}

static unsigned int entry_priority(const struct pausectl_trust *trust,
				   u32 selector, __be16 protocol)
{
	const struct pausectl_trust_entry entry = {
		.key = trust_key(selector, ntohs(protocol)),
	}, *found;

	found = bsearch(&entry, trust->entries, trust->count, sizeof(entry), compare_keys);
	return found ? found->priority : TRUST_NO_PRIORITY;
}

/* The offset of the ports behind the IP header, or 0. Sets *@protocol. */
static unsigned int transport_of(const struct sk_buff *skb,
				 const struct pausectl_header *header, u8 *protocol)
{
	union {
		struct iphdr	v4;
		struct ipv6hdr	v6;
	} buf;
	const struct ipv6hdr *ip6;
	const struct iphdr *ip;
	__be16 fragment;
	int at;

	if (header->type == htons(ETH_P_IP)) {
		ip = skb_header_pointer(skb, header->payload, sizeof(buf.v4), &buf);
		if (!ip || ip->ihl < sizeof(*ip) / 4 ||
		    ip->frag_off & htons(IP_OFFSET))
			return 0;
		*protocol = ip->protocol;
		return header->payload + ip->ihl * 4;
	}
	if (header->type != htons(ETH_P_IPV6))
		return 0;
	ip6 = skb_header_pointer(skb, header->payload, sizeof(buf.v6), &buf);
	if (!ip6)
		return 0;
	*protocol = ip6->nexthdr;
	at = ipv6_skip_exthdr(skb, header->payload + sizeof(*ip6), protocol,
			      &fragment);
	/* Only the first fragment of a datagram has ports. */
	return at < 0 || fragment & htons(IP6_OFFSET) ? 0 : at;
}

static bool has_ports(u32 selector, u8 protocol)
{
	switch (protocol) {
	case IPPROTO_TCP:
	case IPPROTO_SCTP:
		return selector != IEEE_8021QAZ_APP_SEL_DGRAM;
	case IPPROTO_UDP:
	case IPPROTO_DCCP:
		return selector != IEEE_8021QAZ_APP_SEL_STREAM;
	default:
		return false;
	}
}

/* In all four protocols the first four octets are the source and destination ports. */
static unsigned int port_priority(const struct pausectl_trust *trust,
				  const struct sk_buff *skb,
				  const struct pausectl_header *header, u32 selector)
{
	unsigned int at, source, destination;
	__be16 buf[2], *ports;
	u8 protocol = 0;

	at = transport_of(skb, header, &protocol);
	if (!at || !has_ports(selector, protocol))
		return TRUST_NO_PRIORITY;
	ports = skb_header_pointer(skb, at, sizeof(buf), buf);
	if (!ports)
		return TRUST_NO_PRIORITY;
	source = entry_priority(trust, selector, ports[0]);
	destination = entry_priority(trust, selector, ports[1]);
	if (source == TRUST_NO_PRIORITY)
		return destination;
	return destination == TRUST_NO_PRIORITY ? source : max(source, destination);
}

static unsigned int field_priority(const struct pausectl_trust *trust,
				   const struct sk_buff *skb,
				   const struct pausectl_header *header, u32 field)
{
	if (field == PAUSECTL_TRUST_FIELD_PCP)
		return header->pcp;
	if (!(trust->selectors & BIT(field)))
		return TRUST_NO_PRIORITY;
	switch (field) {
	case PAUSECTL_TRUST_FIELD_DSCP:
		return dscp_priority(trust, skb, header);
	case PAUSECTL_TRUST_FIELD_ETHTYPE:
		return entry_priority(trust, field, header->type);
	default:
		return port_priority(trust, skb, header, field);
	}
}

/* The priority of a frame that is no MAC Control frame: 0 to 7. */
unsigned int pausectl_trust_priority(const struct pausectl_trust *trust,
				     const struct sk_buff *skb)
{
	struct pausectl_header header = pausectl_header_of(skb);
	u32 field, order = trust->order;
	unsigned int priority;

	for (; order; order >>= TRUST_BITS) {
		field = order & TRUST_MASK;
		priority = field_priority(trust, skb, &header, field);
		if (priority != TRUST_NO_PRIORITY)
			return priority;
	}
	if (skb->priority && skb->priority < MAC_CTRL_PRIORITIES)
		return skb->priority;
	return trust->standard;
}

