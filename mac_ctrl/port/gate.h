/* SPDX-License-Identifier: GPL-2.0 */
/* The gate: which priorities may start a frame now. See gate.c. */
#ifndef PAUSECTL_PORT_GATE_H
#define PAUSECTL_PORT_GATE_H

#include <linux/types.h>

#include "rules/frame.h"

struct pausectl_port;

/*
 * While a pause waits until sending has stopped, the low bits of @open are all clear, also the bit
 * of the control queue. So dequeue looks closer. The gate is then in the bits from this one on.
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
	 * @plain_limit: octets of a priority up to which a frame joins its queue on the short way,
	 * by its PCP alone. 0 during a watched pause, and while the watchdog drops frames: every
	 * frame then takes the long way. Read by enqueue.
	 */
	u32		plain_limit;
	/** @plain_most: @plain_limit while nothing makes it 0; from settings and trust */
	u32		plain_most;
	/** @paused: bit n: pause timer n runs */
	u16		paused;
	/** @ignored: bit n: pause timer n shuts no gate, because of a storm */
	u16		ignored;
	/** @watched: bit n: the watchdog watches pause timer n */
	u16		watched;
	/** @requested: bit n: pause timer n waits until no qdisc has a frame below the gate */
	u16		requested;
	/** @limited: bit n: the maximum rate of its class holds priority n back */
	u8		limited;
	/** @doomed: bit n: the watchdog drops frames of priority n */
	u8		doomed;
	/** @held: the gate is shut for all priorities, because the port refuses the link */
	bool		held;
};

/* The priorities that pause timers stop. The timer of the link stops all. */
static inline u8 pausectl_priorities_of(u16 timers)
{
	return timers & MAC_CTRL_LINK_BIT ? MAC_CTRL_PFC_BITS : timers;
}

/* port/gate.c: under port->lock. */
void pausectl_gate_update(struct pausectl_port *port);
void pausectl_gate_hold(struct pausectl_port *port, bool hold);
void pausectl_gate_plain_update(struct pausectl_port *port);

#endif /* PAUSECTL_PORT_GATE_H */
