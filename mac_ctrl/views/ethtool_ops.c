// SPDX-License-Identifier: GPL-2.0
/*
 * Puts the view of ethtool on a port (ethtool.c) into the operations of the device, and takes the
 * view out again. The device gets a copy of its own operations that has the view, as DSA does with
 * its conduits.
 *
 * The users of operations, and why no user calls freed operations:
 *
 * 1. Nearly all reads of dev->ethtool_ops, and all calls of the view, are under RTNL. So are the
 *    changes here. A kernel of 2026 reads and calls under the instance lock of the device instead,
 *    if the device has that lock. So changes hold that lock, too: the kernel holds it while tc adds
 *    or deletes a qdisc, and release() takes it. If a device goes, requests have ended before. The
 *    view asks for RTNL as well, except for counters.
 * 2. ethtool's netlink checks for a set_pauseparam() before it takes RTNL. Under RTNL it calls
 *    set_pauseparam() and get_pauseparam() without a check: Linux 6.1 by the pointer that it read
 *    before, 6.12 by the current pointer. So when a port ends, its device first gets a second copy.
 *    This copy has no view, and a begin() that refuses tasks that started before this moment. Every
 *    request calls begin() first, under the lock of 1. A task that started later has not seen the
 *    view. A work then waits for all running netlink requests, and puts back the device's own
 *    operations. Few users notice, because most requests are a process each.
 * 3. ethtool -p sleeps without RTNL, and then calls by the pointer that it read before. So copies
 *    live as long as the module. Devices with the same operations share copies.
 * 4. The end of the module waits for the work of 2. Then it waits for readers that have read the
 *    pointer without RTNL but not yet the operations. Only readers of 3 sleep in between, and
 *    copies that they may use are never freed.
 *
 * Another module may have replaced our operations by its own, which may be a copy of ours. Then its
 * operations stay, and our module stays with them.
 */
#include <linux/ethtool.h>
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
 * @leaving: operations from the end of the port until the work has run
 *
 * Constant, except @node.
 */
struct copies {
	struct list_head	node;
	struct ethtool_ops	original;
	struct ethtool_ops	viewed;
	struct ethtool_ops	leaving;
};

/**
 * struct pausectl_ethtool - the device of a port, or of one that has ended
 * @node: in departures, after the end of the port; under departures_mutex
 * @dev: the device, which has operations of @copies
 * @original: the device's own operations
 * @copies: copies of @original
 * @left_ns: when the port ended, CLOCK_BOOTTIME
 * @waited: the work is waiting for the requests that ran when the port ended
 *
 * Under RTNL, except @node. leaving_begin() reads under the lock of 1.
 */
struct pausectl_ethtool {
	struct list_head		node;
	struct net_device		*dev;
	const struct ethtool_ops	*original;
	const struct copies		*copies;
	u64				left_ns;
	bool				waited;
};

static LIST_HEAD(all_copies);
static LIST_HEAD(departures);
/* Innermost. The begin() of a device may run without RTNL. */
static DEFINE_MUTEX(departures_mutex);

static struct pausectl_ethtool *departure_of(const struct net_device *dev)
{
	struct pausectl_ethtool *et, *found = NULL;

	mutex_lock(&departures_mutex);
	list_for_each_entry(et, &departures, node)
		if (et->dev == dev)
			found = et;
	mutex_unlock(&departures_mutex);
	return found;
}

static void departure_ends(struct pausectl_ethtool *et)
{
	mutex_lock(&departures_mutex);
	list_del(&et->node);
	mutex_unlock(&departures_mutex);
}

/* The begin() of a device whose port has ended; see 2 above. */
static int leaving_begin(struct net_device *dev)
{
	const struct pausectl_ethtool *et = departure_of(dev);

	if (!et)
		return 0;
	if (current->start_boottime <= et->left_ns)
		return -EBUSY;
	return et->original->begin ? et->original->begin(dev) : 0;
}

/* Another module has replaced our operations. It may use ours, and does not tell when it stops. */
static void stay(const struct net_device *dev)
{
	pr_warn("%s: another module has replaced the ethtool operations, so pausectl cannot be unloaded any more\n",
		dev->name);
	__module_get(THIS_MODULE);
}

/* Give the device its own operations back. */
static void restore(struct pausectl_ethtool *et)
{
	if (et->dev->ethtool_ops == &et->copies->leaving)
		et->dev->ethtool_ops = et->original;
	else
		stay(et->dev);
	departure_ends(et);
	kfree(et);
}

static void release(struct work_struct *work)
{
	static const struct genl_family nobody;
	struct pausectl_ethtool *et, *next;

	rtnl_lock();
	list_for_each_entry(et, &departures, node)
		et->waited = true;
	rtnl_unlock();
	/* Fails, but only after all running netlink requests have ended. */
	genl_unregister_family(&nobody);
	rtnl_lock();
	list_for_each_entry_safe(et, next, &departures, node) {
		struct net_device *dev = et->dev;

		if (!et->waited)
			continue;
		netdev_lock_ops(dev);
		restore(et);
		netdev_unlock_ops(dev);
	}
	rtnl_unlock();
}

static DECLARE_WORK(release_work, release);

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
	copies->leaving = *ops;
	copies->leaving.begin = leaving_begin;
	list_add(&copies->node, &all_copies);
	return copies;
}

/**
 * pausectl_ethtool_begin() - put the view into the operations of a device
 * @port: the port, which begins
 *
 * A device with PAUSE of its own keeps its operations. A view that is there already stays. A device
 * that has just lost its view gets it back without steps that may fail, because requests that have
 * seen the earlier view may still run.
 *
 * Return: 0 or -ENOMEM.
 */
int pausectl_ethtool_begin(struct pausectl_port *port)
{
	struct net_device *dev = port->dev;
	struct pausectl_ethtool *et = departure_of(dev);

	ASSERT_RTNL();
	if (et && dev->ethtool_ops == &et->copies->leaving) {
		departure_ends(et);
		dev->ethtool_ops = &et->copies->viewed;
		port->views.ethtool = et;
		return 0;
	}
	if (et)
		restore(et);
	if (pausectl_ethtool_viewed(dev) || pausectl_ethtool_own(dev))
		return 0;
	et = kzalloc(sizeof(*et), GFP_KERNEL);
	if (!et)
		return -ENOMEM;
	et->copies = copies_of(dev->ethtool_ops);
	if (!et->copies) {
		kfree(et);
		return -ENOMEM;
	}
	et->dev = dev;
	et->original = dev->ethtool_ops;
	dev->ethtool_ops = &et->copies->viewed;
	port->views.ethtool = et;
	return 0;
}

void pausectl_ethtool_end(struct pausectl_port *port)
{
	struct pausectl_ethtool *et = port->views.ethtool;
	struct net_device *dev = port->dev;

	ASSERT_RTNL();
	if (!et)
		return;
	port->views.ethtool = NULL;
	if (dev->ethtool_ops != &et->copies->viewed) {
		stay(dev);
		kfree(et);
		return;
	}
	dev->ethtool_ops = &et->copies->leaving;
	/* A task that starts after left_ns does not see the view. */
	smp_mb();
	et->left_ns = ktime_get_boottime_ns();
	et->waited = false;
	mutex_lock(&departures_mutex);
	list_add_tail(&et->node, &departures);
	mutex_unlock(&departures_mutex);
	pausectl_ethtool_unregister(dev);
	queue_work(system_highpri_wq, &release_work);
}

/* No request begins for a device that is being unregistered, so do not wait. RTNL. */
void pausectl_ethtool_unregister(struct net_device *dev)
{
	struct pausectl_ethtool *et = departure_of(dev);

	if (et && dev->reg_state != NETREG_REGISTERED)
		restore(et);
}

/* There is no port any more. */
void pausectl_ethtool_exit(void)
{
	struct copies *copies, *next;

	flush_work(&release_work);
	if (!list_empty(&all_copies))
		synchronize_rcu_tasks();
	list_for_each_entry_safe(copies, next, &all_copies, node) {
		if (copies->original.set_phys_id)
			kmemleak_ignore(copies);
		else
			kfree(copies);
	}
}
