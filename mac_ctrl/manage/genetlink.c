// SPDX-License-Identifier: GPL-2.0
/*
 * The genetlink family pausectl: handlers. The policy and the table of
 * operations are generated from Documentation/netlink/specs/pausectl.yaml.
 */
#include <linux/etherdevice.h>
#include <linux/rtnetlink.h>
#include <net/genetlink.h>
#include <net/sock.h>

#include "../port.h"
#include "netlink_gen.h"

static const struct genl_multicast_group mcgrps[] = {
	[PAUSECTL_NLGRP_EVENTS] = { .name = PAUSECTL_MCGRP_EVENTS },
};

static struct genl_family pausectl_family __ro_after_init = {
	.name		= PAUSECTL_GENL_NAME,
	.version	= PAUSECTL_GENL_VERSION,
	.netnsok	= true,
	.parallel_ops	= true,
	.module		= THIS_MODULE,
	.policy		= pausectl_main_nl_policy,
	.maxattr	= ARRAY_SIZE(pausectl_main_nl_policy) - 1,
	.small_ops	= pausectl_nl_ops,
	.n_small_ops	= ARRAY_SIZE(pausectl_nl_ops),
	.mcgrps		= mcgrps,
	.n_mcgrps	= ARRAY_SIZE(mcgrps),
};

/* Refuse @attr; the message is set. */
static int refuse(struct genl_info *info, const struct nlattr *attr)
{
	NL_SET_BAD_ATTR(info->extack, attr);
	return -EINVAL;
}

/* Attributes of a command, beside the device; ended by 0. */
static const u16 frame_attrs[] = {
	PAUSECTL_A_PAUSE_TIME, PAUSECTL_A_DEST, PAUSECTL_A_PFC, 0
};

static const u16 xoff_attrs[] = { PAUSECTL_A_TIMERS, PAUSECTL_A_STOP, 0 };

static const u16 storm_attrs[] = {
	PAUSECTL_A_TIMERS, PAUSECTL_A_QUANTA, PAUSECTL_A_INTERVAL,
	PAUSECTL_A_DURATION, 0
};

static const u16 no_attrs[] = { 0 };

static bool listed(const u16 *list, u16 attr)
{
	while (*list && *list != attr)
		list++;
	return *list;
}

/*
 * The policy is that of the family: what is another command's is refused here.
 * Without a list, the attributes are the settings.
 */
static int check_attrs(struct genl_info *info, const u16 *list)
{
	unsigned int i;

	for (i = 1; i < ARRAY_SIZE(pausectl_main_nl_policy); i++) {
		if (!info->attrs[i] || i == PAUSECTL_A_IFINDEX ||
		    (list ? listed(list, i) : !!pausectl_setting_of(i)))
			continue;
		NL_SET_ERR_MSG(info->extack,
			       "attribute does not belong to this command");
		return refuse(info, info->attrs[i]);
	}
	return 0;
}

/* RTNL. The port that a request names, or an error with its message. */
static struct pausectl_port *port_of(struct genl_info *info)
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
		NL_SET_ERR_MSG_ATTR(info->extack, attr,
				    "ifindex: no such device");
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

static int put_stats(struct sk_buff *msg, struct pausectl_port *port)
{
	struct nlattr *nest = nla_nest_start(msg, PAUSECTL_A_STATS);

	if (!nest || pausectl_netlink_put_counters(msg, port))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

typedef int (*put_fn)(struct sk_buff *msg, struct pausectl_port *port);

/* RTNL: the device keeps its name. */
static int put_port(struct sk_buff *msg, struct pausectl_port *port, void *hdr,
		    put_fn put)
{
	if (!hdr)
		return -EMSGSIZE;
	if (nla_put_u32(msg, PAUSECTL_A_IFINDEX, port->dev->ifindex) ||
	    nla_put_string(msg, PAUSECTL_A_IFNAME, port->dev->name) ||
	    put(msg, port)) {
		genlmsg_cancel(msg, hdr);
		return -EMSGSIZE;
	}
	genlmsg_end(msg, hdr);
	return 0;
}

static int get_doit(struct genl_info *info, u8 cmd, put_fn put)
{
	struct pausectl_port *port;
	struct sk_buff *msg;
	int err;

	err = check_attrs(info, no_attrs);
	if (err)
		return err;
	msg = genlmsg_new(NLMSG_GOODSIZE, GFP_KERNEL);
	if (!msg)
		return -ENOMEM;

	rtnl_lock();
	port = port_of(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = put_port(msg, port,
			       genlmsg_put_reply(msg, info, &pausectl_family,
						 0, cmd), put);
	rtnl_unlock();
	if (err) {
		nlmsg_free(msg);
		return err;
	}
	return genlmsg_reply(msg, info);
}

/* Ports by ifindex; cb->args[0] is where the next message goes on. */
static int get_dumpit(struct sk_buff *skb, struct netlink_callback *cb, u8 cmd,
		      put_fn put)
{
	struct net *net = sock_net(skb->sk);
	unsigned long ifindex = cb->args[0];
	struct pausectl_port *port;
	void *hdr;

	rtnl_lock();
	cb->seq = pausectl_port_generation(net);
	while ((port = pausectl_port_next(net, &ifindex))) {
		hdr = genlmsg_put(skb, NETLINK_CB(cb->skb).portid,
				  cb->nlh->nlmsg_seq, &pausectl_family,
				  NLM_F_MULTI, cmd);
		if (hdr)
			genl_dump_check_consistent(cb, hdr);
		if (put_port(skb, port, hdr, put))
			break;
		cb->args[0] = ++ifindex;
	}
	rtnl_unlock();
	return skb->len;
}

int pausectl_nl_port_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	return get_doit(info, PAUSECTL_CMD_PORT_GET, pausectl_netlink_put_port);
}

int pausectl_nl_port_get_dumpit(struct sk_buff *skb,
				struct netlink_callback *cb)
{
	return get_dumpit(skb, cb, PAUSECTL_CMD_PORT_GET, pausectl_netlink_put_port);
}

int pausectl_nl_stats_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	return get_doit(info, PAUSECTL_CMD_STATS_GET, put_stats);
}

int pausectl_nl_stats_get_dumpit(struct sk_buff *skb,
				 struct netlink_callback *cb)
{
	return get_dumpit(skb, cb, PAUSECTL_CMD_STATS_GET, put_stats);
}

int pausectl_nl_port_set_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct pausectl_change change;
	struct pausectl_port *port;
	int err;

	err = check_attrs(info, NULL);
	if (!err)
		err = pausectl_netlink_change(info->attrs, &change, info->extack);
	if (err)
		return err;
	rtnl_lock();
	port = port_of(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = pausectl_settings_change(port, &change, info->extack);
	rtnl_unlock();
	if (change.bad)
		NL_SET_BAD_ATTR(info->extack, info->attrs[change.bad]);
	return err;
}

static int read_pfc_entry(struct genl_info *info, const struct nlattr *entry,
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
			       "pfc: an entry has a priority and quanta");
		return refuse(info, entry);
	}
	priority = nla_get_u32(tb[PAUSECTL_A_PFC_PRIORITY]);
	quanta = nla_get_u32(tb[PAUSECTL_A_PFC_QUANTA]);
	if (priority >= MAC_CTRL_PRIORITIES) {
		NL_SET_ERR_MSG(info->extack, "priority: allowed are 0 to 7");
		return refuse(info, tb[PAUSECTL_A_PFC_PRIORITY]);
	}
	if (quanta > U16_MAX) {
		NL_SET_ERR_MSG(info->extack, "quanta: allowed are 0 to 65535");
		return refuse(info, tb[PAUSECTL_A_PFC_QUANTA]);
	}
	if (req->vector & BIT(priority)) {
		NL_SET_ERR_MSG(info->extack, "priority: given twice");
		return refuse(info, tb[PAUSECTL_A_PFC_PRIORITY]);
	}
	req->vector |= BIT(priority);
	req->quanta[priority] = quanta;
	return 0;
}

static int read_pfc(struct genl_info *info, struct mac_ctrl_request *req)
{
	struct nlattr *attr;
	int rem, err;

	nlmsg_for_each_attr(attr, info->nlhdr,
			    GENL_HDRLEN + pausectl_family.hdrsize, rem) {
		if (nla_type(attr) != PAUSECTL_A_PFC)
			continue;
		err = read_pfc_entry(info, attr, req);
		if (err)
			return err;
	}
	return 0;
}

static int read_pause(struct genl_info *info, struct mac_ctrl_request *req,
		      const u8 **da)
{
	struct nlattr *dest = info->attrs[PAUSECTL_A_DEST];
	u32 quanta = nla_get_u32(info->attrs[PAUSECTL_A_PAUSE_TIME]);

	if (quanta > U16_MAX) {
		NL_SET_ERR_MSG(info->extack,
			       "pause-time: allowed are 0 to 65535 quanta");
		return refuse(info, info->attrs[PAUSECTL_A_PAUSE_TIME]);
	}
	if (dest && nla_len(dest) != ETH_ALEN) {
		NL_SET_ERR_MSG(info->extack, "dest: an address has 6 octets");
		return refuse(info, dest);
	}
	*da = dest ? nla_data(dest) : NULL;
	req->vector = MAC_CTRL_LINK_BIT;
	req->quanta[MAC_CTRL_LINK] = quanta;
	return 0;
}

static int read_frame(struct genl_info *info, struct mac_ctrl_request *req,
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
		return read_pause(info, req, da);
	if (info->attrs[PAUSECTL_A_DEST]) {
		NL_SET_ERR_MSG(info->extack,
			       "dest: goes with pause-time only, PFC frames are multicast");
		return refuse(info, info->attrs[PAUSECTL_A_DEST]);
	}
	return read_pfc(info, req);
}

int pausectl_nl_frame_send_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct mac_ctrl_request req;
	struct pausectl_port *port;
	const u8 *da;
	int err;

	err = check_attrs(info, frame_attrs);
	if (!err)
		err = read_frame(info, &req, &da);
	if (err)
		return err;
	rtnl_lock();
	port = port_of(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = pausectl_control_send(port, &req, da, info->extack);
	rtnl_unlock();
	return err;
}

/* What a request names: priorities, or the link. */
static int read_timers(struct genl_info *info, u16 *timers)
{
	const struct nlattr *attr = info->attrs[PAUSECTL_A_TIMERS];
	u32 value = attr ? nla_get_u32(attr) : 0;

	if (value > MAC_CTRL_LINK_BIT) {
		NL_SET_ERR_MSG(info->extack,
			       "timers: allowed are priorities, a mask of 0 to 255, or the link, 256");
		return refuse(info, attr);
	}
	*timers = value;
	return 0;
}

int pausectl_nl_xoff_set_doit(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *stop = info->attrs[PAUSECTL_A_STOP];
	struct pausectl_port *port;
	u16 timers;
	int err;

	err = check_attrs(info, xoff_attrs);
	if (!err)
		err = read_timers(info, &timers);
	if (err)
		return err;
	if (!stop || nla_get_u8(stop) > 1) {
		NL_SET_ERR_MSG(info->extack, "stop: allowed are 0 and 1");
		return stop ? refuse(info, stop) : -EINVAL;
	}
	rtnl_lock();
	port = port_of(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = pausectl_congestion_force(port, timers, nla_get_u8(stop),
						info->extack);
	rtnl_unlock();
	return err;
}

/* Frame and times of a storm; without them it is as long and gap-free as can be. */
static int read_storm(struct genl_info *info, struct pausectl_storm_wish *wish)
{
	const struct nlattr *quanta = info->attrs[PAUSECTL_A_QUANTA];
	const struct nlattr *interval = info->attrs[PAUSECTL_A_INTERVAL];
	const struct nlattr *duration = info->attrs[PAUSECTL_A_DURATION];
	u32 time = quanta ? nla_get_u32(quanta) : U16_MAX;
	unsigned int i;
	u16 timers;
	int err;

	err = read_timers(info, &timers);
	if (err)
		return err;
	if (!info->attrs[PAUSECTL_A_TIMERS]) {
		NL_SET_ERR_MSG(info->extack, "timers: missing");
		return -EINVAL;
	}
	if (!time || time > U16_MAX) {
		NL_SET_ERR_MSG(info->extack, "quanta: allowed are 1 to 65535");
		return refuse(info, quanta);
	}
	*wish = (struct pausectl_storm_wish){
		.req = { .vector = timers, .xoff = timers },
		.interval_ns = interval ? nla_get_u64(interval) : 0,
		.duration_ns = duration ? nla_get_u64(duration) : 0,
		.owner = info->snd_portid,
	};
	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (timers & BIT(i))
			wish->req.quanta[i] = time;
	if (interval && (wish->interval_ns < PAUSECTL_INTERVAL_MIN_NS ||
			 wish->interval_ns > PAUSECTL_INTERVAL_MAX_NS)) {
		NL_SET_ERR_MSG(info->extack,
			       "interval: allowed are 1000 to 10000000000 ns");
		return refuse(info, interval);
	}
	if (wish->duration_ns > PAUSECTL_STORM_MAX_NS) {
		NL_SET_ERR_MSG(info->extack,
			       "duration: allowed are 1 to 86400000000000 ns, or 0: as long as the socket is open");
		return refuse(info, duration);
	}
	return 0;
}

int pausectl_nl_storm_start_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct pausectl_storm_wish wish;
	struct pausectl_port *port;
	int err;

	err = check_attrs(info, storm_attrs);
	if (!err)
		err = read_storm(info, &wish);
	if (err)
		return err;
	rtnl_lock();
	port = port_of(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = pausectl_storm_start(port, &wish, info->extack);
	rtnl_unlock();
	return err;
}

bool pausectl_genetlink_listeners(struct net *net)
{
	return genl_has_listeners(&pausectl_family, net, PAUSECTL_NLGRP_EVENTS);
}

static int put_event(struct sk_buff *msg, struct pausectl_port *port,
		     const struct pausectl_event_record *record)
{
	switch (record->event) {
	case PAUSECTL_EVENT_ATTACHED:
	case PAUSECTL_EVENT_CONFIG:
		return pausectl_netlink_put_port(msg, port);
	case PAUSECTL_EVENT_PAUSED:
	case PAUSECTL_EVENT_XOFF:
		return nla_put_u32(msg, PAUSECTL_A_PRIORITY, record->priority) ||
		       nla_put_u32(msg, PAUSECTL_A_QUANTA, record->quanta);
	case PAUSECTL_EVENT_XON:
		return nla_put_u32(msg, PAUSECTL_A_PRIORITY, record->priority);
	case PAUSECTL_EVENT_RESUMED:
		return nla_put_u32(msg, PAUSECTL_A_PRIORITY, record->priority) ||
		       nla_put_u64_64bit(msg, PAUSECTL_A_DURATION,
					 record->duration_ns, 0);
	default:
		return 0;
	}
}

/**
 * pausectl_genetlink_event() - tell those who listen in the device's namespace
 * @port: the port
 * @name: name of the device
 * @record: what happened
 *
 * Process context. A message that cannot be had is lost, and its loss too.
 */
void pausectl_genetlink_event(struct pausectl_port *port, const char *name,
			      const struct pausectl_event_record *record)
{
	struct sk_buff *msg = genlmsg_new(NLMSG_GOODSIZE, GFP_KERNEL);
	void *hdr;

	if (!msg)
		return;
	hdr = genlmsg_put(msg, 0, 0, &pausectl_family, 0,
			  PAUSECTL_CMD_EVENT_NTF);
	if (!hdr ||
	    nla_put_u32(msg, PAUSECTL_A_IFINDEX, port->dev->ifindex) ||
	    nla_put_string(msg, PAUSECTL_A_IFNAME, name) ||
	    nla_put_u32(msg, PAUSECTL_A_EVENT, record->event) ||
	    nla_put_u64_64bit(msg, PAUSECTL_A_TIME, record->time_ns, 0) ||
	    (record->lost &&
	     nla_put_u32(msg, PAUSECTL_A_LOST, record->lost)) ||
	    put_event(msg, port, record)) {
		nlmsg_free(msg);
		return;
	}
	genlmsg_end(msg, hdr);
	genlmsg_multicast_netns(&pausectl_family, dev_net(port->dev), msg, 0,
				PAUSECTL_NLGRP_EVENTS, GFP_KERNEL);
}

int pausectl_genetlink_init(void)
{
	return genl_register_family(&pausectl_family);
}

void pausectl_genetlink_exit(void)
{
	genl_unregister_family(&pausectl_family);
}
