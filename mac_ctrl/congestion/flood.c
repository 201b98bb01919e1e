// SPDX-License-Identifier: GPL-2.0
/*
 * A bridge sends a broadcast to each of its ports as a copy of one frame. A switch with a shared
 * buffer holds such a frame once, and charges the frame once to its ingress port. pausectl does
 * the same. The first copy that waits makes the charge. Copies that come later share the charge.
 * The last copy that leaves gives the charge back. Otherwise a broadcast to 31 paused ports would
 * take 31 times the room of one frame, although the partner obeys.
 *
 * Copies share their octets, so copies with the same skb->head belong together. While a copy
 * waits, no other frame can get these octets. ECN may give a waiting copy octets of its own. ECN
 * then calls pausectl_flood_forget(), and later copies make a new charge.
 *
 * Only a copy is looked up, and only a frame that may have other copies gets an entry. A frame
 * that TCP sends over veth is a copy, too: TCP keeps the other one to send it again. Such a frame
 * has no entry and finds none, so the look-up reads an empty bucket without its lock. A processor
 * sends all copies of a frame one after the other, so it sees the entry that it has made. If there
 * is no memory for an entry, each copy is charged for itself. So is each part of a GSO frame that
 * is divided here, because the parts share no octets.
 */
#include <linux/hash.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <net/sch_generic.h>

#include "congestion/congestion.h"
#include "congestion/flood.h"

#define BUCKET_BITS	8

/* The shared charges, by a hash of skb->head. */
static struct {
	/* Guards @floods, and @node and @copies of each. */
	spinlock_t		lock;
	struct hlist_head	floods;
} buckets[1 << BUCKET_BITS];

/**
 * pausectl_flood_join() - share the charge of another copy that waits
 * @port: the port that the frame is to be charged to
 * @skb: the frame
 *
 * Return: the shared charge, for pausectl_flood_leave(); NULL if no copy of the frame waits.
 */
struct pausectl_flood *pausectl_flood_join(const struct pausectl_port *port,
					   const struct sk_buff *skb)
{
	unsigned int i = hash_ptr(skb->head, BUCKET_BITS);
	struct pausectl_flood *flood;

	if (hlist_empty(&buckets[i].floods))
		return NULL;
	spin_lock_bh(&buckets[i].lock);
	hlist_for_each_entry(flood, &buckets[i].floods, node)
		if (flood->data == skb->head && flood->port == port) {
			flood->copies++;
			break;
		}
	spin_unlock_bh(&buckets[i].lock);
	return flood;
}

/**
 * pausectl_flood_begin() - let other copies share the charge of this one
 * @port: the port that is charged
 * @buffer: of the port
 * @skb: the frame
 *
 * Return: the shared charge, for pausectl_flood_leave(); NULL if this frame does not share it.
 */
struct pausectl_flood *pausectl_flood_begin(struct pausectl_port *port, u8 buffer,
					    const struct sk_buff *skb)
{
	unsigned int i = hash_ptr(skb->head, BUCKET_BITS);
	struct pausectl_flood *flood;

	if (skb->fclone == SKB_FCLONE_CLONE)
		return NULL;
	flood = kmalloc(sizeof(*flood), GFP_ATOMIC | __GFP_NOWARN);
	if (!flood)
		return NULL;
	*flood = (struct pausectl_flood){
		.data	= skb->head,
		.port	= port,
		.octets	= qdisc_pkt_len(skb),
		.copies	= 1,
		.bucket	= i,
		.buffer	= buffer,
	};
	spin_lock_bh(&buckets[i].lock);
	hlist_add_head(&flood->node, &buckets[i].floods);
	spin_unlock_bh(&buckets[i].lock);
	return flood;
}

/**
 * pausectl_flood_leave() - a copy leaves its queue
 * @flood: the shared charge
 *
 * Return: whether the copy was the last. The caller then gives the charge back and frees @flood.
 */
bool pausectl_flood_leave(struct pausectl_flood *flood)
{
	bool last;

	spin_lock_bh(&buckets[flood->bucket].lock);
	last = !--flood->copies;
	if (last)
		hlist_del_init(&flood->node);
	spin_unlock_bh(&buckets[flood->bucket].lock);
	return last;
}

/* A copy has got octets of its own: no copy may join the charge any more. */
void pausectl_flood_forget(struct pausectl_flood *flood)
{
	spin_lock_bh(&buckets[flood->bucket].lock);
	hlist_del_init(&flood->node);
	spin_unlock_bh(&buckets[flood->bucket].lock);
}

void pausectl_flood_init(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(buckets); i++)
		spin_lock_init(&buckets[i].lock);
}
