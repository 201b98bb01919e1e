// SPDX-License-Identifier: GPL-2.0
/*
 * The genetlink family pausectl: requests that show and change ports, send control frames and XOFF
 * by hand, and show where charges wait; and events. netlink.c reads and writes the attributes.
 * Documentation/netlink/specs/pausectl.yaml describes the family.
 */
#include <linux/etherdevice.h>
#include <linux/rtnetlink.h>
#include <net/sock.h>

#include "compat.h"
#include "congestion/buffer.h"
#include "control/control.h"
#include "queue/queue.h"
#include "settings/settings.h"
#include "views/views.h"

static struct genl_family genetlink_family;

/* RTNL. Return: the port that a request names, or an ERR_PTR: -EINVAL, -ENODEV or -ENOENT. */
static struct pausectl_port *genetlink_port(struct genl_info *info)
{
	struct nlattr *attr = info->attrs[PAUSECTL_A_IFINDEX];
	struct pausectl_port *port;
	struct net_device *dev;

	if (!attr) {
		NL_SET_ERR_MSG(info->extack, "ifindex: missing");
		return ERR_PTR(-EINVAL);
	}
	dev = __dev_get_by_index(genl_info_net(info), nla_get_u32(attr));
	if (!dev) {
		NL_SET_ERR_MSG_ATTR(info->extack, attr, "ifindex: no such device");
		return ERR_PTR(-ENODEV);
	}
	port = pausectl_port_find(dev);
	if (!port) {
		NL_SET_ERR_MSG_ATTR(info->extack, attr,
				    "no pausectl qdisc on this device (tc qdisc add dev DEV root pausectl)");
		return ERR_PTR(-ENOENT);
	}
	return port;
}

/* What the answers to requests that show ports have, besides ifindex and ifname */
static int (*const genetlink_puts[])(struct sk_buff *msg, struct pausectl_port *port) = {
	[PAUSECTL_CMD_PORT_GET]		= pausectl_netlink_put_all,
	[PAUSECTL_CMD_STATS_GET]	= pausectl_netlink_put_stats,
	[PAUSECTL_CMD_WATCHDOG_GET]	= pausectl_netlink_put_watchdog,
};

/* RTNL: the device keeps its name. */
static int genetlink_put_port(struct sk_buff *msg, struct pausectl_port *port, void *hdr, u8 cmd)
{
	int err;

	if (!hdr)
		return -EMSGSIZE;
	err = nla_put_u32(msg, PAUSECTL_A_IFINDEX, port->dev->ifindex) ?:
	      nla_put_string(msg, PAUSECTL_A_IFNAME, port->dev->name) ?:
	      genetlink_puts[cmd](msg, port);
	if (err)
		genlmsg_cancel(msg, hdr);
	else
		genlmsg_end(msg, hdr);
	return err;
}

static int genetlink_get(struct sk_buff *skb, struct genl_info *info)
{
	struct sk_buff *msg = genlmsg_new(NLMSG_GOODSIZE, GFP_KERNEL);
	u8 cmd = info->genlhdr->cmd;
	struct pausectl_port *port;
	int err;

	if (!msg)
		return -ENOMEM;
	rtnl_lock();
	port = genetlink_port(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = genetlink_put_port(msg, port,
					 genlmsg_put_reply(msg, info, &genetlink_family, 0, cmd),
					 cmd);
	rtnl_unlock();
	if (err) {
		nlmsg_free(msg);
		return err;
	}
	return genlmsg_reply(msg, info);
}

static u8 genetlink_dump_cmd(const struct netlink_callback *cb)
{
	const struct genlmsghdr *request = nlmsg_data(cb->nlh);

	return request->cmd;
}

/* Return: NULL if the message is full. */
static void *genetlink_dump_begin(struct sk_buff *skb, struct netlink_callback *cb)
{
	void *hdr = genlmsg_put(skb, NETLINK_CB(cb->skb).portid, cb->nlh->nlmsg_seq,
				&genetlink_family, NLM_F_MULTI, genetlink_dump_cmd(cb));

	if (hdr)
		genl_dump_check_consistent(cb, hdr);
	return hdr;
}

/* Dump ports in the order of ifindex. cb->args[0] is the ifindex where the next message begins. */
static int genetlink_dump_ports(struct sk_buff *skb, struct netlink_callback *cb)
{
	unsigned long ifindex = cb->args[0];
	struct pausectl_port *port;
	int err = 0;

	while (!err && (port = pausectl_port_next(sock_net(skb->sk), &ifindex))) {
		err = genetlink_put_port(skb, port, genetlink_dump_begin(skb, cb),
					 genetlink_dump_cmd(cb));
		if (!err)
			cb->args[0] = ++ifindex;
	}
	return err;
}

/* The row that comes next */
struct charges_place {
	unsigned long	egress;		/* ifindex */
	unsigned int	priority;
	unsigned long	ingress;	/* ifindex */
	unsigned int	buffer;
};

static int charges_put_row(struct sk_buff *skb, struct netlink_callback *cb,
			   const struct pausectl_port *ingress)
{
	const struct charges_place *at = (void *)cb->ctx;
	const struct buffer_found *found = &ingress->congestion.found[at->buffer];
	void *hdr;

	if (!found->frames)
		return 0;
	hdr = genetlink_dump_begin(skb, cb);
	if (!hdr)
		return -EMSGSIZE;
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

/* The rows of one queue from the next row on */
static int charges_put_queue(struct sk_buff *skb, struct netlink_callback *cb,
			     struct pausectl_port *egress)
{
	struct net *net = sock_net(skb->sk);
	struct charges_place *at = (void *)cb->ctx;
	struct pausectl_port *ingress;
	unsigned long i;
	int err = 0;

	if (!pausectl_charges_find(egress, at->priority))
		return 0;
	while ((ingress = pausectl_port_next(net, &at->ingress))) {
		err = charges_put_row(skb, cb, ingress);
		if (err)
			break;
		if (++at->buffer == MAC_CTRL_PRIORITIES) {
			at->buffer = 0;
			at->ingress++;
		}
	}
	for (i = 0; (ingress = pausectl_port_next(net, &i)); i++)
		memset(ingress->congestion.found, 0, sizeof(ingress->congestion.found));
	return err;
}

/* The next rows of the dump, until the message is full. cb->ctx is the next row. */
static int genetlink_dump_charges(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct charges_place *at = (void *)cb->ctx;
	struct pausectl_port *egress;
	int err;

	BUILD_BUG_ON(sizeof(*at) > sizeof(cb->ctx));
	while ((egress = pausectl_port_next(sock_net(skb->sk), &at->egress))) {
		err = charges_put_queue(skb, cb, egress);
		if (err)
			return err;
		at->ingress = 0;
		at->buffer = 0;
		if (++at->priority == MAC_CTRL_PRIORITIES) {
			at->priority = 0;
			at->egress++;
		}
	}
	return 0;
}

/* A dump shows all ports. It refuses attributes, so that later ones may choose among ports. */
static int genetlink_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	int err;

	if (nlmsg_attrlen(cb->nlh, GENL_HDRLEN))
		return pausectl_netlink_refuse(cb->extack, NULL, "a dump takes no attributes");
	rtnl_lock();
	cb->seq = pausectl_port_generation(sock_net(skb->sk));
	err = genetlink_dump_cmd(cb) == PAUSECTL_CMD_CHARGES_GET ?
	      genetlink_dump_charges(skb, cb) : genetlink_dump_ports(skb, cb);
	rtnl_unlock();
	/* -EMSGSIZE: the message is full, and the dump goes on in the next one. */
	return err && err != -EMSGSIZE ? err : skb->len;
}

/* Settings and, if the request has changes of it, the APP table. RTNL. */
static int genetlink_change_port(struct pausectl_port *port, struct pausectl_change *change,
				 struct genl_info *info)
{
	struct nlattr *attr = info->attrs[PAUSECTL_A_APP_CHANGE];
	int err;

	/* Without dcb the table is empty, so that a removal removes nothing. */
	if (IS_ENABLED(CONFIG_DCB) && attr)
		change->apps = pausectl_dcbnl_merge(port, attr);
	err = PTR_ERR_OR_ZERO(change->apps);
	if (err == -EOPNOTSUPP)
		NL_SET_ERR_MSG_ATTR(info->extack, attr,
				    "app-table: the device answers dcb itself, so the port has no APP table");
	if (err == -ENOSPC)
		NL_SET_ERR_MSG_ATTR(info->extack, attr,
				    "app-table: allowed are up to 256 entries, with those of other selectors, such as pcp-prio, that the port keeps");
	if (err)
		return err;
	if (IS_ENABLED(CONFIG_DCB) && change->apps)
		return pausectl_dcbnl_change_apps(port, change, info->extack);
	netdev_lock_ops(port->dev);
	err = pausectl_settings_change(port, change, info->extack);
	netdev_unlock_ops(port->dev);
	return err;
}

static int genetlink_set(struct sk_buff *skb, struct genl_info *info)
{
	struct pausectl_change change;
	struct pausectl_port *port;
	int err;

	err = pausectl_netlink_change(info->attrs, &change, info->extack);
	if (err)
		return err;
	rtnl_lock();
	port = genetlink_port(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = genetlink_change_port(port, &change, info);
	rtnl_unlock();
	if (change.bad)
		NL_SET_BAD_ATTR(info->extack, info->attrs[change.bad]);
	return err;
}

/* The values of requests that send frames or XOFF */
static const struct {
	u16		attr;
	u64		min;
	u64		max;
	const char	*message;
} request_values[] = {
	{ PAUSECTL_A_PAUSE_TIME, 0, U16_MAX, "pause-time: allowed are 0 to 65535 quanta" },
	{ PAUSECTL_A_TIMERS, 0, MAC_CTRL_LINK_BIT,
	  "timers: allowed are priorities, a mask of 0 to 255, or the link, 256" },
	{ PAUSECTL_A_STOP, 0, 1, "stop: allowed are 0 and 1" },
	{ PAUSECTL_A_QUANTA, 1, U16_MAX, "quanta: allowed are 1 to 65535" },
	{ PAUSECTL_A_INTERVAL, PAUSECTL_INTERVAL_MIN_NS, PAUSECTL_INTERVAL_MAX_NS,
	  "interval: allowed are 1000 to 10000000000 ns" },
	{ PAUSECTL_A_DURATION, 1, PAUSECTL_DURATION_MAX_NS,
	  "duration: allowed are 1 to 86400000000000 ns" },
	{ PAUSECTL_A_RECEIVED, 0, 1, "received: allowed are 0 and 1" },
};

/* The value of an attribute, or 0 if the request has none. */
static u64 request_value(const struct genl_info *info, u16 attr)
{
	const struct nlattr *nla = info->attrs[attr];

	if (!nla)
		return 0;
	if (nla_len(nla) == sizeof(u64))
		return nla_get_u64(nla);
	return nla_len(nla) == sizeof(u8) ? nla_get_u8(nla) : nla_get_u32(nla);
}

static int request_check_values(const struct genl_info *info)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(request_values); i++) {
		const struct nlattr *attr = info->attrs[request_values[i].attr];
		u64 value = request_value(info, request_values[i].attr);

		if (attr && (value < request_values[i].min || value > request_values[i].max))
			return pausectl_netlink_refuse(info->extack, attr,
						       request_values[i].message);
	}
	return 0;
}

static const struct nla_policy request_pfc_policy[] = {
	[PAUSECTL_A_PFC_PRIORITY]	= { .type = NLA_U32 },
	[PAUSECTL_A_PFC_QUANTA]		= { .type = NLA_U32 },
};

static int request_read_pfc_entry(struct genl_info *info, const struct nlattr *entry,
				  struct mac_ctrl_request *req)
{
	struct nlattr *tb[PAUSECTL_A_PFC_MAX + 1], *priority, *quanta;
	u32 n;
	int err;

	err = nla_parse_nested(tb, PAUSECTL_A_PFC_MAX, entry, request_pfc_policy, info->extack);
	if (err)
		return err;
	priority = tb[PAUSECTL_A_PFC_PRIORITY];
	quanta = tb[PAUSECTL_A_PFC_QUANTA];
	if (!priority || !quanta)
		return pausectl_netlink_refuse(info->extack, entry,
					       "pfc: each entry needs a priority and quanta");
	n = nla_get_u32(priority);
	if (n >= MAC_CTRL_PRIORITIES)
		return pausectl_netlink_refuse(info->extack, priority,
					       "priority: allowed are 0 to 7");
	if (nla_get_u32(quanta) > U16_MAX)
		return pausectl_netlink_refuse(info->extack, quanta,
					       "quanta: allowed are 0 to 65535");
	if (req->vector & BIT(n))
		return pausectl_netlink_refuse(info->extack, priority, "priority: given twice");
	req->vector |= BIT(n);
	req->quanta[n] = nla_get_u32(quanta);
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

static int request_read_frame(struct genl_info *info, struct mac_ctrl_request *req)
{
	const struct nlattr *dest = info->attrs[PAUSECTL_A_DEST];
	bool pause = info->attrs[PAUSECTL_A_PAUSE_TIME];
	bool pfc = info->attrs[PAUSECTL_A_PFC];

	if (pause == pfc)
		return pausectl_netlink_refuse(info->extack, NULL, "give either pause-time or pfc");
	if (pfc && dest)
		return pausectl_netlink_refuse(info->extack, dest,
					       "dest: allowed only with pause-time, because PFC frames are multicast");
	if (pfc)
		return request_read_pfc(info, req);
	if (dest && nla_len(dest) != ETH_ALEN)
		return pausectl_netlink_refuse(info->extack, dest, "dest: an address has 6 octets");
	req->vector = MAC_CTRL_LINK_BIT;
	req->quanta[MAC_CTRL_LINK] = request_value(info, PAUSECTL_A_PAUSE_TIME);
	return 0;
}

static int genetlink_send(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *dest = info->attrs[PAUSECTL_A_DEST];
	struct mac_ctrl_request req = { };
	struct pausectl_port *port;
	int err = request_check_values(info) ?: request_read_frame(info, &req);

	if (err)
		return err;
	rtnl_lock();
	port = genetlink_port(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = pausectl_control_send(port, &req, dest ? nla_data(dest) : NULL, info->extack);
	rtnl_unlock();
	return err;
}

static int request_check_xoff(struct sk_buff *skb, struct genl_info *info,
			      const struct pausectl_xoff_wish *wish)
{
	const struct nlattr *interval = info->attrs[PAUSECTL_A_INTERVAL];
	const struct nlattr *duration = info->attrs[PAUSECTL_A_DURATION];
	const struct nlattr *received = info->attrs[PAUSECTL_A_RECEIVED];
	const struct nlattr *series = info->attrs[PAUSECTL_A_QUANTA] ?: interval ?: duration ?:
				      received;

	if (!info->attrs[PAUSECTL_A_STOP])
		return pausectl_netlink_refuse(info->extack, NULL, "stop: allowed are 0 and 1");
	if (!wish->stop && series)
		return pausectl_netlink_refuse(info->extack, series,
					       "attribute does not belong to stop 0");
	/* Nobody who runs a series of XOFF may be left to end it. */
	if (!duration && (interval || wish->received))
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

static int genetlink_xoff(struct sk_buff *skb, struct genl_info *info)
{
	const struct pausectl_xoff_wish wish = {
		.interval_ns	= request_value(info, PAUSECTL_A_INTERVAL),
		.duration_ns	= request_value(info, PAUSECTL_A_DURATION),
		.timers		= request_value(info, PAUSECTL_A_TIMERS),
		.quanta		= request_value(info, PAUSECTL_A_QUANTA),
		.stop		= request_value(info, PAUSECTL_A_STOP),
		.received	= request_value(info, PAUSECTL_A_RECEIVED),
	};
	struct pausectl_port *port;
	int err = request_check_values(info) ?: request_check_xoff(skb, info, &wish);

	if (err)
		return err;
	rtnl_lock();
	port = genetlink_port(info);
	err = IS_ERR(port) ? PTR_ERR(port) : pausectl_xoff_by_hand(port, &wish, info->extack);
	rtnl_unlock();
	return err;
}

static bool genetlink_has_listeners(struct net *net)
{
	return genl_has_listeners(&genetlink_family, net, 0);
}

static int genetlink_put_event(struct sk_buff *msg, struct pausectl_port *port,
			       const struct event_record *record)
{
	int err = 0;

	switch (record->event) {
	case PAUSECTL_EVENT_ATTACHED:
	case PAUSECTL_EVENT_CONFIG:
		return pausectl_netlink_put_port(msg, port) ?:
		       pausectl_netlink_put_apps(msg, port);
	case PAUSECTL_EVENT_DETACHED:
	case PAUSECTL_EVENT_LINK_ERROR:
	case PAUSECTL_EVENT_LINK_ERROR_CLEARED:
		return 0;
	case PAUSECTL_EVENT_PAUSED:
	case PAUSECTL_EVENT_XOFF:
		err = nla_put_u32(msg, PAUSECTL_A_QUANTA, record->quanta);
		break;
	case PAUSECTL_EVENT_RESUMED:
	case PAUSECTL_EVENT_STORM_RESTORED:
		err = nla_put_u64_64bit(msg, PAUSECTL_A_DURATION, record->duration_ns, 0);
		break;
	}
	return err ?: nla_put_u32(msg, PAUSECTL_A_PRIORITY, record->priority);
}

/*
 * Tell the listeners in the device's namespace. @lost events found no room since the last delivered
 * one. Process context. If there is no memory for the message, the listeners get ENOBUFS, as if
 * their receive buffers were full. So no event is lost without a sign.
 */
static void genetlink_multicast(struct pausectl_port *port, const char *name,
				const struct event_record *record, u32 lost)
{
	struct sk_buff *msg = genlmsg_new(NLMSG_GOODSIZE, GFP_KERNEL);
	struct net *net = dev_net(port->dev);
	void *hdr = msg ? genlmsg_put(msg, 0, 0, &genetlink_family, 0, PAUSECTL_CMD_EVENT_NTF) :
			  NULL;

	if (!hdr ||
	    nla_put_u32(msg, PAUSECTL_A_IFINDEX, port->dev->ifindex) ||
	    nla_put_string(msg, PAUSECTL_A_IFNAME, name) ||
	    nla_put_u32(msg, PAUSECTL_A_EVENT, record->event) ||
	    nla_put_u64_64bit(msg, PAUSECTL_A_TIME, record->time_ns, 0) ||
	    (lost && nla_put_u32(msg, PAUSECTL_A_LOST, lost)) ||
	    genetlink_put_event(msg, port, record)) {
		nlmsg_free(msg);
		genl_set_err(&genetlink_family, net, 0, 0, -ENOBUFS);
		return;
	}
	genlmsg_end(msg, hdr);
	genlmsg_multicast_netns(&genetlink_family, net, msg, 0, 0, GFP_KERNEL);
}

static const struct event_sink genetlink_sink = {
	.has_listeners	= genetlink_has_listeners,
	.multicast	= genetlink_multicast,
};

static const struct nla_policy genetlink_get_policy[] = {
	[PAUSECTL_A_IFINDEX]	= { .type = NLA_U32 },
};

/* Both of a size, because request_values has attributes of both. */
static const struct nla_policy genetlink_send_policy[PAUSECTL_A_RECEIVED + 1] = {
	[PAUSECTL_A_IFINDEX]	= { .type = NLA_U32 },
	[PAUSECTL_A_PAUSE_TIME]	= { .type = NLA_U32 },
	[PAUSECTL_A_DEST]	= { .type = NLA_BINARY },
	[PAUSECTL_A_PFC]	= NLA_POLICY_NESTED(request_pfc_policy),
};

static const struct nla_policy genetlink_xoff_policy[PAUSECTL_A_RECEIVED + 1] = {
	[PAUSECTL_A_IFINDEX]	= { .type = NLA_U32 },
	[PAUSECTL_A_TIMERS]	= { .type = NLA_U32 },
	[PAUSECTL_A_STOP]	= { .type = NLA_U8 },
	[PAUSECTL_A_QUANTA]	= { .type = NLA_U32 },
	[PAUSECTL_A_INTERVAL]	= { .type = NLA_U64 },
	[PAUSECTL_A_DURATION]	= { .type = NLA_U64 },
	[PAUSECTL_A_RECEIVED]	= { .type = NLA_U8 },
};

#define GENETLINK_SHOW(command) {				\
		.cmd		= (command),			\
		.doit		= genetlink_get,		\
		.dumpit		= genetlink_dump,		\
	}

#define GENETLINK_CHANGE(command, function, names) {		\
		.cmd		= (command),			\
		.doit		= (function),			\
		.policy		= (names),			\
		.maxattr	= ARRAY_SIZE(names) - 1,	\
		.flags		= GENL_UNS_ADMIN_PERM,		\
	}

static const struct genl_ops genetlink_ops[] = {
	GENETLINK_SHOW(PAUSECTL_CMD_PORT_GET),
	GENETLINK_SHOW(PAUSECTL_CMD_STATS_GET),
	GENETLINK_SHOW(PAUSECTL_CMD_WATCHDOG_GET),
	{
		.cmd		= PAUSECTL_CMD_CHARGES_GET,
		.dumpit		= genetlink_dump,
	},
	GENETLINK_CHANGE(PAUSECTL_CMD_PORT_SET, genetlink_set, pausectl_set_policy),
	GENETLINK_CHANGE(PAUSECTL_CMD_FRAME_SEND, genetlink_send, genetlink_send_policy),
	GENETLINK_CHANGE(PAUSECTL_CMD_XOFF_SET, genetlink_xoff, genetlink_xoff_policy),
};

static const struct genl_multicast_group genetlink_mcgrps[] = {
	{ .name = PAUSECTL_MCGRP_EVENTS },
};

static struct genl_family genetlink_family __ro_after_init = {
	.name		= PAUSECTL_GENL_NAME,
	.version	= PAUSECTL_GENL_VERSION,
	.netnsok	= true,
	.parallel_ops	= true,
	.module		= THIS_MODULE,
	.policy		= genetlink_get_policy,
	.maxattr	= ARRAY_SIZE(genetlink_get_policy) - 1,
	.ops		= genetlink_ops,
	.n_ops		= ARRAY_SIZE(genetlink_ops),
	.mcgrps		= genetlink_mcgrps,
	.n_mcgrps	= ARRAY_SIZE(genetlink_mcgrps),
};

/* A request for the family, as each command of the tool makes, loads the module. */
MODULE_ALIAS_GENL_FAMILY(PAUSECTL_GENL_NAME);

static void genetlink_settings_changed(struct pausectl_port *port,
				       const struct pausectl_settings *before,
				       const struct pausectl_change *change)
{
	pausectl_dcbnl_changed(port, change);
	pausectl_ethtool_changed(port, before, change);
}

int __init pausectl_genetlink_init(void)
{
	pausectl_event_sink_set(&genetlink_sink);
	pausectl_settings_listen(genetlink_settings_changed);
	return genl_register_family(&genetlink_family);
}

void pausectl_genetlink_exit(void)
{
	genl_unregister_family(&genetlink_family);
}
