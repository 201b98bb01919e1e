/* SPDX-License-Identifier: GPL-2.0 */
/* The parts of a port that several folders work with. Under port->lock, unless a part says more. */
#ifndef PAUSECTL_PORT_PART_H
#define PAUSECTL_PORT_PART_H

#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/kfifo.h>
#include <linux/list.h>
#include <linux/stddef.h>
#include <linux/types.h>
#include <linux/workqueue.h>
#include <uapi/pausectl.h>

#include "rules/counters.h"
#include "rules/ets.h"
#include "rules/filter_rule.h"
#include "rules/frame.h"
#include "rules/quanta.h"
#include "rules/resolution.h"
#include "rules/settings.h"

struct Qdisc;
struct net;
struct pausectl_port;

/*
 * The gate is in gate_part.open twice, from bit 0 and from this bit on. While a pause waits until
 * sending has stopped, the low half is clear, also the bit of the control queue. So dequeue looks
 * at @requested, and goes by the high half.
 */
#define GATE_SHIFT	16
#define GATE_BITS(priorities)	((priorities) * ((1UL << GATE_SHIFT) + 1))

/*
 * Which priorities may start a frame now, see gate.c. @open, @plain_limit, @doomed and @requested
 * are also read without the lock, with READ_ONCE(). Bit n: queue, priority or pause timer n.
 */
struct gate_part {
	unsigned long	open;		/* may start a frame; see GATE_SHIFT */
	/*
	 * Octets of a priority up to which a frame joins its queue on the short way, by its PCP
	 * alone, while its gate is open. From settings and trust; written under RTNL
	 */
	u32		plain_limit;
	u16		paused;		/* timer runs */
	u16		ignored;	/* timer shuts no gate, because of a storm */
	u16		watched;	/* the watchdog watches the timer */
	u16		requested;	/* timer waits until no qdisc has a frame below the gate */
	u8		doomed;		/* the watchdog drops frames of the priority */
	bool		held;		/* shut for all, because the port refuses the link */
};

/* Frames and octets of a priority that left, or that the watchdog dropped */
enum queue_flow {
	FLOW_PACKETS,
	FLOW_BYTES,
	FLOW_DROP_PACKETS,
	FLOW_DROP_BYTES,
	FLOWS
};

/* The state of a priority, summed over the queues of a port */
struct queue_look {
	u64	flow[FLOWS];
	bool	waiting;	/* frames wait */
	u64	waited_ns;	/* how long the oldest of them has waited */
};

struct port_queue;

/* The functions of a queue for the floors below it */
struct port_queue_ops {
	/* Add the state of a priority in this queue; under port->lock */
	void	(*look)(struct port_queue *queue, unsigned int priority, u64 now,
			struct queue_look *look);
	/*
	 * Drop waiting frames of priorities that the watchdog or a setting has doomed; port->lock
	 * is not held
	 */
	void	(*sweep)(struct port_queue *queue);
};

/* A queue of a port, which is a pausectl qdisc. @sch and @ops are constant. */
struct port_queue {
	struct list_head		node;
	struct Qdisc			*sch;
	const struct port_queue_ops	*ops;
	struct tasklet_struct		turn;	/* schedules the qdisc after other softirqs */
	/* Number of the last request for which the qdisc has no frame below the gate */
	u32				stopped;
};

/* A port has one queue, or several: with mq, one for each transmit queue of the device. */
struct queues_part {
	struct list_head	list;	/* struct port_queue; the first one has its turn next */
};

/*
 * Frames that wait for a time. The transmitter of a paced port has one frame at a time, at the
 * speed in force: see gate.c. Classes have maximum rates: see queue/schedule.c. CLOCK_MONOTONIC.
 */
struct wire_part {
	struct hrtimer	timer;		/* kicks the waiting queues at @armed_ns */
	u64		armed_ns;	/* U64_MAX: @timer is not armed */
	u64		free_ns;	/* when the frame in transmission ends */
	u32		free_ps;	/* picoseconds to add to @free_ns */
	u64		class_ns[ETS_CLASSES];	/* when a class may start its next frame */
	/* When the last frame of each priority ends; MAC_CTRL_LINK: the last control frame */
	u64		end_ns[MAC_CTRL_TIMERS];
};

#define EVENTS_RING	32

struct event_record {
	u64	time_ns;	/* when, CLOCK_REALTIME */
	u64	duration_ns;	/* length of the pause or storm that ended */
	u8	event;		/* enum pausectl_event */
	u8	priority;	/* 0 to 7, or MAC_CTRL_LINK */
	u16	quanta;		/* time asked for */
};

/* Events that wait for delivery to user space, see events.c */
struct events_part {
	DECLARE_KFIFO(ring, struct event_record, EVENTS_RING);
	u32			lost;	/* that found no room since the last delivered one */
	struct work_struct	work;	/* delivers them */
};

/* Reports events to user space. */
struct event_sink {
	/* Does anybody listen? Any context */
	bool	(*has_listeners)(struct net *net);
	/* Send to all listeners; process context */
	void	(*multicast)(struct pausectl_port *port, const char *name,
			     const struct event_record *record, u32 lost);
};

#define PAUSECTL_COUNTER_1(name)	u64 name
#define PAUSECTL_COUNTER_8(name)	u64 name[MAC_CTRL_PRIORITIES]
#define PAUSECTL_COUNTER_9(name)	u64 name[MAC_CTRL_TIMERS]
#define PAUSECTL_COUNTER_FIELD(name, NAME, values, ...) \
	PAUSECTL_COUNTER_##values(name);
#define PAUSECTL_NO_FIELD(...)
#define PAUSECTL_COUNTED_FIELDS \
	PAUSECTL_COUNTERS(PAUSECTL_COUNTER_FIELD, PAUSECTL_NO_FIELD, PAUSECTL_NO_FIELD)

/* A snapshot of all counters. The port itself has a struct pausectl_counted. */
struct pausectl_counters {
	struct_group_tagged(pausectl_counted, counted, PAUSECTL_COUNTED_FIELDS);
	PAUSECTL_COUNTERS(PAUSECTL_NO_FIELD, PAUSECTL_COUNTER_FIELD, PAUSECTL_COUNTER_FIELD)
};

/* Received frames of a port that one processor has counted, by priority */
struct port_frames {
	unsigned long	rx[MAC_CTRL_PRIORITIES];	/* all */
	unsigned long	charged[MAC_CTRL_PRIORITIES];	/* to the port */
	/* Those of a lossless priority that came to a queue of another priority */
	unsigned long	changed[MAC_CTRL_PRIORITIES];
};

/*
 * What a port and its partner agree on. memcmp() compares agreements, so there are no holes.
 *
 * @flow: directions in which pause frames act; without agreement: rx and tx in mode pause, both in
 * mode pfc, none in mode off
 */
struct pausectl_agreement {
	struct pause_flow	flow;
	u8			error;		/* link configuration error: @flow misses require */
	u8			partner_error;	/* the partner has a link configuration error */
	u32			advertised;	/* enum pausectl_advertisement of this port */
	u32			partner;	/* and of the partner */
	u32			source;		/* of @partner: enum pausectl_partner_source */
};

/* Speed and agreement in force. Written under RTNL and port->lock: either is enough to read. */
struct active_part {
	struct wire_rate		rate;
	u32				speed_source;	/* enum pausectl_speed_source */
	struct pausectl_agreement	agreed;
	bool				rx;	/* received frames of the port's mode act */
	bool				tx;	/* the port sends control frames */
};

#endif /* PAUSECTL_PORT_PART_H */
