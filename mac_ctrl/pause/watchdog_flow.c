// SPDX-License-Identifier: GPL-2.0
/* What storms do to the frames of each priority, as the watchdog sees it at its looks. */
#include "../transmit/delay.h"
#include "../transmit/qdisc.h"
#include "watchdog.h"

/*
 * For how long the oldest frame has waited; more if it came before the pause. A look may judge
 * a time before the frame came. The difference is right for 36 minutes; after that, a run that
 * begins just now may seem to begin with the next look.
 */
static u64 waited_ns(const struct pausectl_qdisc *q, unsigned int priority, u64 now)
{
	u32 since = READ_ONCE(q->waiting_since[priority]);
	s32 units = (u32)(now >> DELAY_SHIFT) - since;

	if (!since)
		return U64_MAX;
	/* Both are rounded down: rather less than too much. */
	return units > 0 ? (u64)(units - 1) << DELAY_SHIFT : 0;
}

/* What has become of the frames of a priority, in all qdiscs; whether and how long any waits. */
static bool read_flow(const struct pausectl_port *port, unsigned int priority, u64 now,
		      struct pausectl_flow *flow, u64 *waited)
{
	struct gnet_stats_basic_sync sum;
	struct pausectl_qdisc *q;
	bool waiting = false;

	*flow = (struct pausectl_flow){ };
	gnet_stats_basic_sync_init(&sum);
	list_for_each_entry(q, &port->qdiscs, node) {
		gnet_stats_add_basic(&sum, NULL, &q->fifo[priority].bstats, true);
		flow->drop_packets += READ_ONCE(q->doomed_packets[priority]);
		flow->drop_bytes += READ_ONCE(q->doomed_bytes[priority]);
		if (!pausectl_fifo_frames(&q->fifo[priority]))
			continue;
		waiting = true;
		/* Pairs with smp_wmb() in note_wait(). */
		smp_rmb();
		*waited = max(*waited, waited_ns(q, priority, now));
	}
	flow->packets = u64_stats_read(&sum.packets);
	flow->bytes = u64_stats_read(&sum.bytes);
	return waiting;
}

/* What a storm did to a priority since the last look. */
static void count_flow(struct pausectl_storm_counters *count, unsigned int i,
		       const struct pausectl_flow *now,
		       const struct pausectl_flow *before)
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
	struct pausectl_flow flow;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		if (read_flow(wd->port, i, now, &flow, &look.waited_ns[i]))
			look.waiting |= BIT(i);
		if (stormed & BIT(i))
			count_flow(&wd->count, i, &flow, &wd->seen[i]);
		wd->seen[i] = flow;
	}
	return look;
}
