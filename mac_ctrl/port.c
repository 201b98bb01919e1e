// SPDX-License-Identifier: GPL-2.0
/*
 * Lifetime of ports.
 *
 * A port begins with the first pausectl qdisc of its device and ends with the
 * last, both under RTNL. Unregistering a device, or moving it to another
 * namespace, drops its qdiscs first; but one that a request for its filters
 * holds may be destroyed later. So NETDEV_UNREGISTER, which comes in between,
 * ends the port as well, and such a qdisc then holds no more than its memory.
 *
 * Why nothing survives the end, in the order of port_end():
 *
 * 1. Storm and congestion end: with nothing lossless and nothing forced any more, their
 *    tasklets, which are waited for, try to send the partner what lets it go on.
 *    The receive hook is unregistered. No new frame finds the port; one that
 *    is in the hook now holds rcu_read_lock() until it is through.
 *    dcb and ethtool lose their view; manage/ethtool_ops.c proves that.
 * 2. dead is set under port->lock, which timers, work and the hook take before
 *    they arm or queue anything: from here on nothing is armed or queued.
 * 3. Timers are cancelled and tasklets killed, which waits for those that run; a tasklet
 *    may arm its timer up to then, so it is killed before and after. A qdisc they
 *    have kicked is on the list, and so not destroyed, or the list is empty.
 *    What could not be sent in 1, as the driver was busy or memory short, is known now, and
 *    nobody else sends it any more. It waits in congestion/farewell.c, which holds the memory
 *    of the port and the device. The device goes down before it goes: NETDEV_GOING_DOWN
 *    ends the waiting, and a frame is owed only while the device is up. A new port of
 *    the device, and the end of the module, end it, too.
 * 4. The sysfs files go, which waits for show and store; store, which wants
 *    RTNL, only tries for it.
 * 5. The last events are delivered; the work that does so is waited for.
 * 6. Off the table of ports. Who found it there without RTNL holds
 *    rcu_read_lock().
 * 7. When the last qdisc, the last frame charged to the port and farewell.c let go of it, be
 *    that much later, its memory is freed after an RCU grace
 *    period, which ends 1 and 6. The end of the module waits for that.
 */
#include <linux/etherdevice.h>
#include <linux/if_arp.h>
#include <linux/if_vlan.h>
#include <linux/rtnetlink.h>
#include <linux/xarray.h>
#include <net/net_namespace.h>
#include <net/netns/generic.h>

#include "port.h"

/**
 * struct ports - the ports of a network namespace
 * @by_ifindex: written under RTNL, read under RTNL or RCU
 * @generation: odd, changes with every port that begins or ends; RTNL
 */
struct ports {
	struct xarray	by_ifindex;
	unsigned int	generation;
};

static unsigned int ports_id __read_mostly;

/* kmalloc() would take 8 KiB for a port. */
static struct kmem_cache *port_cache __ro_after_init;

static struct ports *ports_of(const struct net *net)
{
	return net_generic(net, ports_id);
}

/* Under RTNL or RCU. */
struct pausectl_port *pausectl_port_of_index(struct net *net, int ifindex)
{
	return xa_load(&ports_of(net)->by_ifindex, ifindex);
}

struct pausectl_port *pausectl_port_find(const struct net_device *dev)
{
	return pausectl_port_of_index(dev_net(dev), dev->ifindex);
}

/* The port with the next ifindex from *ifindex on, which is set to it. */
struct pausectl_port *pausectl_port_next(struct net *net,
					 unsigned long *ifindex)
{
	return xa_find(&ports_of(net)->by_ifindex, ifindex, ULONG_MAX,
		       XA_PRESENT);
}

/* For dumps to tell that ports have come or gone meanwhile. */
unsigned int pausectl_port_generation(struct net *net)
{
	return ports_of(net)->generation;
}

static int table_add(struct pausectl_port *port)
{
	struct ports *ports = ports_of(dev_net(port->dev));

	ports->generation += 2;
	return xa_insert(&ports->by_ifindex, port->dev->ifindex, port,
			 GFP_KERNEL);
}

static void table_del(struct pausectl_port *port)
{
	struct ports *ports = ports_of(dev_net(port->dev));

	ports->generation += 2;
	xa_erase(&ports->by_ifindex, port->dev->ifindex);
}

static int check_device(const struct net_device *dev,
			struct netlink_ext_ack *extack)
{
	if (dev->type != ARPHRD_ETHER) {
		NL_SET_ERR_MSG(extack,
			       "pausectl: MAC Control is for Ethernet devices only");
		return -EOPNOTSUPP;
	}
	if (is_vlan_dev(dev)) {
		NL_SET_ERR_MSG(extack,
			       "pausectl: a VLAN has no MAC Control sublayer, the device below it has");
		return -EOPNOTSUPP;
	}
	if (pausectl_force)
		return 0;
	if (pausectl_ethtool_own(dev)) {
		NL_SET_ERR_MSG(extack,
			       "pausectl: the device has PAUSE of its own (ethtool -a); module parameter force=1 has a port beside it");
		return -EOPNOTSUPP;
	}
	if (pausectl_dcbnl_own(dev)) {
		NL_SET_ERR_MSG(extack,
			       "pausectl: the device has PFC or ETS of its own (dcb); module parameter force=1 has a port beside it");
		return -EOPNOTSUPP;
	}
	return 0;
}

static struct pausectl_port *port_alloc(struct net_device *dev)
{
	struct pausectl_port *port = kmem_cache_zalloc(port_cache, GFP_KERNEL);

	if (!port)
		return NULL;
	port->dev = dev;
	port->mark = get_random_u32() | 1;
	strscpy(port->name, dev->name, IFNAMSIZ);
	spin_lock_init(&port->lock);
	INIT_LIST_HEAD(&port->qdiscs);
	pausectl_pause_init(port);
	pausectl_limit_init(port);
	pausectl_wire_init(port);
	pausectl_maxrate_init(port);
	pausectl_congestion_init(port);
	pausectl_storm_setup(port);
	pausectl_events_init(port);
	pausectl_settings_init(port);
	pausectl_link_update(port);
	return port;
}

static void free_port(struct rcu_head *rcu)
{
	kmem_cache_free(port_cache, container_of(rcu, struct pausectl_port, rcu));
}

/* The kobject's release: nobody but readers under RCU knows the port. */
void pausectl_port_free(struct pausectl_port *port)
{
	pausectl_watchdog_free(port);
	call_rcu(&port->rcu, free_port);
}

static void port_announce(struct pausectl_port *port, enum pausectl_event event)
{
	spin_lock_irq(&port->lock);
	pausectl_event(port, event, 0, 0, 0);
	spin_unlock_irq(&port->lock);
}

static struct pausectl_port *port_begin(struct net_device *dev,
					struct netlink_ext_ack *extack)
{
	struct pausectl_port *port;
	int err;

	err = check_device(dev, extack);
	if (err)
		return ERR_PTR(err);
	port = port_alloc(dev);
	if (!port)
		return ERR_PTR(-ENOMEM);

	err = pausectl_sysfs_add(port);
	if (err)
		goto err_put;
	err = table_add(port);
	if (err)
		goto err_sysfs;
	err = dev_mc_add(dev, mac_ctrl_multicast);
	if (err)
		goto err_table;
	err = pausectl_dcbnl_begin(port);
	if (err)
		goto err_multicast;
	err = pausectl_ethtool_begin(port);
	if (err)
		goto err_dcbnl;
	/* Last: from now on frames come in. */
	err = pausectl_hook_register(port, extack);
	if (err)
		goto err_ethtool;

	port_announce(port, PAUSECTL_EVENT_ATTACHED);
	pausectl_autoneg_update(port);
	pausectl_congestion_take_over(port, pausectl_farewell_end(dev));
	return port;

err_ethtool:
	pausectl_ethtool_end(port);
err_dcbnl:
	pausectl_dcbnl_end(port);
err_multicast:
	dev_mc_del(dev, mac_ctrl_multicast);
err_table:
	table_del(port);
err_sysfs:
	pausectl_sysfs_del(port);
err_put:
	kobject_put(&port->kobj);
	return ERR_PTR(err);
}

/* RTNL. Steps 1 to 6 at the top of this file; once is enough. */
void pausectl_port_end(struct pausectl_port *port)
{
	if (port->dead)
		return;
	pausectl_storm_end(port);
	pausectl_congestion_end(port);
	pausectl_hook_unregister(port);
	pausectl_ethtool_end(port);
	pausectl_dcbnl_end(port);
	dev_mc_del(port->dev, mac_ctrl_multicast);

	spin_lock_irq(&port->lock);
	port->dead = true;
	spin_unlock_irq(&port->lock);

	pausectl_watchdog_stop(port);
	pausectl_pause_stop(port);
	pausectl_limit_stop(port);
	pausectl_wire_stop(port);
	pausectl_maxrate_stop(port);
	pausectl_congestion_stop(port);
	pausectl_storm_stop(port);
	pausectl_farewell_begin(port);
	pausectl_schedule_drop(port);
	pausectl_trust_commit(port, NULL);
	pausectl_filter_commit(port, NULL);
	pausectl_sysfs_del(port);
	pausectl_events_end(port);
	table_del(port);
	pausectl_autoneg_tell_partner(port);
}

/**
 * pausectl_port_get() - the port of a device, made if need be
 * @dev: the device
 * @extack: says why there can be none, or warns
 *
 * Under RTNL. Each pausectl qdisc of the device holds the port once.
 *
 * Return: the port, or an ERR_PTR.
 */
struct pausectl_port *pausectl_port_get(struct net_device *dev,
					struct netlink_ext_ack *extack)
{
	struct pausectl_port *port;

	ASSERT_RTNL();
	port = pausectl_port_find(dev);
	if (!port)
		port = port_begin(dev, extack);
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
	kobject_put(&port->kobj);
}

static int __net_init ports_net_init(struct net *net)
{
	xa_init(&ports_of(net)->by_ifindex);
	ports_of(net)->generation = 1;
	return 0;
}

/*
 * Its devices, and with them its ports, went before the namespace. A port that began where
 * memory was short may have left a part of the table behind, with nothing in it.
 */
static void __net_exit ports_net_exit(struct net *net)
{
	unsigned long ifindex = 0;

	WARN_ON_ONCE(pausectl_port_next(net, &ifindex));
	xa_destroy(&ports_of(net)->by_ifindex);
}

static struct pernet_operations ports_net_ops = {
	.init	= ports_net_init,
	.exit	= ports_net_exit,
	.id	= &ports_id,
	.size	= sizeof(struct ports),
};

int pausectl_port_init(void)
{
	int err;

	port_cache = KMEM_CACHE(pausectl_port, SLAB_HWCACHE_ALIGN);
	if (!port_cache)
		return -ENOMEM;
	err = register_pernet_subsys(&ports_net_ops);
	if (err)
		kmem_cache_destroy(port_cache);
	return err;
}

/* The last to free a port may have been a frame, at any time before this. */
void pausectl_port_exit(void)
{
	unregister_pernet_subsys(&ports_net_ops);
	rcu_barrier();
	kmem_cache_destroy(port_cache);
}
