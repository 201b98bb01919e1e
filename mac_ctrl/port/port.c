// SPDX-License-Identifier: GPL-2.0
/*
 * The memory of ports, and a table in each network namespace that finds a port by its device. The
 * file also defines the tracepoints of the module.
 */
#include <linux/rtnetlink.h>
#include <linux/xarray.h>
#include <net/net_namespace.h>
#include <net/netns/generic.h>

#include "port/port.h"
#include "port/seen.h"

#define CREATE_TRACE_POINTS
#include "trace.h"

/* The settings of a new port */
const struct pausectl_settings pausectl_settings_default = PAUSECTL_SETTINGS_DEFAULT;

/* The ports of a network namespace */
struct ports {
	struct xarray	by_ifindex;	/* written under RTNL, read under RTNL or RCU */
	unsigned int	generation;	/* odd; changes when a port begins or ends; RTNL */
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

/* The port with the least ifindex that is not below *ifindex. Sets *ifindex to that ifindex. */
struct pausectl_port *pausectl_port_next(struct net *net, unsigned long *ifindex)
{
	return xa_find(&ports_of(net)->by_ifindex, ifindex, ULONG_MAX, XA_PRESENT);
}

/* A dump compares this number to notice that a port has begun or ended. */
unsigned int pausectl_port_generation(struct net *net)
{
	return ports_of(net)->generation;
}

int pausectl_port_add(struct pausectl_port *port)
{
	struct ports *ports = ports_of(dev_net(port->dev));

	ports->generation += 2;
	return xa_insert(&ports->by_ifindex, port->dev->ifindex, port, GFP_KERNEL);
}

void pausectl_port_del(struct pausectl_port *port)
{
	struct ports *ports = ports_of(dev_net(port->dev));

	ports->generation += 2;
	xa_erase(&ports->by_ifindex, port->dev->ifindex);
}

/* The other end of a pair of devices, such as veth. RTNL. NULL: the device is no end of a pair. */
struct net_device *pausectl_peer_device(const struct pausectl_port *port)
{
	const struct net_device_ops *ops = port->dev->netdev_ops;
	struct net_device *peer = NULL;

	rcu_read_lock();
	if (ops->ndo_get_peer_dev)
		peer = ops->ndo_get_peer_dev(port->dev);
	rcu_read_unlock();
	return peer;
}

/* A port with an open gate and a random mark; its other parts are zero. NULL: no memory. */
struct pausectl_port *pausectl_port_alloc(struct net_device *dev)
{
	struct pausectl_port *port = kmem_cache_zalloc(port_cache, GFP_KERNEL);

	if (!port)
		return NULL;
	port->frames = alloc_percpu(struct port_frames);
	if (!port->frames) {
		kmem_cache_free(port_cache, port);
		return NULL;
	}
	port->dev = dev;
	port->mark = (get_random_u32() | (SEEN_PRIORITY + 1)) & ~SEEN_PRIORITY;
	strscpy(port->name, dev->name, IFNAMSIZ);
	spin_lock_init(&port->lock);
	port->gate.open = ~0UL;
	INIT_LIST_HEAD(&port->queues.list);
	return port;
}

static void port_free(struct rcu_head *rcu)
{
	struct pausectl_port *port = container_of(rcu, struct pausectl_port, rcu);

	free_percpu(port->frames);
	kmem_cache_free(port_cache, port);
}

/* Only readers under RCU may still use the port. */
void pausectl_port_free(struct pausectl_port *port)
{
	call_rcu(&port->rcu, port_free);
}

static int __net_init ports_net_init(struct net *net)
{
	xa_init(&ports_of(net)->by_ifindex);
	ports_of(net)->generation = 1;
	return 0;
}

/*
 * The devices of the namespace, and so its ports, have gone before. If memory was short when a port
 * began, the table may still have an empty node.
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

/* A frame may have released the last port just before: rcu_barrier() waits for port_free(). */
void pausectl_port_exit(void)
{
	unregister_pernet_subsys(&ports_net_ops);
	rcu_barrier();
	kmem_cache_destroy(port_cache);
}
