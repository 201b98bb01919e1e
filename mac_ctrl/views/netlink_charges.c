// SPDX-License-Identifier: GPL-2.0
/* The rows of charges-get: where the charges of ports wait. */
#include <linux/rtnetlink.h>
#include <net/sock.h>

#include "queue/queue.h"
#include "views/netlink.h"

/* The row that comes next */
struct place {
	unsigned long	egress;		/* ifindex */
	unsigned int	priority;
	unsigned long	ingress;	/* ifindex */
	unsigned int	buffer;
};

/* The timers that the port stops if the buffer is congested. RTNL. */
static u16 timers_of(const struct congestion_part *c, enum pausectl_mode mode,
		     unsigned int buffer)
{
	unsigned int i;
	u16 timers = 0;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		if (c->lossless & BIT(i) && c->buffer_of[i] == buffer)
			timers |= BIT(i);
	return timers && mode == PAUSECTL_MODE_PAUSE ? MAC_CTRL_LINK_BIT : timers;
}

static int put_row(const struct genl_family *family, struct sk_buff *skb,
		   struct netlink_callback *cb, const struct pausectl_port *ingress)
{
	const struct place *at = (void *)cb->ctx;
	const struct congestion_part *c = &ingress->congestion;
	const struct buffer_found *found = &c->found[at->buffer];
	void *hdr;

	if (!found->frames)
		return 0;
	hdr = genlmsg_put(skb, NETLINK_CB(cb->skb).portid, cb->nlh->nlmsg_seq, family,
			  NLM_F_MULTI, PAUSECTL_CMD_CHARGES_GET);
	if (!hdr)
		return -EMSGSIZE;
	genl_dump_check_consistent(cb, hdr);
	if (nla_put_u32(skb, PAUSECTL_A_IFINDEX, at->egress) ||
	    nla_put_u32(skb, PAUSECTL_A_PRIORITY, at->priority) ||
	    nla_put_u32(skb, PAUSECTL_A_INGRESS, at->ingress) ||
	    nla_put_u32(skb, PAUSECTL_A_BUFFER, at->buffer) ||
	    nla_put_u32(skb, PAUSECTL_A_TIMERS, timers_of(c, ingress->set.mode, at->buffer)) ||
	    nla_put_u32(skb, PAUSECTL_A_OCTETS, found->octets) ||
	    nla_put_u32(skb, PAUSECTL_A_FRAMES, found->frames)) {
		genlmsg_cancel(skb, hdr);
		return -EMSGSIZE;
	}
	genlmsg_end(skb, hdr);
	return 0;
}

static void clear_found(struct net *net)
{
	struct pausectl_port *port;
	unsigned long ifindex;

	for (ifindex = 0; (port = pausectl_port_next(net, &ifindex)); ifindex++)
		memset(port->congestion.found, 0, sizeof(port->congestion.found));
}

/* The rows of one queue from the next row on */
static int put_queue(const struct genl_family *family, struct sk_buff *skb,
		     struct netlink_callback *cb, struct pausectl_port *egress)
{
	struct net *net = sock_net(skb->sk);
	struct place *at = (void *)cb->ctx;
	struct pausectl_port *ingress;
	int err = 0;

	if (!pausectl_charges_find(egress, at->priority))
		return 0;
	while ((ingress = pausectl_port_next(net, &at->ingress))) {
		err = put_row(family, skb, cb, ingress);
		if (err)
			break;
		if (++at->buffer == MAC_CTRL_PRIORITIES) {
			at->buffer = 0;
			at->ingress++;
		}
	}
	clear_found(net);
	return err;
}

/**
 * pausectl_netlink_put_charges() - the next rows of the dump
 * @family: of the messages
 * @skb: gets rows until it is full
 * @cb: the dump; cb->ctx is the row that comes next
 *
 * RTNL.
 */
void pausectl_netlink_put_charges(const struct genl_family *family, struct sk_buff *skb,
				  struct netlink_callback *cb)
{
	struct net *net = sock_net(skb->sk);
	struct place *at = (void *)cb->ctx;
	struct pausectl_port *egress;

	BUILD_BUG_ON(sizeof(*at) > sizeof(cb->ctx));
	while ((egress = pausectl_port_next(net, &at->egress))) {
		/* With an error the message is full, and the dump goes on in the next one. */
		if (put_queue(family, skb, cb, egress))
			break;
		at->ingress = 0;
		if (++at->priority == MAC_CTRL_PRIORITIES) {
			at->priority = 0;
			at->egress++;
		}
	}
}
