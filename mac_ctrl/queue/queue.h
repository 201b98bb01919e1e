/* SPDX-License-Identifier: GPL-2.0 */
/* The qdisc: one FIFO per priority and one for control frames, and a gate. */
#ifndef PAUSECTL_QUEUE_QUEUE_H
#define PAUSECTL_QUEUE_QUEUE_H

#include <linux/rcupdate.h>
#include <net/dcbnl.h>
#include <net/pkt_sched.h>
#include <net/sch_generic.h>

#include "congestion/buffer.h"
#include "port/port.h"

/* Queues 0 to 7 are the priorities, 8 holds control frames: highest, never gated. */
#define PAUSECTL_CONTROL	8
#define PAUSECTL_QUEUES		9

/* Frames in a qdisc that take a closer look: GSO frames, and frames with a tag. */
#define PAUSECTL_SPECIAL_GSO	BIT(0)
#define PAUSECTL_SPECIAL_TAG	BIT(1)

/*
 * The frames of one priority. Of 64 octets, so that its place is a shift away; what is rare is in
 * the qdisc.
 */
struct pausectl_fifo {
	struct qdisc_skb_head		frames;
	u32				octets;
	u32				units;	/* of memory of frames that came in, uncharged */
	unsigned long			drops;	/* found no room, or were dropped with the queue */
	struct gnet_stats_basic_sync	bstats;	/* frames and octets that left */
};

/*
 * The private part of a pausectl qdisc. All except @queue under the qdisc lock. Single words are
 * also read under port->lock alone, for the counters, with READ_ONCE() or pausectl_fifo_read().
 */
struct pausectl_qdisc {
	struct pausectl_port	*port;		/* shared with the other qdiscs under mq */
	unsigned long		queued;		/* bit n: fifo n holds frames */
	u8			special;	/* some of them may be PAUSECTL_SPECIAL_x */
	bool			waiting;	/* a frame was ready, and the wire is busy */
	bool			given;		/* dequeue_singly(): a frame was taken */
	bool			yields;		/* the device is an end of a pair; constant */
	u32			serial;		/* of the schedule of @ets; 0: of none */
	struct ets_state	ets;		/* credits of classes and priorities */
	struct pausectl_fifo	fifo[PAUSECTL_QUEUES];

	/* Of each priority: frames and octets that the watchdog had dropped, frames that got CE */
	unsigned long		doomed_packets[MAC_CTRL_PRIORITIES];
	unsigned long		doomed_bytes[MAC_CTRL_PRIORITIES];
	unsigned long		ecn_marks[MAC_CTRL_PRIORITIES];
	/* Frames of each priority that is lossless here, which came in and are charged to none */
	unsigned long		uncharged[MAC_CTRL_PRIORITIES];
	unsigned long		spoofed;	/* control frames of others, with spoof-check on */
	/* Of each queue, when its oldest frame came to a shut gate; else some time before, or 0 */
	atomic64_t		waiting_since_ns[PAUSECTL_QUEUES];

	struct port_queue	queue;		/* what the floors below know of it */
	struct {			/* what the qdisc knows of the backlog, if @yields */
		u32	entered;	/* frames that have ever entered it, at the last look */
		u32	given;		/* frames that the qdisc has given since @entered changed */
		bool	sent;		/* the qdisc has given a frame since it last yielded */
	} backlog;
};

static inline struct pausectl_qdisc *pausectl_qdisc_of(struct port_queue *queue)
{
	return container_of(queue, struct pausectl_qdisc, queue);
}

/* How much waits, frames.qlen or octets of a queue, for those without the qdisc lock */
static inline u32 pausectl_fifo_read(const u32 *word)
{
	/* Each frame writes the word without WRITE_ONCE(): a number like this is old at once. */
	return data_race(READ_ONCE(*word));
}

/* A frame leaves its queue, sent or dropped. Under the qdisc lock. */
static __always_inline void pausectl_fifo_release(struct pausectl_fifo *fifo, struct sk_buff *skb)
{
	if (skb->skb_iif)
		WRITE_ONCE(fifo->units, fifo->units - pausectl_buffer_release(skb));
}

/* Frames of a doomed priority are dropped. Under the qdisc lock. */
static inline void pausectl_count_doomed(struct pausectl_qdisc *q, unsigned int index,
					 unsigned int frames, unsigned int octets)
{
	struct pausectl_fifo *fifo = &q->fifo[index];

	WRITE_ONCE(fifo->drops, fifo->drops + frames);
	WRITE_ONCE(q->doomed_packets[index], q->doomed_packets[index] + frames);
	WRITE_ONCE(q->doomed_bytes[index], q->doomed_bytes[index] + octets);
}

/* queue.c: under the qdisc lock, except turn, which is a tasklet. */
int pausectl_enqueue(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free);
struct sk_buff *pausectl_dequeue(struct Qdisc *sch);
struct sk_buff *pausectl_dequeue_singly(struct Qdisc *sch);
void pausectl_queue_turn(struct tasklet_struct *tasklet);

/* manage.c: RTNL, except reset: the qdisc lock. */
void pausectl_qdisc_begin(struct Qdisc *sch, struct pausectl_port *port);
void pausectl_qdisc_end(struct Qdisc *sch);
void pausectl_reset(struct Qdisc *sch);
bool pausectl_charges_find(struct pausectl_port *egress, unsigned int priority);

/* What dequeue goes by; constant once it is published */
struct pausectl_schedule {
	struct ets_plan	plan;		/* masks and quanta */
	u32		serial;		/* no two have the same, so a qdisc notices a new one */
	u8		limited;	/* classes with a maximum rate */
	bool		paced;		/* frames leave at the speed of the port */
	bool		timed;		/* paced, or a class is limited */
	u64		octet_ps[ETS_CLASSES];	/* of an octet at the maximum rate, rounded up */
	struct rcu_head	rcu;
};

/* schedule.c: RTNL; ready, charge: port->lock. */
int pausectl_schedule_prepare(struct pausectl_port *port, const struct pausectl_settings *set,
			      struct pausectl_schedule **made);
void pausectl_schedule_commit(struct pausectl_port *port, struct pausectl_schedule *schedule);
unsigned long pausectl_schedule_ready(struct pausectl_port *port,
				      const struct pausectl_schedule *schedule,
				      unsigned long ready, u64 now);
void pausectl_schedule_charge(struct pausectl_port *port, const struct pausectl_schedule *schedule,
			      unsigned int tc, u32 octets, u64 now);

/* An order of fields is a number. Each field takes 4 bits; the first field has the lowest. */
#define TRUST_BITS		4
#define TRUST_FIELDS		6
#define TRUST_MASK		((1U << TRUST_BITS) - 1)
#define TRUST_DSCPS		64

#define APPS_MAX		256	/* entries of an APP table */

/* In place of a priority in a change of the table: remove entries with the same protocol... */
#define APP_REMOVES		255
/* ...or with the same or a greater one. */
#define APP_REMOVES_FROM	254

/* An entry of the APP table */
struct pausectl_app {
	struct dcb_app	app;		/* as dcb gave it */
	bool		listed;		/* the kernel's list has it because of this one; RTNL */
};

/* The APP table of a port. Constant once published, except @listed. */
struct pausectl_apps {
	struct rcu_head		rcu;
	u32			count;
	struct pausectl_app	entry[];	/* in any order, each once */
};

/* Whether an order is valid: each field exists and is named once, and there is no gap. */
static inline bool trust_valid(u32 order)
{
	u32 seen = 0, field;

	for (; order; order >>= TRUST_BITS) {
		field = order & TRUST_MASK;
		if (!field || field > TRUST_FIELDS || seen & 1U << field)
			return false;
		seen |= 1U << field;
	}
	return true;
}

/* Whether a selector of the APP table is one of the fields. The PCP has no entries. */
static inline bool trust_selects(u32 selector)
{
	return selector && selector < PAUSECTL_TRUST_FIELD_PCP;
}

/* classify.c: classify: rcu_read_lock_bh() or RTNL; ecn: the qdisc lock; the others: RTNL. */
unsigned int pausectl_classify(const struct pausectl_port *port, const struct sk_buff *skb);
void pausectl_ecn(struct pausectl_qdisc *q, unsigned int priority, struct sk_buff *skb,
		  unsigned int frames);
int pausectl_trust_prepare(const struct pausectl_apps *apps, u32 order,
			   struct pausectl_trust **trust);
void pausectl_trust_commit(struct pausectl_port *port, struct pausectl_trust *trust);
void pausectl_trust_free(struct pausectl_trust *trust);
struct pausectl_apps *pausectl_apps_alloc(u32 room);

#endif /* PAUSECTL_QUEUE_QUEUE_H */
