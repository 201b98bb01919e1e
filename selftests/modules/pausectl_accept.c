// SPDX-License-Identifier: GPL-2.0
/*
 * A netfilter ingress hook on the device of the parameter dev. It accepts all frames and does
 * nothing else, so harness/bench measures the cost of the kernel's dispatch.
 */
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <net/net_namespace.h>

static char *dev = "";
module_param(dev, charp, 0444);
MODULE_PARM_DESC(dev, "device, in the first network namespace");

static unsigned int accept(void *priv, struct sk_buff *skb, const struct nf_hook_state *state)
{
	return NF_ACCEPT;
}

static struct nf_hook_ops ops = {
	.hook = accept,
	.pf = NFPROTO_NETDEV,
	.hooknum = NF_NETDEV_INGRESS,
};

static int __init accept_init(void)
{
	int err;

	ops.dev = dev_get_by_name(&init_net, dev);
	if (!ops.dev)
		return -ENODEV;
	err = nf_register_net_hook(&init_net, &ops);
	if (err)
		dev_put(ops.dev);
	return err;
}

static void __exit accept_exit(void)
{
	nf_unregister_net_hook(&init_net, &ops);
	dev_put(ops.dev);
}

module_init(accept_init);
module_exit(accept_exit);

MODULE_DESCRIPTION("A netfilter ingress hook that does nothing, to measure its dispatch");
MODULE_LICENSE("GPL");
