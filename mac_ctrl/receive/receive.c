// SPDX-License-Identifier: GPL-2.0
/*
 * Reception of a MAC Control frame: 31.5.1 and 31B.3.3. A bad frame only increments a counter.
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
static enum pausectl_verdict obey(struct pausectl_port *port,
				  const struct mac_ctrl_request *req,
				  enum mac_ctrl_kind kind, u64 now)
{
	u32 mode = kind == MAC_CTRL_PAUSE ? PAUSECTL_MODE_PAUSE :
					    PAUSECTL_MODE_PFC;

	count_request(port, req, kind);
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
		return obey(port, req, kind, now);
	}
}

static enum mac_ctrl_kind kind_of(enum filter_verdict judged)
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
static enum filter_verdict judge(const struct pausectl_port *port,
				 const struct ethhdr *eth, u16 opcode)
{
	if (!address_accepted(port, eth))
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
 * pausectl_receive() - a control frame has come in on a port
 * @port: the port
 * @skb: the frame, data behind length/type
 * @filtered: verdict of the port's filter; NULL: the port has no filter, and the frame is of type
 *	88-08
 *
 * Softirq context, rcu_read_lock() held. The pauses that the frame asks for count from the time
 * of this call.
 *
 * Return: whether the frame is a control frame for this station, acted upon or not. With forward
 * on, the stack may get such a frame. The caller discards any other.
 */
bool pausectl_receive(struct pausectl_port *port, const struct sk_buff *skb,
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

	body = body_of(skb, &len, buf);
	spin_lock_irqsave(&port->lock, flags);
	if (unlikely(filtered)) {
		judged = *filtered;
		opcode = mac_ctrl_opcode(body, len);
		kind = mac_ctrl_parse_as(kind_of(judged), body, len, &req);
	} else {
		kind = mac_ctrl_parse(body, len, &opcode, &req);
		if (len >= MAC_CTRL_OPCODE_LEN)
			judged = judge(port, eth_hdr(skb), opcode);
	}
	verdict = accept(port, judged, kind, len, &req, now);
	trace_pausectl_receive(port->name, opcode, req.vector,
			       skb->len + ETH_HLEN, verdict);
	spin_unlock_irqrestore(&port->lock, flags);
	return judged >= FILTER_CONTROL;
}
