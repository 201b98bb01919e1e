/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Charging received frames to the buffers of the port they came in on, while they
 * wait in a pausectl queue of whatever port.
 */
#ifndef PAUSECTL_CONGESTION_BUFFER_H
#define PAUSECTL_CONGESTION_BUFFER_H

#include <net/sch_generic.h>

#include "port/port.h"
#include "congestion/flood.h"

/**
 * struct pausectl_charge - what a frame in a queue owes, in its control block
 * @port: the port it came in on, which it holds; NULL: nothing
 * @flood: the same where @flooded: the charge that it shares with other copies
 * @stamp: when the frame joined its queue, see queue/delay.h; 0: not taken
 * @buffer: of @port
 * @flooded: which of both it is
 *
 * Set when the frame is queued, under the qdisc lock, and cleared when it leaves. Of a
 * frame that came in on no device only @stamp is looked at, and set.
 */
struct pausectl_charge {
	union {
		struct pausectl_port	*port;
		struct pausectl_flood	*flood;
	};
	u32			stamp;
	u8			buffer;
	bool			flooded;
};

static inline struct pausectl_charge *pausectl_charge_of(const struct sk_buff *skb)
{
	qdisc_cb_private_validate(skb, sizeof(struct pausectl_charge));
	return (struct pausectl_charge *)qdisc_skb_cb(skb)->data;
}

/**
 * enum pausectl_admission - may a frame that was received wait here?
 * @PAUSECTL_LOSSY: nobody was told to stop for it, the limit of the queue counts
 * @PAUSECTL_CHARGED: yes, whatever the limit
 * @PAUSECTL_BUFFER_FULL: no, its buffer is full, headroom and all
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

/* A frame leaves the queue, to whatever fate. */
static __always_inline void pausectl_buffer_release(struct sk_buff *skb)
{
	if (skb->skb_iif && pausectl_charge_of(skb)->port)
		pausectl_buffer_give_back(skb);
}

/* A frame that waits has got octets of its own: see flood.c. */
static inline void pausectl_buffer_changed(struct sk_buff *skb)
{
	struct pausectl_charge *charge = pausectl_charge_of(skb);

	if (skb->skb_iif && charge->port && charge->flooded)
		pausectl_flood_forget(charge->flood);
}

#endif /* PAUSECTL_CONGESTION_BUFFER_H */
