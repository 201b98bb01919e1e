/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Buffers of received frames, XOFF and XON. A received frame that waits in a pausectl queue of any
 * port is charged to a buffer of the port that the frame came in on.
 */
#ifndef PAUSECTL_CONGESTION_BUFFER_H
#define PAUSECTL_CONGESTION_BUFFER_H

#include <net/net_namespace.h>
#include <net/sch_generic.h>

#include "port/port.h"

/* May a received frame join a queue? */
enum pausectl_admission {
	PAUSECTL_LOSSY,		/* the priority is not lossless: the limit of the queue decides */
	PAUSECTL_CHARGED,	/* yes, without regard to the limit of the queue */
	PAUSECTL_BUFFER_FULL,	/* no: its buffer and the headroom are full */
};

/* buffer.c: see each function. */
struct pausectl_port *pausectl_buffer_ingress(const struct net_device *egress,
					      const struct sk_buff *skb);
enum pausectl_admission pausectl_buffer_charge(struct pausectl_port *port, struct sk_buff *skb,
					       unsigned int priority, unsigned int frames);
u32 pausectl_buffer_uncharged(struct sk_buff *skb);
u32 pausectl_buffer_release(struct sk_buff *skb);
void pausectl_buffer_changed(struct sk_buff *skb);
bool pausectl_buffer_find(const struct sk_buff *skb);
void pausectl_congestion_update(struct pausectl_port *port);

/* The port, or a frame that was charged to it, no longer needs the memory of the port. Anywhere. */
static inline void pausectl_congestion_put(struct pausectl_port *port)
{
	if (atomic_long_dec_and_test(&port->congestion.charges))
		kobject_put(&port->kobj);
}

/*
 * limits.c: size, in_flight: RTNL; headrooms, capacity, share, update: port->lock; limits:
 * anywhere; the others: either lock.
 */
struct buffer_limits pausectl_buffer_wish(const struct pausectl_settings *set, unsigned int buffer);
struct buffer_room pausectl_buffer_room(const struct pausectl_port *port,
					const struct pausectl_settings *set);
struct buffer_limits pausectl_buffer_limits(const struct congestion_part *c, unsigned int buffer);
u32 pausectl_buffer_size(const struct pausectl_port *port, unsigned int buffer);
u32 pausectl_buffer_in_flight(const struct pausectl_port *port);
u64 pausectl_buffer_capacity(const struct pausectl_port *port);
void pausectl_buffer_headrooms(const struct pausectl_port *port, u32 *headrooms);
void pausectl_dynamic_share(struct congestion_part *c, unsigned int buffer, bool congested);
void pausectl_limits_update(struct pausectl_port *port);

#define PAUSECTL_INTERVAL_MIN_NS	1000U
/* XOFF by hand with a shorter interval takes no turns. It needs CAP_NET_ADMIN in init_user_ns. */
#define PAUSECTL_INTERVAL_TURNS_NS	20000U
#define PAUSECTL_INTERVAL_MAX_NS	10000000000ULL
#define PAUSECTL_DURATION_MAX_NS	86400000000000ULL

/* XOFF by hand, or its end */
struct pausectl_xoff_wish {
	u64	interval_ns;	/* from XOFF to XOFF; 0: half of @quanta, or refresh-quanta */
	u64	duration_ns;	/* 0: until it is released */
	u16	timers;		/* 0: those that the port stops or obeys; to end: all */
	u16	quanta;		/* the time that each XOFF asks for; 0: xoff-quanta */
	bool	stop;		/* begin, else end */
	bool	received;	/* send nothing, but act as if XOFF came in */
};

/* xoff.c: kick: under port->lock; timers_of_buffers: either lock; the others: RTNL. */
void pausectl_xoff_kick(struct pausectl_port *port);
u16 pausectl_timers_of_buffers(const struct pausectl_port *port, u8 buffers);
void pausectl_congestion_init(struct pausectl_port *port);
void pausectl_congestion_end(struct pausectl_port *port);
void pausectl_congestion_stop(struct pausectl_port *port);
int pausectl_xoff_by_hand(struct pausectl_port *port, const struct pausectl_xoff_wish *wish,
			  struct netlink_ext_ack *extack);

/* turns.c, for xoff.c */
void pausectl_turn_take(struct pausectl_port *port, u64 began, u64 now);

#endif /* PAUSECTL_CONGESTION_BUFFER_H */
