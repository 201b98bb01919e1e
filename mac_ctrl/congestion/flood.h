/* SPDX-License-Identifier: GPL-2.0 */
/* Copies of one received frame, as a bridge makes them to flood it, are charged once. */
#ifndef PAUSECTL_CONGESTION_FLOOD_H
#define PAUSECTL_CONGESTION_FLOOD_H

#include <linux/skbuff.h>

struct pausectl_port;

/**
 * struct pausectl_flood - one charge that several copies of a frame share
 * @node: in the table of flood.c, under the lock of its bucket
 * @data: skb->head, which the copies share
 * @port: the port that is charged, which the charge holds
 * @octets: of the charge
 * @copies: how many of them wait, under the lock of the bucket
 * @bucket: where @node is
 * @buffer: of @port
 */
struct pausectl_flood {
	struct hlist_node	node;
	const void		*data;
	struct pausectl_port	*port;
	u32			octets;
	u32			copies;
	u16			bucket;
	u8			buffer;
};

/* congestion/flood.c: under a qdisc lock, but for init, which is once, before all else. */
void pausectl_flood_init(void);
struct pausectl_flood *pausectl_flood_join(const struct pausectl_port *port,
					   const struct sk_buff *skb);
struct pausectl_flood *pausectl_flood_begin(struct pausectl_port *port, u8 buffer,
					    const struct sk_buff *skb);
bool pausectl_flood_leave(struct pausectl_flood *flood);
void pausectl_flood_forget(struct pausectl_flood *flood);

#endif /* PAUSECTL_CONGESTION_FLOOD_H */
