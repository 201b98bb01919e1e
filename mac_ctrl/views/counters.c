// SPDX-License-Identifier: GPL-2.0
/*
 * A snapshot of all counters and gauges of a port, and a summary for ethtool, which needs no
 * memory. rules/counters.h lists the counters.
 */
#include "congestion/buffer.h"
#include "pause/pause.h"
#include "port/port.h"
#include "queue/queue.h"
#include "views/views.h"

#define COUNTER_ROW(field, NAME, count, ...) {				\
		.attr	= PAUSECTL_A_STATS_##NAME,			\
		.values	= (count),					\
		.offset	= offsetof(struct pausectl_counters, field),	\
	},

const struct pausectl_counter pausectl_counter_table[] = {
	PAUSECTL_COUNTERS(COUNTER_ROW, COUNTER_ROW, COUNTER_ROW)
};

const unsigned int pausectl_counter_rows = ARRAY_SIZE(pausectl_counter_table);

/* How long a timer has paused the port, with the pause that is running. Under port->lock. */
static u64 counters_paused_us(const struct pausectl_port *port, unsigned int timer, u64 now)
{
	const struct pause_timer *pt = &port->pause.timer[timer];
	u64 total_ns = pt->total_ns;

	if (port->gate.paused & BIT(timer))
		total_ns += pausectl_pause_ns(pt, now);
	return div_u64(total_ns, NSEC_PER_USEC);
}

/* How long a timer of the partner has been stopped, with the XOFF that is outstanding. */
static u64 counters_stopped_us(const struct congestion_part *c, unsigned int timer, u64 now)
{
	u64 total_ns = c->told_total_ns[timer];

	if (c->sent.told & BIT(timer))
		total_ns += now - c->told_since_ns[timer];
	return div_u64(total_ns, NSEC_PER_USEC);
}

static void counters_read_pauses(const struct pausectl_port *port, u64 now,
				 struct pausectl_counters *to)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		to->paused[i] = !!(port->gate.paused & BIT(i));
		to->pause_duration_us[i] = counters_paused_us(port, i, now);
		to->pause_transitions[i] = port->pause.timer[i].transitions;
	}
}

static void counters_read_buffers(const struct congestion_part *c, u64 now,
				  struct pausectl_counters *to)
{
	struct buffer_limits limits;
	unsigned int i;
	u64 held;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		held = atomic64_read(&c->held[i]);
		to->occupancy[i] = held_octets(held);
		to->memory += held_units(held) * (u64)MEMORY_UNIT;
		to->occupancy_max[i] = READ_ONCE(c->occupancy_max[i]);
		limits = pausectl_buffer_limits(c, i);
		to->size_in_force[i] = limits.size;
		to->xoff_in_force[i] = limits.xoff;
		to->xon_in_force[i] = limits.xon;
	}
	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		to->xoff_outstanding[i] = !!(c->sent.told & BIT(i));
		to->xoff_duration_us[i] = counters_stopped_us(c, i, now);
		to->guarded[i] = !!(c->guarded & BIT(i));
	}
}

static void counters_read_storms(const struct pausectl_watchdog *wd,
				 struct pausectl_counters *to)
{
	unsigned int i;

	for (i = 0; wd && i < MAC_CTRL_TIMERS; i++) {
		to->storms_detected[i] = wd->count[PAUSECTL_A_STORMS_DETECTED][i];
		to->storms_restored[i] = wd->count[PAUSECTL_A_STORMS_RESTORED][i];
		to->stormed[i] = !!(wd->stormed & BIT(i));
	}
}

static void counters_read_frames(const struct pausectl_port *port, struct pausectl_counters *to)
{
	const struct port_frames *frames;
	unsigned int i;
	int cpu;

	for_each_possible_cpu(cpu) {
		frames = per_cpu_ptr(port->frames, cpu);
		for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
			to->rx_packets[i] += READ_ONCE(frames->rx[i]);
			to->charged[i] += READ_ONCE(frames->charged[i]);
			to->changed[i] += READ_ONCE(frames->changed[i]);
		}
	}
}

/* Frames of a queue that have left through a qdisc. The qdisc lock is not held. */
static u64 counters_frames_sent(struct pausectl_qdisc *q, unsigned int index)
{
	struct gnet_stats_basic_sync sum;

	gnet_stats_basic_sync_init(&sum);
	gnet_stats_add_basic(&sum, NULL,
			     &q->fifo[index].bstats, true);
	return u64_stats_read(&sum.packets);
}

/* The qdisc lock is not held. A word may be a frame old; a 32-bit machine may tear a u64. */
static void counters_add_queues(struct pausectl_qdisc *q,
				struct pausectl_counters *to)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		const struct pausectl_fifo *fifo = &q->fifo[i];

		to->queue_packets[i] += pausectl_fifo_read(&fifo->frames.qlen);
		to->queue_bytes[i] += pausectl_fifo_read(&fifo->octets);
		to->drops[i] += READ_ONCE(fifo->drops);
		to->ecn_marks[i] += READ_ONCE(q->ecn_marks[i]);
		to->storm_drops[i] += READ_ONCE(q->doomed_packets[i]);
		to->uncharged[i] += READ_ONCE(q->uncharged[i]);
		to->tx_packets[i] += counters_frames_sent(q, i);
	}
	for (i = 0; i < PAUSECTL_QUEUES; i++)
		to->memory += READ_ONCE(q->fifo[i].units) * (u64)MEMORY_UNIT;
	to->tx_mac_control += counters_frames_sent(q, PAUSECTL_CONTROL);
	to->tx_spoofed += READ_ONCE(q->spoofed);
}

/*
 * Take a snapshot, which has all counters that one control frame changes, or none of them. Process
 * context. Return: the snapshot, for kfree(), or NULL if there is no memory. It is too large for
 * the stack.
 */
struct pausectl_counters *pausectl_counters_read(struct pausectl_port *port)
{
	struct pausectl_counters *to = kzalloc(sizeof(*to), GFP_KERNEL);
	struct port_queue *queue;
	unsigned long flags;
	u64 now;

	if (!to)
		return NULL;
	spin_lock_irqsave(&port->lock, flags);
	now = ktime_get_ns();
	to->counted = port->count;
	counters_read_pauses(port, now, to);
	counters_read_buffers(&port->congestion, now, to);
	counters_read_storms(port->pause.watchdog, to);
	counters_read_frames(port, to);
	list_for_each_entry(queue, &port->queues.list, node)
		counters_add_queues(pausectl_qdisc_of(queue), to);
	spin_unlock_irqrestore(&port->lock, flags);
	return to;
}

static void counters_sum_up_frames(struct pausectl_port *port, struct pausectl_summary *to)
{
	struct port_queue *queue;
	struct pausectl_qdisc *q;
	unsigned int i;
	int cpu;

	list_for_each_entry(queue, &port->queues.list, node) {
		q = pausectl_qdisc_of(queue);
		to->tx_mac_control += counters_frames_sent(q, PAUSECTL_CONTROL);
		for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
			to->stats.frames[i].tx += counters_frames_sent(q, i);
	}
	for_each_possible_cpu(cpu)
		for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
			to->stats.frames[i].rx += READ_ONCE(per_cpu_ptr(port->frames, cpu)->rx[i]);
}

/* Under port->lock. */
static void counters_sum_up(struct pausectl_port *port, struct pausectl_summary *to)
{
	const struct pausectl_counted *count = &port->count;
	u64 now = ktime_get_ns();
	unsigned int i;

	*to = (struct pausectl_summary) {
		.rx_mac_control = count->rx_mac_control,
		.tx_mac_control = count->tx_mac_control,
		.rx_unsupported_opcodes = count->rx_unsupported_opcodes,
		.rx_pause = count->rx_pause,
		.tx_pause = count->tx_pause,
	};
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		to->stats.frames[i].discards = count->buffer_drops[i];
		to->stats.frames[i].tx = count->tx_packets[i];
	}
	counters_sum_up_frames(port, to);
	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		to->stats.guards += count->guards[i];
		to->stats.timer[i] = (struct pausectl_timer_summary) {
			.rx = i == MAC_CTRL_LINK ? count->rx_pause : count->rx_pfc[i],
			.paused_us = counters_paused_us(port, i, now),
			.transitions = port->pause.timer[i].transitions,
			.tx = i == MAC_CTRL_LINK ? count->tx_pause : count->tx_pfc[i],
			.stopped_us = counters_stopped_us(&port->congestion, i, now),
		};
	}
}

/*
 * Sum up the port of a device. A view of ethtool cannot report a lack of memory, and a kernel of
 * 2026 calls it without RTNL, so the port may end meanwhile. Nothing here sleeps. Return: whether
 * the device has a port.
 */
bool pausectl_counters_sum_up(const struct net_device *dev, struct pausectl_summary *to)
{
	struct pausectl_port *port;
	unsigned long flags;

	rcu_read_lock();
	port = pausectl_port_find(dev);
	if (port) {
		spin_lock_irqsave(&port->lock, flags);
		counters_sum_up(port, to);
		spin_unlock_irqrestore(&port->lock, flags);
	}
	rcu_read_unlock();
	return port;
}
