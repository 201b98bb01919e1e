// SPDX-License-Identifier: GPL-2.0
/*
 * Frames of doomed priorities, which the watchdog has dropped: those that wait when that
 * begins, and each that comes later, by the dequeue that follows its enqueue. Frames
 * of other priorities see nothing of it, until there are doomed ones nothing is asked.
 */
#include "../congestion/buffer.h"
#include "qdisc.h"

static void drop_fifo(struct Qdisc *sch, unsigned int index)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct pausectl_fifo *fifo = &q->fifo[index];
	unsigned int frames = fifo->frames.qlen, octets = fifo->octets;
	unsigned int backlog = octets;
	struct sk_buff *skb, *next;

	skb_list_walk_safe(fifo->frames.head, skb, next) {
		skb_mark_not_on_list(skb);
		/* Tags beside frames are no part of it, see qdisc.c. */
		backlog -= pausectl_tag_octets(skb);
		pausectl_buffer_release(skb);
		kfree_skb(skb);
	}
	fifo->frames = (struct qdisc_skb_head){ };
	fifo->octets = 0;
	q->queued &= ~BIT(index);
	WRITE_ONCE(fifo->drops, fifo->drops + frames);
	WRITE_ONCE(q->doomed_packets[index], q->doomed_packets[index] + frames);
	WRITE_ONCE(q->doomed_bytes[index], q->doomed_bytes[index] + octets);
	sch->qstats.drops += frames;
	sch->qstats.backlog -= backlog;
	sch->q.qlen -= frames;
	qdisc_tree_reduce_backlog(sch, frames, backlog);
}

/**
 * pausectl_drop_doomed() - drop what the watchdog wants dropped
 * @sch: the qdisc
 * @open: port->open, see PAUSECTL_OPEN_SHIFT
 *
 * Return: the gate.
 */
unsigned long pausectl_drop_doomed(struct Qdisc *sch, unsigned long open)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	u32 doomed = q->queued & (open >> PAUSECTL_DOOMED_SHIFT) &
		     MAC_CTRL_PFC_BITS;

	for (; doomed; doomed &= doomed - 1)
		drop_fifo(sch, __ffs(doomed));
	return ((open >> PAUSECTL_OPEN_SHIFT) & MAC_CTRL_PFC_BITS) |
	       BIT(PAUSECTL_CONTROL);
}
