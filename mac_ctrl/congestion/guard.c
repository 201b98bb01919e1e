// SPDX-License-Identifier: GPL-2.0
/*
 * A guard on the port's own XOFF. A partner that is paused for long makes others wait, and so on
 * through the network. To lose frames here is better. If congestion has kept the partner paused for
 * guard-ms, the guard releases it until the buffer has drained. The guard does not count XOFF that
 * the user forces.
 */
#include "congestion/congestion.h"
#include "port/port.h"

/* The timers that the partner is to stop because of congested buffers. */
u16 pausectl_congested_timers(const struct pausectl_port *port)
{
	const struct congestion_part *c = &port->congestion;
	unsigned int i;
	u16 vector = 0;

	if (!c->congested)
		return 0;
	if (port->set.mode == PAUSECTL_MODE_PAUSE)
		return c->congested & BIT(0) && c->lossless ?
		       MAC_CTRL_LINK_BIT : 0;
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		if (c->lossless & BIT(i) && c->congested & BIT(c->buffer_of[i]))
			vector |= BIT(i);
	return vector;
}

static void guard_set(struct pausectl_port *port, u16 guarded)
{
	u16 changed = port->congestion.guarded ^ guarded;
	unsigned int i;

	port->congestion.guarded = guarded;
	for (i = 0; changed >> i; i++) {
		if (!(changed & BIT(i)))
			continue;
		port->count.guards[i] += !!(guarded & BIT(i));
		pausectl_event(port, guarded & BIT(i) ? PAUSECTL_EVENT_GUARD :
							PAUSECTL_EVENT_GUARD_ENDED,
			       i, 0, 0);
	}
}

/* End the guard for timers whose buffer has drained, or for all if guard-ms is off. */
void pausectl_guard_release(struct pausectl_port *port)
{
	if (unlikely(port->congestion.guarded))
		guard_set(port, !port->set.guard_ms ? 0 :
			  port->congestion.guarded & pausectl_congested_timers(port));
}

/**
 * pausectl_guard() - release timers that congestion has kept paused for guard-ms
 * @port: the port, locked
 * @now: CLOCK_MONOTONIC, ns
 *
 * Return: when the next timer reaches guard-ms; U64_MAX: none does.
 */
u64 pausectl_guard(struct pausectl_port *port, u64 now)
{
	struct congestion_part *c = &port->congestion;
	u64 limit = (u64)port->set.guard_ms * NSEC_PER_MSEC, next = U64_MAX, end;
	u16 told = c->told & ~c->forced, guarded;
	unsigned int i;

	pausectl_guard_release(port);
	guarded = c->guarded;
	for (i = 0; limit && told >> i; i++) {
		if (!(told & BIT(i)))
			continue;
		end = c->told_since_ns[i] + limit;
		if (now >= end)
			guarded |= BIT(i);
		else
			next = min(next, end);
	}
	guard_set(port, guarded & pausectl_congested_timers(port));
	return next;
}
