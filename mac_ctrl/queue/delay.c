// SPDX-License-Identifier: GPL-2.0
/* The look of the watchdog at a queue: which frames left, how long the oldest one has waited. */
#include "queue/delay.h"
#include "queue/qdisc.h"
#include "queue/queue.h"

/*
 * For how long the oldest frame has waited; longer if it came before the pause. A look may judge a
 * time before the frame came. The difference is right for 36 minutes. After that, a run that begins
 * now may seem to begin at the next look.
 */
static u64 waited_ns(const struct pausectl_qdisc *q, unsigned int priority, u64 now)
{
	u32 since = READ_ONCE(q->waiting_since[priority]);
	s32 units = (u32)(now >> DELAY_SHIFT) - since;

	if (!since)
		return U64_MAX;
	/* Both times are rounded down. Subtract 1, so that the result is never too long. */
	return units > 0 ? (u64)(units - 1) << DELAY_SHIFT : 0;
}

/* Add the frames of a priority that left or were dropped, and whether and how long any waits. */
void pausectl_qdisc_look(struct port_queue *queue, unsigned int priority, u64 now,
			 struct queue_look *look)
{
	struct pausectl_qdisc *q = pausectl_qdisc_of(queue);
	struct gnet_stats_basic_sync sum;

	gnet_stats_basic_sync_init(&sum);
	gnet_stats_add_basic(&sum, NULL, &q->fifo[priority].bstats, true);
	look->flow.packets += u64_stats_read(&sum.packets);
	look->flow.bytes += u64_stats_read(&sum.bytes);
	look->flow.drop_packets += READ_ONCE(q->doomed_packets[priority]);
	look->flow.drop_bytes += READ_ONCE(q->doomed_bytes[priority]);
	if (!pausectl_fifo_frames(&q->fifo[priority]))
		return;
	look->waiting = true;
	/* Pairs with smp_wmb() in note_wait(). */
	smp_rmb();
	look->waited_ns = max(look->waited_ns, waited_ns(q, priority, now));
}
