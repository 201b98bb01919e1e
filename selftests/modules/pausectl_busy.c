// SPDX-License-Identifier: GPL-2.0
/*
 * For tests: two Ethernet devices, busy0 and busy1. Each receives the frames that the other sends.
 * While the parameter stopped is Y, the queue of busy0 is stopped, like the queue of a driver whose
 * ring is full: frames wait in the qdisc if there is one, or are refused. If full is Y, the driver
 * finds that its ring is full when the next frame comes, and gives that frame back. The driver
 * gives back as many frames as the parameter refusals says, with its queue going on. It takes
 * slow_ms to set an address, under RTNL.
 */
#include <linux/delay.h>
#include <linux/etherdevice.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>

static struct net_device *ends[2];
static bool stopped;
static bool full;
static atomic_t refusals;
static unsigned int slow_ms;

static netdev_tx_t pass_on(struct sk_buff *skb, struct net_device *dev)
{
	if (READ_ONCE(full) && dev == ends[0]) {
		netif_stop_queue(dev);
		return NETDEV_TX_BUSY;
	}
	if (dev == ends[0] && atomic_add_unless(&refusals, -1, 0))
		return NETDEV_TX_BUSY;
	dev_forward_skb(ends[dev == ends[0]], skb);
	return NETDEV_TX_OK;
}

static int set_address(struct net_device *dev, void *address)
{
	msleep(slow_ms);
	return eth_mac_addr(dev, address);
}

static const struct net_device_ops netdev_ops = {
	.ndo_start_xmit	= pass_on,
	.ndo_set_mac_address = set_address,
};

static void setup(struct net_device *dev)
{
	ether_setup(dev);
	eth_hw_addr_random(dev);
	dev->netdev_ops = &netdev_ops;
	dev->needs_free_netdev = true;
}

/* Under the lock of the queue, so that the driver is through with any frame before. */
static int set(const char *text, const struct kernel_param *param)
{
	int err = param_set_bool(text, param);

	if (err || !ends[0])
		return err;
	netif_tx_lock_bh(ends[0]);
	if (stopped)
		netif_tx_stop_all_queues(ends[0]);
	else
		netif_tx_wake_all_queues(ends[0]);
	netif_tx_unlock_bh(ends[0]);
	return 0;
}

static const struct kernel_param_ops ops = {
	.set	= set,
	.get	= param_get_bool,
};
module_param_cb(stopped, &ops, &stopped, 0644);
MODULE_PARM_DESC(stopped, "busy0 takes no frames");
module_param_cb(full, &ops, &full, 0644);
MODULE_PARM_DESC(full, "busy0 gives the next frame back");
module_param_named(refusals, refusals.counter, int, 0644);
MODULE_PARM_DESC(refusals, "how many frames busy0 gives back");
module_param(slow_ms, uint, 0644);
MODULE_PARM_DESC(slow_ms, "how long it takes to set an address");

static int add(unsigned int i)
{
	struct net_device *dev = alloc_netdev(0, "busy%d", NET_NAME_ENUM, setup);
	int err;

	if (!dev)
		return -ENOMEM;
	err = register_netdevice(dev);
	if (err) {
		free_netdev(dev);
		return err;
	}
	ends[i] = dev;
	return 0;
}

static int __init busy_init(void)
{
	int err;

	rtnl_lock();
	err = add(0);
	if (!err)
		err = add(1);
	if (err && ends[0])
		unregister_netdevice(ends[0]);
	rtnl_unlock();
	return err;
}

/* Unregister both at once: then neither sends to the other when that one goes. */
static void __exit busy_exit(void)
{
	LIST_HEAD(gone);

	rtnl_lock();
	unregister_netdevice_queue(ends[0], &gone);
	unregister_netdevice_queue(ends[1], &gone);
	unregister_netdevice_many(&gone);
	rtnl_unlock();
}

module_init(busy_init);
module_exit(busy_exit);

MODULE_DESCRIPTION("Devices with a queue that can be stopped, for tests of pausectl");
MODULE_LICENSE("GPL");
