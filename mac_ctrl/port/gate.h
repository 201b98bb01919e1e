/* SPDX-License-Identifier: GPL-2.0 */
/* The gate: which priorities may start a frame now. See gate.c. */
#ifndef PAUSECTL_PORT_GATE_H
#define PAUSECTL_PORT_GATE_H

#include <linux/types.h>

#include "rules/frame.h"

struct pausectl_port;

/*
 * While a pause waits until sending has stopped, the low bits of @open are all clear. So dequeue
 * looks closer. The gate then is in the bits from here on.
 */
#define GATE_OPEN_SHIFT	16

/**
 * struct gate_part - the gate of a port
 *
 * All fields are written under port->lock. @open, @plain_limit, @doomed and @requested are also
 * read without the lock, with READ_ONCE().
 */
struct gate_part {
	/** @open: bit n: queue n may start a frame; read by dequeue; see GATE_OPEN_SHIFT */
	unsigned long	open;
	/**
	 * @plain_limit: octets of a priority up to which a frame just joins its queue, with a
	 * priority told by the PCP alone. 0 during a pause that the watchdog looks at, and
	 * while frames are dropped: each frame then is looked at closer. Read by enqueue.
	 */
	u32		plain_limit;
	/** @plain_most: @plain_limit while there is no such pause; from settings and trust */
	u32		plain_most;
	/** @paused: bit n: pause timer n runs */
	u16		paused;
	/** @ignored: bit n: pause timer n shuts no gate: a storm, or it has reached the limit */
	u16		ignored;
	/** @watched: bit n: the watchdog looks at pause timer n */
	u16		watched;
	/** @requested: bit n: pause timer n waits until no qdisc has a frame below the gate */
	u16		requested;
	/** @limited: bit n: the maximum rate of its class holds priority n back */
	u8		limited;
	/** @doomed: bit n: frames of priority n are dropped, for the watchdog */
	u8		doomed;
	/** @held: the gate is shut for all priorities: the link is refused */
	bool		held;
};

/* The priorities that pause timers are for: that of the link is for all. */
static inline u8 pausectl_priorities_of(u16 timers)
{
	return timers & MAC_CTRL_LINK_BIT ? MAC_CTRL_PFC_BITS : timers;
}

/* port/gate.c: under port->lock. */
bool pausectl_gate_update(struct pausectl_port *port);
void pausectl_gate_hold(struct pausectl_port *port, bool hold);
void pausectl_gate_plain_update(struct pausectl_port *port);

#endif /* PAUSECTL_PORT_GATE_H */
