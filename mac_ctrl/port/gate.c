// SPDX-License-Identifier: GPL-2.0
/*
 * The gate: which priorities may start a frame now. Each floor above writes its reason to shut the
 * gate into struct gate_part, and then calls pausectl_gate_update():
 *
 *	paused & ~ignored	a pause timer runs, and is obeyed	pause/
 *	held			the link is refused			settings/
 *	limited			the rate of a traffic class		queue/
 *	doomed			the watchdog drops frames		pause/
 *
 * pausectl_gate_update() kicks the port's queues when the gate opens.
 */
#include "port/port.h"

/*
 * Called when a pause, the watched timers, or the settings have changed. Under port->lock. During
 * a watched pause, and while the watchdog drops frames, every frame takes the long way: see
 * fifo_add().
 */
void pausectl_gate_plain_update(struct pausectl_port *port)
{
	bool plain = !port->gate.doomed && !(port->gate.watched & port->gate.paused);

	lockdep_assert_held(&port->lock);
	WRITE_ONCE(port->gate.plain_limit, plain ? port->gate.plain_most : 0);
}

/* While a pause waits until sending has stopped, the low bits are clear: see GATE_OPEN_SHIFT. */
static unsigned long open_word(const struct pausectl_port *port, u8 shut)
{
	if (likely(!port->gate.requested))
		return ~(unsigned long)shut;
	return (unsigned long)(u8)~shut << GATE_OPEN_SHIFT;
}

/*
 * Work out the gate. Kick the qdiscs if the gate opens, or while a pause waits until sending has
 * stopped.
 */
void pausectl_gate_update(struct pausectl_port *port)
{
	u8 held = port->gate.held ? MAC_CTRL_PFC_BITS :
		  pausectl_priorities_of(port->gate.paused & ~port->gate.ignored);
	/* A sweep drops the frames of doomed priorities. None may leave before the sweep. */
	unsigned long open = open_word(port, held | port->gate.doomed | port->gate.limited);
	bool opens = port->gate.requested || open & ~port->gate.open;

	WRITE_ONCE(port->gate.open, open);
	pausectl_gate_plain_update(port);
	if (opens)
		pausectl_queues_kick(port);
}

/* Shut the gate for all priorities, or end that. Under port->lock. */
void pausectl_gate_hold(struct pausectl_port *port, bool hold)
{
	lockdep_assert_held(&port->lock);
	port->gate.held = hold;
	pausectl_gate_update(port);
}
