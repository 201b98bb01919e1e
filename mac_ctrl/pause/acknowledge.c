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
 * While there is a request, dequeue does not take its short way: see GATE_SHIFT. A qdisc that
 * cannot run, because its driver takes no frames, has not stopped.
 *
 * A new time replaces the old time, in any state. Time 0 ends the pause.
 */
#include "pause/pause.h"
#include "trace.h"

/* Queues that missed their kick are kicked again after this time. */
#define RETRY_NS	NSEC_PER_MSEC

static void ack_trace_state(const struct pausectl_port *port, unsigned int i, u64 since_ns)
{
	trace_pausectl_pause_state(port->name, i, pausectl_pause_state(port, i),
				   port->pause.timer[i].length_ns, since_ns);
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
static u64 ack_silent_since(const struct pausectl_port *port, unsigned int timer, u64 now)
{
	unsigned long priorities = pausectl_priorities_of(BIT(timer));
	unsigned int i;

	if (!port->set.pace)
		return now;
	for_each_set_bit(i, &priorities, MAC_CTRL_PRIORITIES)
		now = max(now, port->wire.end_ns[i]);
	return now;
}

/* Since when an acknowledged pause counts, or will count. */
static u64 ack_counts_since(const struct pause_timer *pt)
{
	return pt->deadline_ns - pt->length_ns;
}

static void ack_count(struct pausectl_port *port, unsigned int i)
{
	port->pause.acknowledged &= ~BIT(i);
	ack_trace_state(port, i, ack_counts_since(&port->pause.timer[i]));
}

static void ack_acknowledge(struct pausectl_port *port, unsigned int i, u64 now)
{
	struct pause_timer *pt = &port->pause.timer[i];
	u64 since_ns = ack_silent_since(port, i, now);

	WRITE_ONCE(port->gate.requested, port->gate.requested & ~BIT(i));
	port->pause.acknowledged |= BIT(i);
	pt->deadline_ns = since_ns + pt->length_ns;
	ack_trace_state(port, i, since_ns);
	if (since_ns > now) {
		pausectl_pause_arm(port, since_ns);
		return;
	}
	ack_count(port, i);
	pausectl_pause_arm(port, pt->deadline_ns);
}

static bool ack_all_stopped(const struct pausectl_port *port, u32 request)
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
		if (ack_all_stopped(port, port->pause.timer[i].request))
			ack_acknowledge(port, i, now);
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

/* A time other than 0 has come in at @now, with ack on. The gate is shut. Under port->lock. */
void pausectl_ack_request(struct pausectl_port *port, unsigned int index, u16 quanta,
			  u64 length_ns, u64 now)
{
	struct pause_timer *pt = &port->pause.timer[index];
	u64 since_ns = ack_counts_since(pt);
	u16 bit = BIT(index);

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
		pausectl_pause_arm(port, pt->deadline_ns);
		return;
	}
	pt->request = ++port->pause.requests;
	if (!port->gate.requested)
		port->pause.retry_ns = now + RETRY_NS;
	WRITE_ONCE(port->gate.requested, port->gate.requested | bit);
	pausectl_pause_begin(port, index, quanta, now);
	ack_trace_state(port, index, now);
	pausectl_pause_arm(port, port->pause.retry_ns);
}

/*
 * ack goes off. A requested pause then counts from its reception. An acknowledged pause counts from
 * when sending stopped, as before.
 */
void pausectl_ack_end(struct pausectl_port *port)
{
	unsigned long left = port->gate.requested | port->pause.acknowledged;
	unsigned int i;

	lockdep_assert_held(&port->lock);
	WRITE_ONCE(port->gate.requested, 0);
	port->pause.acknowledged = 0;
	for_each_set_bit(i, &left, MAC_CTRL_TIMERS)
		pausectl_pause_arm(port, port->pause.timer[i].deadline_ns);
	pausectl_gate_update(port);
}

/* When to look at a requested or acknowledged pause. Under port->lock. */
u64 pausectl_ack_due_ns(const struct pausectl_port *port, unsigned int index)
{
	if (port->gate.requested & BIT(index))
		return port->pause.retry_ns;
	return ack_counts_since(&port->pause.timer[index]);
}

/*
 * The hrtimer has fired. Let acknowledged pauses count that are due. Under port->lock. Return:
 * whether queues have to be kicked again.
 */
bool pausectl_ack_look(struct pausectl_port *port, u64 now)
{
	unsigned long left = port->pause.acknowledged;
	unsigned int i;

	for_each_set_bit(i, &left, MAC_CTRL_TIMERS)
		if (now >= ack_counts_since(&port->pause.timer[i]))
			ack_count(port, i);
	if (!port->gate.requested || now < port->pause.retry_ns)
		return false;
	port->pause.retry_ns = now + RETRY_NS;
	return true;
}
