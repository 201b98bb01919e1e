// SPDX-License-Identifier: GPL-2.0
/*
 * A port that ends may owe its partner the frame that lets the partner go on, because the driver
 * was busy or memory short. A work sends that frame after the end of the port. It tries until the
 * frame has gone out, or until one of these:
 *
 * - the longest pause that the port can have asked for is over,
 * - the device goes down, has no carrier, moves to another namespace, or goes,
 * - a new port begins on the device: that port then owes the frame, or keeps the partner stopped,
 * - the module goes.
 *
 * struct farewell_part is in the port, so nothing is allocated when memory is short. An entry of
 * the list holds the port's memory and the device. The frame is not counted, because no view can
 * read the counters of a port that has ended.
 *
 * The work holds one mutex, inside RTNL, while it sends. A caller that takes a port off the list
 * takes the mutex, and so waits for a frame that is being sent. No caller waits for a frame that
 * cannot be sent.
 */
#include <linux/mutex.h>
#include <linux/rtnetlink.h>

#include "congestion/congestion.h"
#include "control/control.h"
#include "port/port.h"

static DEFINE_MUTEX(farewell_mutex);

/* Ports that have ended and still owe XON. Under farewell_mutex, as their struct farewell_part. */
static LIST_HEAD(waiting);

static void farewell_work(struct work_struct *work);
static DECLARE_DELAYED_WORK(work, farewell_work);

static void forget(struct pausectl_port *port)
{
	lockdep_assert_held(&farewell_mutex);
	list_del(&port->farewell.node);
	netdev_put(port->dev, &port->farewell.tracker);
	kobject_put(&port->kobj);
}

/* @mask: PAUSE and PFC need a frame each. A frame that the device drops is not tried again. */
static void send_xon(struct pausectl_port *port, u16 mask)
{
	struct mac_ctrl_request req = { .vector = port->farewell.vector & mask };
	int err;

	if (!req.vector)
		return;
	err = pausectl_control_direct(port->dev, &req, GFP_KERNEL);
	if (err != -ENOMEM && err != -EBUSY)
		port->farewell.vector &= ~mask;
}

static void farewell_work(struct work_struct *unused)
{
	struct pausectl_port *port, *next;

	mutex_lock(&farewell_mutex);
	list_for_each_entry_safe(port, next, &waiting, farewell.node) {
		if (ktime_get_ns() < port->farewell.until_ns &&
		    netif_running(port->dev) && netif_carrier_ok(port->dev)) {
			send_xon(port, MAC_CTRL_LINK_BIT);
			send_xon(port, MAC_CTRL_PFC_BITS);
			if (port->farewell.vector)
				continue;
		}
		forget(port);
	}
	if (!list_empty(&waiting))
		schedule_delayed_work(&work, 1);
	mutex_unlock(&farewell_mutex);
}

/**
 * pausectl_farewell_begin() - a port has ended
 * @port: the port; it is dead and its senders have stopped, but its device is still there
 *
 * RTNL. The work sends the XON that the port owes as soon as possible.
 */
void pausectl_farewell_begin(struct pausectl_port *port)
{
	u16 vector = port->congestion.told;

	if (!vector || !netif_running(port->dev) || !netif_carrier_ok(port->dev))
		return;
	port->farewell.vector = vector;
	/* A port that could not begin has the time of ports before it. */
	port->farewell.until_ns = max(port->farewell.until_ns, ktime_get_ns() +
				      quanta_to_ns(&port->active.rate, U16_MAX));
	kobject_get(&port->kobj);
	netdev_hold(port->dev, &port->farewell.tracker, GFP_KERNEL);
	mutex_lock(&farewell_mutex);
	list_add_tail(&port->farewell.node, &waiting);
	mutex_unlock(&farewell_mutex);
	schedule_delayed_work(&work, 1);
}

/**
 * pausectl_farewell_end() - forget the XON that ended ports of a device owe
 * @dev: the device, which goes down, or gets a new port
 * @until_ns: becomes the time when the last of these pauses is over, if it is not before; or NULL
 *
 * RTNL.
 *
 * Return: the pause timers that these ports still owed XON for.
 */
u16 pausectl_farewell_end(const struct net_device *dev, u64 *until_ns)
{
	struct pausectl_port *port, *next;
	u16 vector = 0;

	mutex_lock(&farewell_mutex);
	list_for_each_entry_safe(port, next, &waiting, farewell.node) {
		if (port->dev != dev)
			continue;
		vector |= port->farewell.vector;
		if (until_ns)
			*until_ns = max(*until_ns, port->farewell.until_ns);
		forget(port);
	}
	mutex_unlock(&farewell_mutex);
	return vector;
}

/* The module goes. No port begins or ends any more. */
void pausectl_farewell_exit(void)
{
	struct pausectl_port *port, *next;

	cancel_delayed_work_sync(&work);
	mutex_lock(&farewell_mutex);
	list_for_each_entry_safe(port, next, &waiting, farewell.node)
		forget(port);
	mutex_unlock(&farewell_mutex);
}
