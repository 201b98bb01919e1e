// SPDX-License-Identifier: GPL-2.0
/*
 * A port takes MAC Control frames out of the receive path by the netfilter hook netdev ingress.
 *
 * The hook sees every frame of the device, also on a bridge port, and several modules may use it.
 * It comes after the taps, so a capture shows the control frames. It comes before the protocol
 * handlers, so no MAC client gets control frames (31.5.1), except with forward on. With a filter,
 * other frames may be control frames: see filter.c.
 */
#include <linux/if_vlan.h>
#include <linux/netfilter_netdev.h>

#include "pause/pause.h"
#include "port/port.h"
#include "port/seen.h"
#include "receive/filter.h"
#include "receive/receive.h"

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

/* hook_special() while any port has a filter. */
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

/* A control frame, or any frame while a port has a filter. The last filter may have just gone. */
static noinline bool hook_special(struct pausectl_port *port, struct sk_buff *skb,
				  unsigned int priority)
{
	bool pass;

	if (pausectl_filtering())
		pass = take_filtered(port, skb);
	else
		pass = !is_control(skb) || take(port, skb, NULL);
	if (pass)
		count_received(port, skb, priority);
	return pass;
}

/*
 * A frame that goes on has the mark of the port; see seen.h. A frame that is not special makes no
 * call.
 */
static unsigned int hook(void *priv, struct sk_buff *skb, const struct nf_hook_state *state)
{
	struct pausectl_port *port = priv;
	unsigned int priority = seen_priority(skb);

	seen_set(skb, port->mark | priority);
	if (pausectl_filtering() || is_control(skb))
		return hook_special(port, skb, priority) ? NF_ACCEPT : NF_STOLEN;
	count_received(port, skb, priority);
	return NF_ACCEPT;
}

int pausectl_receive_begin(struct pausectl_port *port,
			   struct netlink_ext_ack *extack)
{
	int err = dev_mc_add(port->dev, mac_ctrl_multicast);

	if (err)
		return err;
	port->receive.nf_ops = (struct nf_hook_ops) {
		.hook		= hook,
		.dev		= port->dev,
		.priv		= port,
		.pf		= NFPROTO_NETDEV,
		.hooknum	= NF_NETDEV_INGRESS,
		.priority	= INT_MIN,
	};
	err = nf_register_net_hook(dev_net(port->dev), &port->receive.nf_ops);
	if (err) {
		NL_SET_ERR_MSG(extack, "pausectl: the netfilter ingress hook cannot be registered");
		dev_mc_del(port->dev, mac_ctrl_multicast);
	}
	return err;
}

/*
 * A frame that is in the hook may still call pausectl_receive(). The port is freed after an RCU
 * grace period, so it outlives the frame.
 */
void pausectl_receive_end(struct pausectl_port *port)
{
	dev_mc_del(port->dev, mac_ctrl_multicast);
	nf_unregister_net_hook(dev_net(port->dev), &port->receive.nf_ops);
}
