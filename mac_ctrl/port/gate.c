// SPDX-License-Identifier: GPL-2.0
/*
 * The gate: which priorities may start a frame now. Each floor above says in the port what shuts
 * the gate for it, and then has the gate worked out anew:
 *
 *	paused & ~ignored	a pause timer runs, and is obeyed	pause/
 *	held			the link is refused			settings/
 *	limited			the rate of a traffic class		queue/
 *	doomed			the watchdog drops			pause/
 *
 * The port's queues are kicked when the gate opens.
 */
#include "port/port.h"

/*
 * A pause, what is watched, or the settings have changed. Under port->lock. During a pause that
 * is watched, and while frames are dropped for the watchdog, every frame takes the long way: see
 * fifo_add().
 */
void pausectl_gate_plain_update(struct pausectl_port *port)
{
	bool plain = !port->gate.doomed && !(port->gate.watched & port->gate.paused);

	lockdep_assert_held(&port->lock);
	WRITE_ONCE(port->gate.plain_limit, plain ? port->gate.plain_most : 0);
}

/* While dequeue is to look closer no queue is open, that of control frames neither. */
static unsigned long open_word(const struct pausectl_port *port, u8 shut)
{
	if (likely(!port->gate.requested))
		return ~(unsigned long)shut;
	return (unsigned long)(u8)~shut << GATE_OPEN_SHIFT;
}

/* Work out the gate anew. Return: whether it opens, then the qdiscs are kicked. */
bool pausectl_gate_update(struct pausectl_port *port)
{
	u8 held = port->gate.held ? MAC_CTRL_PFC_BITS :
		  pausectl_priorities_of(port->gate.paused & ~port->gate.ignored);
	/* Frames of doomed priorities are dropped, none may leave before. */
	unsigned long open = open_word(port, held | port->gate.doomed | port->gate.limited);
	bool opens = port->gate.requested || open & ~port->gate.open;

	WRITE_ONCE(port->gate.open, open);
	pausectl_gate_plain_update(port);
	if (opens)
		pausectl_queues_kick(port);
	return opens;
}

/* Hold data back, or no longer, whatever is paused. port->lock. */
void pausectl_gate_hold(struct pausectl_port *port, bool hold)
{
	lockdep_assert_held(&port->lock);
	port->gate.held = hold;
	pausectl_gate_update(port);
}
