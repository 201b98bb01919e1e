/* SPDX-License-Identifier: GPL-2.0 */
/* Copies of one received frame, such as a bridge makes to flood it, are charged once. */
#ifndef PAUSECTL_CONGESTION_FLOOD_H
#define PAUSECTL_CONGESTION_FLOOD_H

#include <linux/skbuff.h>

struct pausectl_port;

/**
 * struct pausectl_flood - one charge that several copies of a frame share
 * @node: in the table of flood.c, under the lock of its bucket
 * @data: skb->head, which the copies share
 * @port: the port that is charged; the charge holds a reference
 * @octets: of the charge
 * @copies: number of copies that wait, under the lock of the bucket
 * @bucket: index of the bucket that @node is in
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

/* congestion/flood.c: under a qdisc lock; init: once, when the module is loaded. */
void pausectl_flood_init(void);
struct pausectl_flood *pausectl_flood_join(const struct pausectl_port *port,
					   const struct sk_buff *skb);
struct pausectl_flood *pausectl_flood_begin(struct pausectl_port *port, u8 buffer,
					    const struct sk_buff *skb);
bool pausectl_flood_leave(struct pausectl_flood *flood);
void pausectl_flood_forget(struct pausectl_flood *flood);

#endif /* PAUSECTL_CONGESTION_FLOOD_H */
