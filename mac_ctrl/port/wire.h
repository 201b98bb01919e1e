/* SPDX-License-Identifier: GPL-2.0 */
/* The transmitter of a port with pacing: one frame at a time, at the speed in force. */
#ifndef PAUSECTL_PORT_WIRE_H
#define PAUSECTL_PORT_WIRE_H

#include <linux/hrtimer.h>

#include "rules/frame.h"

struct pausectl_port;

/**
 * struct wire_part - the transmitter of a paced port
 *
 * Under port->lock.
 */
struct wire_part {
	/** @timer: kicks the waiting queues when the wire falls free */
	struct hrtimer	timer;
	/** @free_ns: when the frame in transmission ends, CLOCK_MONOTONIC */
	u64		free_ns;
	/** @free_ps: picoseconds to add to @free_ns */
	u32		free_ps;
	/** @armed: @timer is due at @free_ns */
	bool		armed;
	/** @end_ns: when the last frame of each priority ends, or ended; kept with ack on */
	u64		end_ns[MAC_CTRL_PRIORITIES];
};

/* port/wire.c: under port->lock, except init and stop. */
void pausectl_wire_init(struct pausectl_port *port);
bool pausectl_wire_busy(struct pausectl_port *port, u64 now);
void pausectl_wire_occupy(struct pausectl_port *port, u32 octets, u64 now,
			  bool waited);
void pausectl_wire_ends(struct pausectl_port *port, unsigned int priority,
			u32 octets, u64 now);
void pausectl_wire_stop(struct pausectl_port *port);

#endif /* PAUSECTL_PORT_WIRE_H */
