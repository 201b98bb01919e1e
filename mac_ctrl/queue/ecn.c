// SPDX-License-Identifier: GPL-2.0
/*
 * ECN by queue occupancy (RFC 3168). Switches of RoCE networks mark frames before PFC has to stop
 * a partner, so the sender of a flow hears of congestion, not only the next hop. ECN drops no
 * frame. A frame whose transport does not know ECN stays as it is.
 */
#include <net/inet_ecn.h>

#include "congestion/buffer.h"
#include "queue/ecn.h"
#include "queue/header.h"
#include "queue/queue.h"

/*
 * Set CE if the frame has ECT(0) or ECT(1). If the frame shares its octets with copies, it gets
 * octets of its own first.
 */
static bool mark(struct sk_buff *skb)
{
	struct pausectl_header header = pausectl_header_of(skb);
	int dsfield = pausectl_dsfield(skb, &header);
	int ecn = dsfield & INET_ECN_MASK;
	unsigned int len;

	if (dsfield < 0 || ecn == INET_ECN_NOT_ECT || ecn == INET_ECN_CE)
		return false;
	len = header.type == htons(ETH_P_IP) ? sizeof(struct iphdr) :
					       sizeof(struct ipv6hdr);
	if (skb_ensure_writable(skb, header.payload + len))
		return false;
	if (header.type == htons(ETH_P_IP))
		return IP_ECN_set_ce((void *)skb->data + header.payload);
	return IP6_ECN_set_ce(skb, (void *)skb->data + header.payload);
}

/**
 * pausectl_ecn() - a frame has joined a queue of a priority with ECN
 * @q: the qdisc, under its lock
 * @priority: 0 to 7
 * @skb: the frame
 * @frames: number of frames that it is on the wire
 */
void pausectl_ecn(struct pausectl_qdisc *q, unsigned int priority,
		  struct sk_buff *skb, unsigned int frames)
{
	const struct pausectl_settings *set = &q->port->set;
	const struct ecn_curve curve = {
		.kmin = READ_ONCE(set->ecn_min[priority]),
		.kmax = READ_ONCE(set->ecn_max[priority]),
		.pmax = READ_ONCE(set->ecn[priority]),
	};
	unsigned long *marks = &q->ecn_marks[priority];
	const void *data = skb->head;

	if (ecn_marks(&curve, q->fifo[priority].octets, get_random_u32()) && mark(skb))
		WRITE_ONCE(*marks, *marks + frames);
	if (skb->head != data)
		pausectl_buffer_changed(skb);
}
