// SPDX-License-Identifier: GPL-2.0
/* Events of a device that its port follows: speed, carrier, MTU, name, end. */
#include <linux/rtnetlink.h>

#include "compat.h"
#include "congestion/buffer.h"
#include "top.h"
#include "port/port.h"
#include "settings/settings.h"
#include "views/views.h"

static void link_changed(struct pausectl_port *port)
{
	if (pausectl_speed_update(port))
		pausectl_event_announce(port, PAUSECTL_EVENT_CONFIG);
	pausectl_agreement_update(port);
	/* Send the XOFF that could not be sent while the link was down. */
	spin_lock_irq(&port->lock);
	pausectl_xoff_kick(port);
	spin_unlock_irq(&port->lock);
}

/*
 * NETDEV_UNREGISTER also comes before a move to another namespace; see life.c. The kernel reports
 * it without the instance lock of the device, and other events of a port's link under it.
 */
static void link_device_ends(struct net_device *dev, struct pausectl_port *port)
{
	if (port) {
		netdev_lock_ops(dev);
		pausectl_port_end(port);
		netdev_unlock_ops(dev);
	}
	pausectl_ethtool_unregister(dev);
}

static int link_event(struct notifier_block *nb, unsigned long event, void *ptr)
{
	struct net_device *dev = netdev_notifier_info_to_dev(ptr);
	struct pausectl_port *port = pausectl_port_find(dev);

	if (event == NETDEV_UNREGISTER) {
		link_device_ends(dev, port);
		return NOTIFY_DONE;
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
		/* The longest frame has changed, and so the headroom. */
		spin_lock_irq(&port->lock);
		pausectl_congestion_update(port);
		spin_unlock_irq(&port->lock);
		break;
	case NETDEV_CHANGENAME:
		spin_lock_irq(&port->lock);
		strscpy(port->name, dev->name, IFNAMSIZ);
		spin_unlock_irq(&port->lock);
		break;
	case NETDEV_PRE_TYPE_CHANGE:
		/* Another type has longer addresses than those that the port deletes at its end. */
		return NOTIFY_BAD;
	}
	return NOTIFY_DONE;
}

/* Runs before dcbnl's, which would empty its list for a device that has our dcbnl_ops. */
struct notifier_block pausectl_link_notifier = {
	.notifier_call	= link_event,
	.priority	= 1,
};
