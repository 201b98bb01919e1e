// SPDX-License-Identifier: GPL-2.0
/*
 * pausectl: the MAC Control sublayer (IEEE 802.3 Clause 31) for any net_device.
 * This file sets up the parts in order, and takes them down.
 */
#include <linux/module.h>
#include <net/pkt_sched.h>

#include "top.h"
#include "port/port.h"
#include "views/views.h"

static int __init pausectl_module_init(void)
{
	int err = pausectl_port_init();

	if (err)
		return err;
	err = pausectl_genetlink_init();
	if (err)
		goto err_port;
	err = register_netdevice_notifier(&pausectl_link_notifier);
	if (err)
		goto err_genetlink;
	/* Last, because ports may begin from now on. */
	err = register_qdisc(&pausectl_qdisc_ops);
	if (err)
		goto err_link;
	return 0;

err_link:
	unregister_netdevice_notifier(&pausectl_link_notifier);
err_genetlink:
	pausectl_genetlink_exit();
err_port:
	pausectl_port_exit();
	return err;
}

/*
 * Each qdisc holds the module, so no port is left. pausectl_port_exit() waits until our code has
 * freed the last port. A frame may still be in the receive hook of a port that has just ended, and
 * run our code: synchronize_net() waits for that frame. kfree_rcu() runs none of our code.
 */
static void __exit pausectl_module_exit(void)
{
	unregister_qdisc(&pausectl_qdisc_ops);
	pausectl_ethtool_exit();
	unregister_netdevice_notifier(&pausectl_link_notifier);
	pausectl_genetlink_exit();
	pausectl_port_exit();
	synchronize_net();
}

module_init(pausectl_module_init);
module_exit(pausectl_module_exit);

MODULE_DESCRIPTION("IEEE 802.3 MAC Control sublayer: PAUSE and priority flow control for Ethernet devices");
MODULE_LICENSE("GPL");
MODULE_VERSION(PAUSECTL_VERSION);
