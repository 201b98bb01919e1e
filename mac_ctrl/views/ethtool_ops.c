// SPDX-License-Identifier: GPL-2.0
/*
 * Puts the view of ethtool on a port (ethtool.c) into the operations of the device. When the first
 * port of a device begins, the device gets a copy of its own operations with the view, as DSA does
 * with its conduits. The copy stays until the device is unregistered or the module ends. Without a
 * port the view shows no PAUSE, refuses to set it, and leaves all else to the device's operations.
 *
 * The users of operations, and why no user calls an operation that is missing or gone:
 *
 * 1. Nearly all reads of dev->ethtool_ops, and all calls of the view, are under RTNL. So are the
 *    changes here. A kernel of 2026 reads and calls under the instance lock of the device instead,
 *    if the device has that lock. So changes hold that lock, too: the kernel holds it while tc
 *    adds a qdisc and from begin() to complete(), and the end of the module takes it. If a device
 *    goes, requests have ended before. The view asks for RTNL as well, except for counters.
 * 2. ethtool's netlink checks for a set_pauseparam() before it takes a lock of 1. Under the lock it
 *    calls begin(), and then get_pauseparam() and set_pauseparam() without a check: Linux 6.1 by
 *    the pointer that it read before, 6.12 by the current pointer. So the end of the module first
 *    makes begin() refuse, under the lock of each device. From then on no request gets beyond
 *    begin(), and the copies lose set_pauseparam(), so that no new request sees one. After one wait
 *    for all running netlink requests, none is left that has seen it, and the devices get their own
 *    operations back.
 * 3. Linux 6.1 reads the pointer before it takes RTNL for other netlink requests, too, and ethtool
 *    -p sleeps without RTNL. Both then call by the pointer that they read before. So copies live
 *    as long as the module. After a second wait no request is left that has read a pointer to a
 *    copy. Then the module waits for readers without RTNL that are no netlink requests. Only
 *    ethtool -p sleeps in between, and copies that it may use are never freed.
 *
 * Devices with the same operations share a copy.
 *
 * Another module may have replaced our operations by its own, which may be a copy of ours. If a
 * port ends then, our module stays for ever. If the module ends then, it waits until it has its
 * operations back.
 */
#include <linux/delay.h>
#include <linux/ethtool.h>
#include <linux/hashtable.h>
#include <linux/kmemleak.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/rtnetlink.h>
#include <net/genetlink.h>

#include "compat.h"
#include "port/port.h"
#include "views/views.h"

/* Copies of the operations of one or more devices. Constant, except as these comments say. */
struct copies {
	struct list_head	node;		/* in all_copies; under RTNL */
	struct ethtool_ops	original;	/* the devices' own operations */
	struct ethtool_ops	viewed;		/* with the view; changes as the module ends */
};

/* A device that has, or had, a port, until it is unregistered. Constant, except @node. */
struct ethtool_device {
	struct hlist_node		node;	/* in views; changed under RTNL, read under RCU */
	struct net_device		*dev;
	const struct ethtool_ops	*original;	/* the device's own */
	const struct ethtool_ops	*viewed;	/* the copy of it */
	struct rcu_head			rcu;
};

static LIST_HEAD(all_copies);
static DEFINE_HASHTABLE(views, 8);
/* The module ends. Written under RTNL and the instance lock of each device with a view. */
static bool ending;

/* Under the lock of 1. NULL: the device has no copy of ours. */
static struct ethtool_device *view_of(const struct net_device *dev)
{
	struct ethtool_device *et, *found = NULL;

	rcu_read_lock();
	hash_for_each_possible_rcu(views, et, node, (unsigned long)dev)
		if (et->dev == dev)
			found = et;
	rcu_read_unlock();
	return found;
}

/*
 * The operations that a device of the view has of its own; none, if another module has copied ours.
 * Under RTNL or the instance lock of the device.
 */
const struct ethtool_ops *pausectl_ethtool_original(const struct net_device *dev)
{
	static const struct ethtool_ops none;
	const struct ethtool_device *et = view_of(dev);

	return et ? et->original : &none;
}

static bool view_has_copy(const struct ethtool_device *et)
{
	return et->dev->ethtool_ops == et->viewed;
}

/* Under the lock of 1. */
static int view_begin(struct net_device *dev)
{
	const struct ethtool_ops *original = pausectl_ethtool_original(dev);

	if (ending)
		return -EBUSY;
	return original->begin ? original->begin(dev) : 0;
}

/* Find the copies for devices that have @ops, or make them. */
static struct copies *view_copies_of(const struct ethtool_ops *ops)
{
	struct copies *copies;

	list_for_each_entry(copies, &all_copies, node)
		if (!memcmp(&copies->original, ops, sizeof(*ops)))
			return copies;
	copies = kzalloc(sizeof(*copies), GFP_KERNEL);
	if (!copies)
		return NULL;
	memcpy(&copies->original, ops, sizeof(*ops));
	copies->viewed = *ops;
	pausectl_ethtool_view(&copies->viewed);
	copies->viewed.begin = view_begin;
	list_add(&copies->node, &all_copies);
	return copies;
}

/*
 * Put the view into the operations of a device whose port begins. A device with PAUSE of its own
 * keeps its operations. So does one to which another module has given a copy of ours. Return: 0 or
 * -ENOMEM.
 */
int pausectl_ethtool_begin(struct pausectl_port *port)
{
	struct net_device *dev = port->dev;
	struct ethtool_device *et;
	struct copies *copies;

	ASSERT_RTNL();
	if (view_of(dev) || dev->ethtool_ops->get_pauseparam ||
	    dev->ethtool_ops->set_pauseparam)
		return 0;
	et = kzalloc(sizeof(*et), GFP_KERNEL);
	copies = et ? view_copies_of(dev->ethtool_ops) : NULL;
	if (!copies) {
		kfree(et);
		return -ENOMEM;
	}
	et->dev = dev;
	et->original = dev->ethtool_ops;
	et->viewed = &copies->viewed;
	hash_add_rcu(views, &et->node, (unsigned long)dev);
	dev->ethtool_ops = et->viewed;
	return 0;
}

/* The view stays, and finds no port from now on. RTNL. */
void pausectl_ethtool_end(struct pausectl_port *port)
{
	const struct ethtool_device *et = view_of(port->dev);

	ASSERT_RTNL();
	if (!et || view_has_copy(et))
		return;
	pr_warn("%s: another module has replaced the ethtool operations, so pausectl cannot be unloaded any more\n",
		et->dev->name);
	__module_get(THIS_MODULE);
}

static void view_drop(struct ethtool_device *et)
{
	if (view_has_copy(et))
		et->dev->ethtool_ops = et->original;
	hash_del_rcu(&et->node);
	kfree_rcu(et, rcu);
}

/* No request begins for a device that is being unregistered. RTNL. */
void pausectl_ethtool_unregister(struct net_device *dev)
{
	struct ethtool_device *et = view_of(dev);

	if (et && dev->reg_state != NETREG_REGISTERED)
		view_drop(et);
}

/* Under the locks of view_change_all(). */
static void view_refuse_requests(struct ethtool_device *et)
{
	ending = true;
}

static void view_return_operations(struct ethtool_device *et)
{
	if (view_has_copy(et))
		view_drop(et);
	else
		pr_warn_ratelimited("%s: another module has replaced the ethtool operations, waiting until it gives them back\n",
				    et->dev->name);
}

static void view_change_all(void (*change)(struct ethtool_device *et))
{
	struct ethtool_device *et;
	struct hlist_node *next;
	unsigned int i;

	rtnl_lock();
	hash_for_each_safe(views, i, next, et, node) {
		struct net_device *dev = et->dev;

		netdev_lock_ops(dev);
		change(et);
		netdev_unlock_ops(dev);
	}
	rtnl_unlock();
}

/* Fails, but only after all running netlink requests have ended. */
static void view_wait_for_requests(void)
{
	static const struct genl_family nobody;

	genl_unregister_family(&nobody);
}

/* There is no port any more. See 2 and 3 above. */
void pausectl_ethtool_exit(void)
{
	struct copies *copies, *next;

	if (list_empty(&all_copies))
		return;
	view_change_all(view_refuse_requests);
	list_for_each_entry(copies, &all_copies, node)
		WRITE_ONCE(copies->viewed.set_pauseparam, NULL);
	for (;;) {
		view_wait_for_requests();
		view_change_all(view_return_operations);
		if (hash_empty(views))
			break;
		ssleep(1);
	}
	view_wait_for_requests();
	synchronize_rcu_tasks();
	list_for_each_entry_safe(copies, next, &all_copies, node) {
		if (copies->original.set_phys_id)
			kmemleak_ignore(copies);
		else
			kfree(copies);
	}
}
