// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the ingress ports whose charges wait in a queue. Each waiting frame names its charge, so
 * the answer costs nothing until somebody asks. A look walks a queue under the qdisc lock, and adds
 * each charge to its port.
 *
 * A charged port is in the namespace of the egress port, or has ended: see
 * pausectl_buffer_ingress(), and a port ends when its device leaves the namespace. The charges hold
 * the memory of a port that has ended. Such a port is no longer in the table of ports, so nobody
 * reads what a look has added to it.
 */
#include <linux/rtnetlink.h>

#include "congestion/buffer.h"
#include "queue/qdisc.h"
#include "queue/queue.h"

/* Return: whether any frame is charged. A qdisc whose root is builtin is deactivated: no frames. */
static bool add_charges(struct pausectl_qdisc *q, unsigned int priority)
{
	struct Qdisc *root = qdisc_root(q->sch);
	const struct sk_buff *skb;
	bool any = false;

	if (root->flags & TCQ_F_BUILTIN || !pausectl_fifo_frames(&q->fifo[priority]))
		return false;
	spin_lock_bh(qdisc_lock(root));
	for (skb = q->fifo[priority].frames.head; skb; skb = skb->next)
		any |= pausectl_buffer_find(skb);
	spin_unlock_bh(qdisc_lock(root));
	return any;
}

/**
 * pausectl_charges_find() - find the charges that wait in the queues of a priority
 * @egress: the port that the frames are to leave by
 * @priority: of the queues
 *
 * Under RTNL. Adds to congestion.found of each charged port.
 *
 * Return: whether any charge waits. The caller then clears congestion.found of all ports.
 */
bool pausectl_charges_find(struct pausectl_port *egress, unsigned int priority)
{
	struct port_queue *queue = NULL;
	bool any = false;

	ASSERT_RTNL();
	while ((queue = pausectl_queues_next(egress, queue)))
		any |= add_charges(pausectl_qdisc_of(queue), priority);
	return any;
}
