/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Buffers of received frames, XOFF and XON, storms: the functions that other floors may call.
 * buffer.h has the functions that queues call for each frame.
 */
#ifndef PAUSECTL_CONGESTION_CONGESTION_H
#define PAUSECTL_CONGESTION_CONGESTION_H

#include "port/port.h"

/* Control frames that a tasklet of congestion or of a storm sends in one run. */
#define PAUSECTL_FRAMES_AT_ONCE	16

/** struct pausectl_storm_wish - a storm to begin */
struct pausectl_storm_wish {
	/** @req: the frame */
	struct mac_ctrl_request	req;
	/** @interval_ns: time from one frame to the next; 0: no gap between pauses */
	u64			interval_ns;
	/** @duration_ns: 0: until the owner's socket is closed */
	u64			duration_ns;
	/** @owner: port ID of the netlink socket */
	u32			owner;
	/** @received: the port is to act as if the frames came in */
	bool			received;
	/** @echo: the owner is to be told of the end */
	bool			echo;
	/** @capable: the owner has CAP_NET_ADMIN in the initial user namespace */
	bool			capable;
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
int pausectl_congestion_force(struct pausectl_port *port, u16 vector, bool stop,
			      struct netlink_ext_ack *extack);

void pausectl_congestion_begin(struct pausectl_port *port, u16 told);

/* congestion/farewell.c: RTNL, except exit. */
void pausectl_farewell_begin(struct pausectl_port *port);
u16 pausectl_farewell_end(const struct net_device *dev, u64 *until_ns);
void pausectl_farewell_exit(void);

/* congestion/guard.c: under port->lock. */
u16 pausectl_congested_timers(const struct pausectl_port *port);
u64 pausectl_guard(struct pausectl_port *port, u64 now);
void pausectl_guard_release(struct pausectl_port *port);

/* congestion/storm.c: RTNL, except register and unregister. */
int pausectl_storm_register(void);
void pausectl_storm_unregister(void);
void pausectl_storm_init(struct pausectl_port *port);
int pausectl_storm_start(struct pausectl_port *port,
			 const struct pausectl_storm_wish *wish,
			 struct netlink_ext_ack *extack);
void pausectl_storm_end(struct pausectl_port *port);
void pausectl_storm_stop(struct pausectl_port *port);

#endif /* PAUSECTL_CONGESTION_CONGESTION_H */
