// SPDX-License-Identifier: GPL-2.0
/*
 * Reception of a MAC Control frame: 31.5.1 and 31B.3.3. Bad frames move a
 * counter and do nothing else.
 */
#include <linux/etherdevice.h>

#include "pause/pause.h"
#include "port/port.h"
#include "receive/receive.h"
#include "trace.h"

/* 31B.3.3: the multicast address or the station's own. */
static bool address_accepted(const struct pausectl_port *port,
			     const struct ethhdr *eth)
{
	return ether_addr_equal(eth->h_dest, mac_ctrl_multicast) ||
	       ether_addr_equal(eth->h_dest, port->dev->dev_addr);
}

static void count_request(struct pausectl_port *port,
			  const struct mac_ctrl_request *req)
{
	unsigned int left = req->vector & MAC_CTRL_PFC_BITS;

	if (req->vector & MAC_CTRL_LINK_BIT)
		port->count.rx_pause++;
	for (; left; left &= left - 1)
		port->count.rx_pfc[__ffs(left)]++;
}

/* A request that is well formed: to whom does it apply? */
static enum pausectl_verdict obey(struct pausectl_port *port,
				  const struct mac_ctrl_request *req,
				  enum mac_ctrl_kind kind, u64 now)
{
	u32 mode = kind == MAC_CTRL_PAUSE ? PAUSECTL_MODE_PAUSE :
					    PAUSECTL_MODE_PFC;

	count_request(port, req);
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

static enum pausectl_verdict accept(struct pausectl_port *port,
				    const struct ethhdr *eth, const u8 *body,
				    unsigned int len, u16 *opcode,
				    struct mac_ctrl_request *req, u64 now)
{
	enum mac_ctrl_kind kind = mac_ctrl_parse(body, len, opcode, req);

	port->count.rx_mac_control++;
	if (len >= MAC_CTRL_OPCODE_LEN && !address_accepted(port, eth)) {
		port->count.rx_wrong_address++;
		return PAUSECTL_VERDICT_WRONG_ADDRESS;
	}
	switch (kind) {
	case MAC_CTRL_MALFORMED:
		port->count.rx_malformed++;
		return PAUSECTL_VERDICT_MALFORMED;
	case MAC_CTRL_UNSUPPORTED:
		port->count.rx_unsupported_opcodes++;
		return PAUSECTL_VERDICT_UNSUPPORTED;
	case MAC_CTRL_PAUSE:
	case MAC_CTRL_PFC:
		break;
	}
	return obey(port, req, kind, now);
}

/* The same where the filter of the port has judged the frame. */
static enum pausectl_verdict accept_judged(struct pausectl_port *port,
					   enum filter_verdict judged,
					   const u8 *body, unsigned int len,
					   struct mac_ctrl_request *req, u64 now)
{
	enum mac_ctrl_kind kind = MAC_CTRL_UNSUPPORTED;

	if (judged == FILTER_PAUSE)
		kind = MAC_CTRL_PAUSE;
	else if (judged == FILTER_PFC)
		kind = MAC_CTRL_PFC;
	kind = mac_ctrl_parse_as(kind, body, len, req);

	port->count.rx_mac_control++;
	if (kind == MAC_CTRL_MALFORMED || len < MAC_CTRL_OPCODE_LEN) {
		port->count.rx_malformed++;
		return PAUSECTL_VERDICT_MALFORMED;
	}
	switch (judged) {
	case FILTER_NONE:
		port->count.rx_filtered++;
		return PAUSECTL_VERDICT_NOT_CONTROL;
	case FILTER_ADDRESS:
		port->count.rx_wrong_address++;
		return PAUSECTL_VERDICT_WRONG_ADDRESS;
	case FILTER_CONTROL:
		port->count.rx_unsupported_opcodes++;
		return PAUSECTL_VERDICT_UNSUPPORTED;
	case FILTER_REFUSED:
		port->count.rx_filtered++;
		return PAUSECTL_VERDICT_NOT_PAUSE;
	default:
		return obey(port, req, kind, now);
	}
}

/* The octets behind length/type, as many as are of interest; without them *@len is 0. */
static __always_inline const u8 *body_of(const struct sk_buff *skb,
					 unsigned int *len, u8 *buf)
{
	const u8 *body;

	*len = min_t(unsigned int, skb->len, MAC_CTRL_PFC_LEN);
	body = skb_header_pointer(skb, 0, *len, buf);
	if (!body)
		*len = 0;
	return body;
}

/**
 * pausectl_receive() - a frame of type 88-08 has come in on a port
 * @port: the port
 * @skb: the frame, data behind length/type
 *
 * Softirq context, rcu_read_lock() held. The pauses it asks for count from
 * the time of this call.
 *
 * Return: whether it is a control frame for this station, acted upon or not, which may
 * go on to the stack where the settings say so; the caller discards any other.
 */
bool pausectl_receive(struct pausectl_port *port, const struct sk_buff *skb)
{
	enum pausectl_verdict verdict;
	struct mac_ctrl_request req;
	u8 buf[MAC_CTRL_PFC_LEN];
	u64 now = ktime_get_ns();
	unsigned long flags;
	unsigned int len;
	const u8 *body;
	u16 opcode;

	body = body_of(skb, &len, buf);
	spin_lock_irqsave(&port->lock, flags);
	verdict = accept(port, eth_hdr(skb), body, len, &opcode, &req, now);
	trace_pausectl_receive(port->name, opcode, req.vector,
			       skb->len + ETH_HLEN, verdict);
	spin_unlock_irqrestore(&port->lock, flags);
	return len >= MAC_CTRL_OPCODE_LEN &&
	       verdict != PAUSECTL_VERDICT_WRONG_ADDRESS;
}

/**
 * pausectl_receive_judged() - the same on a port with a filter
 * @port: the port
 * @skb: a frame of type 88-08, or of another that the filter takes for control
 * @judged: what the filter takes it for
 *
 * Return: as pausectl_receive().
 */
bool pausectl_receive_judged(struct pausectl_port *port,
			     const struct sk_buff *skb,
			     enum filter_verdict judged)
{
	enum pausectl_verdict verdict;
	struct mac_ctrl_request req;
	u8 buf[MAC_CTRL_PFC_LEN];
	u64 now = ktime_get_ns();
	unsigned long flags;
	unsigned int len;
	const u8 *body;

	body = body_of(skb, &len, buf);
	spin_lock_irqsave(&port->lock, flags);
	verdict = accept_judged(port, judged, body, len, &req, now);
	trace_pausectl_receive(port->name, mac_ctrl_opcode(body, len),
			       req.vector, skb->len + ETH_HLEN, verdict);
	spin_unlock_irqrestore(&port->lock, flags);
	return judged >= FILTER_CONTROL;
}
