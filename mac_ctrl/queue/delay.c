// SPDX-License-Identifier: GPL-2.0
/*
 * How long frames wait: delay statistics, which begin when delay-statistics is switched on, and the
 * look of the watchdog at a queue.
 */
#include "queue/delay.h"
#include "queue/queue.h"

/* Begin new statistics if delay-statistics was switched on since. */
static void follow(struct pausectl_qdisc *q)
{
	u32 epoch = READ_ONCE(q->port->queue.delay_epoch);
	unsigned int i;

	if (q->delay_epoch == epoch)
		return;
	for (i = 0; i < PAUSECTL_QUEUES; i++)
		q->delay[i] = (struct pausectl_delay){ };
	WRITE_ONCE(q->delay_epoch, epoch);
}

/**
 * pausectl_delay_count() - a frame leaves its queue
 * @q: the qdisc, under its lock
 * @index: of the queue
 * @skb: the frame; only a frame with a stamp counts
 */
void pausectl_delay_count(struct pausectl_qdisc *q, unsigned int index,
			  const struct sk_buff *skb)
{
	struct pausectl_delay *delay = &q->delay[index];
	u32 stamp = pausectl_charge_of(skb)->stamp;
	u64 ns;

	if (!stamp)
		return;
	follow(q);
	/* The difference has the width of the stamp, so the clock may wrap. */
	ns = (u64)(u32)(pausectl_delay_now() - stamp) << DELAY_SHIFT;
	WRITE_ONCE(delay->packets, delay->packets + 1);
	WRITE_ONCE(delay->total_ns, delay->total_ns + ns);
	if (ns > delay->max_ns)
		WRITE_ONCE(delay->max_ns, ns);
}

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
