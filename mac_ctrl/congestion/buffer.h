/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A received frame that waits in a pausectl queue of any port is charged to a buffer of the port
 * that the frame came in on.
 */
#ifndef PAUSECTL_CONGESTION_BUFFER_H
#define PAUSECTL_CONGESTION_BUFFER_H

#include <net/sch_generic.h>

#include "port/port.h"
#include "congestion/flood.h"

/**
 * struct pausectl_charge - the charge of a frame in a queue, in its control block
 * @port: ingress port that is charged, with a reference; NULL: no charge
 * @flood: in place of @port if @flooded: the charge that this copy shares
 * @buffer: of @port
 * @flooded: the frame is a copy that shares a charge
 *
 * Set when the frame joins a queue, and cleared when it leaves, under the qdisc lock.
 */
struct pausectl_charge {
	union {
		struct pausectl_port	*port;
		struct pausectl_flood	*flood;
	};
	u8			buffer;
	bool			flooded;
};

static inline struct pausectl_charge *pausectl_charge_of(const struct sk_buff *skb)
{
	qdisc_cb_private_validate(skb, sizeof(struct pausectl_charge));
	return (struct pausectl_charge *)qdisc_skb_cb(skb)->data;
}

/**
 * enum pausectl_admission - may a received frame join a queue?
 * @PAUSECTL_LOSSY: the priority is not lossless, so the limit of the queue decides
 * @PAUSECTL_CHARGED: yes, without regard to the limit of the queue
 * @PAUSECTL_BUFFER_FULL: no, its buffer and the headroom are full
 */
enum pausectl_admission {
	PAUSECTL_LOSSY,
	PAUSECTL_CHARGED,
	PAUSECTL_BUFFER_FULL,
};

/* congestion/buffer.c: under the qdisc lock, rcu_read_lock_bh(). */
struct pausectl_port *pausectl_buffer_ingress(const struct net_device *egress,
					      const struct sk_buff *skb);
enum pausectl_admission pausectl_buffer_charge(struct pausectl_port *port,
					       struct sk_buff *skb,
					       unsigned int priority);
void pausectl_buffer_give_back(struct sk_buff *skb);

/* A frame leaves its queue, sent or dropped. */
static __always_inline void pausectl_buffer_release(struct sk_buff *skb)
{
	if (skb->skb_iif && pausectl_charge_of(skb)->port)
		pausectl_buffer_give_back(skb);
}

/* A waiting frame has got octets of its own: see flood.c. */
static inline void pausectl_buffer_changed(struct sk_buff *skb)
{
	struct pausectl_charge *charge = pausectl_charge_of(skb);

	if (skb->skb_iif && charge->port && charge->flooded)
		pausectl_flood_forget(charge->flood);
}

#endif /* PAUSECTL_CONGESTION_BUFFER_H */
