// SPDX-License-Identifier: GPL-2.0
/*
 * The gate: which priorities may start a frame now. Each floor above writes its reason to shut the
 * gate into struct gate_part, and then calls pausectl_gate_update():
 *
 *	paused & ~ignored	a pause timer runs, and is obeyed	pause/
 *	held			the link is refused			settings/
 *	doomed			the watchdog drops frames		pause/
 *
 * pausectl_gate_update() kicks the port's queues when the gate opens.
 *
 * A paced port also has a wire, the transmitter of a virtual MAC. One frame is in transmission at a
 * time. A frame takes the time of its octets, preamble, FCS and inter-packet gap at the speed of
 * the port (IEEE 802.3 4.2.3, 4.4.2). Frames that wait for the wire start on a grid: each begins
 * where the frame before it ended, even if the timer is late. So lateness does not add up. The
 * timer of the wire also serves the maximum rates of traffic classes: see queue/schedule.c.
 */
#include <net/sch_generic.h>

#include "compat.h"
#include "port/port.h"

/*
 * Let every qdisc of a port look at the gate again. Under port->lock.
 *
 * qdisc_root() is noop_qdisc while the device is deactivated, so a qdisc that is about to be
 * destroyed is not scheduled. Documentation/locking.rst says why a kick has a barrier. A kick that
 * still finds noop_qdisc while the device is activated needs the barrier, too: whoever finds the
 * qdisc then also finds the gate open.
 */
void pausectl_queues_kick(struct pausectl_port *port)
{
	struct port_queue *queue;

	lockdep_assert_held(&port->lock);
	/* Pairs with the atomic operation that takes the list. */
	smp_mb();
	rcu_read_lock();
	list_for_each_entry(queue, &port->queues.list, node) {
		/* A parent may ask no empty queue whether it has stopped. */
		if (unlikely(port->gate.requested))
			tasklet_schedule(&queue->turn);
		__netif_schedule(qdisc_root(queue->sch));
	}
	rcu_read_unlock();
}

/*
 * Work out the gate. Kick the qdiscs if the gate opens, or while a pause waits until sending has
 * stopped.
 */
void pausectl_gate_update(struct pausectl_port *port)
{
	u8 held = port->gate.held ? MAC_CTRL_PFC_BITS :
		  pausectl_priorities_of(port->gate.paused & ~port->gate.ignored);
	/* A sweep drops the frames of doomed priorities. None may leave before the sweep. */
	unsigned long open = (u16)~(held | port->gate.doomed);
	bool opens = port->gate.requested || open & ~(port->gate.open >> GATE_SHIFT);

	lockdep_assert_held(&port->lock);
	WRITE_ONCE(port->gate.open, open << GATE_SHIFT | (port->gate.requested ? 0 : open));
	if (opens)
		pausectl_queues_kick(port);
}

/*
 * The queue to visit after @last (NULL: none yet), or NULL. Under RTNL or rcu_read_lock(): a qdisc
 * that ends meanwhile is freed later. Queues are visited in the order of their addresses, because
 * the order of the list changes.
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

/*
 * Drop waiting frames of doomed priorities. RTNL, or in the timer of the watchdog. A queue that
 * begins meanwhile has no such frames.
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

static enum hrtimer_restart wire_fired(struct hrtimer *timer)
{
	struct pausectl_port *port = container_of(timer, struct pausectl_port, wire.timer);
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	/* Queued: another CPU armed the timer again while this callback waited for the lock. */
	if (!hrtimer_is_queued(timer)) {
		port->wire.armed_ns = U64_MAX;
		pausectl_queues_kick(port);
	}
	spin_unlock_irqrestore(&port->lock, flags);
	return HRTIMER_NORESTART;
}

/* Frames wait, and none may start before @at_ns: kick all queues of the port then. */
void pausectl_wire_wait(struct pausectl_port *port, u64 at_ns)
{
	lockdep_assert_held(&port->lock);
	if (at_ns >= port->wire.armed_ns || port->dead)
		return;
	port->wire.armed_ns = at_ns;
	hrtimer_start(&port->wire.timer, ns_to_ktime(at_ns), HRTIMER_MODE_ABS);
}

/*
 * A frame of @octets on the wire starts. @index: its priority, or MAC_CTRL_LINK for a control
 * frame. @waited: it has waited for the wire, so it belongs on the grid. A frame that is late by
 * more than its own time loses whole slots and stays on the grid. So no slot gets two frames.
 */
void pausectl_wire_occupy(struct pausectl_port *port, unsigned int index, u32 octets, u64 now,
			  bool waited)
{
	struct wire_part *wire = &port->wire;
	u64 slot_ps = octets * port->active.rate.octet_ps;
	u64 busy_ps = slot_ps;
	u64 late_ps;

	lockdep_assert_held(&port->lock);
	if (unlikely(port->pause.ack))
		wire->end_ns[index] = now + div_u64(slot_ps, PS_PER_NS) + 1;
	if (now >= wire->free_ns) {
		late_ps = (now - wire->free_ns) * PS_PER_NS;
		if (!waited) {
			wire->free_ns = now;
			wire->free_ps = 0;
		} else if (unlikely(late_ps > slot_ps)) {
			busy_ps += div64_u64(late_ps, slot_ps) * slot_ps;
		}
	}
	busy_ps += wire->free_ps;
	wire->free_ns += div_u64_rem(busy_ps, PS_PER_NS, &wire->free_ps);
}

void pausectl_wire_init(struct pausectl_port *port)
{
	port->wire.armed_ns = U64_MAX;
	hrtimer_setup(&port->wire.timer, wire_fired, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
}

/* port->dead is set, so nothing arms the timer again. */
void pausectl_wire_stop(struct pausectl_port *port)
{
	hrtimer_cancel(&port->wire.timer);
}
