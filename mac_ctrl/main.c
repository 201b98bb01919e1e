// SPDX-License-Identifier: GPL-2.0
/*
 * pausectl: the MAC Control sublayer (IEEE 802.3 Clause 31) for any net_device.
 * Here the parts are set up in order, and taken down in reverse.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>

#include "congestion/flood.h"
#include "port.h"

#define CREATE_TRACE_POINTS
#include "trace.h"

const char *pausectl_receive_hook = "auto";
static char *receive_hook = "auto";
module_param(receive_hook, charp, 0444);
MODULE_PARM_DESC(receive_hook,
		 "where ports take in frames: netfilter, rx_handler or auto (netfilter where the kernel has it)");

bool pausectl_force;
module_param_named(force, pausectl_force, bool, 0644);
MODULE_PARM_DESC(force,
		 "ports also on devices that have flow control of their own (default N)");

bool pausectl_maxrate_kbit;
module_param_named(maxrate_kbit, pausectl_maxrate_kbit, bool, 0644);
MODULE_PARM_DESC(maxrate_kbit,
		 "rates of dcbnl are in kbit/s, not in octets/s as dcb of iproute2 has them (default N)");

static int __init pausectl_module_init(void)
{
	int err;

	pausectl_receive_hook = receive_hook;
	err = pausectl_hook_check();
	if (err)
		return err;
	pausectl_sysfs_init();
	pausectl_flood_init();

	err = pausectl_port_init();
	if (err)
		return err;
	err = pausectl_genetlink_init();
	if (err)
		goto err_port;
	err = pausectl_dcbnl_init();
	if (err)
		goto err_genetlink;
	err = pausectl_link_init();
	if (err)
		goto err_dcbnl;
	err = pausectl_storm_init();
	if (err)
		goto err_link;
	/* Last: from now on ports begin. */
	err = pausectl_qdisc_register();
	if (err)
		goto err_storm;
	return 0;

err_storm:
	pausectl_storm_exit();
err_link:
	pausectl_link_exit();
err_dcbnl:
	pausectl_dcbnl_exit();
err_genetlink:
	pausectl_genetlink_exit();
err_port:
	pausectl_port_exit();
	return err;
}

/*
 * A qdisc holds the module, so there is no port any more. pausectl_port_exit() waits
 * until our code has freed the last one. A frame may still be in the receive hook of
 * one that has just ended: wait for it, too, as it runs our code. What kfree_rcu()
 * frees later does not.
 */
static void __exit pausectl_module_exit(void)
{
	pausectl_qdisc_unregister();
	pausectl_storm_exit();
	pausectl_farewell_exit();
	pausectl_ethtool_exit();
	pausectl_link_exit();
	pausectl_dcbnl_exit();
	pausectl_genetlink_exit();
	pausectl_port_exit();
	synchronize_net();
}

module_init(pausectl_module_init);
module_exit(pausectl_module_exit);

MODULE_DESCRIPTION("IEEE 802.3 MAC Control sublayer: PAUSE and priority flow control for any network device");
MODULE_LICENSE("GPL");
