/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A port: the MAC Control sublayer of one network device. A port is a list of parts. Each part is
 * defined, with its lock, in part.h of its folder.
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

#include <linux/if_vlan.h>
#include <linux/kobject.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>
#include <linux/spinlock.h>
#include <uapi/pausectl.h>

#include "congestion/part.h"
#include "pause/part.h"
#include "port/part.h"
#include "queue/part.h"
#include "receive/part.h"

struct pausectl_dcbnl;

/*
 * A port begins when the first pausectl qdisc of the device is initialised. It ends when the last
 * one is destroyed, or the device is unregistered. Both are under RTNL. life.c proves the teardown.
 */
struct pausectl_port {
	struct gate_part	gate;		/* which priorities may start a frame */
	struct queue_part	queue;		/* what the queues share */
	/*
	 * Written under RTNL and @lock: either is enough to read. The datapath reads single words
	 * with READ_ONCE().
	 */
	struct pausectl_settings set;

	struct net_device	*dev;		/* its qdiscs hold it. Constant */
	/*
	 * The receive hook leaves it in a frame, with the priority of the frame in the low bits,
	 * which are 0 here: see seen.h. Random, not 0. Constant. The port's own control frames
	 * carry ~@mark until enqueue.
	 */
	u32			mark;
	struct receive_part	receive;	/* the receive hook and the receive checks */

	spinlock_t		lock;		/* see above */
	bool			dead;		/* no timer is armed and no work queued any more */
	struct active_part	active;		/* speed and agreement in force */
	struct queues_part	queues;		/* the qdiscs */
	struct wire_part	wire;		/* the transmitter, with pacing */
	struct pause_part	pause;		/* the pause timers */
	struct congestion_part	congestion;	/* buffers of received frames, XOFF and XON */
	struct pausectl_counted	count;		/* counters of the port */
	/* Counters of received frames, by this_cpu_add(). The pointer is constant */
	struct port_frames __percpu *frames;
	struct events_part	events;		/* on their way to user space */
	char			name[IFNAMSIZ];	/* of the device */

	/* The view of dcbnl; NULL: the device has dcbnl_ops of its own. Under RTNL */
	struct pausectl_dcbnl	*dcbnl;
	u32			users;	/* qdiscs that hold the port; RTNL, shown by READ_ONCE() */
	struct kobject		kobj;	/* pausectl/ of the device in sysfs; owns the memory */
	struct rcu_head		rcu;	/* frees the port */
};

/* port.c: when the module is loaded and unloaded. */
int pausectl_port_init(void);
void pausectl_port_exit(void);

/* port.c: RTNL; find, of_index, next also under rcu_read_lock(). */
struct pausectl_port *pausectl_port_find(const struct net_device *dev);
struct pausectl_port *pausectl_port_of_index(struct net *net, int ifindex);
struct pausectl_port *pausectl_port_next(struct net *net, unsigned long *ifindex);
unsigned int pausectl_port_generation(struct net *net);
struct net_device *pausectl_peer_device(const struct pausectl_port *port);

/* port.c: for life.c, and for the release of @kobj. */
struct pausectl_port *pausectl_port_alloc(struct net_device *dev);
int pausectl_port_add(struct pausectl_port *port);
void pausectl_port_del(struct pausectl_port *port);
void pausectl_port_free(struct pausectl_port *port);

extern const struct pausectl_settings pausectl_settings_default;

/* gate.c: under port->lock; next, sweep: the lock is not held; wire_init, wire_stop: RTNL. */
void pausectl_gate_update(struct pausectl_port *port);
void pausectl_queues_kick(struct pausectl_port *port);
struct port_queue *pausectl_queues_next(struct pausectl_port *port, const struct port_queue *last);
void pausectl_queues_sweep(struct pausectl_port *port);
void pausectl_wire_init(struct pausectl_port *port);
void pausectl_wire_wait(struct pausectl_port *port, u64 at_ns);
void pausectl_wire_occupy(struct pausectl_port *port, unsigned int index, u32 octets, u64 now,
			  bool waited);
void pausectl_wire_stop(struct pausectl_port *port);

/*
 * events.c: event: under port->lock; sink_set: before the first port begins; the others: process
 * context.
 */
void pausectl_event_sink_set(const struct event_sink *to);
void pausectl_events_init(struct pausectl_port *port);
void pausectl_event(struct pausectl_port *port, enum pausectl_event event,
		    unsigned int priority, u16 quanta, u64 duration_ns);
void pausectl_event_announce(struct pausectl_port *port, enum pausectl_event event);
void pausectl_events_stop(struct pausectl_port *port);

/* The priorities that pause timers stop. The timer of the link stops all. */
static inline u8 pausectl_priorities_of(u16 timers)
{
	return timers & MAC_CTRL_LINK_BIT ? MAC_CTRL_PFC_BITS : timers;
}

/* Frames as on the wire; senders that are not trusted may leave the number 0. */
static inline unsigned int pausectl_gso_frames(const struct sk_buff *skb)
{
	unsigned int segs = skb_shinfo(skb)->gso_segs;

	return segs + !segs;
}

/* Octets of the tag that the kernel keeps beside the frame, or beside each of a GSO frame. */
static inline unsigned int pausectl_tag_octets(const struct sk_buff *skb)
{
	if (!skb_vlan_tag_present(skb))
		return 0;
	return skb_is_gso(skb) ? pausectl_gso_frames(skb) * VLAN_HLEN : VLAN_HLEN;
}

/* The pause timers that the mode uses: those of @priorities, that of the link, or none. */
static inline u16 pausectl_timers_of(const struct pausectl_settings *set, u32 priorities)
{
	switch (set->mode) {
	case PAUSECTL_MODE_PAUSE:
		return MAC_CTRL_LINK_BIT;
	case PAUSECTL_MODE_PFC:
		return priorities;
	default:
		return 0;
	}
}

/* The timers that obey received frames */
static inline u16 pausectl_rx_timers(const struct pausectl_settings *set)
{
	return pausectl_timers_of(set, set->rx_prio);
}

/* Does the port split GSO frames? @modelled: it models the wire for them. Without a lock, too. */
static inline bool pausectl_splits_gso(const struct pausectl_settings *set, bool modelled)
{
	u32 split = READ_ONCE(set->split_gso);

	return split == PAUSECTL_GSO_SPLIT_AUTO ? modelled : split == PAUSECTL_GSO_SPLIT_ON;
}

#endif /* PAUSECTL_PORT_PORT_H */
