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

/* The value of @attr, or 0 if the request has none. Return: 0, or -EINVAL beyond the range. */
static int request_read(struct genl_info *info, const struct nlattr *attr, u64 min, u64 max,
			const char *message, u64 *value)
{
	*value = 0;
	if (!attr)
		return 0;
	if (nla_len(attr) == sizeof(u64))
		*value = nla_get_u64(attr);
	else
		*value = nla_len(attr) == sizeof(u8) ? nla_get_u8(attr) : nla_get_u32(attr);
	if (*value < min || *value > max)
		return pausectl_netlink_refuse(info->extack, attr, message);
	return 0;
}

static int request_read_pfc_entry(struct genl_info *info, const struct nlattr *entry,
				  struct mac_ctrl_request *req)
{
	struct nlattr *tb[PAUSECTL_A_PFC_MAX + 1];
	u64 priority, quanta;
	int err;

	err = nla_parse_nested(tb, PAUSECTL_A_PFC_MAX, entry, pausectl_pfc_nl_policy,
			       info->extack);
	if (err)
		return err;
	if (!tb[PAUSECTL_A_PFC_PRIORITY] || !tb[PAUSECTL_A_PFC_QUANTA])
		return pausectl_netlink_refuse(info->extack, entry,
					       "pfc: each entry needs a priority and quanta");
	err = request_read(info, tb[PAUSECTL_A_PFC_PRIORITY], 0, MAC_CTRL_PRIORITIES - 1,
			   "priority: allowed are 0 to 7", &priority) ?:
	      request_read(info, tb[PAUSECTL_A_PFC_QUANTA], 0, U16_MAX,
			   "quanta: allowed are 0 to 65535", &quanta);
	if (err)
		return err;
	if (req->vector & BIT(priority))
		return pausectl_netlink_refuse(info->extack, tb[PAUSECTL_A_PFC_PRIORITY],
					       "priority: given twice");
	req->vector |= BIT(priority);
	req->quanta[priority] = quanta;
	return 0;
}

static int request_read_pfc(struct genl_info *info, struct mac_ctrl_request *req)
{
	struct nlattr *attr;
	int rem, err;

	nlmsg_for_each_attr(attr, info->nlhdr, GENL_HDRLEN, rem) {
		if (nla_type(attr) != PAUSECTL_A_PFC)
			continue;
		err = request_read_pfc_entry(info, attr, req);
		if (err)
			return err;
	}
	return 0;
}

static int request_read_pause(struct genl_info *info, struct mac_ctrl_request *req, const u8 **da)
{
	const struct nlattr *dest = info->attrs[PAUSECTL_A_DEST];
	u64 quanta;
	int err = request_read(info, info->attrs[PAUSECTL_A_PAUSE_TIME], 0, U16_MAX,
			       "pause-time: allowed are 0 to 65535 quanta", &quanta);

	if (err)
		return err;
	if (dest && nla_len(dest) != ETH_ALEN)
		return pausectl_netlink_refuse(info->extack, dest, "dest: an address has 6 octets");
	*da = dest ? nla_data(dest) : NULL;
	req->vector = MAC_CTRL_LINK_BIT;
	req->quanta[MAC_CTRL_LINK] = quanta;
	return 0;
}

static int request_read_frame(struct genl_info *info, struct mac_ctrl_request *req, const u8 **da)
{
	bool pause = info->attrs[PAUSECTL_A_PAUSE_TIME];
	bool pfc = info->attrs[PAUSECTL_A_PFC];

	if (pause == pfc)
		return pausectl_netlink_refuse(info->extack, NULL, "give either pause-time or pfc");
	if (pause)
		return request_read_pause(info, req, da);
	if (info->attrs[PAUSECTL_A_DEST])
		return pausectl_netlink_refuse(info->extack, info->attrs[PAUSECTL_A_DEST],
					       "dest: allowed only with pause-time, because PFC frames are multicast");
	return request_read_pfc(info, req);
}

int pausectl_nl_frame_send_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct mac_ctrl_request req = { };
	struct pausectl_port *port;
	const u8 *da = NULL;
	int err = pausectl_netlink_check(info, request_frame_attrs) ?:
		  request_read_frame(info, &req, &da);

	if (err)
		return err;
	rtnl_lock();
	port = pausectl_netlink_port(info);
	err = IS_ERR(port) ? PTR_ERR(port) : pausectl_control_send(port, &req, da, info->extack);
	rtnl_unlock();
	return err;
}

/* The words of XOFF by hand besides its timers. */
static int request_read_series(struct sk_buff *skb, struct genl_info *info,
			       struct pausectl_xoff_wish *wish)
{
	const struct nlattr *interval = info->attrs[PAUSECTL_A_INTERVAL];
	const struct nlattr *duration = info->attrs[PAUSECTL_A_DURATION];
	const struct nlattr *received = info->attrs[PAUSECTL_A_RECEIVED];
	u64 quanta, acts;
	int err = request_read(info, info->attrs[PAUSECTL_A_QUANTA], 1, U16_MAX,
			       "quanta: allowed are 1 to 65535", &quanta) ?:
		  request_read(info, interval, PAUSECTL_INTERVAL_MIN_NS, PAUSECTL_INTERVAL_MAX_NS,
			       "interval: allowed are 1000 to 10000000000 ns",
			       &wish->interval_ns) ?:
		  request_read(info, duration, 1, PAUSECTL_DURATION_MAX_NS,
			       "duration: allowed are 1 to 86400000000000 ns",
			       &wish->duration_ns) ?:
		  request_read(info, received, 0, 1, "received: allowed are 0 and 1", &acts);

	if (err)
		return err;
	wish->quanta = quanta;
	wish->received = acts;
	/* Nobody who runs such a series may be left to end it. */
	if (!duration && (interval || acts))
		return pausectl_netlink_refuse(info->extack, interval ?: received,
					       "interval and received need a duration ('for TIME')");
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
	u64 timers, stops;
	int err = pausectl_netlink_check(info, request_xoff_attrs) ?:
		  request_read(info, info->attrs[PAUSECTL_A_TIMERS], 0, MAC_CTRL_LINK_BIT,
			       "timers: allowed are priorities, a mask of 0 to 255, or the link, 256",
			       &timers) ?:
		  request_read(info, stop, 0, 1, "stop: allowed are 0 and 1", &stops);

	if (!err && !stop)
		err = pausectl_netlink_refuse(info->extack, NULL, "stop: allowed are 0 and 1");
	if (err)
		return err;
	wish->timers = timers;
	wish->stop = stops;
	return stops ? request_read_series(skb, info, wish) :
		       pausectl_netlink_check(info, request_xon_attrs);
}

int pausectl_nl_xoff_set_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct pausectl_xoff_wish wish = { };
	struct pausectl_port *port;
	int err = request_read_xoff(skb, info, &wish);

	if (err)
		return err;
	rtnl_lock();
	port = pausectl_netlink_port(info);
	err = IS_ERR(port) ? PTR_ERR(port) : pausectl_xoff_by_hand(port, &wish, info->extack);
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

static int charges_put_row(const struct genl_family *family, struct sk_buff *skb,
			   struct netlink_callback *cb, const struct pausectl_port *ingress)
{
	const struct charges_place *at = (void *)cb->ctx;
	const struct buffer_found *found = &ingress->congestion.found[at->buffer];
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
			pausectl_timers_of_buffers(ingress, BIT(at->buffer))) ||
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
