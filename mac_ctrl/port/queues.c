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

/* Return the next queue that neither this sweep nor a later one has visited, and mark it. */
static struct port_queue *next_of(struct pausectl_port *port, u32 number)
{
	struct port_queue *queue;
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	list_for_each_entry(queue, &port->queues.list, node)
		if ((s32)(queue->swept - number) < 0) {
			queue->swept = number;
			goto out;
		}
	queue = NULL;
out:
	spin_unlock_irqrestore(&port->lock, flags);
	return queue;
}

/**
 * pausectl_queues_sweep() - drop waiting frames of doomed priorities
 * @port: the port, not locked
 *
 * Under RTNL, or in the timer of the watchdog. A sweep leaves to a later sweep the qdiscs that the
 * later one has visited.
 */
void pausectl_queues_sweep(struct pausectl_port *port)
{
	struct port_queue *queue;
	unsigned long flags;
	u32 number;

	if (!READ_ONCE(port->gate.doomed))
		return;
	spin_lock_irqsave(&port->lock, flags);
	number = ++port->queues.sweeps;
	spin_unlock_irqrestore(&port->lock, flags);
	/* A qdisc that ends meanwhile is freed after rcu_read_unlock(). */
	rcu_read_lock();
	while ((queue = next_of(port, number)))
		queue->ops->sweep(queue);
	rcu_read_unlock();
}
