// SPDX-License-Identifier: GPL-2.0
/* The limits of buffers, which follow from settings, speed and MTU. */
#include <linux/if_vlan.h>

#include "congestion/buffer.h"
#include "congestion/congestion.h"
#include "port/port.h"

/*
 * The longest frame that the device hands up at once, with one VLAN tag. GRO hands up several
 * frames as one.
 */
static u32 longest_frame(const struct net_device *dev)
{
	u32 len = READ_ONCE(dev->mtu) + ETH_HLEN + VLAN_HLEN;

	if (dev->features & NETIF_F_GRO)
		len = max_t(u32, len, READ_ONCE(dev->gro_max_size));
	return len;
}

/* Headroom at the speed in @set, or at the speed in force if @set has none. */
u32 pausectl_buffer_headroom(const struct pausectl_port *port,
			     const struct pausectl_settings *set)
{
	u64 bps = set->speed ?: port->active.rate.bps;

	return buffer_headroom(bps, longest_frame(port->dev), set->delay_bits);
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
			u32 headroom)
{
	struct buffer_limits wish = pausectl_buffer_wish(set, buffer);
	struct buffer_limits limits = buffer_resolve(wish, headroom);

	while (!buffer_valid(limits) && headroom > 1) {
		headroom /= 2;
		limits = buffer_resolve(wish, headroom);
	}
	return limits;
}

/* The size of a static buffer; of a dynamic one, the size it would have as static. RTNL. */
u32 pausectl_buffer_size(const struct pausectl_port *port, unsigned int buffer)
{
	return pausectl_buffer_resolve(&port->set, buffer,
			 pausectl_buffer_headroom(port, &port->set)).size;
}

/*
 * The number of frames that a qdisc sends in a run: the default of dev_tx_weight. The kernel
 * exports neither dev_tx_weight nor net.core.dev_weight and dev_weight_tx_bias, which change it.
 */
#define RUN_FRAMES	64

/*
 * The run in which the port decides to send XOFF, and the next run. The next run may begin before
 * the sender hears of XOFF, because the softirq that sends comes before the one that receives.
 */
#define RUNS		2

/**
 * pausectl_buffer_in_flight() - octets that may come in after the decision to send XOFF
 * @port: the port of one end of a pair of devices
 *
 * A paced sender has one frame in transmission. Any other sender sends as fast as its processor
 * can, whatever its speed is. Several senders that share a processor may have more in flight.
 *
 * Under RTNL.
 *
 * Return: octets; 0: not known, because the device is no end of a pair.
 */
u32 pausectl_buffer_in_flight(const struct pausectl_port *port)
{
	const struct net_device *sender = pausectl_peer_device(port);
	const struct pausectl_port *peer;
	u32 len = READ_ONCE(port->dev->mtu);

	ASSERT_RTNL();
	if (!sender)
		return 0;
	peer = pausectl_port_find(sender);
	if (sender->features & NETIF_F_GSO && !(peer && peer->set.split_gso))
		len = max_t(u32, len, READ_ONCE(sender->gso_max_size));
	len += ETH_HLEN + VLAN_HLEN;
	if (peer && peer->set.pace)
		return len;
	return buffer_cap((u64)RUNS * RUN_FRAMES * len);
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
