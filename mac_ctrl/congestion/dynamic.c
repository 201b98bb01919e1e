// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers that share a pool, see rules/dynamic.h. The occupancies of all dynamic buffers decide
 * when one of them is congested. Each buffer also has headroom of its own.
 *
 *	uncongested	all charged octets take room of the pool
 *	congested	octets that were charged before take room of the pool (shared), later ones
 *			of the headroom
 *
 * The pool has no counter that several processors would have to update. Each charge adds up the
 * few occupancies.
 */
#include "congestion/buffer.h"
#include "congestion/congestion.h"
#include "port/port.h"

static u32 taken_by(const struct congestion_part *c, unsigned int buffer)
{
	return min_t(u32, atomic_read(&c->occupancy[buffer]),
		     READ_ONCE(c->shared[buffer]));
}

static u64 taken_by_others(const struct congestion_part *c,
			   unsigned int buffer)
{
	u8 others = READ_ONCE(c->dynamic) & ~BIT(buffer);
	u64 taken = 0;

	for (; others; others &= others - 1)
		taken += taken_by(c, __ffs(others));
	return taken;
}

/**
 * pausectl_buffer_limits() - the limits of a buffer that are in force
 * @c: the part of its port
 * @buffer: 0 to 7
 *
 * All octets of a dynamic buffer count as taken here, also those in its headroom. So an occupancy
 * above XOFF cannot at the same time be below XON.
 */
struct buffer_limits pausectl_buffer_limits(const struct congestion_part *c,
					    unsigned int buffer)
{
	struct buffer_limits limits;
	u64 taken;
	u32 base;

	if (!(READ_ONCE(c->dynamic) & BIT(buffer)))
		return (struct buffer_limits){
			.size = READ_ONCE(c->limits[buffer].size),
			.xoff = READ_ONCE(c->limits[buffer].xoff),
			.xon = READ_ONCE(c->limits[buffer].xon),
		};
	taken = taken_by_others(c, buffer) + atomic_read(&c->occupancy[buffer]);
	limits.xoff = dynamic_xoff(READ_ONCE(c->alpha[buffer]),
				   READ_ONCE(c->pool), taken);
	limits.xon = dynamic_xon(limits.xoff);
	base = READ_ONCE(c->congested) & BIT(buffer) ?
	       READ_ONCE(c->shared[buffer]) : limits.xoff;
	limits.size = base + READ_ONCE(c->headroom[buffer]);
	return limits;
}

/* The congested bit of a buffer is about to become @congested. Under port->lock. */
void pausectl_dynamic_share(struct congestion_part *c, unsigned int buffer,
			    bool congested)
{
	u32 share = U32_MAX;

	if (congested && c->dynamic & BIT(buffer))
		share = dynamic_share(atomic_read(&c->occupancy[buffer]), c->pool,
				      taken_by_others(c, buffer));
	WRITE_ONCE(c->shared[buffer], share);
}

/* A buffer with an alpha is dynamic. */
static u8 dynamic_buffers(const struct pausectl_settings *set)
{
	unsigned int i;
	u8 buffers = 0;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		if (set->alpha[i])
			buffers |= BIT(i);
	return buffers;
}

/**
 * pausectl_dynamic_update() - settings, speed or MTU have changed
 * @port: the port, locked; limits of static buffers are up to date
 *
 * A dynamic buffer gets the headroom that its static limits have. Then c->limits gets values that
 * lead each charge and each return to the dynamic limits.
 */
void pausectl_dynamic_update(struct pausectl_port *port)
{
	struct congestion_part *c = &port->congestion;
	const struct pausectl_settings *set = &port->set;
	u64 pool = set->pool, automatic = 0;
	u8 buffers = dynamic_buffers(set);
	unsigned int i;

	lockdep_assert_held(&port->lock);
	WRITE_ONCE(c->dynamic, buffers);
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		bool dynamic = buffers & BIT(i);

		WRITE_ONCE(c->kin[i], dynamic ? buffers : BIT(i));
		if (!dynamic)
			continue;
		WRITE_ONCE(c->alpha[i], set->alpha[i]);
		automatic += c->limits[i].xoff;
		WRITE_ONCE(c->headroom[i], c->limits[i].size - c->limits[i].xoff);
		WRITE_ONCE(c->limits[i].xoff, 0);
		WRITE_ONCE(c->limits[i].xon, U32_MAX);
	}
	WRITE_ONCE(c->pool, min_t(u64, pool ?: max_t(u64, automatic, POOL_MIN),
				  BUFFER_MAX));
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		pausectl_dynamic_share(c, i, c->congested & BIT(i));
}
