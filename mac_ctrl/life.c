// SPDX-License-Identifier: GPL-2.0
/*
 * The life of a port.
 *
 * A port begins with the first pausectl qdisc of its device and ends with the last, both under
 * RTNL. The kernel drops the qdiscs of a device before it unregisters the device, or moves the
 * device to another namespace. A request for the filters of a qdisc may hold the qdisc and so
 * delay its destruction. Therefore NETDEV_UNREGISTER ends the port, too. Such a qdisc then holds
 * only its memory.
 *
 * A beginning that fails ends as a port does, because others find the port by then: frames that tc
 * redirects are charged to it. Only the receive hook is not there, because it is registered last.
 *
 * Why nothing survives the end: the steps of pausectl_port_end().
 *
 * 1. end. The receive hook is unregistered: no new frame finds the port. A frame in the hook is
 *    under rcu_read_lock(). Congestion ends: nothing is lossless or stopped by hand any more. Its
 *    tasklet sends the frames that let the partner go on, and life_stop() waits for the tasklet.
 *    dcb loses its view. That of ethtool stays without a port; views/ethtool_ops.c proves it.
 * 2. dead is set under port->lock. Timers, work and the hook take port->lock before they arm or
 *    queue anything. From here on no timer is armed and no work is queued.
 * 3. stop. Timers are cancelled and tasklets killed, which waits for those that run. An armed timer
 *    may still schedule its tasklet, so the tasklet is killed before and after its timer. A timer
 *    kicks only queues on the list: such a qdisc is not destroyed yet, holds the memory of the
 *    port, and kills its own tasklet at its end.
 *    If the driver was busy or memory short in all tries of step 1, no frame follows: the partner
 *    goes on when its pause is over.
 * 4. The files in sysfs go, which waits for readers. A reader takes no RTNL.
 * 5. The last events are delivered. The work that delivers them is waited for.
 * 6. The port leaves the table of ports. A reader without RTNL holds rcu_read_lock().
 * 7. The last qdisc and the last frame that is charged to the port drop their references to the
 *    memory, possibly much later. The memory is freed after an RCU grace period, so after the
 *    readers of steps 1 and 6. The end of the module waits for that.
 */
#include <linux/etherdevice.h>
#include <linux/if_arp.h>
#include <linux/if_vlan.h>
#include <linux/module.h>
#include <linux/rtnetlink.h>

#include "congestion/buffer.h"
#include "top.h"
#include "pause/pause.h"
#include "port/port.h"
#include "queue/queue.h"
#include "receive/receive.h"
#include "settings/settings.h"
#include "views/views.h"

static bool force;
module_param(force, bool, 0644);
MODULE_PARM_DESC(force,
		 "also begin ports on devices that have flow control of their own (default N)");

#define UNLESS_FORCED	"; the module parameter force=1 allows a port all the same"

/* Return: why the device can have no port, or NULL. */
static const char *life_refusal(const struct net_device *dev)
{
	if (dev->type != ARPHRD_ETHER)
		return "pausectl: MAC Control is for Ethernet devices only";
	if (is_vlan_dev(dev))
		return "pausectl: a VLAN has no MAC Control sublayer, the device below it has";
	if (netif_is_lag_master(dev))
		return "pausectl: MAC Control is below a bond or team; add a port to each member";
	if (force)
		return NULL;
	if (pausectl_ethtool_own(dev))
		return "pausectl: the device has PAUSE of its own (ethtool -a)" UNLESS_FORCED;
	if (pausectl_dcbnl_own(dev))
		return "pausectl: the device has PFC or ETS of its own (dcb)" UNLESS_FORCED;
	return NULL;
}

static struct pausectl_port *life_init(struct net_device *dev)
{
	struct pausectl_port *port = pausectl_port_alloc(dev);

	if (!port)
		return NULL;
	if (pausectl_pause_init(port)) {
		pausectl_port_free(port);
		return NULL;
	}
	pausectl_wire_init(port);
	pausectl_events_init(port);
	pausectl_congestion_init(port);
	pausectl_settings_init(port);
	return port;
}

/* RTNL. The end of a port, or of a beginning that has failed: steps 1 to 6, except the hook. */
static void life_stop(struct pausectl_port *port)
{
	pausectl_congestion_end(port);
	pausectl_ethtool_end(port);
	pausectl_dcbnl_end(port);

	spin_lock_irq(&port->lock);
	port->dead = true;
	spin_unlock_irq(&port->lock);

	pausectl_pause_stop(port);
	pausectl_wire_stop(port);
	pausectl_schedule_commit(port, NULL);
	pausectl_trust_commit(port, NULL);
	pausectl_congestion_stop(port);
	pausectl_filter_commit(port, NULL);
	pausectl_sysfs_stop(port);
	pausectl_events_stop(port);
	pausectl_port_del(port);
}

static struct pausectl_port *life_begin(struct net_device *dev,
					struct netlink_ext_ack *extack)
{
	const char *refusal = life_refusal(dev);
	struct pausectl_port *port;
	int err;

	if (refusal) {
		extack->_msg = refusal;
		return ERR_PTR(-EOPNOTSUPP);
	}
	port = life_init(dev);
	if (!port)
		return ERR_PTR(-ENOMEM);
	err = pausectl_sysfs_begin(port) ?:
	      pausectl_port_add(port) ?:
	      pausectl_dcbnl_begin(port) ?:
	      pausectl_ethtool_begin(port) ?:
	      pausectl_receive_begin(port, extack);
	if (err) {
		life_stop(port);
		pausectl_congestion_put(port);
		return ERR_PTR(err);
	}
	pausectl_event_announce(port, PAUSECTL_EVENT_ATTACHED);
	pausectl_agreement_update(port);
	return port;
}

/* RTNL. Steps 1 to 6 at the top of this file. A second call does nothing. */
void pausectl_port_end(struct pausectl_port *port)
{
	if (port->dead)
		return;
	pausectl_receive_end(port);
	life_stop(port);
	pausectl_event_announce(port, PAUSECTL_EVENT_DETACHED);
	pausectl_events_stop(port);
	pausectl_agreement_tell_partner(port);
}

/*
 * Find the port of a device, or begin one. RTNL. Each pausectl qdisc of the device holds one
 * reference. Return: the port, or an ERR_PTR; @extack may say why there is none.
 */
struct pausectl_port *pausectl_port_get(struct net_device *dev,
					struct netlink_ext_ack *extack)
{
	struct pausectl_port *port;

	ASSERT_RTNL();
	port = pausectl_port_find(dev);
	if (!port)
		port = life_begin(dev, extack);
	if (!IS_ERR(port))
		WRITE_ONCE(port->users, port->users + 1);
	return port;
}

void pausectl_port_put(struct pausectl_port *port)
{
	ASSERT_RTNL();
	WRITE_ONCE(port->users, port->users - 1);
	if (port->users)
		return;
	pausectl_port_end(port);
	pausectl_congestion_put(port);
}
