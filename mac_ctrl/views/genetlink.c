// SPDX-License-Identifier: GPL-2.0
/*
 * The genetlink family pausectl: requests that show and change ports, and events. requests.c
 * has further requests. The policy and the table of operations are generated from
 * Documentation/netlink/specs/pausectl.yaml.
 */
#include <linux/rtnetlink.h>
#include <net/sock.h>

#include "compat.h"
#include "settings/settings.h"
#include "views/views.h"

static const struct genl_multicast_group genetlink_mcgrps[] = {
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
	.mcgrps		= genetlink_mcgrps,
	.n_mcgrps	= ARRAY_SIZE(genetlink_mcgrps),
};

/* A request for the family, as each command of the tool makes, loads the module. */
MODULE_ALIAS_GENL_FAMILY(PAUSECTL_GENL_NAME);

static const u16 genetlink_no_attrs[] = { 0 };

static bool genetlink_listed(const u16 *list, u16 attr)
{
	while (*list && *list != attr)
		list++;
	return *list;
}

/*
 * Has the request only attributes of its command: ifindex and those of @list, which 0 ends, or the
 * settings if @list is NULL? All commands share the policy of the family. Return: 0 or -EINVAL.
 */
int pausectl_netlink_check(struct genl_info *info, const u16 *list)
{
	unsigned int i;

	for (i = 1; i < ARRAY_SIZE(pausectl_main_nl_policy); i++) {
		if (!info->attrs[i] || i == PAUSECTL_A_IFINDEX ||
		    (list ? genetlink_listed(list, i) :
			    i == PAUSECTL_A_APP_CHANGE || pausectl_netlink_settable(i)))
			continue;
		return pausectl_netlink_refuse(info->extack, info->attrs[i],
					       "attribute does not belong to this command");
	}
	return 0;
}

/* RTNL. Return: the port that a request names, or an ERR_PTR: -EINVAL, -ENODEV or -ENOENT. */
struct pausectl_port *pausectl_netlink_port(struct genl_info *info)
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

typedef int (*genetlink_put)(struct sk_buff *msg, struct pausectl_port *port);

/* RTNL: the device keeps its name. */
static int genetlink_put_message(struct sk_buff *msg, struct pausectl_port *port, void *hdr,
				 genetlink_put put)
{
	int err;

	if (!hdr)
		return -EMSGSIZE;
	err = nla_put_u32(msg, PAUSECTL_A_IFINDEX, port->dev->ifindex);
	if (!err)
		err = nla_put_string(msg, PAUSECTL_A_IFNAME, port->dev->name);
	if (!err)
		err = put(msg, port);
	if (err)
		genlmsg_cancel(msg, hdr);
	else
		genlmsg_end(msg, hdr);
	return err;
}

static int genetlink_get_doit(struct genl_info *info, u8 cmd, genetlink_put put)
{
	struct pausectl_port *port;
	struct sk_buff *msg;
	int err;

	err = pausectl_netlink_check(info, genetlink_no_attrs);
	if (err)
		return err;
	msg = genlmsg_new(NLMSG_GOODSIZE, GFP_KERNEL);
	if (!msg)
		return -ENOMEM;

	rtnl_lock();
	port = pausectl_netlink_port(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = genetlink_put_message(msg, port,
					    genlmsg_put_reply(msg, info, &pausectl_family, 0, cmd),
					    put);
	rtnl_unlock();
	if (err) {
		nlmsg_free(msg);
		return err;
	}
	return genlmsg_reply(msg, info);
}

/* A dump shows all ports. It refuses attributes, so that later ones may choose among ports. */
static int genetlink_check_dump(const struct netlink_callback *cb)
{
	if (!nlmsg_attrlen(cb->nlh, GENL_HDRLEN))
		return 0;
	NL_SET_ERR_MSG(cb->extack, "a dump takes no attributes");
	return -EINVAL;
}

/* Dump ports in the order of ifindex. cb->args[0] is the ifindex where the next message begins. */
static int genetlink_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb, u8 cmd,
				genetlink_put put)
{
	struct net *net = sock_net(skb->sk);
	unsigned long ifindex = cb->args[0];
	struct pausectl_port *port;
	void *hdr;
	int err;

	err = genetlink_check_dump(cb);
	if (err)
		return err;
	rtnl_lock();
	cb->seq = pausectl_port_generation(net);
	while ((port = pausectl_port_next(net, &ifindex))) {
		hdr = genlmsg_put(skb, NETLINK_CB(cb->skb).portid,
				  cb->nlh->nlmsg_seq, &pausectl_family,
				  NLM_F_MULTI, cmd);
		if (hdr)
			genl_dump_check_consistent(cb, hdr);
		err = genetlink_put_message(skb, port, hdr, put);
		if (err)
			break;
		cb->args[0] = ++ifindex;
	}
	rtnl_unlock();
	/* -EMSGSIZE: the message is full, and the dump goes on in the next one. */
	return err && err != -EMSGSIZE ? err : skb->len;
}

int pausectl_nl_port_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	return genetlink_get_doit(info, PAUSECTL_CMD_PORT_GET, pausectl_netlink_put_all);
}

int pausectl_nl_port_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	return genetlink_get_dumpit(skb, cb, PAUSECTL_CMD_PORT_GET, pausectl_netlink_put_all);
}

int pausectl_nl_stats_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	return genetlink_get_doit(info, PAUSECTL_CMD_STATS_GET, pausectl_netlink_put_stats);
}

int pausectl_nl_stats_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	return genetlink_get_dumpit(skb, cb, PAUSECTL_CMD_STATS_GET, pausectl_netlink_put_stats);
}

int pausectl_nl_watchdog_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	return genetlink_get_doit(info, PAUSECTL_CMD_WATCHDOG_GET,
				  pausectl_netlink_put_watchdog);
}

int pausectl_nl_watchdog_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	return genetlink_get_dumpit(skb, cb, PAUSECTL_CMD_WATCHDOG_GET,
				    pausectl_netlink_put_watchdog);
}

int pausectl_nl_charges_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	int err = genetlink_check_dump(cb);

	if (err)
		return err;
	rtnl_lock();
	cb->seq = pausectl_port_generation(sock_net(skb->sk));
	pausectl_netlink_put_charges(&pausectl_family, skb, cb);
	rtnl_unlock();
	return skb->len;
}

/* Settings and, if the request has changes of it, the APP table. RTNL. */
static int genetlink_change_port(struct pausectl_port *port, struct pausectl_change *change,
				 struct pausectl_apps *ops, struct genl_info *info)
{
	const struct nlattr *attr = info->attrs[PAUSECTL_A_APP_CHANGE];
	int err = 0;

	/* Without dcb the table is empty, so that a removal removes nothing. */
	if (IS_ENABLED(CONFIG_DCB) && ops)
		err = pausectl_dcbnl_begin_change(port, ops, change);
	if (err == -EOPNOTSUPP)
		NL_SET_ERR_MSG_ATTR(info->extack, attr,
				    "app-table: the device answers dcb itself, so the port has no APP table");
	if (err == -ENOSPC)
		NL_SET_ERR_MSG_ATTR(info->extack, attr,
				    "app-table: allowed are up to 256 entries, with those of other selectors, such as pcp-prio, that the port keeps");
	if (!err) {
		netdev_lock_ops(port->dev);
		err = pausectl_settings_change(port, change, info->extack);
		netdev_unlock_ops(port->dev);
	}
	if (IS_ENABLED(CONFIG_DCB) && change->apps)
		pausectl_dcbnl_end_change(port, change, !err);
	return err;
}

int pausectl_nl_port_set_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct pausectl_change change;
	struct pausectl_port *port;
	struct pausectl_apps *ops;
	int err;

	err = pausectl_netlink_check(info, NULL);
	if (!err)
		err = pausectl_netlink_change(info->attrs, &change, info->extack);
	if (err)
		return err;
	ops = pausectl_netlink_read_apps(info->attrs[PAUSECTL_A_APP_CHANGE], info->extack);
	if (IS_ERR(ops))
		return PTR_ERR(ops);
	rtnl_lock();
	port = pausectl_netlink_port(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = genetlink_change_port(port, &change, ops, info);
	rtnl_unlock();
	if (change.bad)
		NL_SET_BAD_ATTR(info->extack, info->attrs[change.bad]);
	kvfree(ops);
	return err;
}

static bool genetlink_has_listeners(struct net *net)
{
	return genl_has_listeners(&pausectl_family, net, PAUSECTL_NLGRP_EVENTS);
}

static int genetlink_put_event(struct sk_buff *msg, struct pausectl_port *port,
			       const struct event_record *record)
{
	switch (record->event) {
	case PAUSECTL_EVENT_ATTACHED:
	case PAUSECTL_EVENT_CONFIG:
		return pausectl_netlink_put_port(msg, port) ?:
		       pausectl_netlink_put_apps(msg, port);
	case PAUSECTL_EVENT_PAUSED:
	case PAUSECTL_EVENT_XOFF:
		return nla_put_u32(msg, PAUSECTL_A_PRIORITY, record->priority) ||
		       nla_put_u32(msg, PAUSECTL_A_QUANTA, record->quanta);
	case PAUSECTL_EVENT_XON:
	case PAUSECTL_EVENT_STORM_DETECTED:
	case PAUSECTL_EVENT_GUARD:
	case PAUSECTL_EVENT_GUARD_ENDED:
		return nla_put_u32(msg, PAUSECTL_A_PRIORITY, record->priority);
	case PAUSECTL_EVENT_RESUMED:
	case PAUSECTL_EVENT_STORM_RESTORED:
		return nla_put_u32(msg, PAUSECTL_A_PRIORITY, record->priority) ||
		       nla_put_u64_64bit(msg, PAUSECTL_A_DURATION,
					 record->duration_ns, 0);
	default:
		return 0;
	}
}

/* Return: NULL if there is no memory for the message. */
static struct sk_buff *genetlink_event_message(struct pausectl_port *port,
					       const char *name,
					       const struct event_record *record,
					       u32 lost)
{
	struct sk_buff *msg = genlmsg_new(NLMSG_GOODSIZE, GFP_KERNEL);
	void *hdr;

	if (!msg)
		return NULL;
	hdr = genlmsg_put(msg, 0, 0, &pausectl_family, 0,
			  PAUSECTL_CMD_EVENT_NTF);
	if (!hdr ||
	    nla_put_u32(msg, PAUSECTL_A_IFINDEX, port->dev->ifindex) ||
	    nla_put_string(msg, PAUSECTL_A_IFNAME, name) ||
	    nla_put_u32(msg, PAUSECTL_A_EVENT, record->event) ||
	    nla_put_u64_64bit(msg, PAUSECTL_A_TIME, record->time_ns, 0) ||
	    (lost && nla_put_u32(msg, PAUSECTL_A_LOST, lost)) ||
	    genetlink_put_event(msg, port, record)) {
		nlmsg_free(msg);
		return NULL;
	}
	genlmsg_end(msg, hdr);
	return msg;
}

/*
 * Tell the listeners in the device's namespace. @lost events found no room since the last delivered
 * one. Process context. If there is no memory for the message, the listeners get ENOBUFS, as if
 * their receive buffers were full. So no event is lost without a sign.
 */
static void genetlink_multicast(struct pausectl_port *port, const char *name,
				const struct event_record *record, u32 lost)
{
	struct sk_buff *msg = genetlink_event_message(port, name, record, lost);
	struct net *net = dev_net(port->dev);

	if (msg)
		genlmsg_multicast_netns(&pausectl_family, net, msg, 0,
					PAUSECTL_NLGRP_EVENTS, GFP_KERNEL);
	else
		genl_set_err(&pausectl_family, net, 0, PAUSECTL_NLGRP_EVENTS,
			     -ENOBUFS);
}

static const struct event_sink sink = {
	.has_listeners	= genetlink_has_listeners,
	.multicast	= genetlink_multicast,
};

int __init pausectl_genetlink_init(void)
{
	pausectl_event_sink_set(&sink);
	return genl_register_family(&pausectl_family);
}

void pausectl_genetlink_exit(void)
{
	genl_unregister_family(&pausectl_family);
}
