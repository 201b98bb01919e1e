// SPDX-License-Identifier: GPL-2.0
/*
 * Builds PAUSE and PFC frames, and hands them to the driver. The frames bypass the qdisc and its
 * gate, because MAC Control frames go out while the port is paused (31B.3.2).
 */
#include <linux/etherdevice.h>

#include "control/control.h"
#include "port/port.h"
#include "port/seen.h"

static struct sk_buff *control_build(struct net_device *dev,
				     const struct mac_ctrl_request *req, const u8 *da,
				     gfp_t gfp)
{
	struct sk_buff *skb;
	u8 *buf;

	skb = alloc_skb(LL_RESERVED_SPACE(dev) + MAC_CTRL_FRAME_LEN +
			dev->needed_tailroom, gfp);
	if (!skb)
		return NULL;
	skb_reserve(skb, LL_RESERVED_SPACE(dev));
	buf = skb_put(skb, MAC_CTRL_FRAME_LEN);
	if (req->vector & MAC_CTRL_LINK_BIT)
		mac_ctrl_build_pause(buf, da, dev->dev_addr,
				     req->quanta[MAC_CTRL_LINK]);
	else
		mac_ctrl_build_pfc(buf, dev->dev_addr, req->vector,
				   req->quanta);
	skb_reset_mac_header(skb);
	skb_set_network_header(skb, MAC_CTRL_HEADER_LEN);
	skb->dev = dev;
	skb->protocol = htons(ETH_P_PAUSE);
	return skb;
}

/* A PAUSE frame, or a PFC frame and the priorities that it names. */
static void control_count_frame(struct pausectl_port *port, enum mac_ctrl_kind kind,
				const struct mac_ctrl_request *req)
{
	unsigned long priorities = req->vector & MAC_CTRL_PFC_BITS;
	unsigned int i;

	if (kind == MAC_CTRL_PAUSE)
		port->count.tx_pause++;
	else
		port->count.tx_pfc_frames++;
	for_each_set_bit(i, &priorities, MAC_CTRL_PRIORITIES)
		port->count.tx_pfc[i]++;
}

static void control_count(struct pausectl_port *port,
			  const struct mac_ctrl_request *req)
{
	unsigned long vector = req->vector;
	unsigned int i;

	control_count_frame(port, vector & MAC_CTRL_LINK_BIT ? MAC_CTRL_PAUSE : MAC_CTRL_PFC, req);
	for_each_set_bit(i, &vector, MAC_CTRL_TIMERS) {
		u16 quanta = req->quanta[i];

		if (quanta)
			port->count.tx_xoff[i]++;
		else
			port->count.tx_xon[i]++;
		pausectl_event(port, quanta ? PAUSECTL_EVENT_XOFF :
					      PAUSECTL_EVENT_XON, i, quanta, 0);
	}
}

/* The control queue itself counts and paces the frames that leave through it. */
static void control_sent(struct pausectl_port *port, const struct mac_ctrl_request *req,
			 bool queued)
{
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	control_count(port, req);
	if (!queued) {
		port->count.tx_mac_control++;
		if (port->set.pace)
			pausectl_wire_occupy(port, MAC_CTRL_LINK, wire_octets(MAC_CTRL_FRAME_LEN),
					     ktime_get_ns(), false);
	}
	spin_unlock_irqrestore(&port->lock, flags);
}

/* The mark of the port's own frames. It differs from the mark of frames that the port receives. */
static u32 control_own_mark(const struct pausectl_port *port)
{
	return ~port->mark;
}

/*
 * The task does not tell enqueue whose frame it is. Since Linux 6.19 one CPU enqueues the frames
 * of all, and a parent such as netem enqueues a frame later. So the frame carries a mark in the
 * place that port/seen.h describes.
 */
static int control_queue(const struct pausectl_port *port, struct sk_buff *skb)
{
	seen_set(skb, control_own_mark(port));
	return dev_queue_xmit(skb);
}

/*
 * Has this port made the control frame that is being enqueued? Under the qdisc lock. Takes the mark
 * off the frame, so that no device gets it.
 */
bool pausectl_control_own(const struct pausectl_port *port, struct sk_buff *skb)
{
	if (seen_differs(skb, control_own_mark(port)))
		return false;
	seen_set(skb, 0);
	return true;
}

/* Read a control frame of others that is being enqueued. Fills @req in for PAUSE and PFC. */
enum mac_ctrl_kind pausectl_control_read(const struct sk_buff *skb,
					 struct mac_ctrl_request *req)
{
	u8 buf[MAC_CTRL_PFC_LEN];
	unsigned int len;
	const u8 *body;
	u16 opcode;

	if (skb->len <= MAC_CTRL_HEADER_LEN)
		return MAC_CTRL_MALFORMED;
	len = min_t(unsigned int, skb->len - MAC_CTRL_HEADER_LEN, sizeof(buf));
	body = skb_header_pointer(skb, MAC_CTRL_HEADER_LEN, len, buf);
	return body ? mac_ctrl_parse(body, len, &opcode, req) : MAC_CTRL_MALFORMED;
}

/*
 * Count a control frame of others. Under the qdisc lock. The sender is not the port, so the frame
 * is no XOFF or XON of the port.
 */
void pausectl_control_forwarded(struct pausectl_port *port, enum mac_ctrl_kind kind,
				const struct mac_ctrl_request *req)
{
	unsigned long flags;

	if (kind != MAC_CTRL_PAUSE && kind != MAC_CTRL_PFC)
		return;
	spin_lock_irqsave(&port->lock, flags);
	control_count_frame(port, kind, req);
	spin_unlock_irqrestore(&port->lock, flags);
}

/* If the driver is busy, the frame goes through the control queue. */
static int control_transmit(struct pausectl_port *port, struct sk_buff *skb,
			    bool *queued)
{
	int ret = __dev_direct_xmit(skb, 0);

	*queued = ret == NETDEV_TX_BUSY;
	if (*queued)
		ret = control_queue(port, skb);
	return ret == NET_XMIT_SUCCESS ? 0 : net_xmit_errno(ret);
}

/* May the port send control frames? Return: 0, -EOPNOTSUPP if settings forbid it, or -ENETDOWN. */
int pausectl_control_allowed(const struct pausectl_port *port,
			     struct netlink_ext_ack *extack)
{
	if (port->set.mode == PAUSECTL_MODE_OFF) {
		NL_SET_ERR_MSG(extack,
			       "mode is off: this port sends no control frames (set mode pause or mode pfc)");
		return -EOPNOTSUPP;
	}
	if (!port->active.tx && port->set.advertise != PAUSECTL_ADVERTISEMENT_OFF &&
	    port->set.mode == PAUSECTL_MODE_PAUSE) {
		NL_SET_ERR_MSG(extack,
			       "advertise is not off: the ends have not agreed that this port sends PAUSE frames ('pausectl show' shows both advertisements)");
		return -EOPNOTSUPP;
	}
	if (!port->active.tx) {
		NL_SET_ERR_MSG(extack,
			       "tx is off: this port sends no control frames (set tx on)");
		return -EOPNOTSUPP;
	}
	return pausectl_control_possible(port, extack);
}

/* Has the device a link for control frames? Return: 0 or -ENETDOWN, which @extack explains. */
int pausectl_control_possible(const struct pausectl_port *port,
			      struct netlink_ext_ack *extack)
{
	if (!netif_running(port->dev)) {
		NL_SET_ERR_MSG(extack, "the device is down");
		return -ENETDOWN;
	}
	if (!netif_carrier_ok(port->dev)) {
		NL_SET_ERR_MSG(extack, "the device has no carrier");
		return -ENETDOWN;
	}
	return 0;
}

/*
 * Send XOFF or XON, at once or not at all: a frame that waits might be out of date when it leaves.
 * Softirq, no lock held. Return: 0, -ENOMEM, -EBUSY, or -ENOBUFS if the device dropped the frame.
 */
int pausectl_control_transmit(struct pausectl_port *port,
			      const struct mac_ctrl_request *req)
{
	struct sk_buff *skb = control_build(port->dev, req, NULL, GFP_ATOMIC);
	int ret;

	if (!skb)
		return -ENOMEM;
	ret = __dev_direct_xmit(skb, 0);
	if (ret == NETDEV_TX_BUSY) {
		kfree_skb(skb);
		return -EBUSY;
	}
	if (ret != NETDEV_TX_OK)
		return -ENOBUFS;
	control_sent(port, req, false);
	return 0;
}

/*
 * Send one PAUSE frame, to @da or to 01-80-C2-00-00-01, or one PFC frame. RTNL. With pacing, the
 * frame occupies the wire as any other. Return: 0, -EOPNOTSUPP if settings forbid it, -ENETDOWN,
 * -ENOMEM, or -ENOBUFS if the device or the control queue dropped the frame.
 */
int pausectl_control_send(struct pausectl_port *port,
			  const struct mac_ctrl_request *req, const u8 *da,
			  struct netlink_ext_ack *extack)
{
	struct sk_buff *skb;
	bool queued;
	int err;

	err = pausectl_control_allowed(port, extack);
	if (err)
		return err;
	skb = control_build(port->dev, req, da, GFP_KERNEL);
	if (!skb)
		return -ENOMEM;
	err = control_transmit(port, skb, &queued);
	if (err) {
		NL_SET_ERR_MSG(extack, "the device dropped the frame");
		return err;
	}

	control_sent(port, req, queued);
	return 0;
}
