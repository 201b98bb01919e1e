// SPDX-License-Identifier: GPL-2.0
/* What is known of the delay of frames: from when it was last switched on. */
#include "delay.h"

/* Switched off and on since: begin anew. */
static void follow(struct pausectl_qdisc *q)
{
	u32 epoch = READ_ONCE(q->port->delay_epoch);
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
 * @skb: the frame; counts if it was stamped
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
	/* Of the same width as the stamp, so that it may wrap. */
	ns = (u64)(u32)(pausectl_delay_now() - stamp) << DELAY_SHIFT;
	WRITE_ONCE(delay->packets, delay->packets + 1);
	WRITE_ONCE(delay->total_ns, delay->total_ns + ns);
	if (ns > delay->max_ns)
		WRITE_ONCE(delay->max_ns, ns);
}
