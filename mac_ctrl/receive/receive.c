// SPDX-License-Identifier: GPL-2.0
/*
 * A port takes MAC Control frames out of the receive path by the netfilter hook netdev ingress, and
 * acts upon them (31.5.1, 31B.3.3). A bad frame only increments a counter.
 *
 * The hook sees every frame of the device, also on a bridge port, and several modules may use it.
 * It comes after the taps, so a capture shows the control frames. It comes before the protocol
 * handlers, so no MAC client gets control frames (31.5.1), except with forward on.
 *
 * If the receive checks differ from the standard, the port has a filter. A change of settings makes
 * a new filter, which the hook reads by RCU. The hook judges only untagged frames (31.4.1.3). A
 * frame of type 88-08 that fails the checks never reaches the MAC client (31.5.1). A frame of any
 * other type that fails the checks of a filter is data.
 *
 * filter-type does not affect sending: a port sends control frames of type 88-08, and only frames
 * of this type bypass its gate, because clients may send data with the filter's type.
 */
#include <linux/etherdevice.h>
#include <linux/if_vlan.h>
#include <linux/netfilter_netdev.h>
#include <linux/rtnetlink.h>

#include "pause/pause.h"
#include "port/port.h"
#include "port/seen.h"
#include "receive/receive.h"
#include "rules/filter_rule.h"
#include "trace.h"

/* The checks of a port; constant once they are published */
struct pausectl_filter {
	struct pausectl_settings set;	/* of which the checks count */
	struct rcu_head		rcu;
};

static void receive_count_request(struct pausectl_port *port, const struct mac_ctrl_request *req,
				  enum mac_ctrl_kind kind)
{
	unsigned int left = req->vector & MAC_CTRL_PFC_BITS;

	if (kind == MAC_CTRL_PAUSE)
		port->count.rx_pause++;
	else
		port->count.rx_pfc_frames++;
	for (; left; left &= left - 1)
		port->count.rx_pfc[__ffs(left)]++;
}

/* Act upon a well-formed request, for the timers that listen. */
static enum pausectl_verdict receive_obey(struct pausectl_port *port,
					  const struct mac_ctrl_request *req,
					  enum mac_ctrl_kind kind, u64 now)
{
	u32 mode = kind == MAC_CTRL_PAUSE ? PAUSECTL_MODE_PAUSE : PAUSECTL_MODE_PFC;
	u16 obeyed = req->vector & port->pause.listening;

	receive_count_request(port, req, kind);
	if (!req->vector)
		return PAUSECTL_VERDICT_NOTHING_ASKED;
	if (obeyed)
		pausectl_pause_request(port, req, obeyed, now);
	if (obeyed == req->vector)
		return PAUSECTL_VERDICT_ACTED;
	port->count.rx_ignored++;
	if (port->set.mode != mode)
		return PAUSECTL_VERDICT_MODE;
	if (!port->active.rx)
		return PAUSECTL_VERDICT_RX_OFF;
	return PAUSECTL_VERDICT_PRIORITY;
}

static enum pausectl_verdict receive_accept(struct pausectl_port *port, enum filter_verdict judged,
					    enum mac_ctrl_kind kind, unsigned int len,
					    const struct mac_ctrl_request *req, u64 now)
{
	port->count.rx_mac_control++;
	if (judged == FILTER_ADDRESS) {
		port->count.rx_wrong_address++;
		return PAUSECTL_VERDICT_WRONG_ADDRESS;
	}
	if (kind == MAC_CTRL_MALFORMED || len < MAC_CTRL_OPCODE_LEN) {
		port->count.rx_malformed++;
		return PAUSECTL_VERDICT_MALFORMED;
	}
	switch (judged) {
	case FILTER_NONE:
		port->count.rx_filtered++;
		return PAUSECTL_VERDICT_NOT_CONTROL;
	case FILTER_CONTROL:
		port->count.rx_unsupported_opcodes++;
		return PAUSECTL_VERDICT_UNSUPPORTED;
	case FILTER_REFUSED:
		port->count.rx_filtered++;
		return PAUSECTL_VERDICT_NOT_PAUSE;
	default:
		return receive_obey(port, req, kind, now);
	}
}

/* Judge a frame of type 88-08 by the checks of the standard (31.5.1, 31B.3.3). */
static enum filter_verdict receive_judge(const struct pausectl_port *port,
					 const struct ethhdr *eth, u16 opcode)
{
	if (!ether_addr_equal(eth->h_dest, mac_ctrl_multicast) &&
	    !ether_addr_equal(eth->h_dest, port->dev->dev_addr))
		return FILTER_ADDRESS;
	switch (opcode) {
	case MAC_CTRL_OPCODE_PAUSE:
		return FILTER_PAUSE;
	case MAC_CTRL_OPCODE_PFC:
		return FILTER_PFC;
	default:
		return FILTER_CONTROL;
	}
}

static noinline enum filter_verdict checks_judge(const struct pausectl_port *port,
						 const struct pausectl_filter *filter,
						 const struct ethhdr *eth, u16 opcode)
{
	const struct filter_frame frame = {
		.destination	= ether_addr_to_u64(eth->h_dest),
		.source		= ether_addr_to_u64(eth->h_source),
		.own		= ether_addr_to_u64(port->dev->dev_addr),
		.type		= ntohs(eth->h_proto),
		.opcode		= opcode,
	};

	return filter_judge(&filter->set, &frame);
}

/*
 * Act upon a control frame, whose data begin after length/type. The pauses that the frame asks for
 * count from the time of this call. @filter: NULL: the frame is of type 88-08. Softirq,
 * rcu_read_lock(). Return: whether the stack may get the frame. It may get data, and with forward
 * on a control frame for this station, acted upon or not. No bridge gets a control frame, because
 * the bridge would forward frames that are for this station.
 */
static bool receive_frame(struct pausectl_port *port, const struct sk_buff *skb,
			  const struct pausectl_filter *filter)
{
	enum filter_verdict judged = FILTER_NONE;
	const struct ethhdr *eth = eth_hdr(skb);
	enum pausectl_verdict verdict;
	struct mac_ctrl_request req;
	u8 buf[MAC_CTRL_PFC_LEN];
	u64 now = ktime_get_ns();
	enum mac_ctrl_kind kind;
	unsigned long flags;
	unsigned int len;
	const u8 *body;
	u16 opcode;

	len = min_t(unsigned int, skb->len, MAC_CTRL_PFC_LEN);
	body = skb_header_pointer(skb, 0, len, buf);
	if (!body)
		len = 0;
	opcode = mac_ctrl_opcode(body, len);
	if (len >= MAC_CTRL_OPCODE_LEN)
		judged = unlikely(filter) ? checks_judge(port, filter, eth, opcode) :
					    receive_judge(port, eth, opcode);
	if (judged < FILTER_CONTROL && skb->protocol != htons(ETH_P_PAUSE))
		return true;
	kind = judged == FILTER_PAUSE ? MAC_CTRL_PAUSE :
	       judged == FILTER_PFC ? MAC_CTRL_PFC : MAC_CTRL_UNSUPPORTED;
	kind = mac_ctrl_parse_as(kind, body, len, &req);
	spin_lock_irqsave(&port->lock, flags);
	verdict = receive_accept(port, judged, kind, len, &req, now);
	trace_pausectl_receive(port->name, opcode, req.vector, skb->len + ETH_HLEN, verdict);
	spin_unlock_irqrestore(&port->lock, flags);
	return judged >= FILTER_CONTROL && unlikely(READ_ONCE(port->set.forward)) &&
	       !netif_is_bridge_port(port->dev);
}

/*
 * A frame with a VLAN tag is no MAC Control frame, whatever its type is (31.4.1.3). The tag may
 * already be beside the frame.
 */
static bool receive_is_control(const struct sk_buff *skb)
{
	return unlikely(skb->protocol == htons(ETH_P_PAUSE)) && !skb_vlan_tag_present(skb);
}

static __always_inline unsigned int receive_pass(struct pausectl_port *port,
						 const struct sk_buff *skb, unsigned int priority)
{
	this_cpu_add(port->frames->rx[priority], pausectl_gso_frames(skb));
	return NF_ACCEPT;
}

/* A control frame, or any frame of a port with a filter */
static noinline unsigned int receive_special(struct pausectl_port *port, struct sk_buff *skb,
					     unsigned int priority)
{
	const struct pausectl_filter *filter = rcu_dereference(port->receive.filter);
	u16 type = ntohs(eth_hdr(skb)->h_proto);

	/* The filter that the hook saw may be gone. Most data have no type that a filter knows. */
	if (skb_vlan_tag_present(skb) ||
	    (!receive_is_control(skb) && !(filter && filter_type_known(&filter->set, type))) ||
	    receive_frame(port, skb, filter))
		return receive_pass(port, skb, priority);
	consume_skb(skb);
	return NF_STOLEN;
}

/*
 * A frame that goes on has the mark of the port; see seen.h. A frame that is not special makes no
 * call.
 */
static unsigned int receive_hook(void *priv, struct sk_buff *skb, const struct nf_hook_state *state)
{
	struct pausectl_port *port = priv;
	unsigned int priority = seen_priority(skb);

	seen_set(skb, port->mark | priority);
	if (unlikely(rcu_access_pointer(port->receive.filter)) || receive_is_control(skb))
		return receive_special(port, skb, priority);
	return receive_pass(port, skb, priority);
}

int pausectl_receive_begin(struct pausectl_port *port, struct netlink_ext_ack *extack)
{
	int err = dev_mc_add(port->dev, mac_ctrl_multicast);

	if (err)
		return err;
	port->receive.nf_ops = (struct nf_hook_ops) {
		.hook		= receive_hook,
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
 * A frame that is in the hook may still call receive_frame(). The port is freed after an RCU
 * grace period, so it outlives the frame.
 */
void pausectl_receive_end(struct pausectl_port *port)
{
	dev_mc_del(port->dev, mac_ctrl_multicast);
	nf_unregister_net_hook(dev_net(port->dev), &port->receive.nf_ops);
}

/* Let the device receive frames to @address, or end that. */
static int checks_listen(struct net_device *dev, u64 address, bool on)
{
	u8 mac[ETH_ALEN];

	if (!address || address == FILTER_MULTICAST)
		return 0;
	u64_to_ether_addr(address, mac);
	if (is_multicast_ether_addr(mac))
		return on ? dev_mc_add(dev, mac) : dev_mc_del(dev, mac);
	return on ? dev_uc_add(dev, mac) : dev_uc_del(dev, mac);
}

/* Free a filter that is not published, or no longer. RTNL. */
void pausectl_filter_discard(struct pausectl_port *port, struct pausectl_filter *filter)
{
	const u64 *address;

	if (!filter)
		return;
	address = filter->set.filter_address;
	checks_listen(port->dev, address[PAUSECTL_FILTER_ADDRESS_UNICAST], false);
	checks_listen(port->dev, address[PAUSECTL_FILTER_ADDRESS_MULTICAST], false);
	kfree_rcu(filter, rcu);
}

/* The checks of the standard need no filter. */
static bool checks_are_standard(const struct pausectl_settings *set)
{
	const struct pausectl_settings *to = &pausectl_settings_default;

	return !memcmp(set->filter, to->filter, sizeof(to->filter)) &&
	       !memcmp(set->filter_type, to->filter_type, sizeof(to->filter_type)) &&
	       !memcmp(set->filter_opcode, to->filter_opcode, sizeof(to->filter_opcode)) &&
	       !memcmp(set->filter_address, to->filter_address, sizeof(to->filter_address));
}

/*
 * Make the filter that the new settings ask for, or set *@filter to NULL for the checks of the
 * standard. RTNL. Return: 0, -ENOMEM, or the device's error for one more address.
 */
int pausectl_filter_prepare(struct pausectl_port *port, const struct pausectl_settings *set,
			    struct pausectl_filter **filter)
{
	const u64 *address = set->filter_address;
	int err;

	ASSERT_RTNL();
	*filter = NULL;
	if (checks_are_standard(set))
		return 0;
	*filter = kmalloc(sizeof(**filter), GFP_KERNEL);
	if (!*filter)
		return -ENOMEM;
	(*filter)->set = *set;
	err = checks_listen(port->dev, address[PAUSECTL_FILTER_ADDRESS_UNICAST], true);
	if (!err) {
		err = checks_listen(port->dev, address[PAUSECTL_FILTER_ADDRESS_MULTICAST], true);
		if (err)
			checks_listen(port->dev, address[PAUSECTL_FILTER_ADDRESS_UNICAST], false);
	}
	if (err)
		kfree(*filter);
	return err;
}

/* Publish @filter, which is from pausectl_filter_prepare(). RTNL. */
void pausectl_filter_commit(struct pausectl_port *port, struct pausectl_filter *filter)
{
	pausectl_filter_discard(port, rcu_replace_pointer(port->receive.filter, filter,
							  lockdep_rtnl_is_held()));
}

/* Do the receive checks take the frames of the partner, PAUSE or PFC as the port obeys? RTNL. */
bool pausectl_filter_takes(const struct pausectl_port *port, const struct net_device *partner)
{
	const struct pausectl_filter *filter = rtnl_dereference(port->receive.filter);
	bool pfc = port->set.mode == PAUSECTL_MODE_PFC;
	struct filter_frame frame = {
		.destination	= FILTER_MULTICAST,
		.source		= ether_addr_to_u64(partner->dev_addr),
		.own		= ether_addr_to_u64(port->dev->dev_addr),
		.type		= ETH_P_PAUSE,
		.opcode		= pfc ? MAC_CTRL_OPCODE_PFC : MAC_CTRL_OPCODE_PAUSE,
	};

	return !filter || filter_judge(&filter->set, &frame) == (pfc ? FILTER_PFC : FILTER_PAUSE);
}
