// SPDX-License-Identifier: GPL-2.0
/*
 * For tests: Ethernet devices with flow control of their own, foreign_pause (ethtool -a) and
 * foreign_dcb (dcb), like devices with a hardware driver. They drop the frames that they should
 * send.
 */
#include <linux/etherdevice.h>
#include <linux/ethtool.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <net/dcbnl.h>

static struct net_device *devices[2];

static int dcb_ifindex;
module_param(dcb_ifindex, int, 0444);
MODULE_PARM_DESC(dcb_ifindex, "ifindex of foreign_dcb");

static netdev_tx_t drop(struct sk_buff *skb, struct net_device *dev)
{
	dev_kfree_skb(skb);
	return NETDEV_TX_OK;
}

static const struct net_device_ops netdev_ops = {
	.ndo_start_xmit	= drop,
};

static void get_pauseparam(struct net_device *dev,
			   struct ethtool_pauseparam *param)
{
	param->rx_pause = 1;
}

static const struct ethtool_ops pause_ops = {
	.get_pauseparam	= get_pauseparam,
};

static int get_pfc(struct net_device *dev, struct ieee_pfc *pfc)
{
	pfc->pfc_en = 0x40;
	return 0;
}

static const struct dcbnl_rtnl_ops dcb_ops = {
	.ieee_getpfc	= get_pfc,
};

static void setup(struct net_device *dev)
{
	ether_setup(dev);
	eth_hw_addr_random(dev);
	dev->netdev_ops = &netdev_ops;
	dev->needs_free_netdev = true;
}

static void setup_pause(struct net_device *dev)
{
	setup(dev);
	dev->ethtool_ops = &pause_ops;
}

static void setup_dcb(struct net_device *dev)
{
	setup(dev);
	dev->dcbnl_ops = &dcb_ops;
	dev->ifindex = dcb_ifindex;
}

static struct net_device *add(const char *name, void (*setup_one)(struct net_device *dev))
{
	struct net_device *dev = alloc_netdev(0, name, NET_NAME_ENUM, setup_one);
	int err;

	if (!dev)
		return ERR_PTR(-ENOMEM);
	err = register_netdev(dev);
	if (!err)
		return dev;
	free_netdev(dev);
	return ERR_PTR(err);
}

static int __init foreign_init(void)
{
	devices[0] = add("foreign_pause", setup_pause);
	if (IS_ERR(devices[0]))
		return PTR_ERR(devices[0]);
	devices[1] = add("foreign_dcb", setup_dcb);
	if (!IS_ERR(devices[1]))
		return 0;
	unregister_netdev(devices[0]);
	return PTR_ERR(devices[1]);
}

static void __exit foreign_exit(void)
{
	unregister_netdev(devices[1]);
	unregister_netdev(devices[0]);
}

module_init(foreign_init);
module_exit(foreign_exit);

MODULE_DESCRIPTION("Devices with flow control of their own, for tests of pausectl");
MODULE_LICENSE("GPL");
