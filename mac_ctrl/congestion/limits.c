// SPDX-License-Identifier: GPL-2.0
/* The limits of buffers, which follow from settings, speed and MTU. */
#include <linux/if_vlan.h>

#include "congestion/buffer.h"
#include "congestion/congestion.h"
#include "port/backlog.h"
#include "port/port.h"

/* The header of a frame, with one VLAN tag */
#define HEADER_OCTETS	(ETH_HLEN + VLAN_HLEN)

/* The longest frame that the device hands up at once. GRO hands up several frames as one. */
static u32 longest_frame(const struct net_device *dev)
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
static u32 unit(u32 mtu, u32 gso_size)
{
	return buffer_cap((u64)max(mtu, gso_size) + HEADER_OCTETS);
}

/* Octets of BURST_BACKLOGS full backlogs: see port/backlog.h. */
static u32 burst(u32 mtu, u32 gso_size)
{
	u64 frames = (BACKLOG_FRAMES - BACKLOG_GSO_FRAMES) * (u64)unit(mtu, 0);
	u64 gso_frames = BACKLOG_GSO_FRAMES * (u64)unit(mtu, gso_size);

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
		.headroom = buffer_headroom(bps, longest_frame(dev), set->delay_bits),
		.burst = burst(mtu, gso_size),
		.unit = unit(mtu, gso_size),
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
struct buffer_limits
pausectl_buffer_resolve(const struct pausectl_settings *set, unsigned int buffer,
			struct buffer_room room)
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
	return pausectl_buffer_resolve(&port->set, buffer,
			 pausectl_buffer_room(port, &port->set)).size;
}

/**
 * pausectl_buffer_in_flight() - octets that may come in after the decision to send XOFF
 * @port: the port of one end of a pair of devices
 *
 * A paced sender has one frame in transmission. Any other sender sends as fast as its processor
 * can, whatever its speed is. A sender without a port does not look at the backlog, so it may have
 * more in flight.
 *
 * Under RTNL.
 *
 * Return: octets; 0: not known, because the device is no end of a pair.
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
		return unit(mtu, gso_size);
	return burst(mtu, gso_size);
}

/**
 * pausectl_buffer_capacity() - the octets that all lossless buffers hold at most
 * @port: the port, locked
 *
 * A dynamic buffer holds its headroom beside the pool.
 */
u64 pausectl_buffer_capacity(const struct pausectl_port *port)
{
	const struct congestion_part *c = &port->congestion;
	u64 octets = c->dynamic ? c->pool : 0;
	unsigned int i;
	u8 used = 0;

	lockdep_assert_held(&port->lock);
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		if (c->lossless & BIT(i))
			used |= BIT(c->buffer_of[i]);
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		if (used & BIT(i))
			octets += c->dynamic & BIT(i) ? c->headroom[i] : c->limits[i].size;
	return octets;
}

/**
 * pausectl_buffer_headrooms() - the octets that each buffer holds above XOFF
 * @port: the port, locked
 * @headrooms: octets of each buffer; 0: no lossless priority uses the buffer
 */
void pausectl_buffer_headrooms(const struct pausectl_port *port, u32 *headrooms)
{
	const struct congestion_part *c = &port->congestion;
	unsigned int i, buffer;

	lockdep_assert_held(&port->lock);
	memset(headrooms, 0, MAC_CTRL_PRIORITIES * sizeof(*headrooms));
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		buffer = c->buffer_of[i];
		if (c->lossless & BIT(i))
			headrooms[buffer] = c->dynamic & BIT(buffer) ?
					    c->headroom[buffer] :
					    c->limits[buffer].size -
					    c->limits[buffer].xoff;
	}
}
