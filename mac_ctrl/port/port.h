/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A port: the MAC Control sublayer of one network device. A port is a list of parts. Each part is
 * defined, with its lock, in part.h of its folder, or in port/.
 *
 * Locks, outermost first:
 *	RTNL		life of the port, settings
 *	qdisc lock	the queues of a qdisc, see queue/queue.h
 *	port->lock	all parts that name no other lock; taken with interrupts off, because
 *			timers run in hard interrupt context
 * Nothing is sent, freed or allocated under port->lock.
 */
#ifndef PAUSECTL_PORT_PORT_H
#define PAUSECTL_PORT_PORT_H

#include <linux/kobject.h>
#include <linux/netdevice.h>
#include <linux/spinlock.h>
#include <uapi/pausectl.h>

#include "congestion/part.h"
#include "pause/part.h"
#include "port/counters.h"
#include "port/events.h"
#include "port/gate.h"
#include "port/queues.h"
#include "port/settings.h"
#include "port/wire.h"
#include "queue/part.h"
#include "receive/part.h"

struct pausectl_dcbnl;

/**
 * struct pausectl_port - the MAC Control sublayer of a device
 *
 * A port begins when the first pausectl qdisc of the device is initialised. It ends when the last
 * one is destroyed, or the device is unregistered. Both are under RTNL. life.c proves the teardown.
 */
struct pausectl_port {
	/** @gate: which priorities may start a frame */
	struct gate_part	gate;
	/** @queue: what the queues share */
	struct queue_part	queue;
	/**
	 * @set: settings. Written under RTNL and @lock: either is enough to read. The datapath
	 * reads single words with READ_ONCE().
	 */
	struct pausectl_settings set;

	/** @dev: the device; its qdiscs hold it. Constant */
	struct net_device	*dev;
	/**
	 * @mark: the receive hook leaves it in a frame, with the priority of the frame in the low
	 * bits, which are 0 here: see seen.h. Random, not 0. Constant. The port's own control
	 * frames carry ~@mark until enqueue.
	 */
	u32			mark;
	/** @receive: the receive hook and the receive checks */
	struct receive_part	receive;

	/** @lock: see above */
	spinlock_t		lock;
	/** @dead: no timer may be armed and no work queued any more */
	bool			dead;
	/** @active: speed and agreement in force */
	struct active_part	active;
	/** @queues: the qdiscs */
	struct queues_part	queues;
	/** @wire: the transmitter, with pacing */
	struct wire_part	wire;
	/** @pause: the pause timers */
	struct pause_part	pause;
	/** @congestion: buffers of received frames, and XOFF and XON */
	struct congestion_part	congestion;
	/** @count: counters of the port */
	struct pausectl_counted	count;
	/** @frames: counters of received frames, by this_cpu_add(). The pointer is constant */
	struct port_frames __percpu *frames;
	/** @events: on their way to user space */
	struct events_part	events;
	/** @name: of the device */
	char			name[IFNAMSIZ];

	/** @dcbnl: the view of dcbnl; NULL: the device has dcbnl_ops of its own. Under RTNL */
	struct pausectl_dcbnl	*dcbnl;
	/** @users: qdiscs that hold the port; written under RTNL, shown with READ_ONCE() */
	u32			users;
	/** @kobj: pausectl/ in the device's sysfs directory; owns the memory */
	struct kobject		kobj;
	/** @rcu: frees the port */
	struct rcu_head		rcu;
};

/* port/port.c: when the module is loaded and unloaded. */
int pausectl_port_init(void);
void pausectl_port_exit(void);

/* port/port.c: RTNL; find, of_index, next also under rcu_read_lock(). */
struct pausectl_port *pausectl_port_find(const struct net_device *dev);
struct pausectl_port *pausectl_port_of_index(struct net *net, int ifindex);
struct pausectl_port *pausectl_port_next(struct net *net,
					 unsigned long *ifindex);
unsigned int pausectl_port_generation(struct net *net);
struct net_device *pausectl_peer_device(const struct pausectl_port *port);

/* port/port.c: for life.c, and for the release of @kobj. */
struct pausectl_port *pausectl_port_alloc(struct net_device *dev);
int pausectl_port_add(struct pausectl_port *port);
void pausectl_port_del(struct pausectl_port *port);
void pausectl_port_free(struct pausectl_port *port);

#endif /* PAUSECTL_PORT_PORT_H */
