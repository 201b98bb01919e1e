// SPDX-License-Identifier: GPL-2.0
/* Counts what storms do to the frames of each priority, at each look of the watchdog. */
#include "pause/pause.h"
#include "pause/watchdog.h"

/* Sum up a priority over all queues. Return: whether frames wait, @waited ns the oldest. */
static bool read_flow(const struct pausectl_port *port, unsigned int priority, u64 now,
		      struct queue_flow *flow, u64 *waited)
{
	struct queue_look look = { };
	struct port_queue *queue;

	list_for_each_entry(queue, &port->queues.list, node)
		queue->ops->look(queue, priority, now, &look);
	*flow = look.flow;
	*waited = look.waited_ns;
	return look.waiting;
}

/* Count the frames of a stormed priority that left or were dropped since the last look. */
static void count_flow(struct pausectl_storm_counters *count, unsigned int i,
		       const struct queue_flow *now,
		       const struct queue_flow *before)
{
	u64 packets = pausectl_since(now->packets, before->packets);
	u64 bytes = pausectl_since(now->bytes, before->bytes);
	u64 drop_packets = pausectl_since(now->drop_packets, before->drop_packets);
	u64 drop_bytes = pausectl_since(now->drop_bytes, before->drop_bytes);

	count->tx_packets[i] += packets;
	count->tx_bytes[i] += bytes;
	count->drop_packets[i] += drop_packets;
	count->drop_bytes[i] += drop_bytes;
	count->last_tx_packets[i] += packets;
	count->last_tx_bytes[i] += bytes;
	count->last_drop_packets[i] += drop_packets;
	count->last_drop_bytes[i] += drop_bytes;
}

void pausectl_watchdog_forget_last(struct pausectl_storm_counters *count,
				   unsigned int priorities)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		if (!(priorities & BIT(i)))
			continue;
		count->last_tx_packets[i] = 0;
		count->last_tx_bytes[i] = 0;
		count->last_drop_packets[i] = 0;
		count->last_drop_bytes[i] = 0;
	}
}

struct pausectl_queues_look
pausectl_watchdog_look_at_queues(struct pausectl_watchdog *wd, u64 now)
{
	u8 stormed = pausectl_priorities_of(wd->stormed);
	struct pausectl_queues_look look = { };
	struct queue_flow flow;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		if (read_flow(wd->port, i, now, &flow, &look.waited_ns[i]))
			look.waiting |= BIT(i);
		if (pausectl_since(flow.packets, wd->seen[i].packets))
			look.left |= BIT(i);
		if (stormed & BIT(i))
			count_flow(&wd->count, i, &flow, &wd->seen[i]);
		wd->seen[i] = flow;
	}
	return look;
}
