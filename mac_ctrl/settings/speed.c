// SPDX-License-Identifier: GPL-2.0
/* The speed in force, which defines the pause quantum (31B.2). */
#include <linux/ethtool.h>
#include <linux/rtnetlink.h>

#include "compat.h"
#include "congestion/buffer.h"
#include "port/port.h"
#include "settings/settings.h"

/* Return: 0 if the device does not know its speed. */
static u64 link_speed_bps(struct net_device *dev)
{
	struct ethtool_link_ksettings settings;

	if (netif_get_link_ksettings(dev, &settings) ||
	    settings.base.speed == (u32)SPEED_UNKNOWN)
		return 0;
	return min(settings.base.speed * 1000000ULL, SPEED_MAX_BPS);
}

/**
 * pausectl_speed_update() - find the speed in force
 * @port: the port
 *
 * Under RTNL and the instance lock of the device. The setting speed comes first, then the speed of
 * the device. A device without carrier may not know its speed: the last known speed stays. A
 * running pause keeps its end, because the partner asked for it at the old speed.
 *
 * Return: whether the speed or its source has changed.
 */
bool pausectl_speed_update(struct pausectl_port *port)
{
	u32 source = PAUSECTL_SPEED_SOURCE_CONFIGURED;
	u64 bps = port->set.speed;

	ASSERT_RTNL();
	if (!bps) {
		source = PAUSECTL_SPEED_SOURCE_LINK;
		bps = link_speed_bps(port->dev);
	}
	if (!bps && port->active.speed_source == PAUSECTL_SPEED_SOURCE_LINK &&
	    !netif_carrier_ok(port->dev))
		return false;
	if (!bps) {
		source = PAUSECTL_SPEED_SOURCE_ASSUMED;
		bps = SPEED_ASSUMED_BPS;
	}
	if (bps == port->active.rate.bps && source == port->active.speed_source)
		return false;

	spin_lock_irq(&port->lock);
	port->active.rate = wire_rate_of(bps);
	WRITE_ONCE(port->active.speed_source, source);
	pausectl_congestion_update(port);
	spin_unlock_irq(&port->lock);
	return true;
}
