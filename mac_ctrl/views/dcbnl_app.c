// SPDX-License-Identifier: GPL-2.0
/*
 * The APP table of a port (dcb app): the priorities of applications. enqueue uses the entries whose
 * selector is trusted. A table is constant once it is published, except "listed": a change makes a
 * copy, changes it, and puts it in the place of the old one.
 *
 * dcb shows the kernel's list, so the port mirrors its table there. The kernel has one list for all
 * network namespaces. That list knows a device by its ifindex alone, and holds an entry of an
 * ifindex once. listed means that this port has put its entry there. Only such an entry is deleted
 * there. An entry of another port or of a foreign device stays, and the port's own is then not
 * listed. If two devices of one ifindex have an entry, the list may lose it when one of them goes:
 * dcb then does not show it, and the port obeys it all the same.
 */
#include <linux/rtnetlink.h>
#include <net/dcbnl.h>

#include "compat.h"
#include "port/port.h"
#include "queue/queue.h"
#include "views/views.h"

static struct pausectl_apps *app_table(const struct pausectl_port *port)
{
	return rtnl_dereference(port->queue.apps);
}

static u32 app_count(const struct pausectl_apps *apps)
{
	return apps ? apps->count : 0;
}

static bool app_same(const struct dcb_app *a, const struct dcb_app *b)
{
	return a->selector == b->selector && a->protocol == b->protocol &&
	       a->priority == b->priority;
}

static struct pausectl_app *app_find(struct pausectl_apps *apps, const struct dcb_app *app)
{
	u32 i;

	for (i = 0; i < app_count(apps); i++)
		if (app_same(&apps->entry[i].app, app))
			return &apps->entry[i];
	return NULL;
}

/*
 * Add the entry to the kernel's list. All namespaces see that list, so the port of a namespace that
 * belongs to another user than the system's keeps its entries to itself. Return: 0, -EEXIST if the
 * list has the entry already, ours or not, or is not to have it, or -ENOMEM.
 */
static int app_enlist(struct pausectl_port *port, struct pausectl_app *entry)
{
	int err;

	if (dev_net(port->dev)->user_ns != &init_user_ns)
		return -EEXIST;
	err = dcb_ieee_setapp(port->dev, &entry->app);
	if (!err)
		entry->listed = true;
	return err;
}

/* Add the entries of @apps that @old lacks. Return: 0 or -ENOMEM. */
static int app_enlist_new(struct pausectl_port *port, struct pausectl_apps *apps,
			  struct pausectl_apps *old)
{
	int err;
	u32 i;

	for (i = 0; i < apps->count; i++) {
		err = app_find(old, &apps->entry[i].app) ? 0 : app_enlist(port, &apps->entry[i]);
		if (err && err != -EEXIST)
			return err;
	}
	return 0;
}

/* Delete the listed entries of @apps that @kept lacks, and @apps. */
static void app_discard(struct pausectl_port *port, struct pausectl_apps *apps,
			struct pausectl_apps *kept)
{
	u32 i;

	if (!apps)
		return;
	for (i = 0; i < apps->count; i++)
		if (apps->entry[i].listed && !app_find(kept, &apps->entry[i].app))
			dcb_ieee_delapp(port->dev, &apps->entry[i].app);
	kvfree_rcu(apps, rcu);
}

/* Is it an entry of a table, and no removal? */
static bool app_is_entry(const struct dcb_app *app)
{
	return app->priority < MAC_CTRL_PRIORITIES;
}

/* Do @ops replace or remove @app, an entry of a table? */
static bool app_goes(const u32 *ops, unsigned int count, const struct dcb_app *app)
{
	bool goes = false;
	unsigned int i;

	for (i = 0; i < count; i++) {
		struct dcb_app op = pausectl_app_unpack(ops[i]);

		if (app_same(&op, app))
			return false;
		goes |= op.selector == app->selector &&
			(op.protocol == app->protocol ||
			 (op.priority == APP_REMOVES_FROM && op.protocol < app->protocol));
	}
	return goes;
}

/*
 * The APP table as a request changes it, which netlink.c has checked: entries that replace others,
 * and removals. RTNL. Return: the table, NULL if nothing changes, or an ERR_PTR: -ENOMEM, -ENOSPC,
 * or -EOPNOTSUPP if the port has no table.
 */
struct pausectl_apps *pausectl_dcbnl_merge(const struct pausectl_port *port,
					   const struct nlattr *attr)
{
	const u32 *ops = nla_data(attr);
	unsigned int i, count = nla_len(attr) / sizeof(*ops);
	struct pausectl_apps *old = app_table(port);
	struct pausectl_apps *apps = pausectl_apps_alloc(app_count(old) + count);
	bool changed;
	int err;

	if (!apps)
		return ERR_PTR(-ENOMEM);
	for (i = 0; i < app_count(old); i++)
		if (!app_goes(ops, count, &old->entry[i].app))
			apps->entry[apps->count++] = old->entry[i];
	changed = apps->count < app_count(old);
	for (i = 0; i < count; i++) {
		struct dcb_app app = pausectl_app_unpack(ops[i]);

		if (!app_is_entry(&app) || app_find(old, &app))
			continue;
		apps->entry[apps->count++].app = app;
		changed = true;
	}
	err = apps->count > APPS_MAX ? -ENOSPC : port->dcbnl ? 0 : -EOPNOTSUPP;
	if (changed && !err)
		return apps;
	kvfree(apps);
	return changed ? ERR_PTR(err) : NULL;
}

/*
 * Change settings, and the APP table to change->apps: all or nothing. The kernel's list gets the
 * new entries first, because that may fail, and loses the old ones last. RTNL. Return: as
 * pausectl_settings_change().
 */
int pausectl_dcbnl_change_apps(struct pausectl_port *port, struct pausectl_change *change,
			       struct netlink_ext_ack *extack)
{
	struct pausectl_apps *old = app_table(port), *apps = change->apps;
	int err = app_enlist_new(port, apps, old);

	if (!err) {
		netdev_lock_ops(port->dev);
		err = pausectl_settings_change(port, change, extack);
		netdev_unlock_ops(port->dev);
	}
	if (err) {
		app_discard(port, apps, old);
		return err;
	}
	rcu_assign_pointer(port->queue.apps, apps);
	app_discard(port, old, apps);
	/* dcbnl itself reports its own change. */
	if (change->by != PAUSECTL_BY_DCBNL)
		dcbnl_ieee_notify(port->dev, RTM_SETDCB, DCB_CMD_IEEE_SET, 0, 0);
	pausectl_event_announce(port, PAUSECTL_EVENT_CONFIG);
	return 0;
}

/* The table without the entry @gone and with the entry @come; either may be NULL. */
static int app_change(struct pausectl_port *port, const struct dcb_app *gone,
		      const struct dcb_app *come)
{
	struct pausectl_change change = { .by = PAUSECTL_BY_DCBNL };
	struct pausectl_apps *old = app_table(port);
	struct pausectl_apps *apps = pausectl_apps_alloc(app_count(old) + 1);
	u32 i;

	if (!apps)
		return -ENOMEM;
	for (i = 0; i < app_count(old); i++)
		if (!gone || !app_same(&old->entry[i].app, gone))
			apps->entry[apps->count++] = old->entry[i];
	if (come)
		apps->entry[apps->count++].app = *come;
	change.apps = apps;
	return pausectl_dcbnl_change_apps(port, &change, NULL);
}

static bool app_valid(const struct dcb_app *app)
{
	return app_is_entry(app) && (app->selector != IEEE_8021QAZ_APP_SEL_DSCP ||
				     app->protocol < TRUST_DSCPS);
}

/* Unlike pausectl_dcbnl_merge(), this keeps entries with other priorities. */
int pausectl_dcbnl_set_app(struct net_device *dev, struct dcb_app *app)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	struct pausectl_apps *apps = app_table(port);
	struct pausectl_app *entry = app_find(apps, app);

	if (!app_valid(app))
		return -EINVAL;
	/* The kernel's list may have lost the entry: add it again. */
	if (entry)
		return app_enlist(port, entry);
	if (app_count(apps) >= APPS_MAX)
		return -ENOSPC;
	return app_change(port, NULL, app);
}

/*
 * An entry that the port does not have stays in the kernel's list. But dcb app flush deletes all
 * entries that it was shown, and stops at the first error, so the deletion of a shown entry gets
 * no error. Only adding the entry tells whether the kernel's list has it. Return: 0 or -ENOENT.
 */
static int app_leave(struct net_device *dev, struct dcb_app *app)
{
	int err = dcb_ieee_setapp(dev, app);

	if (err)
		return err == -EEXIST ? 0 : err;
	dcb_ieee_delapp(dev, app);
	return -ENOENT;
}

int pausectl_dcbnl_del_app(struct net_device *dev, struct dcb_app *app)
{
	struct pausectl_port *port = pausectl_port_find(dev);

	if (!app_find(app_table(port), app))
		return app_leave(dev, app);
	return app_change(port, app, NULL);
}

void pausectl_dcbnl_end_apps(struct pausectl_port *port)
{
	struct pausectl_apps *apps = app_table(port);

	RCU_INIT_POINTER(port->queue.apps, NULL);
	app_discard(port, apps, NULL);
}
