// SPDX-License-Identifier: GPL-2.0
/*
 * Builds PAUSE and PFC frames, and hands them to the driver. The frames bypass the qdisc and its
 * gate, because MAC Control frames go out while the port is paused (31B.3.2). If the driver is
 * busy, a frame of a user goes through the control queue.
 */
#include <linux/etherdevice.h>

#include "control/control.h"
#include "port/port.h"
#include "port/seen.h"

static struct sk_buff *control_build(struct net_device *dev, const struct mac_ctrl_request *req,
				     const u8 *da, gfp_t gfp)
{
	struct sk_buff *skb;
	u8 *buf;

	skb = alloc_skb(LL_RESERVED_SPACE(dev) + MAC_CTRL_FRAME_LEN + dev->needed_tailroom, gfp);
	if (!skb)
		return NULL;
	skb_reserve(skb, LL_RESERVED_SPACE(dev));
	buf = skb_put(skb, MAC_CTRL_FRAME_LEN);
	if (req->vector & MAC_CTRL_LINK_BIT)
		mac_ctrl_build_pause(buf, da, dev->dev_addr, req->quanta[MAC_CTRL_LINK]);
	else
		mac_ctrl_build_pfc(buf, dev->dev_addr, req->vector, req->quanta);
	skb_reset_mac_header(skb);
	skb_set_network_header(skb, MAC_CTRL_HEADER_LEN);
	skb->dev = dev;
	skb->protocol = htons(ETH_P_PAUSE);
	return skb;
}

/* A PAUSE or PFC frame goes out. @own: of the port, so it is an XOFF or XON of the port. */
static void control_count(struct pausectl_port *port, const struct mac_ctrl_request *req, bool own)
{
	unsigned long vector = req->vector;
	unsigned int i;

	if (vector & MAC_CTRL_LINK_BIT)
		port->count.tx_pause++;
	else
		port->count.tx_pfc_frames++;
	for_each_set_bit(i, &vector, MAC_CTRL_TIMERS) {
		u16 quanta = req->quanta[i];

		if (i != MAC_CTRL_LINK)
			port->count.tx_pfc[i]++;
		if (!own)
			continue;
		if (quanta)
			port->count.tx_xoff[i]++;
		else
			port->count.tx_xon[i]++;
		pausectl_event(port, quanta ? PAUSECTL_EVENT_XOFF : PAUSECTL_EVENT_XON, i, quanta,
			       0);
	}
}

/* The mark of the port's own frames. It differs from the mark of frames that the port receives. */
static u32 control_own_mark(const struct pausectl_port *port)
{
	return ~port->mark;
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

/* Read a control frame of others that is being enqueued. Return: whether it is PAUSE or PFC. */
bool pausectl_control_read(const struct sk_buff *skb, struct mac_ctrl_request *req)
{
	u8 buf[MAC_CTRL_PFC_LEN];
	unsigned int len;
	const u8 *body;
	u16 opcode;

	if (skb->len <= MAC_CTRL_HEADER_LEN)
		return false;
	len = min_t(unsigned int, skb->len - MAC_CTRL_HEADER_LEN, sizeof(buf));
	body = skb_header_pointer(skb, MAC_CTRL_HEADER_LEN, len, buf);
	return body && mac_ctrl_parse(body, len, &opcode, req) >= MAC_CTRL_PAUSE;
}

/* Count a PAUSE or PFC frame of others. Under the qdisc lock. */
void pausectl_control_forwarded(struct pausectl_port *port, const struct mac_ctrl_request *req)
{
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	control_count(port, req, false);
	spin_unlock_irqrestore(&port->lock, flags);
}

/* May the port send control frames? Return: 0, -EOPNOTSUPP if settings forbid it, or -ENETDOWN. */
int pausectl_control_allowed(const struct pausectl_port *port, struct netlink_ext_ack *extack)
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
int pausectl_control_possible(const struct pausectl_port *port, struct netlink_ext_ack *extack)
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
 * Send a PAUSE frame to @da (NULL: 01-80-C2-00-00-01), or a PFC frame. XOFF and XON go at once or
 * not at all: a frame that waits might be out of date when it leaves. Softirq, no lock held.
 *
 * @waits: process context, and the frame may wait in the control queue, which then counts and paces
 * the frame. The task does not tell enqueue whose frame it is. Since Linux 6.19 one CPU enqueues
 * the frames of all, and a parent such as netem enqueues a frame later. So the frame carries a mark
 * in the place that port/seen.h describes.
 *
 * Return: 0, -ENOMEM, -EBUSY, or -ENOBUFS if the device or the control queue dropped the frame.
 */
int pausectl_control_transmit(struct pausectl_port *port, const struct mac_ctrl_request *req,
			      const u8 *da, bool waits)
{
	struct sk_buff *skb = control_build(port->dev, req, da, waits ? GFP_KERNEL : GFP_ATOMIC);
	unsigned long flags;
	bool busy;
	int ret;

	if (!skb)
		return -ENOMEM;
	ret = __dev_direct_xmit(skb, 0);
	busy = ret == NETDEV_TX_BUSY;
	if (busy && !waits) {
		kfree_skb(skb);
		return -EBUSY;
	}
	if (busy) {
		seen_set(skb, control_own_mark(port));
		ret = dev_queue_xmit(skb);
	}
	/* A device above a qdisc, such as a macvlan, says NET_XMIT_CN of a lost frame, too. */
	if (ret != NET_XMIT_SUCCESS && (!waits || net_xmit_errno(ret)))
		return -ENOBUFS;

	spin_lock_irqsave(&port->lock, flags);
	control_count(port, req, true);
	if (!busy)
		port->count.tx_mac_control++;
	if (!busy && port->set.pace)
		pausectl_wire_occupy(port, MAC_CTRL_LINK, wire_octets(MAC_CTRL_FRAME_LEN),
				     ktime_get_ns(), false);
	spin_unlock_irqrestore(&port->lock, flags);
	return 0;
}

/* Send one frame for a user. RTNL. Return: as allowed or transmit. */
int pausectl_control_send(struct pausectl_port *port, const struct mac_ctrl_request *req,
			  const u8 *da, struct netlink_ext_ack *extack)
{
	int err = pausectl_control_allowed(port, extack) ?:
		  pausectl_control_transmit(port, req, da, true);

	if (err == -ENOBUFS)
		NL_SET_ERR_MSG(extack, "the device dropped the frame");
	return err;
}
