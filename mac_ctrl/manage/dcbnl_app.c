// SPDX-License-Identifier: GPL-2.0
/*
 * The APP table of a port (dcb app): which priority an application has. The kernel
 * keeps it, in one list for all devices. Here is noted what was put there since the port
 * began, so that it goes when the port ends, and that enqueue can go by it where the
 * selector is trusted.
 */
#include <linux/rtnetlink.h>
#include <net/dcbnl.h>

#include "../port.h"
#include "../transmit/trust.h"
#include "dcbnl.h"

static struct pausectl_app *find(struct pausectl_dcbnl *dcbnl,
				 const struct dcb_app *app)
{
	struct pausectl_app *entry;

	list_for_each_entry(entry, &dcbnl->apps, node)
		if (entry->app.selector == app->selector &&
		    entry->app.protocol == app->protocol &&
		    entry->app.priority == app->priority)
			return entry;
	return NULL;
}

static void forget(struct pausectl_app *entry)
{
	list_del(&entry->node);
	kfree(entry);
}

static int check(const struct dcb_app *app)
{
	if (app->priority >= MAC_CTRL_PRIORITIES)
		return -EINVAL;
	if (app->selector == IEEE_8021QAZ_APP_SEL_DSCP &&
	    app->protocol >= TRUST_DSCPS)
		return -EINVAL;
	return 0;
}

int pausectl_dcbnl_set_app(struct net_device *dev, struct dcb_app *app)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	struct pausectl_trust *trust = NULL;
	struct pausectl_app *entry;
	int err;

	err = check(app);
	if (err)
		return err;
	entry = kzalloc(sizeof(*entry), GFP_KERNEL);
	if (!entry)
		return -ENOMEM;
	entry->app = *app;
	list_add_tail(&entry->node, &port->dcbnl->apps);
	err = pausectl_trust_prepare(port, port->set.trust, &trust);
	if (!err)
		err = dcb_ieee_setapp(dev, app);
	if (err) {
		pausectl_trust_free(trust);
		forget(entry);
		return err;
	}
	pausectl_trust_commit(port, trust);
	return 0;
}

int pausectl_dcbnl_del_app(struct net_device *dev, struct dcb_app *app)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	struct pausectl_app *entry = find(port->dcbnl, app);
	struct pausectl_trust *trust;
	int err;

	if (!entry)
		return dcb_ieee_delapp(dev, app);
	list_del(&entry->node);
	err = pausectl_trust_prepare(port, port->set.trust, &trust);
	if (err) {
		list_add_tail(&entry->node, &port->dcbnl->apps);
		return err;
	}
	kfree(entry);
	pausectl_trust_commit(port, trust);
	return dcb_ieee_delapp(dev, app);
}

void pausectl_dcbnl_drop_apps(struct pausectl_port *port)
{
	struct pausectl_app *entry, *next;

	list_for_each_entry_safe(entry, next, &port->dcbnl->apps, node) {
		dcb_ieee_delapp(port->dev, &entry->app);
		forget(entry);
	}
}
