// SPDX-License-Identifier: GPL-2.0
/*
 * The APP table of a port (dcb app): which priority an application has. The kernel
 * keeps it, in one list for all devices. Here is noted what was put there since the port
 * began, so that it goes when the port ends.
 */
#include <linux/rtnetlink.h>
#include <net/dcbnl.h>

#include "../port.h"
#include "dcbnl.h"

struct app_entry {
	struct list_head	node;
	struct dcb_app		app;
};

static bool same(const struct dcb_app *a, const struct dcb_app *b)
{
	return a->selector == b->selector && a->protocol == b->protocol &&
	       a->priority == b->priority;
}

static void forget(struct pausectl_dcbnl *dcbnl, const struct dcb_app *app)
{
	struct app_entry *entry, *next;

	list_for_each_entry_safe(entry, next, &dcbnl->apps, node) {
		if (!same(&entry->app, app))
			continue;
		list_del(&entry->node);
		kfree(entry);
	}
}

int pausectl_dcbnl_set_app(struct net_device *dev, struct dcb_app *app)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	struct app_entry *entry;
	int err;

	if (app->priority >= MAC_CTRL_PRIORITIES)
		return -EINVAL;
	entry = kzalloc(sizeof(*entry), GFP_KERNEL);
	if (!entry)
		return -ENOMEM;
	err = dcb_ieee_setapp(dev, app);
	if (err) {
		kfree(entry);
		return err;
	}
	entry->app = *app;
	list_add_tail(&entry->node, &port->dcbnl->apps);
	return 0;
}

int pausectl_dcbnl_del_app(struct net_device *dev, struct dcb_app *app)
{
	struct pausectl_port *port = pausectl_port_find(dev);

	forget(port->dcbnl, app);
	return dcb_ieee_delapp(dev, app);
}

void pausectl_dcbnl_drop_apps(struct pausectl_port *port)
{
	struct app_entry *entry, *next;

	list_for_each_entry_safe(entry, next, &port->dcbnl->apps, node) {
		dcb_ieee_delapp(port->dev, &entry->app);
		list_del(&entry->node);
		kfree(entry);
	}
}
