// SPDX-License-Identifier: GPL-2.0
/*
 * Genetlink requests besides those of genetlink.c: send a single control frame, send XOFF by hand,
 * and show where the charges of ports wait.
 */
#include <linux/etherdevice.h>
#include <linux/rtnetlink.h>
#include <net/sock.h>

#include "congestion/buffer.h"
#include "control/control.h"
#include "queue/queue.h"
#include "views/views.h"

/* Attributes of a command, besides ifindex; ended by 0. */
static const u16 request_frame_attrs[] = {
	PAUSECTL_A_PAUSE_TIME, PAUSECTL_A_DEST, PAUSECTL_A_PFC, 0
};

static const u16 request_xoff_attrs[] = {
	PAUSECTL_A_TIMERS, PAUSECTL_A_STOP, PAUSECTL_A_QUANTA, PAUSECTL_A_INTERVAL,
	PAUSECTL_A_DURATION, PAUSECTL_A_RECEIVED, 0
};

static const u16 request_xon_attrs[] = { PAUSECTL_A_TIMERS, PAUSECTL_A_STOP, 0 };

static int request_read_pfc_entry(struct genl_info *info, const struct nlattr *entry,
				  struct mac_ctrl_request *req)
{
	struct nlattr *tb[PAUSECTL_A_PFC_MAX + 1];
	u32 priority, quanta;
	int err;

	err = nla_parse_nested(tb, PAUSECTL_A_PFC_MAX, entry,
			       pausectl_pfc_nl_policy, info->extack);
	if (err)
		return err;
	if (!tb[PAUSECTL_A_PFC_PRIORITY] || !tb[PAUSECTL_A_PFC_QUANTA]) {
		NL_SET_ERR_MSG(info->extack,
			       "pfc: each entry needs a priority and quanta");
		return pausectl_netlink_refuse(info, entry);
	}
	priority = nla_get_u32(tb[PAUSECTL_A_PFC_PRIORITY]);
	quanta = nla_get_u32(tb[PAUSECTL_A_PFC_QUANTA]);
	if (priority >= MAC_CTRL_PRIORITIES) {
		NL_SET_ERR_MSG(info->extack, "priority: allowed are 0 to 7");
		return pausectl_netlink_refuse(info, tb[PAUSECTL_A_PFC_PRIORITY]);
	}
	if (quanta > U16_MAX) {
		NL_SET_ERR_MSG(info->extack, "quanta: allowed are 0 to 65535");
		return pausectl_netlink_refuse(info, tb[PAUSECTL_A_PFC_QUANTA]);
	}
	if (req->vector & BIT(priority)) {
		NL_SET_ERR_MSG(info->extack, "priority: given twice");
		return pausectl_netlink_refuse(info, tb[PAUSECTL_A_PFC_PRIORITY]);
	}
	req->vector |= BIT(priority);
	req->quanta[priority] = quanta;
	return 0;
}

static int request_read_pfc(struct genl_info *info, struct mac_ctrl_request *req)
{
	struct nlattr *attr;
	int rem, err;

	nlmsg_for_each_attr(attr, info->nlhdr,
			    GENL_HDRLEN, rem) {
		if (nla_type(attr) != PAUSECTL_A_PFC)
			continue;
		err = request_read_pfc_entry(info, attr, req);
		if (err)
			return err;
	}
	return 0;
}

static int request_read_pause(struct genl_info *info, struct mac_ctrl_request *req,
			      const u8 **da)
{
	struct nlattr *dest = info->attrs[PAUSECTL_A_DEST];
	u32 quanta = nla_get_u32(info->attrs[PAUSECTL_A_PAUSE_TIME]);

	if (quanta > U16_MAX) {
		NL_SET_ERR_MSG(info->extack,
			       "pause-time: allowed are 0 to 65535 quanta");
		return pausectl_netlink_refuse(info, info->attrs[PAUSECTL_A_PAUSE_TIME]);
	}
	if (dest && nla_len(dest) != ETH_ALEN) {
		NL_SET_ERR_MSG(info->extack, "dest: an address has 6 octets");
		return pausectl_netlink_refuse(info, dest);
	}
	*da = dest ? nla_data(dest) : NULL;
	req->vector = MAC_CTRL_LINK_BIT;
	req->quanta[MAC_CTRL_LINK] = quanta;
	return 0;
}

static int request_read_frame(struct genl_info *info, struct mac_ctrl_request *req,
			      const u8 **da)
{
	bool pause = info->attrs[PAUSECTL_A_PAUSE_TIME];
	bool pfc = info->attrs[PAUSECTL_A_PFC];

	memset(req, 0, sizeof(*req));
	*da = NULL;
	if (pause == pfc) {
		NL_SET_ERR_MSG(info->extack,
			       "give either pause-time or pfc");
		return -EINVAL;
	}
	if (pause)
		return request_read_pause(info, req, da);
	if (info->attrs[PAUSECTL_A_DEST]) {
		NL_SET_ERR_MSG(info->extack,
			       "dest: allowed only with pause-time, because PFC frames are multicast");
		return pausectl_netlink_refuse(info, info->attrs[PAUSECTL_A_DEST]);
	}
	return request_read_pfc(info, req);
}

int pausectl_nl_frame_send_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct mac_ctrl_request req;
	struct pausectl_port *port;
	const u8 *da;
	int err;

	err = pausectl_netlink_check(info, request_frame_attrs);
	if (!err)
		err = request_read_frame(info, &req, &da);
	if (err)
		return err;
	rtnl_lock();
	port = pausectl_netlink_port(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = pausectl_control_send(port, &req, da, info->extack);
	rtnl_unlock();
	return err;
}

/* The priorities, or the link, that a request names. */
static int request_read_timers(struct genl_info *info, u16 *timers)
{
	const struct nlattr *attr = info->attrs[PAUSECTL_A_TIMERS];
	u32 value = attr ? nla_get_u32(attr) : 0;

	if (value > MAC_CTRL_LINK_BIT) {
		NL_SET_ERR_MSG(info->extack,
			       "timers: allowed are priorities, a mask of 0 to 255, or the link, 256");
		return pausectl_netlink_refuse(info, attr);
	}
	*timers = value;
	return 0;
}

/* The words of XOFF by hand besides its timers. */
static int request_read_series(struct sk_buff *skb, struct genl_info *info,
			       struct pausectl_xoff_wish *wish)
{
	const struct nlattr *quanta = info->attrs[PAUSECTL_A_QUANTA];
	const struct nlattr *interval = info->attrs[PAUSECTL_A_INTERVAL];
	const struct nlattr *duration = info->attrs[PAUSECTL_A_DURATION];
	const struct nlattr *received = info->attrs[PAUSECTL_A_RECEIVED];

	if (quanta && (!nla_get_u32(quanta) || nla_get_u32(quanta) > U16_MAX)) {
		NL_SET_ERR_MSG(info->extack, "quanta: allowed are 1 to 65535");
		return pausectl_netlink_refuse(info, quanta);
	}
	wish->quanta = quanta ? nla_get_u32(quanta) : 0;
	wish->interval_ns = interval ? nla_get_u64(interval) : 0;
	wish->duration_ns = duration ? nla_get_u64(duration) : 0;
	wish->received = received && nla_get_u8(received);
	if (interval && (wish->interval_ns < PAUSECTL_INTERVAL_MIN_NS ||
			 wish->interval_ns > PAUSECTL_INTERVAL_MAX_NS)) {
		NL_SET_ERR_MSG(info->extack,
			       "interval: allowed are 1000 to 10000000000 ns");
		return pausectl_netlink_refuse(info, interval);
	}
	if (duration && (!wish->duration_ns || wish->duration_ns > PAUSECTL_DURATION_MAX_NS)) {
		NL_SET_ERR_MSG(info->extack,
			       "duration: allowed are 1 to 86400000000000 ns");
		return pausectl_netlink_refuse(info, duration);
	}
	if (received && nla_get_u8(received) > 1) {
		NL_SET_ERR_MSG(info->extack, "received: allowed are 0 and 1");
		return pausectl_netlink_refuse(info, received);
	}
	/* Nobody who runs such a series may be left to end it. */
	if (!duration && (interval || wish->received)) {
		NL_SET_ERR_MSG(info->extack,
			       "interval and received need a duration ('for TIME')");
		return pausectl_netlink_refuse(info, interval ?: received);
	}
	if (interval && wish->interval_ns < PAUSECTL_INTERVAL_TURNS_NS &&
	    !netlink_capable(skb, CAP_NET_ADMIN)) {
		NL_SET_ERR_MSG(info->extack,
			       "interval: below 20000 ns, it needs CAP_NET_ADMIN in the initial user namespace");
		return -EPERM;
	}
	return 0;
}

static int request_read_xoff(struct sk_buff *skb, struct genl_info *info,
			     struct pausectl_xoff_wish *wish)
{
	const struct nlattr *stop = info->attrs[PAUSECTL_A_STOP];
	int err = pausectl_netlink_check(info, request_xoff_attrs) ?:
		  request_read_timers(info, &wish->timers);

	if (err)
		return err;
	if (!stop || nla_get_u8(stop) > 1) {
		NL_SET_ERR_MSG(info->extack, "stop: allowed are 0 and 1");
		return stop ? pausectl_netlink_refuse(info, stop) : -EINVAL;
	}
	wish->stop = nla_get_u8(stop);
	return wish->stop ? request_read_series(skb, info, wish) :
			    pausectl_netlink_check(info, request_xon_attrs);
}

int pausectl_nl_xoff_set_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct pausectl_xoff_wish wish = { };
	struct pausectl_port *port;
	int err;

	err = request_read_xoff(skb, info, &wish);
	if (err)
		return err;
	rtnl_lock();
	port = pausectl_netlink_port(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = pausectl_xoff_by_hand(port, &wish, info->extack);
	rtnl_unlock();
	return err;
}

/* The row that comes next */
struct charges_place {
	unsigned long	egress;		/* ifindex */
	unsigned int	priority;
	unsigned long	ingress;	/* ifindex */
	unsigned int	buffer;
};

/* The timers that the port stops if the buffer is congested. RTNL. */
static u16 charges_timers_of(const struct congestion_part *c, enum pausectl_mode mode,
			     unsigned int buffer)
{
	unsigned int i;
	u16 timers = 0;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		if (c->lossless & BIT(i) && c->buffer_of[i] == buffer)
			timers |= BIT(i);
	return timers && mode == PAUSECTL_MODE_PAUSE ? MAC_CTRL_LINK_BIT : timers;
}

static int charges_put_row(const struct genl_family *family, struct sk_buff *skb,
			   struct netlink_callback *cb, const struct pausectl_port *ingress)
{
	const struct charges_place *at = (void *)cb->ctx;
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
	    nla_put_u32(skb, PAUSECTL_A_TIMERS,
			charges_timers_of(c, ingress->set.mode, at->buffer)) ||
	    nla_put_u32(skb, PAUSECTL_A_OCTETS, found->octets) ||
	    nla_put_u32(skb, PAUSECTL_A_FRAMES, found->frames)) {
		genlmsg_cancel(skb, hdr);
		return -EMSGSIZE;
	}
	genlmsg_end(skb, hdr);
	return 0;
}

static void charges_clear_found(struct net *net)
{
	struct pausectl_port *port;
	unsigned long ifindex;

	for (ifindex = 0; (port = pausectl_port_next(net, &ifindex)); ifindex++)
		memset(port->congestion.found, 0, sizeof(port->congestion.found));
}

/* The rows of one queue from the next row on */
static int charges_put_queue(const struct genl_family *family, struct sk_buff *skb,
			     struct netlink_callback *cb, struct pausectl_port *egress)
{
	struct net *net = sock_net(skb->sk);
	struct charges_place *at = (void *)cb->ctx;
	struct pausectl_port *ingress;
	int err = 0;

	if (!pausectl_charges_find(egress, at->priority))
		return 0;
	while ((ingress = pausectl_port_next(net, &at->ingress))) {
		err = charges_put_row(family, skb, cb, ingress);
		if (err)
			break;
		if (++at->buffer == MAC_CTRL_PRIORITIES) {
			at->buffer = 0;
			at->ingress++;
		}
	}
	charges_clear_found(net);
	return err;
}

/* The next rows of the dump, until the message is full. cb->ctx is the next row. RTNL. */
void pausectl_netlink_put_charges(const struct genl_family *family, struct sk_buff *skb,
				  struct netlink_callback *cb)
{
	struct net *net = sock_net(skb->sk);
	struct charges_place *at = (void *)cb->ctx;
	struct pausectl_port *egress;

	BUILD_BUG_ON(sizeof(*at) > sizeof(cb->ctx));
	while ((egress = pausectl_port_next(net, &at->egress))) {
		/* With an error the message is full, and the dump goes on in the next one. */
		if (charges_put_queue(family, skb, cb, egress))
			break;
		at->ingress = 0;
		if (++at->priority == MAC_CTRL_PRIORITIES) {
			at->priority = 0;
			at->egress++;
		}
	}
}
