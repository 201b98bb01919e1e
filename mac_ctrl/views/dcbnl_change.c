// SPDX-License-Identifier: GPL-2.0
/* Changes settings for all operations of dcbnl. */
#include <linux/rtnetlink.h>

#include "compat.h"
#include "port/port.h"
#include "settings/settings.h"
#include "views/dcbnl.h"
#include "views/views.h"

/* RTNL. dcbnl has no extack, so the message of a refusal goes to the log. */
int pausectl_dcbnl_change(struct pausectl_port *port,
			  struct pausectl_change *change)
{
	struct netlink_ext_ack extack = { };
	int err;

	change->by = PAUSECTL_BY_DCBNL;
	netdev_lock_ops(port->dev);
	err = pausectl_settings_change(port, change, &extack);
	netdev_unlock_ops(port->dev);
	if (err && extack._msg)
		net_info_ratelimited("%s: dcb: %s\n", port->name, extack._msg);
	return err;
}
