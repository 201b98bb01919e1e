/* SPDX-License-Identifier: GPL-2.0 */
/* The counters of a port, from the table in rules/counters.h. */
#ifndef PAUSECTL_PORT_COUNTERS_H
#define PAUSECTL_PORT_COUNTERS_H

#include <linux/skbuff.h>
#include <linux/stddef.h>

#include "rules/counters.h"
#include "rules/frame.h"

#define PAUSECTL_COUNTER_1(name)	u64 name
#define PAUSECTL_COUNTER_8(name)	u64 name[MAC_CTRL_PRIORITIES]
#define PAUSECTL_COUNTER_9(name)	u64 name[MAC_CTRL_TIMERS]
#define PAUSECTL_COUNTER_FIELD(name, NAME, values) \
	PAUSECTL_COUNTER_##values(name);
#define PAUSECTL_NO_FIELD(...)
#define PAUSECTL_COUNTED_FIELDS \
	PAUSECTL_COUNTERS(PAUSECTL_COUNTER_FIELD, PAUSECTL_NO_FIELD, PAUSECTL_NO_FIELD)

/* A snapshot of all counters. The port itself has a struct pausectl_counted. */
struct pausectl_counters {
	struct_group_tagged(pausectl_counted, counted, PAUSECTL_COUNTED_FIELDS);
	PAUSECTL_COUNTERS(PAUSECTL_NO_FIELD, PAUSECTL_COUNTER_FIELD, PAUSECTL_COUNTER_FIELD)
};

/**
 * struct port_frames - received frames of a port that one processor has counted, by priority
 * @rx: all
 * @charged: those that were charged to the port
 * @changed: those of a lossless priority that came to a queue of another priority
 */
struct port_frames {
	unsigned long	rx[MAC_CTRL_PRIORITIES];
	unsigned long	charged[MAC_CTRL_PRIORITIES];
	unsigned long	changed[MAC_CTRL_PRIORITIES];
};

/* Frames as on the wire; senders that are not trusted may leave the number 0. */
static inline unsigned int pausectl_gso_frames(const struct sk_buff *skb)
{
	unsigned int segs = skb_shinfo(skb)->gso_segs;

	return segs + !segs;
}

#endif /* PAUSECTL_PORT_COUNTERS_H */
