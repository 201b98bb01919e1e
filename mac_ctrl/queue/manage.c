// SPDX-License-Identifier: GPL-2.0
/*
 * What a qdisc does beside its frames: it begins and ends, is reset, reports to the watchdog, and
 * drops what waits.
 *
 * enqueue drops arriving frames of a doomed priority, and a sweep those that waited before. The
 * gate of a doomed priority is shut, so no frame leaves before the sweep.
 *
 * A sweep takes the qdisc lock, but is no part of dequeue, because it tells parents that their
 * child has become empty. Parents expect that when a queue is cut or replaced, but not within their
 * own dequeue or peek. HTB would then search for a class that has left its tree: for ever while
 * another class waits, or with a BUG before the repairs of 2025 (Debian's 6.1.147 and 6.12.41).
 *
 * A dump of charges finds the ingress ports whose charges wait in a queue. Each waiting frame names
 * its charge, so the answer costs nothing until somebody asks. A charged port is in the namespace
 * of the egress port (see pausectl_buffer_ingress()), or has ended. The charges hold the memory of
 * a port that has ended, and nobody reads what the dump has added to it.
 */
#include <linux/rtnetlink.h>

#include "compat.h"
#include "congestion/buffer.h"
#include "pause/pause.h"
#include "queue/queue.h"

/*
 * For how long the oldest frame has waited; longer if it came before the pause. A look may judge a
 * time before the frame came.
 */
static u64 manage_waited_ns(const struct pausectl_qdisc *q, unsigned int priority, u64 now)
{
	u64 since = atomic64_read(&q->waiting_since_ns[priority]);

	if (!since)
		return U64_MAX;
	return now > since ? now - since : 0;
}

/*
 * For the watchdog, under port->lock: add the frames of a priority that left or were dropped, and
 * whether and how long any waits.
 */
static void manage_look(struct port_queue *queue, unsigned int priority, u64 now,
			struct queue_look *look)
{
	struct pausectl_qdisc *q = pausectl_qdisc_of(queue);
	struct gnet_stats_basic_sync sum;

	gnet_stats_basic_sync_init(&sum);
	gnet_stats_add_basic(&sum, NULL, &q->fifo[priority].bstats, true);
	look->flow[FLOW_PACKETS] += u64_stats_read(&sum.packets);
	look->flow[FLOW_BYTES] += u64_stats_read(&sum.bytes);
	look->flow[FLOW_DROP_PACKETS] += READ_ONCE(q->doomed_packets[priority]);
	look->flow[FLOW_DROP_BYTES] += READ_ONCE(q->doomed_bytes[priority]);
	if (!pausectl_fifo_read(&q->fifo[priority].frames.qlen))
		return;
	look->waiting = true;
	/* Pairs with smp_wmb() in queue_note_wait(). */
	smp_rmb();
	look->waited_ns = max(look->waited_ns, manage_waited_ns(q, priority, now));
}

/* The caller frees the frames of a queue. Return: their octets in the backlog, without tags. */
static unsigned int manage_empty(struct pausectl_qdisc *q, unsigned int index)
{
	struct pausectl_fifo *fifo = &q->fifo[index];
	unsigned int backlog = fifo->octets;
	struct sk_buff *skb;

	for (skb = fifo->frames.head; skb; skb = skb->next) {
		backlog -= pausectl_tag_octets(skb);
		pausectl_fifo_release(fifo, skb);
	}
	fifo->frames = (struct qdisc_skb_head){ };
	fifo->octets = 0;
	q->queued &= ~BIT(index);
	return backlog;
}

static void manage_drop_doomed(struct Qdisc *sch, unsigned int index)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct qdisc_skb_head dropped = q->fifo[index].frames;
	unsigned int frames = dropped.qlen, backlog;

	pausectl_count_doomed(q, index, frames, q->fifo[index].octets);
	backlog = manage_empty(q, index);
	kfree_skb_list(dropped.head);
	WRITE_ONCE(sch->qstats.drops, sch->qstats.drops + frames);
	pausectl_qdisc_count(sch, -frames, -backlog);
	qdisc_tree_reduce_backlog(sch, frames, backlog);
}

/*
 * Drop waiting frames of doomed priorities. port->lock is not held. A qdisc whose root is builtin
 * is deactivated, and its reset drops all frames.
 */
static void manage_sweep(struct port_queue *queue)
{
	struct pausectl_qdisc *q = pausectl_qdisc_of(queue);
	struct Qdisc *root = qdisc_root(q->queue.sch);
	unsigned long doomed;
	unsigned int i;

	if (root->flags & TCQ_F_BUILTIN)
		return;
	spin_lock_bh(qdisc_lock(root));
	doomed = q->queued & READ_ONCE(q->port->gate.doomed);
	for_each_set_bit(i, &doomed, MAC_CTRL_PRIORITIES)
		manage_drop_doomed(q->queue.sch, i);
	spin_unlock_bh(qdisc_lock(root));
}

static const struct port_queue_ops manage_ops = {
	.look	= manage_look,
	.sweep	= manage_sweep,
};

/* What the qdisc counted outlives it in the port. */
static void manage_retire_counters(struct pausectl_qdisc *q)
{
	struct pausectl_counted *count = &q->port->count;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		count->drops[i] += q->fifo[i].drops;
		count->ecn_marks[i] += q->ecn_marks[i];
		count->storm_drops[i] += q->doomed_packets[i];
		count->uncharged[i] += q->uncharged[i];
		count->tx_packets[i] += u64_stats_read(&q->fifo[i].bstats.packets);
	}
	count->tx_mac_control +=
		u64_stats_read(&q->fifo[PAUSECTL_CONTROL].bstats.packets);
	count->tx_spoofed += q->spoofed;
}

/* The qdisc becomes a queue of the port, which it holds. */
void pausectl_qdisc_begin(struct Qdisc *sch, struct pausectl_port *port)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	unsigned int i;

	for (i = 0; i < PAUSECTL_QUEUES; i++)
		gnet_stats_basic_sync_init(&q->fifo[i].bstats);
	if (sch->parent == TC_H_ROOT && netif_is_multiqueue(qdisc_dev(sch)))
		sch->dequeue = pausectl_dequeue_singly;
	q->port = port;
	q->yields = pausectl_peer_device(port);
	tasklet_setup(&q->queue.turn, pausectl_queue_turn);
	q->queue.sch = sch;
	q->queue.ops = &manage_ops;

	spin_lock_irq(&port->lock);
	q->queue.stopped = port->pause.requests;
	list_add_tail(&q->queue.node, &port->queues.list);
	spin_unlock_irq(&port->lock);
}

/*
 * The core has deactivated the qdisc: neither enqueue nor dequeue run any more. Off the list, no
 * timer kicks it. So nobody schedules its tasklet.
 */
void pausectl_qdisc_end(struct Qdisc *sch)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct pausectl_port *port = q->port;

	spin_lock_irq(&port->lock);
	list_del(&q->queue.node);
	manage_retire_counters(q);
	pausectl_ack_update(port);
	spin_unlock_irq(&port->lock);
	tasklet_kill(&q->queue.turn);
}

/* Frames are lost by a reset: count them, also for the device. */
static void manage_count_lost(struct pausectl_qdisc *q, unsigned int index, unsigned int frames)
{
	WRITE_ONCE(q->fifo[index].drops, q->fifo[index].drops + frames);
	while (frames--)
		dev_core_stats_tx_dropped_inc(qdisc_dev(q->queue.sch));
}

/* The core has taken these frames and drops them next. */
static void manage_count_taken(struct pausectl_qdisc *q, const struct sk_buff_head *list)
{
	struct sk_buff *skb;

	skb_queue_walk(list, skb)
		manage_count_lost(q, pausectl_classify(q->port, skb), 1);
}

/*
 * The device went down or the qdisc goes. The core also resets a default qdisc whose init failed:
 * such a qdisc has no port and no frames.
 */
void pausectl_reset(struct Qdisc *sch)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct qdisc_skb_head lost;
	unsigned int i;

	if (!q->port)
		return;
	for (i = 0; i < PAUSECTL_QUEUES; i++) {
		lost = q->fifo[i].frames;
		manage_count_lost(q, i, lost.qlen);
		manage_empty(q, i);
		rtnl_kfree_skbs(lost.head, lost.tail);
	}
	/* The next frame begins new rounds. */
	q->serial = 0;
	q->waiting = false;
	q->given = false;
	manage_count_taken(q, &sch->gso_skb);
	manage_count_taken(q, &sch->skb_bad_txq);
	if (READ_ONCE(q->port->gate.requested))
		pausectl_ack_stopped(q->port, &q->queue);
}

/* Return: whether any frame is charged. A qdisc whose root is builtin is deactivated: no frames. */
static bool manage_add_charges(struct pausectl_qdisc *q, unsigned int priority)
{
	struct Qdisc *root = qdisc_root(q->queue.sch);
	const struct sk_buff *skb;
	bool any = false;

	if (root->flags & TCQ_F_BUILTIN || !pausectl_fifo_read(&q->fifo[priority].frames.qlen))
		return false;
	spin_lock_bh(qdisc_lock(root));
	for (skb = q->fifo[priority].frames.head; skb; skb = skb->next)
		any |= pausectl_buffer_find(skb);
	spin_unlock_bh(qdisc_lock(root));
	return any;
}

/*
 * Find the charges that wait in the queues of a priority, for frames that are to leave by @egress.
 * RTNL. Adds to congestion.found of each charged port. Return: whether any charge waits. The caller
 * then clears congestion.found of all ports.
 */
bool pausectl_charges_find(struct pausectl_port *egress, unsigned int priority)
{
	struct port_queue *queue = NULL;
	bool any = false;

	ASSERT_RTNL();
	while ((queue = pausectl_queues_next(egress, queue)))
		any |= manage_add_charges(pausectl_qdisc_of(queue), priority);
	return any;
}
