/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How long frames wait in a queue. Two readings of the clock for each frame, so on request only.
 *
 * A frame is stamped when it joins its queue, in units of 1.024 us as codel does: that is
 * right for up to 73 minutes, and the stamp fits beside what the frame owes to a buffer.
 */
#ifndef PAUSECTL_QUEUE_DELAY_H
#define PAUSECTL_QUEUE_DELAY_H

#include "congestion/buffer.h"
#include "queue/qdisc.h"

#define DELAY_SHIFT	10

/* Now; 0 is no stamp. */
static inline u32 pausectl_delay_now(void)
{
	return (ktime_get_ns() >> DELAY_SHIFT) ?: 1;
}

/* queue/delay.c: under the qdisc lock. */
void pausectl_delay_count(struct pausectl_qdisc *q, unsigned int index,
			  const struct sk_buff *skb);

#endif /* PAUSECTL_QUEUE_DELAY_H */
