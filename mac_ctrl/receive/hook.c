// SPDX-License-Identifier: GPL-2.0
/*
 * A port takes MAC Control frames out of the receive path by a hook.
 *
 * The netfilter hook netdev ingress sees every frame of the device, also on a bridge port, and
 * several modules may use it. If the kernel lacks that hook, or the module parameter receive_hook
 * says so, the port uses the rx_handler of the device. A device has one rx_handler, so such a port
 * cannot join a bridge or a bond. Frames of VLAN devices never get to the rx_handler. So while the
 * device has VLAN devices, a tap marks frames (port/seen.h).
 *
 * Both hooks come after the taps, so a capture shows the control frames. Both come before the
 * protocol handlers, so no MAC client gets control frames (31.5.1), except with forward on. With a
 * filter, other frames may be control frames: see filter.c.
 */
#include <linux/if_vlan.h>
#include <linux/module.h>
#include <linux/netfilter_netdev.h>

#include "pause/pause.h"
#include "port/port.h"
#include "port/seen.h"
#include "receive/filter.h"
#include "receive/receive.h"

static char *receive_hook = "auto";
module_param(receive_hook, charp, 0444);
MODULE_PARM_DESC(receive_hook,
		 "receive hook of ports: netfilter, rx_handler or auto (default; netfilter if the kernel has it)");

static const char *const receive_hook_choices[] = {
	"auto", "netfilter", "rx_handler",
};

/*
 * A frame with a VLAN tag is no MAC Control frame, whatever its type is (31.4.1.3). The tag may
 * already be beside the frame.
 */
static bool is_control(const struct sk_buff *skb)
{
	return unlikely(skb->protocol == htons(ETH_P_PAUSE)) &&
	       !skb_vlan_tag_present(skb);
}

/*
 * No control frame gets to a bridge, even with forward on, because the bridge would forward frames
 * that are for this station.
 */
static bool forwards(const struct pausectl_port *port)
{
	return unlikely(READ_ONCE(port->set.forward)) &&
	       !netif_is_bridge_port(port->dev);
}

/* Return: whether the frame goes on to the stack. If not, the frame is freed. */
static bool take(struct pausectl_port *port, struct sk_buff *skb,
		 const enum filter_verdict *filtered)
{
	bool pass = pausectl_receive(port, skb, filtered) && forwards(port);

	if (likely(!pass))
		consume_skb(skb);
	return pass;
}

/* hook() for any frame, while any port has a filter. */
static bool take_filtered(struct pausectl_port *port, struct sk_buff *skb)
{
	enum filter_verdict judged;

	if (skb_vlan_tag_present(skb))
		return true;
	if (!pausectl_filter_judge(port, skb, &judged))
		return !is_control(skb) || take(port, skb, NULL);
	if (judged < FILTER_CONTROL && skb->protocol != htons(ETH_P_PAUSE))
		return true;
	return take(port, skb, &judged);
}

static __always_inline void count_received(struct pausectl_port *port, const struct sk_buff *skb,
					   unsigned int priority)
{
	this_cpu_add(port->frames->rx[priority], pausectl_gso_frames(skb));
}

/* A control frame, any frame while a port has a filter, or one that the tap has counted */
static noinline bool hook_special(struct pausectl_port *port, struct sk_buff *skb,
				  unsigned int priority, bool tapped)
{
	bool pass;

	if (pausectl_filtering())
		pass = take_filtered(port, skb);
	else
		pass = !is_control(skb) || take(port, skb, NULL);
	/* The tap has counted what it has marked. */
	if (pass && !tapped)
		count_received(port, skb, priority);
	return pass;
}

/*
 * Return: whether the frame goes on to the stack, with the mark of the port; see seen.h. A frame
 * that is not special makes no call.
 */
static __always_inline bool hook(struct pausectl_port *port, struct sk_buff *skb, bool tapped)
{
	unsigned int priority = seen_priority(skb);

	seen_set(skb, port->mark | priority);
	if (pausectl_filtering() || is_control(skb) || unlikely(tapped))
		return hook_special(port, skb, priority, tapped);
	count_received(port, skb, priority);
	return true;
}

#if IS_ENABLED(CONFIG_NETFILTER_INGRESS)
static unsigned int hook_netfilter(void *priv, struct sk_buff *skb,
				   const struct nf_hook_state *state)
{
	return hook(priv, skb, false) ? NF_ACCEPT : NF_STOLEN;
}

static int netfilter_register(struct pausectl_port *port)
{
	port->receive.hook = PAUSECTL_HOOK_NETFILTER;
	port->receive.nf_ops = (struct nf_hook_ops) {
		.hook		= hook_netfilter,
		.dev		= port->dev,
		.priv		= port,
		.pf		= NFPROTO_NETDEV,
		.hooknum	= NF_NETDEV_INGRESS,
		.priority	= INT_MIN,
	};
	return nf_register_net_hook(dev_net(port->dev), &port->receive.nf_ops);
}
#else
static int netfilter_register(struct pausectl_port *port)
{
	return -EOPNOTSUPP;
}
#endif

static struct pausectl_port *port_of(const struct sk_buff *skb)
{
	return rcu_dereference(skb->dev->rx_handler_data);
}

static rx_handler_result_t hook_rx_handler(struct sk_buff **pskb)
{
	struct sk_buff *skb = *pskb;
	struct pausectl_port *port = port_of(skb);

	return hook(port, skb, READ_ONCE(port->receive.tap.func)) ? RX_HANDLER_PASS :
								    RX_HANDLER_CONSUMED;
}

/* The tap shares the frame with the stack. Nothing else reads or writes the fields of the mark. */
static int tap(struct sk_buff *skb, struct net_device *dev, struct packet_type *type,
	       struct net_device *orig_dev)
{
	struct pausectl_port *port = container_of(type, struct pausectl_port, receive.tap);
	unsigned int priority = seen_priority(skb);

	seen_set(skb, port->mark | priority);
	if (!is_control(skb))
		count_received(port, skb, priority);
	consume_skb(skb);
	return NET_RX_SUCCESS;
}

static bool has_vlan_device(struct net_device *dev)
{
	struct net_device *upper;
	struct list_head *next;
	bool found = false;

	rcu_read_lock();
	netdev_for_each_upper_dev_rcu(dev, upper, next)
		found |= is_vlan_dev(upper);
	rcu_read_unlock();
	return found;
}

/* The upper devices of the device have changed. RTNL. */
void pausectl_hook_upper_changed(struct pausectl_port *port)
{
	bool wanted = port->receive.hook == PAUSECTL_HOOK_RX_HANDLER &&
		      has_vlan_device(port->dev);

	if (wanted == !!port->receive.tap.func)
		return;
	if (!wanted) {
		dev_remove_pack(&port->receive.tap);
		port->receive.tap.func = NULL;
		return;
	}
	port->receive.tap = (struct packet_type) {
		.type			= htons(ETH_P_ALL),
		.dev			= port->dev,
		.func			= tap,
		.ignore_outgoing	= true,
	};
	dev_add_pack(&port->receive.tap);
}

static int rx_handler_register(struct pausectl_port *port)
{
	int err = netdev_rx_handler_register(port->dev, hook_rx_handler, port);

	if (err)
		return err;
	port->receive.hook = PAUSECTL_HOOK_RX_HANDLER;
	pausectl_hook_upper_changed(port);
	return 0;
}

static bool wants_rx_handler(void)
{
	return !IS_ENABLED(CONFIG_NETFILTER_INGRESS) ||
	       !strcmp(receive_hook, "rx_handler");
}

/* Check the parameter receive_hook when the module is loaded. */
int pausectl_hook_check(void)
{
	int choice = match_string(receive_hook_choices,
				  ARRAY_SIZE(receive_hook_choices),
				  receive_hook);

	if (choice < 0) {
		pr_err("receive_hook=%s: allowed are auto, netfilter and rx_handler\n",
		       receive_hook);
		return -EINVAL;
	}
	if (!IS_ENABLED(CONFIG_NETFILTER_INGRESS) &&
	    !strcmp(receive_hook, "netfilter")) {
		pr_err("receive_hook=netfilter: this kernel lacks CONFIG_NETFILTER_INGRESS\n");
		return -EOPNOTSUPP;
	}
	return 0;
}

static int hook_register(struct pausectl_port *port, struct netlink_ext_ack *extack)
{
	int err;

	if (wants_rx_handler()) {
		err = rx_handler_register(port);
		if (err == -EBUSY)
			NL_SET_ERR_MSG(extack,
				       "pausectl: the device's rx_handler is in use (bridge, bond, macvlan ...); load the module with receive_hook=netfilter");
	} else {
		err = netfilter_register(port);
		if (err)
			NL_SET_ERR_MSG(extack,
				       "pausectl: the netfilter ingress hook cannot be registered");
	}
	return err;
}

int pausectl_receive_begin(struct pausectl_port *port,
			   struct netlink_ext_ack *extack)
{
	int err = dev_mc_add(port->dev, mac_ctrl_multicast);

	if (err)
		return err;
	err = hook_register(port, extack);
	if (err)
		dev_mc_del(port->dev, mac_ctrl_multicast);
	return err;
}

/*
 * A frame that is in the hook may still call pausectl_receive(). The port is freed after an RCU
 * grace period, so it outlives the frame.
 */
void pausectl_receive_end(struct pausectl_port *port)
{
	dev_mc_del(port->dev, mac_ctrl_multicast);
	if (port->receive.hook == PAUSECTL_HOOK_RX_HANDLER) {
		if (port->receive.tap.func)
			__dev_remove_pack(&port->receive.tap);
		netdev_rx_handler_unregister(port->dev);
	} else {
		nf_unregister_net_hook(dev_net(port->dev), &port->receive.nf_ops);
	}
}
