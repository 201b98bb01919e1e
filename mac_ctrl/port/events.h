/* SPDX-License-Identifier: GPL-2.0 */
/* Events on their way from the datapath to user space. See events.c. */
#ifndef PAUSECTL_PORT_EVENTS_H
#define PAUSECTL_PORT_EVENTS_H

#include <linux/kfifo.h>
#include <linux/workqueue.h>
#include <uapi/pausectl.h>

struct net;
struct pausectl_port;

#define EVENTS_RING	32

/** struct event_record - an event */
struct event_record {
	/** @time_ns: when, CLOCK_REALTIME */
	u64	time_ns;
	/** @duration_ns: length of the pause or storm that ended */
	u64	duration_ns;
	/** @event: enum pausectl_event */
	u8	event;
	/** @priority: 0 to 7, or MAC_CTRL_LINK */
	u8	priority;
	/** @quanta: time asked for */
	u16	quanta;
};

/**
 * struct events_part - events of a port that wait for delivery
 *
 * Under port->lock.
 */
struct events_part {
	/** @ring: the events */
	DECLARE_KFIFO(ring, struct event_record, EVENTS_RING);
	/** @lost: events that found no room since the last delivered one */
	u32			lost;
	/** @work: delivers them */
	struct work_struct	work;
};

/** struct event_sink - tells user space of events */
struct event_sink {
	/** @has_listeners: does anybody listen? Any context */
	bool	(*has_listeners)(struct net *net);
	/** @multicast: tell all listeners; process context */
	void	(*multicast)(struct pausectl_port *port, const char *name,
			     const struct event_record *record, u32 lost);
};

/* port/events.c: event: under port->lock; sink_set: before the first port begins. */
void pausectl_event_sink_set(const struct event_sink *to);
void pausectl_events_init(struct pausectl_port *port);
void pausectl_event(struct pausectl_port *port, enum pausectl_event event,
		    unsigned int priority, u16 quanta, u64 duration_ns);
void pausectl_event_announce(struct pausectl_port *port, enum pausectl_event event);
void pausectl_events_stop(struct pausectl_port *port);
void pausectl_event_last(struct pausectl_port *port, enum pausectl_event event);

#endif /* PAUSECTL_PORT_EVENTS_H */
