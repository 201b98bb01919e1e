/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The qdisc: one FIFO per priority and one for control frames, and a gate.
 */
#ifndef PAUSECTL_QUEUE_QDISC_H
#define PAUSECTL_QUEUE_QDISC_H

#include <linux/if_vlan.h>
#include <linux/interrupt.h>
#include <net/pkt_sched.h>
#include <net/sch_generic.h>

#include "compat.h"
#include "port/backlog.h"
#include "port/port.h"
#include "queue/schedule.h"

/* Queues 0 to 7 are the priorities, 8 holds control frames: highest, never gated. */
#define PAUSECTL_CONTROL	8
#define PAUSECTL_QUEUES		9

/* Frames in a qdisc that take a closer look: GSO frames, and frames with a tag. */
#define PAUSECTL_SPECIAL_GSO	BIT(0)
#define PAUSECTL_SPECIAL_TAG	BIT(1)

/**
 * struct pausectl_fifo - the frames of one priority
 * @frames: the frames
 * @octets: what they amount to
 * @drops: frames that found no room, or were dropped with the queue
 * @bstats: frames and octets that left
 *
 * Of 64 octets, so that its place is a shift away; what is rare is in the qdisc.
 */
struct pausectl_fifo {
	struct qdisc_skb_head		frames;
	u32				octets;
	unsigned long			drops;
	struct gnet_stats_basic_sync	bstats;
};

/**
 * struct pausectl_qdisc - private part of a pausectl qdisc
 * @port: the port of the device, shared with the other qdiscs under mq
 * @sch: the qdisc
 * @queued: bit n: fifo n holds frames
 * @special: some of them may be PAUSECTL_SPECIAL_x
 * @waiting: a frame was ready while the wire was busy, and still is
 * @given: the last call of dequeue_singly() gave a frame
 * @yields: the device is an end of a pair, so dequeue looks at the backlog of its processor;
 *	constant
 * @serial: of the schedule that @ets belongs to; 0: of none
 * @ets: credits of classes and priorities
 * @fifo: the queues
 * @doomed_packets: frames of each priority that the watchdog had dropped
 * @doomed_bytes: and what they amounted to
 * @ecn_marks: frames of each priority that got CE here
 * @uncharged: frames of each priority that is lossless here, which came in and are charged to none
 * @spoofed: control frames of others, dropped with spoof-check on
 * @waiting_since: of each queue, when its oldest frame came if that was during a pause that the
 *	watchdog looks at, in units of pausectl_delay_now(); else some time before, or 0
 * @queue: what the floors below know of it
 * @backlog: what it knows of the backlog of its processor, if @yields
 * @turn: schedules the qdisc after the receiving softirq
 *
 * All but @queue and @turn under the qdisc lock. Single words are also read
 * under port->lock alone, for the counters, with READ_ONCE(); how much waits by the two below.
 */
struct pausectl_qdisc {
	struct pausectl_port	*port;
	struct Qdisc		*sch;
	unsigned long		queued;
	u8			special;
	bool			waiting;
	bool			given;
	bool			yields;
	u32			serial;
	struct ets_state	ets;
	struct pausectl_fifo	fifo[PAUSECTL_QUEUES];
	unsigned long		doomed_packets[MAC_CTRL_PRIORITIES];
	unsigned long		doomed_bytes[MAC_CTRL_PRIORITIES];
	unsigned long		ecn_marks[MAC_CTRL_PRIORITIES];
	unsigned long		uncharged[MAC_CTRL_PRIORITIES];
	unsigned long		spoofed;
	u32			waiting_since[PAUSECTL_QUEUES];
	struct port_queue	queue;
	struct backlog_view	backlog;
	struct tasklet_struct	turn;
};

static inline struct pausectl_qdisc *pausectl_qdisc_of(struct port_queue *queue)
{
	return container_of(queue, struct pausectl_qdisc, queue);
}

/*
 * How much waits, for those without the qdisc lock. Each frame writes these words, without
 * WRITE_ONCE(): a number like this is old before it is read.
 */
static inline u32 pausectl_fifo_frames(const struct pausectl_fifo *fifo)
{
	/* See above. */
	return data_race(READ_ONCE(fifo->frames.qlen));
}

static inline u32 pausectl_fifo_octets(const struct pausectl_fifo *fifo)
{
	/* See above. */
	return data_race(READ_ONCE(fifo->octets));
}

/* Octets of the tag that the kernel keeps beside the frame, or beside each of a GSO frame. */
static inline unsigned int pausectl_tag_octets(const struct sk_buff *skb)
{
	if (!skb_vlan_tag_present(skb))
		return 0;
	return skb_is_gso(skb) ? pausectl_gso_frames(skb) * VLAN_HLEN : VLAN_HLEN;
}

/* queue/queue.c: as the kernel calls them. */
int pausectl_enqueue(struct sk_buff *skb, struct Qdisc *sch,
		     struct sk_buff **to_free);
struct sk_buff *pausectl_dequeue(struct Qdisc *sch);
void pausectl_reset(struct Qdisc *sch);

/* queue/queue.c: RTNL. */
void pausectl_qdisc_begin(struct Qdisc *sch, struct pausectl_port *port);
void pausectl_qdisc_end(struct Qdisc *sch);

/* queue/delay.c: under port->lock. */
void pausectl_qdisc_look(struct port_queue *queue, unsigned int priority, u64 now,
			 struct queue_look *look);

/* queue/doomed.c: no lock held. */
void pausectl_qdisc_sweep(struct port_queue *queue);

/* queue/doomed.c: under the qdisc lock. */
int pausectl_drop_arrived(struct sk_buff *skb, struct Qdisc *sch,
			  struct sk_buff **to_free, unsigned int index);

#endif /* PAUSECTL_QUEUE_QDISC_H */
