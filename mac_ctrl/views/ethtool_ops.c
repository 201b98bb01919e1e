// SPDX-License-Identifier: GPL-2.0
/*
 * Puts the view of ethtool on a port (ethtool.c) into the operations of the device. The device
 * gets copies of its own operations, as DSA does with its conduits: one with the view while there
 * is a port, and later an idle one without the view. The device gets its own operations back when
 * it is unregistered or the module ends.
 *
 * The users of operations, and why no user calls an operation that is missing or gone:
 *
 * 1. Nearly all reads of dev->ethtool_ops, and all calls of the view, are under RTNL. So are the
 *    changes here. A kernel of 2026 reads and calls under the instance lock of the device instead,
 *    if the device has that lock. So changes hold that lock, too: the kernel holds it while tc
 *    adds or deletes a qdisc and while it calls begin() and complete(), and the end of the module
 *    takes it. If a device goes, requests have ended before. The view asks for RTNL as well,
 *    except for counters.
 * 2. ethtool's netlink checks for a set_pauseparam() before it takes RTNL. Under RTNL it calls
 *    set_pauseparam() and get_pauseparam() without a check: Linux 6.1 by the pointer that it read
 *    before, 6.12 by the current pointer. The port may have ended in between. Each request first
 *    calls begin(), under the lock of 1, and complete() in the end. So the begin() of the idle
 *    copy gives the view back to a task that started before the view went, and complete() takes
 *    the view away again. The view then finds no port, and refuses. A task that started later has
 *    not seen the view.
 * 3. Linux 6.1 reads the pointer before it takes RTNL for other netlink requests, too, and ethtool
 *    -p sleeps without RTNL. Both then call by the pointer that they read before. So copies live
 *    as long as the module. Devices with the same operations share copies.
 * 4. At the end of the module all devices have the idle copy, and begin() refuses a task of 2.
 *    After one wait for all running netlink requests, none is left that has seen the view, and the
 *    devices get their own operations back. After a second wait none is left that has read a
 *    pointer to a copy. Then the module waits for readers without RTNL that are no netlink
 *    requests. Only ethtool -p sleeps in between, and copies that it may use are never freed.
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
#include <linux/sched.h>
#include <linux/timekeeping.h>
#include <net/genetlink.h>

#include "compat.h"
#include "port/port.h"
#include "views/views.h"

/**
 * struct copies - copies of the operations of one or more devices
 * @node: in all_copies; under RTNL
 * @original: the devices' own operations
 * @viewed: operations with the view of a port
 * @idle: operations after the end of the port
 *
 * Constant, except @node.
 */
struct copies {
	struct list_head	node;
	struct ethtool_ops	original;
	struct ethtool_ops	viewed;
	struct ethtool_ops	idle;
};

/**
 * struct pausectl_ethtool - a device that has, or had, a port
 * @node: in views; changed under RTNL, read under RCU
 * @dev: the device; constant
 * @original: the device's own operations; constant
 * @copies: copies of @original; constant
 * @left_ns: when the view went, CLOCK_BOOTTIME; 0: there is a port. Under the lock of 1
 * @rcu: frees the memory
 *
 * Until the device is unregistered.
 */
struct pausectl_ethtool {
	struct hlist_node		node;
	struct net_device		*dev;
	const struct ethtool_ops	*original;
	const struct copies		*copies;
	u64				left_ns;
	struct rcu_head			rcu;
};

static LIST_HEAD(all_copies);
static DEFINE_HASHTABLE(views, 8);
/* The module ends. Written under RTNL and the instance lock of each device with a view. */
static bool ending;

/* Under the lock of 1. NULL: the device has no copy of ours. */
static struct pausectl_ethtool *view_of(const struct net_device *dev)
{
	struct pausectl_ethtool *et, *found = NULL;

	rcu_read_lock();
	hash_for_each_possible_rcu(views, et, node, (unsigned long)dev)
		if (et->dev == dev)
			found = et;
	rcu_read_unlock();
	return found;
}

/**
 * pausectl_ethtool_original() - the operations that a device has of its own
 * @dev: a device for which an operation of the view is called
 *
 * Under RTNL or the instance lock of the device.
 *
 * Return: the operations; without any, if another module has copied ours.
 */
const struct ethtool_ops *pausectl_ethtool_original(const struct net_device *dev)
{
	static const struct ethtool_ops none;
	const struct pausectl_ethtool *et = view_of(dev);

	return et ? et->original : &none;
}

static bool has_copy(const struct pausectl_ethtool *et)
{
	return et->dev->ethtool_ops == &et->copies->viewed ||
	       et->dev->ethtool_ops == &et->copies->idle;
}

static void leave_view(struct pausectl_ethtool *et)
{
	if (has_copy(et))
		et->dev->ethtool_ops = &et->copies->idle;
	/* A task that starts after left_ns does not see the view. */
	smp_mb();
	et->left_ns = ktime_get_boottime_ns();
}

/* The begin() of a device whose port has ended; see 2 above. */
static int idle_begin(struct net_device *dev)
{
	struct pausectl_ethtool *et = view_of(dev);
	bool late = et && current->start_boottime <= et->left_ns;
	int err;

	if (late && (ending || !has_copy(et)))
		return -EBUSY;
	err = et && et->original->begin ? et->original->begin(dev) : 0;
	if (!err && late)
		dev->ethtool_ops = &et->copies->viewed;
	return err;
}

static void viewed_complete(struct net_device *dev)
{
	struct pausectl_ethtool *et = view_of(dev);

	if (!et)
		return;
	if (et->original->complete)
		et->original->complete(dev);
	if (et->left_ns)
		leave_view(et);
}

/* Find the copies for devices that have @ops, or make them. */
static const struct copies *copies_of(const struct ethtool_ops *ops)
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
	copies->viewed.complete = viewed_complete;
	copies->idle = *ops;
	copies->idle.begin = idle_begin;
	list_add(&copies->node, &all_copies);
	return copies;
}

static struct pausectl_ethtool *make_view(struct net_device *dev)
{
	struct pausectl_ethtool *et = kzalloc(sizeof(*et), GFP_KERNEL);

	if (!et)
		return NULL;
	et->copies = copies_of(dev->ethtool_ops);
	if (!et->copies) {
		kfree(et);
		return NULL;
	}
	et->dev = dev;
	et->original = dev->ethtool_ops;
	hash_add_rcu(views, &et->node, (unsigned long)dev);
	dev->ethtool_ops = &et->copies->idle;
	return et;
}

/**
 * pausectl_ethtool_begin() - put the view into the operations of a device
 * @port: the port, which begins
 *
 * A device with PAUSE of its own keeps its operations. So does a device to which another module has
 * given a copy of ours.
 *
 * Return: 0 or -ENOMEM.
 */
int pausectl_ethtool_begin(struct pausectl_port *port)
{
	struct net_device *dev = port->dev;
	struct pausectl_ethtool *et = view_of(dev);

	ASSERT_RTNL();
	if (!et) {
		if (dev->ethtool_ops->get_pauseparam || dev->ethtool_ops->set_pauseparam)
			return 0;
		et = make_view(dev);
		if (!et)
			return -ENOMEM;
	}
	if (!has_copy(et))
		return 0;
	et->left_ns = 0;
	dev->ethtool_ops = &et->copies->viewed;
	port->views.ethtool = et;
	return 0;
}

void pausectl_ethtool_end(struct pausectl_port *port)
{
	struct pausectl_ethtool *et = port->views.ethtool;

	ASSERT_RTNL();
	if (!et)
		return;
	port->views.ethtool = NULL;
	leave_view(et);
	if (has_copy(et))
		return;
	pr_warn("%s: another module has replaced the ethtool operations, so pausectl cannot be unloaded any more\n",
		et->dev->name);
	__module_get(THIS_MODULE);
}

static void drop_view(struct pausectl_ethtool *et)
{
	if (has_copy(et))
		et->dev->ethtool_ops = et->original;
	hash_del_rcu(&et->node);
	kfree_rcu(et, rcu);
}

/* No request begins for a device that is being unregistered. RTNL. */
void pausectl_ethtool_unregister(struct net_device *dev)
{
	struct pausectl_ethtool *et = view_of(dev);

	if (et && dev->reg_state != NETREG_REGISTERED)
		drop_view(et);
}

/* ethtool -p may show the view now. The begin() of the idle copy refuses that from now on. */
static void end_view(struct pausectl_ethtool *et)
{
	ending = true;
	leave_view(et);
}

static void return_operations(struct pausectl_ethtool *et)
{
	if (et->dev->ethtool_ops == &et->copies->idle)
		drop_view(et);
	else
		pr_warn_ratelimited("%s: another module has replaced the ethtool operations, waiting until it gives them back\n",
				    et->dev->name);
}

static void change_views(void (*change)(struct pausectl_ethtool *et))
{
	struct pausectl_ethtool *et;
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
static void wait_for_requests(void)
{
	static const struct genl_family nobody;

	genl_unregister_family(&nobody);
}

/* There is no port any more. See 4 above. */
void pausectl_ethtool_exit(void)
{
	struct copies *copies, *next;

	if (list_empty(&all_copies))
		return;
	for (;;) {
		change_views(end_view);
		wait_for_requests();
		change_views(return_operations);
		if (hash_empty(views))
			break;
		ssleep(1);
	}
	wait_for_requests();
	synchronize_rcu_tasks();
	list_for_each_entry_safe(copies, next, &all_copies, node) {
		if (copies->original.set_phys_id)
			kmemleak_ignore(copies);
		else
			kfree(copies);
	}
}
