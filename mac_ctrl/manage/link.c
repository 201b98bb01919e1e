// SPDX-License-Identifier: GPL-2.0
/*
 * The speed of the link, which defines the pause quantum, and what else a
 * device tells its port: carrier, name, what is stacked on it.
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

	if (event == NETDEV_GOING_DOWN || event == NETDEV_UNREGISTER)
		pausectl_farewell_end(dev);
	if (event == NETDEV_UNREGISTER) {
		pausectl_ethtool_unregister(dev);
		pausectl_dcbnl_unregistered(dev);
	}
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
	case NETDEV_CHANGEUPPER:
		pausectl_hook_upper_changed(port);
		break;
	}
	return NOTIFY_DONE;
}

/* Also before a move to another namespace; see port.c. */
static int device_ends(struct notifier_block *nb, unsigned long event, void *ptr)
{
	struct pausectl_port *port =
		pausectl_port_find(netdev_notifier_info_to_dev(ptr));

	if (event == NETDEV_UNREGISTER && port)
		pausectl_port_end(port);
	return NOTIFY_DONE;
}

/* After that of the kernel's dcbnl, which came first and has the same priority. */
static struct notifier_block netdev_notifier = {
	.notifier_call = netdev_event,
};

/* Before it: dcbnl empties its list for a device that still has our dcbnl_ops. */
static struct notifier_block end_notifier = {
	.notifier_call	= device_ends,
	.priority	= 1,
};

int pausectl_link_init(void)
{
	int err = register_netdevice_notifier(&end_notifier);

	if (err)
		return err;
	err = register_netdevice_notifier(&netdev_notifier);
	if (err)
		unregister_netdevice_notifier(&end_notifier);
	return err;
}

void pausectl_link_exit(void)
{
	unregister_netdevice_notifier(&netdev_notifier);
	unregister_netdevice_notifier(&end_notifier);
}
