// SPDX-License-Identifier: GPL-2.0
/* What is done to all queues of a port, by what each has registered. */
#include <net/sch_generic.h>

#include "port/port.h"

/**
 * pausectl_queues_kick() - let every qdisc of a port look at the gate anew
 * @port: the port, locked
 *
 * qdisc_root() is noop_qdisc while the device is deactivated, so that no qdisc
 * on its way out gets scheduled.
 */
void pausectl_queues_kick(struct pausectl_port *port)
{
	struct port_queue *queue;

	lockdep_assert_held(&port->lock);
	rcu_read_lock();
	list_for_each_entry(queue, &port->queues.list, node)
		__netif_schedule(qdisc_root(queue->sch));
	rcu_read_unlock();
}

/* A queue that the sweep has not come to. */
static struct port_queue *next_of(struct pausectl_port *port, u32 number)
{
	struct port_queue *queue;
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	list_for_each_entry(queue, &port->queues.list, node)
		if (queue->swept != number) {
			queue->swept = number;
			goto out;
		}
	queue = NULL;
out:
	spin_unlock_irqrestore(&port->lock, flags);
	return queue;
}

/**
 * pausectl_queues_sweep() - drop what waits of priorities that may be doomed since now
 * @port: the port, not locked
 *
 * RTNL, or the watchdog's timer. Two sweeps at once share the qdiscs.
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
	/* A qdisc that ends meanwhile is freed after this. */
	rcu_read_lock();
	while ((queue = next_of(port, number)))
		queue->ops->sweep(queue);
	rcu_read_unlock();
}
