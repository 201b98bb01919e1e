// SPDX-License-Identifier: GPL-2.0
/*
 * The limits of buffers, which follow from settings, speed and MTU.
 *
 * Dynamic buffers share a pool, see rules/threshold.h. The occupancies of all dynamic buffers
 * decide when one of them is congested. Each buffer also has headroom of its own.
 *
 *	uncongested	all charged octets take room of the pool
 *	congested	octets that were charged before take room of the pool (shared), later ones
 *			of the headroom
 *
 * The pool has no counter that several processors would have to update. Each charge adds up the
 * few occupancies.
 */
#include <linux/if_vlan.h>

#include "congestion/buffer.h"

/* The header of a frame, with one VLAN tag */
#define HEADER_OCTETS	(ETH_HLEN + VLAN_HLEN)

/* The longest frame that the device hands up at once. GRO hands up several frames as one. */
static u32 limits_longest_frame(const struct net_device *dev)
{
	u32 len = READ_ONCE(dev->mtu) + HEADER_OCTETS;

	if (dev->features & NETIF_F_GRO)
		len = max_t(u32, len, READ_ONCE(dev->gro_max_size));
	return len;
}

/*
 * The full backlogs that may come in from the decision to send XOFF until the sender obeys. At the
 * decision, frames wait in a backlog. The receiving softirq goes on before the tasklet sends XOFF,
 * and senders go on with it. XOFF then waits behind a backlog, and one more may form behind XOFF.
 * That is 4 on the processor of the decision. Senders on other processors have no bound, because
 * the processor of the decision may be late: as many again are an estimate.
 */
#define BURST_BACKLOGS	8

/* The octets that a sender sends at once, a GSO frame if it has any. */
static u32 limits_unit(u32 mtu, u32 gso_size)
{
	return buffer_cap((u64)max(mtu, gso_size) + HEADER_OCTETS);
}

/* Octets of BURST_BACKLOGS full backlogs: see queue/queue.c. */
static u32 limits_burst(u32 mtu, u32 gso_size)
{
	u64 frames = (BACKLOG_FRAMES - BACKLOG_GSO_FRAMES) * (u64)limits_unit(mtu, 0);
	u64 gso_frames = BACKLOG_GSO_FRAMES * (u64)limits_unit(mtu, gso_size);

	return buffer_cap(BURST_BACKLOGS * (frames + gso_frames));
}

/*
 * The room for frames on their way, at the speed in @set, or at the speed in force if @set has
 * none. The sender is not known, so its GSO frames are taken to be as large as those of the device.
 */
struct buffer_room pausectl_buffer_room(const struct pausectl_port *port,
					const struct pausectl_settings *set)
{
	const struct net_device *dev = port->dev;
	u32 mtu = READ_ONCE(dev->mtu), gso_size = READ_ONCE(dev->gso_max_size);
	u64 bps = set->speed ?: port->active.rate.bps;

	return (struct buffer_room){
		.headroom = buffer_headroom(bps, limits_longest_frame(dev), set->delay_bits),
		.burst = limits_burst(mtu, gso_size),
		.unit = limits_unit(mtu, gso_size),
	};
}

/* The limits of a buffer as set, 0 where not set. */
struct buffer_limits pausectl_buffer_wish(const struct pausectl_settings *set,
					  unsigned int buffer)
{
	return (struct buffer_limits){
		.size = set->buffer_size[buffer],
		.xoff = set->buffer_xoff[buffer],
		.xon = set->buffer_xon[buffer],
	};
}

/*
 * Limits that are not set follow the speed. They may contradict the limits that are set after a
 * change of speed. The headroom then becomes smaller until the limits are valid.
 */
static struct buffer_limits limits_resolve(const struct pausectl_settings *set,
					   unsigned int buffer, struct buffer_room room)
{
	struct buffer_limits wish = pausectl_buffer_wish(set, buffer);
	struct buffer_limits limits = buffer_resolve(wish, room);

	while (!buffer_valid(limits) && room.headroom > 1) {
		room.headroom /= 2;
		limits = buffer_resolve(wish, room);
	}
	return limits;
}

/* The size of a static buffer; of a dynamic one, the size it would have as static. RTNL. */
u32 pausectl_buffer_size(const struct pausectl_port *port, unsigned int buffer)
{
	return limits_resolve(&port->set, buffer, pausectl_buffer_room(port, &port->set)).size;
}

/*
 * The octets that may come in after the decision to send XOFF; 0: not known, because the device is
 * no end of a pair. A paced sender has one frame in transmission. Any other sender sends as fast as
 * its processor can, whatever its speed is. A sender without a port does not look at the backlog,
 * so it may have more in flight. RTNL.
 */
u32 pausectl_buffer_in_flight(const struct pausectl_port *port)
{
	const struct net_device *sender = pausectl_peer_device(port);
	u32 mtu = READ_ONCE(port->dev->mtu), gso_size = 0;
	const struct pausectl_port *peer;

	ASSERT_RTNL();
	if (!sender)
		return 0;
	peer = pausectl_port_find(sender);
	if (sender->features & NETIF_F_GSO &&
	    !(peer && pausectl_splits_gso(&peer->set, peer->set.pace)))
		gso_size = READ_ONCE(sender->gso_max_size);
	if (peer && peer->set.pace)
		return limits_unit(mtu, gso_size);
	return limits_burst(mtu, gso_size);
}

/* The buffers that lossless priorities use. Under port->lock. */
static unsigned long limits_used(const struct congestion_part *c)
{
	unsigned long used = 0;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		if (c->lossless & BIT(i))
			used |= BIT(c->buffer_of[i]);
	return used;
}

/* The memory that frames in all lossless buffers take at most, octets. Under port->lock. */
u64 pausectl_buffer_capacity(const struct pausectl_port *port)
{
	const struct congestion_part *c = &port->congestion;
	unsigned long used = limits_used(c);
	u64 load = c->dynamic ? c->pool : 0;
	unsigned int i;

	lockdep_assert_held(&port->lock);
	for_each_set_bit(i, &used, MAC_CTRL_PRIORITIES)
		load += c->limits[i].most;
	return load * MEMORY_FACTOR;
}

/*
 * The octets that each buffer holds above XOFF; 0: no lossless priority uses the buffer. Under
 * port->lock.
 */
void pausectl_buffer_headrooms(const struct pausectl_port *port, u32 *headrooms)
{
	const struct congestion_part *c = &port->congestion;
	unsigned long used = limits_used(c);
	unsigned int i;

	lockdep_assert_held(&port->lock);
	memset(headrooms, 0, MAC_CTRL_PRIORITIES * sizeof(*headrooms));
	for_each_set_bit(i, &used, MAC_CTRL_PRIORITIES)
		headrooms[i] = c->limits[i].size - c->limits[i].xoff;
}

/* The octets of the pool that other buffers take */
static u64 dynamic_taken_by_others(const struct congestion_part *c, unsigned int buffer)
{
	unsigned long others = READ_ONCE(c->dynamic) & ~BIT(buffer);
	unsigned int i;
	u64 taken = 0;

	for_each_set_bit(i, &others, MAC_CTRL_PRIORITIES)
		taken += min_t(u32, held_load(atomic64_read(&c->held[i])),
			       READ_ONCE(c->shared[i]));
	return taken;
}

/*
 * The limits of a buffer that are in force. Anywhere. All of the load of a dynamic buffer counts as
 * taken here, also what is in its headroom. So a load above XOFF cannot at the same time be below
 * XON.
 */
struct buffer_limits pausectl_buffer_limits(const struct congestion_part *c,
					    unsigned int buffer)
{
	struct buffer_limits limits = {
		.size = READ_ONCE(c->limits[buffer].size),
		.xoff = READ_ONCE(c->limits[buffer].xoff),
		.xon = READ_ONCE(c->limits[buffer].xon),
		.most = READ_ONCE(c->limits[buffer].most),
	};
	u64 taken;
	u32 base;

	if (!(READ_ONCE(c->dynamic) & BIT(buffer)))
		return limits;
	taken = dynamic_taken_by_others(c, buffer) +
		held_load(atomic64_read(&c->held[buffer]));
	limits.xoff = dynamic_xoff(READ_ONCE(c->alpha[buffer]),
				   READ_ONCE(c->pool), taken);
	limits.xon = dynamic_xon(limits.xoff);
	base = READ_ONCE(c->congested) & BIT(buffer) ?
	       READ_ONCE(c->shared[buffer]) : limits.xoff;
	limits.size += base;
	limits.most += base;
	return limits;
}

/* The congested bit of a buffer is about to become @congested. Under port->lock. */
void pausectl_dynamic_share(struct congestion_part *c, unsigned int buffer,
			    bool congested)
{
	u32 share = U32_MAX;

	if (congested && c->dynamic & BIT(buffer))
		share = dynamic_share(held_load(atomic64_read(&c->held[buffer])), c->pool,
				      dynamic_taken_by_others(c, buffer));
	WRITE_ONCE(c->shared[buffer], share);
}

/*
 * Settings, speed or MTU have changed. Under port->lock. A dynamic buffer gets the headroom that
 * its static limits have: its limits count from XOFF.
 */
void pausectl_limits_update(struct pausectl_port *port)
{
	struct buffer_limits limits[MAC_CTRL_PRIORITIES];
	struct congestion_part *c = &port->congestion;
	const struct pausectl_settings *set = &port->set;
	struct buffer_room room = pausectl_buffer_room(port, set);
	u64 pool = 0;
	u8 dynamic = 0;
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		limits[i] = limits_resolve(set, i, room);
		if (!set->alpha[i])
			continue;
		dynamic |= BIT(i);
		pool += limits[i].xoff;
		limits[i].size -= limits[i].xoff;
		limits[i].most -= limits[i].xoff;
		limits[i].xoff = 0;
		WRITE_ONCE(c->alpha[i], set->alpha[i]);
	}
	pool = set->pool ?: max_t(u64, pool, POOL_MIN);
	WRITE_ONCE(c->pool, min_t(u64, pool, BUFFER_MAX));
	/* A buffer is dynamic while its limits may count from XOFF. */
	WRITE_ONCE(c->dynamic, c->dynamic | dynamic);
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		WRITE_ONCE(c->limits[i].size, limits[i].size);
		WRITE_ONCE(c->limits[i].xoff, limits[i].xoff);
		WRITE_ONCE(c->limits[i].xon, limits[i].xon);
		WRITE_ONCE(c->limits[i].most, limits[i].most);
		WRITE_ONCE(c->kin[i], dynamic & BIT(i) ? dynamic : BIT(i));
	}
	WRITE_ONCE(c->dynamic, dynamic);
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		pausectl_dynamic_share(c, i, c->congested & BIT(i));
}
