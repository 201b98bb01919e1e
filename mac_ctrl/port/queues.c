// SPDX-License-Identifier: GPL-2.0
/* Operations on all queues of a port. Each queue has registered its functions. */
#include <net/sch_generic.h>

#include "port/port.h"

/**
 * pausectl_queues_kick() - let every qdisc of a port look at the gate again
 * @port: the port, locked
 *
 * qdisc_root() is noop_qdisc while the device is deactivated, so a qdisc that is about to be
 * destroyed is not scheduled.
 *
 * Since Linux 6.19 __netif_schedule() does nothing while senders have frames in the list of the
 * qdisc, and orders nothing then. The first sender takes the list, and then reads the gate: see
 * selftests/models/wakeup.pml. A kick that still finds noop_qdisc while the device is activated
 * needs the barrier, too: whoever finds the qdisc then also finds the gate open.
 */
void pausectl_queues_kick(struct pausectl_port *port)
{
	struct port_queue *queue;

	lockdep_assert_held(&port->lock);
	/* Pairs with the atomic operation that takes the list. */
	smp_mb();
	rcu_read_lock();
	list_for_each_entry(queue, &port->queues.list, node)
		__netif_schedule(qdisc_root(queue->sch));
	rcu_read_unlock();
}

/**
 * pausectl_queues_next() - visit the queues of a port one by one
 * @port: the port, not locked
 * @last: the queue that was visited last; NULL: none
 *
 * Under RTNL or rcu_read_lock(): a qdisc that ends meanwhile is freed later. Queues are visited in
 * the order of their addresses, because the order of the list changes.
 *
 * Return: the next queue, or NULL.
 */
struct port_queue *pausectl_queues_next(struct pausectl_port *port, const struct port_queue *last)
{
	struct port_queue *queue, *next = NULL;
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	list_for_each_entry(queue, &port->queues.list, node)
		if (queue > last && (!next || queue < next))
			next = queue;
	spin_unlock_irqrestore(&port->lock, flags);
	return next;
}

/**
 * pausectl_queues_sweep() - drop waiting frames of doomed priorities
 * @port: the port, not locked
 *
 * Under RTNL, or in the timer of the watchdog. A queue that begins meanwhile has no such frames.
 */
void pausectl_queues_sweep(struct pausectl_port *port)
{
	struct port_queue *queue = NULL;

	if (!READ_ONCE(port->gate.doomed))
		return;
	rcu_read_lock();
	while ((queue = pausectl_queues_next(port, queue)))
		queue->ops->sweep(queue);
	rcu_read_unlock();
}
