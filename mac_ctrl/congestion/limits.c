// SPDX-License-Identifier: GPL-2.0
/* Which limits buffers have by settings, speed and MTU. */
#include <linux/if_vlan.h>

#include "../port.h"
#include "buffer.h"

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
	u64 bps = set->speed_bps ?: port->rate.bps;

	return buffer_headroom(bps, longest_frame(port->dev), set->delay);
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
