/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The queues of a port as the floors below them see them. Each queue is a pausectl qdisc. A port
 * has one, or several: with mq, one for each transmit queue of the device.
 */
#ifndef PAUSECTL_PORT_QUEUES_H
#define PAUSECTL_PORT_QUEUES_H

#include <linux/list.h>
#include <linux/types.h>

struct Qdisc;
struct pausectl_port;
struct port_queue;

/** struct queue_flow - frames and octets of a priority that left or were dropped */
struct queue_flow {
	/** @packets: frames that left */
	u64	packets;
	/** @bytes: their octets */
	u64	bytes;
	/** @drop_packets: frames that the watchdog dropped */
	u64	drop_packets;
	/** @drop_bytes: their octets */
	u64	drop_bytes;
};

/** struct queue_look - the state of a priority, summed over the queues of a port */
struct queue_look {
	/** @flow: frames that left or were dropped */
	struct queue_flow	flow;
	/** @waiting: frames wait */
	bool			waiting;
	/** @waited_ns: how long the oldest of them has waited */
	u64			waited_ns;
};

/** struct port_queue_ops - the functions of a queue for the floors below it */
struct port_queue_ops {
	/** @look: add the state of a priority in this queue; under port->lock */
	void	(*look)(struct port_queue *queue, unsigned int priority, u64 now,
			struct queue_look *look);
	/**
	 * @sweep: drop waiting frames of priorities that the watchdog or a setting has doomed;
	 * port->lock is not held
	 */
	void	(*sweep)(struct port_queue *queue);
};

/**
 * struct port_queue - a queue of a port
 *
 * @sch and @ops are constant, the others under port->lock.
 */
struct port_queue {
	/** @node: in the list of the port's queues */
	struct list_head		node;
	/** @sch: the qdisc */
	struct Qdisc			*sch;
	/** @ops: functions of the queue for the floors below it */
	const struct port_queue_ops	*ops;
	/** @stopped: number of the last request for which the qdisc has no frame below the gate */
	u32				stopped;
};

/**
 * struct queues_part - the queues of a port
 *
 * Under port->lock.
 */
struct queues_part {
	/** @list: struct port_queue; the first one has its turn next */
	struct list_head	list;
	/** @shared: there are several queues */
	bool			shared;
};

/* port/queues.c: kick: under port->lock; the others: the lock is not held. */
void pausectl_queues_kick(struct pausectl_port *port);
struct port_queue *pausectl_queues_next(struct pausectl_port *port, const struct port_queue *last);
void pausectl_queues_sweep(struct pausectl_port *port);

#endif /* PAUSECTL_PORT_QUEUES_H */
