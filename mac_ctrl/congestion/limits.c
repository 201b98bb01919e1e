// SPDX-License-Identifier: GPL-2.0
/* Which limits buffers have by settings, speed and MTU. */
#include <linux/if_vlan.h>

#include "congestion/buffer.h"
#include "congestion/congestion.h"
#include "port/port.h"

/*
 * The longest frame that the device hands up at once, one tag included; with GRO, that
 * is several of them.
 */
static u32 longest_frame(const struct net_device *dev)
{
	u32 len = READ_ONCE(dev->mtu) + ETH_HLEN + VLAN_HLEN;

	if (dev->features & NETIF_F_GRO)
		len = max_t(u32, len, READ_ONCE(dev->gro_max_size));
	return len;
}

/* Headroom at the speed that is set, or in force. */
u32 pausectl_buffer_headroom(const struct pausectl_port *port,
			     const struct pausectl_settings *set)
{
	u64 bps = set->speed ?: port->active.rate.bps;

	return buffer_headroom(bps, longest_frame(port->dev), set->delay_bits);
}

/* What is set for a buffer. */
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
 * Limits that were right at one speed may not be at another, where some of them
 * follow it: then all that is not set gives way.
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

/* What a buffer holds, were it not dynamic. RTNL. */
u32 pausectl_buffer_size(const struct pausectl_port *port, unsigned int buffer)
{
	return pausectl_buffer_resolve(&port->set, buffer,
			 pausectl_buffer_headroom(port, &port->set)).size;
}

/*
 * So many frames a qdisc sends in a run: dev_tx_weight as the kernel has it by default. It exports
 * neither that nor net.core.dev_weight and dev_weight_tx_bias, which change it.
 */
#define RUN_FRAMES	64

/*
 * The run in which the port decides to send XOFF, and the next one. That may begin before the
 * sender hears of XOFF, because the softirq that sends comes before the one that receives.
 */
#define RUNS		2

/**
 * pausectl_buffer_in_flight() - what the other end of a pair of devices may have on its way
 * @port: the port
 *
 * It comes in after the port has decided to send XOFF. A paced sender has one frame in
 * transmission. Any other sends as fast as its processor does, whatever its speed is. Several
 * senders that share a processor may have more on their way.
 *
 * Under RTNL.
 *
 * Return: octets; 0: not known, the device is no end of a pair.
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
 * pausectl_buffer_headrooms() - what each buffer holds above XOFF
 * @port: the port, locked
 * @headrooms: octets of each buffer; 0: no lossless priority has it
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
