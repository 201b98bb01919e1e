// SPDX-License-Identifier: GPL-2.0
/*
 * A port takes MAC Control frames out of the receive path by the netfilter hook netdev ingress, and
 * acts upon them (31.5.1, 31B.3.3). A bad frame only increments a counter.
 *
 * The hook sees every frame of the device, also on a bridge port, and several modules may use it.
 * It comes after the taps, so a capture shows the control frames. It comes before the protocol
 * handlers, so no MAC client gets control frames (31.5.1), except with forward on. With a filter,
 * other frames may be control frames: see checks.c.
 */
#include <linux/etherdevice.h>
#include <linux/if_vlan.h>
#include <linux/netfilter_netdev.h>

#include "pause/pause.h"
#include "port/port.h"
#include "port/seen.h"
#include "receive/receive.h"
#include "trace.h"

/* 31B.3.3: the multicast address or the station's own. */
static bool receive_address_accepted(const struct pausectl_port *port,
				     const struct ethhdr *eth)
{
	return ether_addr_equal(eth->h_dest, mac_ctrl_multicast) ||
	       ether_addr_equal(eth->h_dest, port->dev->dev_addr);
}

static void receive_count_request(struct pausectl_port *port,
				  const struct mac_ctrl_request *req,
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
	u32 mode = kind == MAC_CTRL_PAUSE ? PAUSECTL_MODE_PAUSE :
					    PAUSECTL_MODE_PFC;

	receive_count_request(port, req, kind);
	if (!req->vector)
		return PAUSECTL_VERDICT_NOTHING_ASKED;
	if (req->vector & ~port->pause.listening)
		port->count.rx_ignored++;
	if (req->vector & port->pause.listening)
		pausectl_pause_request(port, req, req->vector & port->pause.listening,
				       now);

	if (!(req->vector & ~port->pause.listening))
		return PAUSECTL_VERDICT_ACTED;
	if (port->set.mode != mode)
		return PAUSECTL_VERDICT_MODE;
	if (!port->active.rx)
		return PAUSECTL_VERDICT_RX_OFF;
	return PAUSECTL_VERDICT_PRIORITY;
}

static enum pausectl_verdict receive_accept(struct pausectl_port *port,
					    enum filter_verdict judged,
					    enum mac_ctrl_kind kind, unsigned int len,
					    const struct mac_ctrl_request *req, u64 now)
{
	port->count.rx_mac_control++;
	if (len >= MAC_CTRL_OPCODE_LEN && judged == FILTER_ADDRESS) {
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

static enum mac_ctrl_kind receive_kind_of(enum filter_verdict judged)
{
	switch (judged) {
	case FILTER_PAUSE:
		return MAC_CTRL_PAUSE;
	case FILTER_PFC:
		return MAC_CTRL_PFC;
	default:
		return MAC_CTRL_UNSUPPORTED;
	}
}

/* Judge a frame of type 88-08 by the checks of the standard. */
static enum filter_verdict receive_judge(const struct pausectl_port *port,
					 const struct ethhdr *eth, u16 opcode)
{
	if (!receive_address_accepted(port, eth))
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

/* The octets behind length/type, as many as a PFC frame needs. *@len is their number. */
static __always_inline const u8 *receive_body_of(const struct sk_buff *skb,
						 unsigned int *len, u8 *buf)
{
	const u8 *body;

	*len = min_t(unsigned int, skb->len, MAC_CTRL_PFC_LEN);
	body = skb_header_pointer(skb, 0, *len, buf);
	if (!body)
		*len = 0;
	return body;
}

/*
 * A control frame has come in. Its data begin behind length/type. @filtered is the verdict of the
 * port's filter, or NULL: the port has no filter, and the frame is of type 88-08. Softirq,
 * rcu_read_lock(). The pauses that the frame asks for count from the time of this call. Return:
 * whether the frame is a control frame for this station, acted upon or not. With forward on, the
 * stack may get such a frame. The caller discards any other.
 */
static bool receive_frame(struct pausectl_port *port, const struct sk_buff *skb,
			  const enum filter_verdict *filtered)
{
	enum filter_verdict judged = FILTER_NONE;
	enum pausectl_verdict verdict;
	struct mac_ctrl_request req;
	u8 buf[MAC_CTRL_PFC_LEN];
	u64 now = ktime_get_ns();
	enum mac_ctrl_kind kind;
	unsigned long flags;
	unsigned int len;
	const u8 *body;
	u16 opcode;

	body = receive_body_of(skb, &len, buf);
	spin_lock_irqsave(&port->lock, flags);
	kind = mac_ctrl_parse(body, len, &opcode, &req);
	if (unlikely(filtered)) {
		judged = *filtered;
		kind = mac_ctrl_parse_as(receive_kind_of(judged), body, len, &req);
	} else if (len >= MAC_CTRL_OPCODE_LEN) {
		judged = receive_judge(port, eth_hdr(skb), opcode);
	}
	verdict = receive_accept(port, judged, kind, len, &req, now);
	trace_pausectl_receive(port->name, opcode, req.vector,
			       skb->len + ETH_HLEN, verdict);
	spin_unlock_irqrestore(&port->lock, flags);
	return judged >= FILTER_CONTROL;
}

/*
 * A frame with a VLAN tag is no MAC Control frame, whatever its type is (31.4.1.3). The tag may
 * already be beside the frame.
 */
static bool receive_is_control(const struct sk_buff *skb)
{
	return unlikely(skb->protocol == htons(ETH_P_PAUSE)) &&
	       !skb_vlan_tag_present(skb);
}

/*
 * No control frame gets to a bridge, even with forward on, because the bridge would forward frames
 * that are for this station.
 */
static bool receive_forwards(const struct pausectl_port *port)
{
	return unlikely(READ_ONCE(port->set.forward)) &&
	       !netif_is_bridge_port(port->dev);
}

/* Return: whether the frame goes on to the stack. If not, the frame is freed. */
static bool receive_take(struct pausectl_port *port, struct sk_buff *skb,
			 const enum filter_verdict *filtered)
{
	bool pass = receive_frame(port, skb, filtered) && receive_forwards(port);

	if (likely(!pass))
		consume_skb(skb);
	return pass;
}

static __always_inline void receive_count(struct pausectl_port *port, const struct sk_buff *skb,
					  unsigned int priority)
{
	this_cpu_add(port->frames->rx[priority], pausectl_gso_frames(skb));
}

/* Whether the frame goes on to the stack */
static bool receive_passes(struct pausectl_port *port, struct sk_buff *skb)
{
	const struct pausectl_filter *filter = rcu_dereference(port->receive.filter);
	enum filter_verdict judged;

	if (!filter || skb_vlan_tag_present(skb))
		return !receive_is_control(skb) || receive_take(port, skb, NULL);
	judged = pausectl_filter_judge(filter, skb);
	if (judged < FILTER_CONTROL && skb->protocol != htons(ETH_P_PAUSE))
		return true;
	return receive_take(port, skb, &judged);
}

/* A control frame, or any frame of a port with a filter */
static noinline bool receive_special(struct pausectl_port *port, struct sk_buff *skb,
				     unsigned int priority)
{
	bool pass = receive_passes(port, skb);

	if (pass)
		receive_count(port, skb, priority);
	return pass;
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
		return receive_special(port, skb, priority) ? NF_ACCEPT : NF_STOLEN;
	receive_count(port, skb, priority);
	return NF_ACCEPT;
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
