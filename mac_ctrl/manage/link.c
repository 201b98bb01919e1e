// SPDX-License-Identifier: GPL-2.0
/*
 * The speed of the link, which defines the pause quantum, and what else a
 * device tells its port: carrier, name.
 */
#include <linux/ethtool.h>
#include <linux/rtnetlink.h>

#include "../port.h"

/* 0 where the device does not know. */
static u64 link_speed_bps(struct net_device *dev)
{
	struct ethtool_link_ksettings settings;

	if (__ethtool_get_link_ksettings(dev, &settings) ||
	    settings.base.speed == (u32)SPEED_UNKNOWN)
		return 0;
	return min(settings.base.speed * 1000000ULL, SPEED_MAX_BPS);
}

/**
 * pausectl_link_update() - find the speed in force
 * @port: the port
 *
 * Under RTNL. What the user has set counts first, then what the device says.
 * A device without carrier may not know its speed: the last one it knew stays.
 * A pause that runs keeps its end: it was asked for at the old speed.
 *
 * Return: whether the speed, or where it comes from, has changed.
 */
bool pausectl_link_update(struct pausectl_port *port)
{
	u32 source = PAUSECTL_SPEED_SOURCE_CONFIGURED;
	u64 bps = port->set.speed_bps;

	ASSERT_RTNL();
	if (!bps) {
		source = PAUSECTL_SPEED_SOURCE_LINK;
		bps = link_speed_bps(port->dev);
	}
	if (!bps && port->speed_source == PAUSECTL_SPEED_SOURCE_LINK &&
	    !netif_carrier_ok(port->dev))
		return false;
	if (!bps) {
		source = PAUSECTL_SPEED_SOURCE_ASSUMED;
		bps = SPEED_ASSUMED_BPS;
	}
	if (bps == port->rate.bps && source == port->speed_source)
		return false;

	spin_lock_irq(&port->lock);
	port->rate = wire_rate_of(bps);
	WRITE_ONCE(port->speed_source, source);
	pausectl_congestion_update(port);
	spin_unlock_irq(&port->lock);
	return true;
}

static void renamed(struct pausectl_port *port)
{
	spin_lock_irq(&port->lock);
	strscpy(port->name, port->dev->name, IFNAMSIZ);
	spin_unlock_irq(&port->lock);
}

static void link_changed(struct pausectl_port *port)
{
	if (pausectl_link_update(port)) {
		spin_lock_irq(&port->lock);
		pausectl_event(port, PAUSECTL_EVENT_CONFIG, 0, 0, 0);
		spin_unlock_irq(&port->lock);
	}
	pausectl_autoneg_update(port);
	/* What could not be sent while it was down. */
	spin_lock_irq(&port->lock);
	pausectl_generate_kick(port);
	spin_unlock_irq(&port->lock);
}

/* The longest frame, and with it the headroom, has changed. */
static void frames_changed(struct pausectl_port *port)
{
	spin_lock_irq(&port->lock);
	pausectl_congestion_update(port);
	spin_unlock_irq(&port->lock);
}

static int netdev_event(struct notifier_block *nb, unsigned long event,
			void *ptr)
{
	struct net_device *dev = netdev_notifier_info_to_dev(ptr);
	struct pausectl_port *port = pausectl_port_find(dev);

	if (event == NETDEV_UNREGISTER)
		pausectl_ethtool_unregister(dev);
	if (!port)
		return NOTIFY_DONE;
	switch (event) {
	case NETDEV_UP:
	case NETDEV_CHANGE:
		link_changed(port);
		break;
	case NETDEV_CHANGEMTU:
	case NETDEV_FEAT_CHANGE:
		frames_changed(port);
		break;
	case NETDEV_CHANGENAME:
		renamed(port);
		break;
	case NETDEV_UNREGISTER:
		/* Also before a move to another namespace; see port.c. */
		pausectl_port_end(port);
		break;
	}
	return NOTIFY_DONE;
}

static struct notifier_block netdev_notifier = {
	.notifier_call = netdev_event,
};

int pausectl_link_init(void)
{
	return register_netdevice_notifier(&netdev_notifier);
}

void pausectl_link_exit(void)
{
	unregister_netdevice_notifier(&netdev_notifier);
}
