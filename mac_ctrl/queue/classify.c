// SPDX-License-Identifier: GPL-2.0
/*
 * All that reads a frame: the queue of a frame, its priority, and ECN.
 *
 * The priority of a frame. The port trusts fields of the frame, in an order. The APP table (IEEE
 * 802.1Q D.2.11, dcb app) gives priorities to values of a field. The first field that has a
 * priority for the frame decides:
 *
 *	pcp		the outer VLAN tag, if there is one
 *	dscp		of IPv4 and IPv6, if the table has the code point
 *	ethtype		after all tags, if the table has the EtherType
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
 * ECN by queue occupancy (RFC 3168). Switches of RoCE networks mark frames before PFC has to stop
 * a partner, so the sender of a flow learns of congestion, not only the next hop.
 */
#include <linux/bsearch.h>
#include <linux/etherdevice.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/rtnetlink.h>
#include <linux/slab.h>
#include <net/dsfield.h>
#include <net/inet_ecn.h>
#include <net/ip.h>
#include <net/ipv6.h>

#include "congestion/buffer.h"
#include "queue/queue.h"
#include "rules/ecn_curve.h"

#define TRUST_NO_PRIORITY	-1

/* The fields, except PCP, have the numbers of the selectors of 802.1Q Table D-9. */
static_assert(PAUSECTL_TRUST_FIELD_ETHTYPE == IEEE_8021QAZ_APP_SEL_ETHERTYPE);
static_assert(PAUSECTL_TRUST_FIELD_STREAM_PORT == IEEE_8021QAZ_APP_SEL_STREAM);
static_assert(PAUSECTL_TRUST_FIELD_DGRAM_PORT == IEEE_8021QAZ_APP_SEL_DGRAM);
static_assert(PAUSECTL_TRUST_FIELD_PORT == IEEE_8021QAZ_APP_SEL_ANY);
static_assert(PAUSECTL_TRUST_FIELD_DSCP == IEEE_8021QAZ_APP_SEL_DSCP);
static_assert(PAUSECTL_TRUST_FIELD_PCP == TRUST_FIELDS);

/* An entry of the APP table, except DSCP */
struct pausectl_trust_entry {
	u32	key;		/* trust_key() of selector, and EtherType or port */
	int	priority;	/* the highest that the table gives to the key */
};

/* The table; constant once it is published */
struct pausectl_trust {
	u32				order;		/* enum pausectl_trust_field, 4 bits each */
	u8				selectors;	/* bit n: entries with selector n exist */
	u8				standard;	/* of a frame for which no field decides */
	s8				dscp[TRUST_DSCPS];	/* or TRUST_NO_PRIORITY */
	struct rcu_head			rcu;
	u32				count;
	struct pausectl_trust_entry	entries[];	/* sorted by key, one for each key */
};

/* The parts of a frame */
struct frame_header {
	int		pcp;		/* of the outer tag, or TRUST_NO_PRIORITY */
	__be16		type;		/* EtherType after all tags */
	unsigned int	payload;	/* offset of the octets after @type */
};

/* Reads the types from the frame: see pausectl_classify() for the reason. */
static struct frame_header header_of(const struct sk_buff *skb)
{
	struct frame_header header = {
		.pcp = TRUST_NO_PRIORITY,
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
		if (header.pcp == TRUST_NO_PRIORITY)
			header.pcp = ntohs(p[0]) >> VLAN_PRIO_SHIFT;
		header.payload += VLAN_HLEN;
		p++;
	}
	header.type = p ? *p : 0;
	return header;
}

/* The octet of DSCP and ECN in IPv4 or IPv6, or -1 if there is none. */
static int header_dsfield(const struct sk_buff *skb, const struct frame_header *header)
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

static u32 trust_key(u32 selector, u16 protocol)
{
	return selector << 16 | protocol;
}

static int trust_compare_keys(const void *a, const void *b)
{
	const struct pausectl_trust_entry *x = a, *y = b;

	return x->key < y->key ? -1 : x->key > y->key;
}

static int trust_dscp_priority(const struct pausectl_trust *trust, const struct sk_buff *skb,
			       const struct frame_header *header)
{
	int dsfield = header_dsfield(skb, header);

	return dsfield < 0 ? TRUST_NO_PRIORITY : trust->dscp[dsfield >> 2];
}

static int trust_entry_priority(const struct pausectl_trust *trust, u32 selector, __be16 protocol)
{
	const struct pausectl_trust_entry entry = {
		.key = trust_key(selector, ntohs(protocol)),
	}, *found;

	found = bsearch(&entry, trust->entries, trust->count, sizeof(entry), trust_compare_keys);
	return found ? found->priority : TRUST_NO_PRIORITY;
}

/* The offset of the ports after the IP header, or 0. Sets *@protocol. */
static unsigned int trust_transport_of(const struct sk_buff *skb,
				       const struct frame_header *header, u8 *protocol)
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

static bool trust_has_ports(u32 selector, u8 protocol)
{
	if (protocol == IPPROTO_TCP || protocol == IPPROTO_SCTP)
		return selector != IEEE_8021QAZ_APP_SEL_DGRAM;
	if (protocol == IPPROTO_UDP || protocol == IPPROTO_DCCP)
		return selector != IEEE_8021QAZ_APP_SEL_STREAM;
	return false;
}

/* In all four protocols the first four octets are the source and destination ports. */
static int trust_port_priority(const struct pausectl_trust *trust, const struct sk_buff *skb,
			       const struct frame_header *header, u32 selector)
{
	__be16 buf[2], *ports;
	u8 protocol = 0;
	unsigned int at;

	at = trust_transport_of(skb, header, &protocol);
	if (!at || !trust_has_ports(selector, protocol))
		return TRUST_NO_PRIORITY;
	ports = skb_header_pointer(skb, at, sizeof(buf), buf);
	if (!ports)
		return TRUST_NO_PRIORITY;
	return max(trust_entry_priority(trust, selector, ports[0]),
		   trust_entry_priority(trust, selector, ports[1]));
}

static int trust_field_priority(const struct pausectl_trust *trust, const struct sk_buff *skb,
				const struct frame_header *header, u32 field)
{
	if (field == PAUSECTL_TRUST_FIELD_PCP)
		return header->pcp;
	if (!(trust->selectors & BIT(field)))
		return TRUST_NO_PRIORITY;
	switch (field) {
	case PAUSECTL_TRUST_FIELD_DSCP:
		return trust_dscp_priority(trust, skb, header);
	case PAUSECTL_TRUST_FIELD_ETHTYPE:
		return trust_entry_priority(trust, field, header->type);
	default:
		return trust_port_priority(trust, skb, header, field);
	}
}

/* The priority of a frame that is no MAC Control frame: 0 to 7. */
static unsigned int trust_priority(const struct pausectl_trust *trust, const struct sk_buff *skb)
{
	struct frame_header header = header_of(skb);
	u32 order = trust->order;
	int priority;

	for (; order; order >>= TRUST_BITS) {
		priority = trust_field_priority(trust, skb, &header, order & TRUST_MASK);
		if (priority != TRUST_NO_PRIORITY)
			return priority;
	}
	if (skb->priority && skb->priority < MAC_CTRL_PRIORITIES)
		return skb->priority;
	return trust->standard;
}

/*
 * The queue of a frame on its way out, whose data begins with its MAC header: 0 to 7, or
 * PAUSECTL_CONTROL for an untagged frame of type 88-08. Under rcu_read_lock_bh(), or RTNL. The
 * frame may be very short or not linear.
 *
 * If the port trusts the PCP alone, the priority is the PCP of the outer VLAN tag (IEEE 802.1Q
 * 6.9.3), beside the frame or in it. The priority of an untagged frame is then skb->priority if
 * that is 0 to 7, else 0. The type is read from the frame, because a packet socket may set any
 * skb->protocol.
 */
unsigned int pausectl_classify(const struct pausectl_port *port, const struct sk_buff *skb)
{
	const struct pausectl_trust *trust;
	__be16 buf, *p;

	trust = rcu_dereference_bh_check(port->queue.trust, lockdep_rtnl_is_held());
	if (!trust && skb_vlan_tag_present(skb))
		return skb_vlan_tag_get_prio(skb);
	p = skb_header_pointer(skb, 2 * ETH_ALEN, sizeof(buf), &buf);
	if (p && *p == htons(ETH_P_PAUSE) && !skb_vlan_tag_present(skb))
		return PAUSECTL_CONTROL;
	if (trust)
		return trust_priority(trust, skb);
	if (p && eth_type_vlan(*p)) {
		p = skb_header_pointer(skb, ETH_HLEN, sizeof(buf), &buf);
		return p ? ntohs(*p) >> VLAN_PRIO_SHIFT : 0;
	}
	return skb->priority < MAC_CTRL_PRIORITIES ? skb->priority : 0;
}

/*
 * Set CE if the frame has ECT(0) or ECT(1). If the frame shares its octets with copies, it gets
 * octets of its own first.
 */
static bool ecn_mark(struct sk_buff *skb)
{
	struct frame_header header = header_of(skb);
	int dsfield = header_dsfield(skb, &header);
	int ecn = dsfield & INET_ECN_MASK;
	unsigned int len;

	if (dsfield < 0 || ecn == INET_ECN_NOT_ECT || ecn == INET_ECN_CE)
		return false;
	len = header.type == htons(ETH_P_IP) ? sizeof(struct iphdr) :
					       sizeof(struct ipv6hdr);
	if (skb_ensure_writable(skb, header.payload + len))
		return false;
	if (header.type == htons(ETH_P_IP))
		return IP_ECN_set_ce((void *)skb->data + header.payload);
	return IP6_ECN_set_ce(skb, (void *)skb->data + header.payload);
}

/* A frame has joined a queue of a priority with ECN. @frames: that it is on the wire */
void pausectl_ecn(struct pausectl_qdisc *q, unsigned int priority,
		  struct sk_buff *skb, unsigned int frames)
{
	const struct pausectl_settings *set = &q->port->set;
	const struct ecn_curve curve = {
		.kmin = READ_ONCE(set->ecn_min[priority]),
		.kmax = READ_ONCE(set->ecn_max[priority]),
		.pmax = READ_ONCE(set->ecn[priority]),
	};
	unsigned long *marks = &q->ecn_marks[priority];
	const void *data = skb->head;

	if (ecn_marks(&curve, q->fifo[priority].octets, get_random_u32()) && ecn_mark(skb))
		WRITE_ONCE(*marks, *marks + frames);
	if (skb->head != data)
		pausectl_buffer_changed(skb);
}

static bool trust_has_field(u32 order, u32 field)
{
	for (; order; order >>= TRUST_BITS)
		if ((order & TRUST_MASK) == field)
			return true;
	return false;
}

/* Entries are in the order of their keys. If several have one key, the highest priority counts. */
static void trust_insert(struct pausectl_trust *trust, u32 key, int priority)
{
	struct pausectl_trust_entry *entry = trust->entries + trust->count;

	while (entry > trust->entries && entry[-1].key > key)
		entry--;
	if (entry > trust->entries && entry[-1].key == key) {
		entry[-1].priority = max(entry[-1].priority, priority);
		return;
	}
	memmove(entry + 1, entry, (trust->entries + trust->count++ - entry) * sizeof(*entry));
	*entry = (struct pausectl_trust_entry) { .key = key, .priority = priority };
}

static void trust_add(struct pausectl_trust *trust, const struct dcb_app *app)
{
	s8 *dscp = &trust->dscp[app->protocol % TRUST_DSCPS];

	if (!trust_selects(app->selector) || !trust_has_field(trust->order, app->selector))
		return;
	if (app->selector == IEEE_8021QAZ_APP_SEL_ETHERTYPE && !app->protocol) {
		trust->standard = max(trust->standard, app->priority);
		return;
	}
	trust->selectors |= BIT(app->selector);
	if (app->selector == IEEE_8021QAZ_APP_SEL_DSCP)
		*dscp = max_t(s8, *dscp, app->priority);
	else
		trust_insert(trust, trust_key(app->selector, app->protocol), app->priority);
}

/*
 * Make the table that enqueue finds priorities by, from the APP table (NULL: empty) and the fields
 * to trust. *@trust becomes NULL if the PCP alone is trusted. RTNL. Return: 0 or -ENOMEM.
 */
int pausectl_trust_prepare(const struct pausectl_apps *apps, u32 order,
			   struct pausectl_trust **trust)
{
	u32 i, count = apps ? apps->count : 0;
	struct pausectl_trust *made = NULL;

	ASSERT_RTNL();
	if (order != PAUSECTL_TRUST_FIELD_PCP) {
		made = kvzalloc(struct_size(made, entries, count), GFP_KERNEL);
		if (!made)
			return -ENOMEM;
		made->order = order;
		memset(made->dscp, TRUST_NO_PRIORITY, sizeof(made->dscp));
		for (i = 0; i < count; i++)
			trust_add(made, &apps->entry[i].app);
	}
	*trust = made;
	return 0;
}

/*
 * Publish @trust, which is from pausectl_trust_prepare(), and the octets of a priority up to which
 * a frame joins its queue on the short way: to the least at which ECN may mark, or none if the port
 * trusts more than the PCP. RTNL.
 */
void pausectl_trust_commit(struct pausectl_port *port, struct pausectl_trust *trust)
{
	const struct pausectl_settings *set = &port->set;
	u32 limit = trust ? 0 : set->limit;
	unsigned int i;

	pausectl_trust_free(rcu_replace_pointer(port->queue.trust, trust,
						lockdep_rtnl_is_held()));
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		if (set->ecn[i])
			limit = min(limit, set->ecn_min[i]);
	WRITE_ONCE(port->gate.plain_limit, limit);
}

/* Empty, with room for so many entries; NULL: no memory. For kvfree(). */
struct pausectl_apps *pausectl_apps_alloc(u32 room)
{
	struct pausectl_apps *apps;

	return kvzalloc(struct_size(apps, entry, room), GFP_KERNEL);
}

void pausectl_trust_free(struct pausectl_trust *trust)
{
	if (trust)
		kvfree_rcu(trust, rcu);
}
