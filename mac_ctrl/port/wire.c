// SPDX-License-Identifier: GPL-2.0
/*
 * Pacing: the transmitter of a virtual MAC. One frame is in transmission at a time. A frame takes
 * the time of its octets, preamble, FCS and inter-packet gap at the speed of the port (IEEE 802.3
 * 4.2.3, 4.4.2).
 *
 * Frames that wait for the wire start on a grid: each begins where the frame before it ended, even
 * if the timer is late. So lateness does not add up.
 */
#include "compat.h"
#include "port/port.h"

static enum hrtimer_restart wire_free(struct hrtimer *timer)
{
	struct pausectl_port *port =
		container_of(timer, struct pausectl_port, wire.timer);
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	/* Queued: another CPU armed the timer again while this callback waited for the lock. */
	if (!hrtimer_is_queued(timer)) {
		port->wire.armed = false;
		pausectl_queues_kick(port);
	}
	spin_unlock_irqrestore(&port->lock, flags);
	return HRTIMER_NORESTART;
}

/**
 * pausectl_wire_busy() - is a frame in transmission?
 * @port: the port, locked
 * @now: CLOCK_MONOTONIC
 *
 * If so, all queues of the port are kicked when the frame ends.
 */
bool pausectl_wire_busy(struct pausectl_port *port, u64 now)
{
	struct wire_part *wire = &port->wire;

	lockdep_assert_held(&port->lock);
	if (now >= wire->free_ns)
		return false;
	if (!wire->armed && !port->dead) {
		wire->armed = true;
		hrtimer_start(&wire->timer, ns_to_ktime(wire->free_ns),
			      HRTIMER_MODE_ABS);
	}
	return true;
}

/**
 * pausectl_wire_occupy() - a frame starts
 * @port: the port, locked
 * @octets: of the frame on the wire, see wire_octets()
 * @now: CLOCK_MONOTONIC
 * @waited: the frame has waited for the wire, so it belongs on the grid
 *
 * A frame that is late by more than its own time loses whole slots and stays on the grid. So no
 * slot gets two frames.
 */
void pausectl_wire_occupy(struct pausectl_port *port, u32 octets, u64 now,
			  bool waited)
{
	struct wire_part *wire = &port->wire;
	u64 slot_ps = octets * port->active.rate.octet_ps;
	u64 busy_ps = slot_ps;
	u64 late_ps;

	lockdep_assert_held(&port->lock);
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

/**
 * pausectl_wire_ends() - note when a frame that has started will end
 * @port: the port, locked
 * @priority: of the frame
 * @octets: of the frame on the wire
 * @now: when the frame started, which may be later than its place on the grid
 */
void pausectl_wire_ends(struct pausectl_port *port, unsigned int priority,
			u32 octets, u64 now)
{
	lockdep_assert_held(&port->lock);
	port->wire.end_ns[priority] =
		now + div_u64(octets * port->active.rate.octet_ps, PS_PER_NS) + 1;
}

void pausectl_wire_init(struct pausectl_port *port)
{
	hrtimer_setup(&port->wire.timer, wire_free, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
}

/* port->dead is set, so nothing arms the timer again. */
void pausectl_wire_stop(struct pausectl_port *port)
{
	hrtimer_cancel(&port->wire.timer);
}
