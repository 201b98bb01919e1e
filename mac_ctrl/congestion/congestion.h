/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Buffers of received frames, XOFF and XON: the functions that other floors may call.
 * buffer.h has the functions that queues call for each frame.
 */
#ifndef PAUSECTL_CONGESTION_CONGESTION_H
#define PAUSECTL_CONGESTION_CONGESTION_H

#include "port/port.h"

/** struct pausectl_xoff_wish - XOFF by hand, or its end */
struct pausectl_xoff_wish {
	/** @interval_ns: from an XOFF to the next; 0: half of @quanta, or as refresh-quanta */
	u64	interval_ns;
	/** @duration_ns: 0: until it is released */
	u64	duration_ns;
	/** @timers: priorities, or the link; 0: those that the port stops or obeys; to end: all */
	u16	timers;
	/** @quanta: the time that each XOFF asks for; 0: xoff-quanta */
	u16	quanta;
	/** @stop: begin, else end */
	bool	stop;
	/** @received: send nothing, but act as if XOFF came in */
	bool	received;
};

/* congestion/buffer.c: under port->lock. */
void pausectl_congestion_update(struct pausectl_port *port);

/* The port, or a frame that was charged to it, no longer needs the memory of the port. Anywhere. */
static inline void pausectl_congestion_put(struct pausectl_port *port)
{
	if (refcount_dec_and_test(&port->congestion.charges))
		kobject_put(&port->kobj);
}

/*
 * congestion/limits.c: size, in_flight: RTNL; headrooms, capacity: port->lock; the others: either
 * lock.
 */
struct buffer_limits
pausectl_buffer_resolve(const struct pausectl_settings *set, unsigned int buffer,
			struct buffer_room room);
u32 pausectl_buffer_size(const struct pausectl_port *port, unsigned int buffer);
u32 pausectl_buffer_in_flight(const struct pausectl_port *port);
u64 pausectl_buffer_capacity(const struct pausectl_port *port);
void pausectl_buffer_headrooms(const struct pausectl_port *port,
			       u32 *headrooms);
struct buffer_room pausectl_buffer_room(const struct pausectl_port *port,
					const struct pausectl_settings *set);
struct buffer_limits pausectl_buffer_wish(const struct pausectl_settings *set,
					  unsigned int buffer);

/* congestion/dynamic.c: limits: anywhere; the others: under port->lock. */
struct buffer_limits pausectl_buffer_limits(const struct congestion_part *c,
					    unsigned int buffer);
void pausectl_dynamic_share(struct congestion_part *c, unsigned int buffer,
			    bool congested);
void pausectl_dynamic_update(struct pausectl_port *port);

/* congestion/generate.c: kick: under port->lock, refresh: either lock, the others: RTNL. */
void pausectl_generate_kick(struct pausectl_port *port);
u64 pausectl_refresh_ns(const struct pausectl_port *port, unsigned int timer);
void pausectl_congestion_init(struct pausectl_port *port);
void pausectl_congestion_end(struct pausectl_port *port);
void pausectl_congestion_stop(struct pausectl_port *port);
int pausectl_xoff_by_hand(struct pausectl_port *port,
			  const struct pausectl_xoff_wish *wish,
			  struct netlink_ext_ack *extack);
/* congestion/guard.c: under port->lock. */
u16 pausectl_congested_timers(const struct pausectl_port *port);
u64 pausectl_guard(struct pausectl_port *port, u64 now);
void pausectl_guard_release(struct pausectl_port *port);

#endif /* PAUSECTL_CONGESTION_CONGESTION_H */
