// SPDX-License-Identifier: GPL-2.0
/*
 * Drops frames of doomed priorities, for the watchdog. enqueue drops arriving frames. A sweep drops
 * frames that waited before. The gate of a doomed priority is shut, so no frame leaves before the
 * sweep.
 *
 * A sweep takes the qdisc lock, but is no part of dequeue, because it tells parents that their
 * child has become empty. Parents expect that when a queue is cut or replaced, but not within their
 * own dequeue or peek. HTB would then search for a class that has left its tree: for ever while
 * another class waits, or with a BUG before the repairs of 2025 (Debian's 6.1.147 and 6.12.41).
 */
#include "congestion/buffer.h"
#include "queue/qdisc.h"
#include "queue/queue.h"

static void count(struct pausectl_qdisc *q, unsigned int index, unsigned int frames,
		  unsigned int octets)
{
	struct pausectl_fifo *fifo = &q->fifo[index];

	WRITE_ONCE(fifo->drops, fifo->drops + frames);
	WRITE_ONCE(q->doomed_packets[index], q->doomed_packets[index] + frames);
	WRITE_ONCE(q->doomed_bytes[index], q->doomed_bytes[index] + octets);
}

/**
 * pausectl_drop_arrived() - a frame of a doomed priority has come
 * @skb: the frame
 * @sch: the qdisc
 * @to_free: where the frame goes
 * @index: its priority
 *
 * Return: a value that tells the sender that the frame is gone, as if it were lost behind the
 * port, and tells parents that nothing waits.
 */
int pausectl_drop_arrived(struct sk_buff *skb, struct Qdisc *sch,
			  struct sk_buff **to_free, unsigned int index)
{
	count(qdisc_priv(sch), index, 1, qdisc_pkt_len(skb));
	qdisc_drop(skb, sch, to_free);
	return NET_XMIT_SUCCESS | __NET_XMIT_STOLEN;
}

static void drop_fifo(struct Qdisc *sch, unsigned int index)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct pausectl_fifo *fifo = &q->fifo[index];
	unsigned int frames = fifo->frames.qlen, octets = fifo->octets;
	unsigned int backlog = octets;
	struct sk_buff *skb, *next;

	skb_list_walk_safe(fifo->frames.head, skb, next) {
		skb_mark_not_on_list(skb);
		/* The backlog does not count tags beside frames, see queue.c. */
		backlog -= pausectl_tag_octets(skb);
		pausectl_buffer_release(skb);
		kfree_skb(skb);
	}
	fifo->frames = (struct qdisc_skb_head){ };
	fifo->octets = 0;
	q->queued &= ~BIT(index);
	count(q, index, frames, octets);
	WRITE_ONCE(sch->qstats.drops, sch->qstats.drops + frames);
	pausectl_qdisc_count(sch, -frames, -backlog);
	qdisc_tree_reduce_backlog(sch, frames, backlog);
}

/*
 * Drop waiting frames of doomed priorities. port->lock is not held. A qdisc whose root is builtin
 * is deactivated, and its reset drops all frames.
 */
void pausectl_qdisc_sweep(struct port_queue *queue)
{
	struct pausectl_qdisc *q = pausectl_qdisc_of(queue);
	struct Qdisc *root = qdisc_root(q->sch);
	unsigned long doomed;
	unsigned int i;

	if (root->flags & TCQ_F_BUILTIN)
		return;
	spin_lock_bh(qdisc_lock(root));
	doomed = q->queued & READ_ONCE(q->port->gate.doomed);
	for_each_set_bit(i, &doomed, MAC_CTRL_PRIORITIES)
		drop_fifo(q->sch, i);
	spin_unlock_bh(qdisc_lock(root));
}
