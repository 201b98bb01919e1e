// SPDX-License-Identifier: GPL-2.0
/*
 * With ack on, a pause counts from when sending has really stopped (Xilinx PG292,
 * ctl_rx_check_ack). The silence then lasts as long as the partner asked for.
 *
 *	requested	the gate is shut; the kernel may still have a frame that passed the gate
 *	acknowledged	the kernel has no such frame; a paced port transmits the last one
 *	counting	the timer counts
 *
 * The queues of the port acknowledge. The core calls dequeue only after it has handed the previous
 * frame to the driver, or has got it back and sent it first. So a dequeue after the gate was shut
 * shows that the qdisc has no frame below the gate. (For a driver with BQL, the core takes several
 * frames before it hands over the first one. These count as frames of the driver.)
 *
 * Each request has a number. A request is acknowledged once every queue has seen a number as high.
 * While there is a request, dequeue does not take its short way: see GATE_OPEN_SHIFT. A qdisc that
 * cannot run, because its driver takes no frames, has not stopped.
 *
 * A new time replaces the old time, in any state. Time 0 ends the pause.
 */
#include "pause/pause.h"
#include "port/port.h"
#include "trace.h"

/* A queue that missed its kick is kicked again after this time. */
#define RETRY_NS	NSEC_PER_MSEC

static unsigned int index_of(const struct pause_timer *pt)
{
	return pt - pt->port->pause.timer;
}

static void trace_state(const struct pause_timer *pt, u64 since_ns)
{
	trace_pausectl_pause_state(pt->port->name, index_of(pt),
				   pausectl_pause_state(pt->port, index_of(pt)),
				   pt->length_ns, since_ns);
}

/* Under port->lock. */
enum pausectl_pause_state pausectl_pause_state(const struct pausectl_port *port,
					       unsigned int index)
{
	if (!(port->gate.paused & BIT(index)))
		return PAUSECTL_PAUSE_STATE_NONE;
	if (port->gate.requested & BIT(index))
		return PAUSECTL_PAUSE_STATE_REQUESTED;
	if (port->pause.acknowledged & BIT(index))
		return PAUSECTL_PAUSE_STATE_ACKNOWLEDGED;
	return PAUSECTL_PAUSE_STATE_COUNTING;
}

/* When the last frame of the paused priorities leaves the wire, not before @now. */
static u64 silent_since(const struct pause_timer *pt, u64 now)
{
	const struct pausectl_port *port = pt->port;
	unsigned long priorities = pausectl_priorities_of(BIT(index_of(pt)));
	unsigned int i;

	if (!port->set.pace)
		return now;
	for_each_set_bit(i, &priorities, MAC_CTRL_PRIORITIES)
		now = max(now, port->wire.end_ns[i]);
	return now;
}

static void count(struct pause_timer *pt, u64 since_ns, u64 now)
{
	pt->port->pause.acknowledged &= ~BIT(index_of(pt));
	pt->deadline_ns = since_ns + pt->length_ns;
	/* If the timer is armed, its time is not the new deadline. */
	pt->armed_ns = 0;
	pausectl_pause_count(pt, now);
	trace_state(pt, since_ns);
}

static void acknowledge(struct pause_timer *pt, u64 now)
{
	struct pausectl_port *port = pt->port;
	u64 since_ns = silent_since(pt, now);

	WRITE_ONCE(port->gate.requested, port->gate.requested & ~BIT(index_of(pt)));
	port->pause.acknowledged |= BIT(index_of(pt));
	pt->deadline_ns = since_ns + pt->length_ns;
	trace_state(pt, since_ns);
	if (since_ns > now)
		pausectl_pause_arm(pt, since_ns, now);
	else
		count(pt, since_ns, now);
}

static bool all_stopped(const struct pausectl_port *port, u32 request)
{
	const struct port_queue *queue;

	list_for_each_entry(queue, &port->queues.list, node)
		if ((s32)(queue->stopped - request) < 0)
			return false;
	return true;
}

/* A qdisc has stopped, or is gone. Under port->lock. */
void pausectl_ack_update(struct pausectl_port *port)
{
	unsigned long left = port->gate.requested;
	u64 now = ktime_get_ns();
	unsigned int i;

	lockdep_assert_held(&port->lock);
	if (!left)
		return;
	for_each_set_bit(i, &left, MAC_CTRL_TIMERS)
		if (all_stopped(port, port->pause.timer[i].request))
			acknowledge(&port->pause.timer[i], now);
	if (!port->gate.requested)
		pausectl_gate_update(port);
}

/* The qdisc has no frame below the gate. Under the qdisc lock. */
void pausectl_ack_stopped(struct pausectl_port *port, struct port_queue *queue)
{
	unsigned long flags;

	spin_lock_irqsave(&port->lock, flags);
	queue->stopped = port->pause.requests;
	pausectl_ack_update(port);
	spin_unlock_irqrestore(&port->lock, flags);
}

/**
 * pausectl_ack_request() - a time other than 0 has come in, with ack on
 * @pt: the timer; its port is locked, its gate shut
 * @quanta: the time
 * @length_ns: the time in ns
 * @now: time of reception, CLOCK_MONOTONIC
 */
void pausectl_ack_request(struct pause_timer *pt, u16 quanta,
			  u64 length_ns, u64 now)
{
	struct pausectl_port *port = pt->port;
	u64 since_ns = pt->deadline_ns - pt->length_ns;
	u16 bit = BIT(index_of(pt));

	pt->length_ns = length_ns;
	pt->deadline_ns = now + length_ns;
	if (port->gate.requested & bit)
		return;
	if (port->pause.acknowledged & bit) {
		pt->deadline_ns = since_ns + length_ns;
		return;
	}
	if (port->gate.paused & bit) {
		/* The pause is counting: sending has stopped already. */
		pausectl_pause_count(pt, now);
		return;
	}
	pt->request = ++port->pause.requests;
	WRITE_ONCE(port->gate.requested, port->gate.requested | bit);
	pausectl_pause_begin(pt, quanta, now);
	trace_state(pt, now);
	pausectl_pause_arm(pt, now + RETRY_NS, now);
}

/*
 * ack goes off. A requested pause then counts from its reception. An acknowledged pause counts from
 * when sending stopped, as before.
 */
void pausectl_ack_end(struct pausectl_port *port)
{
	unsigned long left = port->gate.requested | port->pause.acknowledged;
	struct pause_timer *pt;
	u64 now = ktime_get_ns();
	unsigned int i;

	lockdep_assert_held(&port->lock);
	WRITE_ONCE(port->gate.requested, 0);
	port->pause.acknowledged = 0;
	for_each_set_bit(i, &left, MAC_CTRL_TIMERS) {
		pt = &port->pause.timer[i];
		pt->armed_ns = 0;
		pausectl_pause_count(pt, now);
	}
	pausectl_gate_update(port);
}

/* The timer of a requested or acknowledged pause has fired. Under port->lock. */
void pausectl_ack_timer(struct pause_timer *pt, u64 now)
{
	struct pausectl_port *port = pt->port;
	u64 since_ns = pt->deadline_ns - pt->length_ns;

	if (port->gate.requested & BIT(index_of(pt))) {
		pausectl_gate_update(port);
		pausectl_pause_arm(pt, now + RETRY_NS, now);
		return;
	}
	if (!pausectl_pause_near(pt, since_ns, now))
		return;
	while ((now = ktime_get_ns()) < since_ns)
		cpu_relax();
	count(pt, since_ns, now);
}
