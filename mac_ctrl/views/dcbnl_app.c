// SPDX-License-Identifier: GPL-2.0
/*
 * The APP table of a port (dcb app): the priorities of applications. Only the port's own list of
 * entries decides. enqueue uses the entries whose selector is trusted.
 *
 * dcb shows the kernel's list. The kernel has one list for all network namespaces. That list knows
 * a device by its ifindex alone, and holds an entry of an ifindex once. So each own entry has a
 * flag: listed means that the kernel's list has the entry because of this own entry. Only such an
 * entry is deleted from the kernel's list. An entry of another port or of a foreign device stays,
 * and the own entry is then not listed until it finds the place free.
 *
 * An event of the kernel's list that this file has not caused means that another module has added
 * or deleted the entry. From then on the entry in the kernel's list is not ours. The kernel sends
 * the event after it has changed its list. One case is left: a module deletes our entry and adds
 * it again without RTNL, both before our deletion, and its events come after our deletion. No
 * request of a user does that.
 */
#include <linux/rtnetlink.h>
#include <net/dcbevent.h>
#include <net/dcbnl.h>

#include "port/port.h"
#include "queue/queue.h"
#include "queue/trust.h"
#include "views/dcbnl.h"
#include "views/views.h"

/* All struct pausectl_dcbnl. Locks as for the lists of entries, see pausectl_apps_lock. */
static LIST_HEAD(tables);

/* The task that changes the kernel's list for a port. Written under RTNL, read by READ_ONCE(). */
static struct task_struct *changing;

static bool same(const struct dcb_app *a, const struct dcb_app *b)
{
	return a->selector == b->selector && a->protocol == b->protocol &&
	       a->priority == b->priority;
}

static struct pausectl_app *find(const struct list_head *apps, const struct dcb_app *app)
{
	struct pausectl_app *entry;

	list_for_each_entry(entry, apps, node)
		if (same(&entry->app, app))
			return entry;
	return NULL;
}

static void add(struct pausectl_port *port, struct pausectl_app *entry)
{
	spin_lock_bh(&pausectl_apps_lock);
	list_add_tail(&entry->node, &port->queue.apps);
	spin_unlock_bh(&pausectl_apps_lock);
}

static void remove(struct pausectl_app *entry)
{
	spin_lock_bh(&pausectl_apps_lock);
	list_del(&entry->node);
	spin_unlock_bh(&pausectl_apps_lock);
}

static int change_list(struct net_device *dev, struct dcb_app *app,
		       int (*change)(struct net_device *dev, struct dcb_app *app))
{
	int err;

	WRITE_ONCE(changing, current);
	err = change(dev, app);
	WRITE_ONCE(changing, NULL);
	return err;
}

/*
 * Add the entry to the kernel's list. listed is set first, so that an event that comes at once can
 * clear it. All namespaces see that list, so the port of a namespace that belongs to another user
 * than the system's keeps its entries to itself. Return: 0, -EEXIST if the list has the entry
 * already, ours or not, or is not to have it, or -ENOMEM.
 */
static int enlist(struct pausectl_port *port, struct pausectl_app *entry)
{
	bool was = READ_ONCE(entry->listed);
	int err;

	if (dev_net(port->dev)->user_ns != &init_user_ns)
		return -EEXIST;
	WRITE_ONCE(entry->listed, true);
	err = change_list(port->dev, &entry->app, dcb_ieee_setapp);
	if (err && !was)
		WRITE_ONCE(entry->listed, false);
	return err;
}

/* Delete the entry from the kernel's list, if it is listed. Return: whether it was listed. */
static bool delist(struct pausectl_port *port, struct pausectl_app *entry)
{
	bool was = READ_ONCE(entry->listed);

	WRITE_ONCE(entry->listed, false);
	if (was)
		change_list(port->dev, &entry->app, dcb_ieee_delapp);
	return was;
}

/*
 * The kernel's list has lost entries of this ifindex. Add the entries of ports in their place.
 * @app: the lost entry; NULL: all.
 */
static void enlist_others(int ifindex, const struct dcb_app *app)
{
	struct pausectl_dcbnl *dcbnl;
	struct pausectl_app *entry;

	list_for_each_entry(dcbnl, &tables, node) {
		if (dcbnl->port->dev->ifindex != ifindex)
			continue;
		list_for_each_entry(entry, &dcbnl->port->queue.apps, node)
			if (!app || same(&entry->app, app))
				enlist(dcbnl->port, entry);
	}
}

/* An entry that the port no longer has. */
static void forget(struct pausectl_port *port, struct pausectl_app *entry)
{
	if (delist(port, entry))
		enlist_others(port->dev->ifindex, &entry->app);
	kfree(entry);
}

static int list_event(struct notifier_block *nb, unsigned long event, void *data)
{
	const struct dcb_app_type *changed = data;
	struct pausectl_dcbnl *dcbnl;
	struct pausectl_app *entry;

	if (event != DCB_APP_EVENT || READ_ONCE(changing) == current)
		return NOTIFY_DONE;
	spin_lock_bh(&pausectl_apps_lock);
	list_for_each_entry(dcbnl, &tables, node) {
		if (dcbnl->port->dev->ifindex != changed->ifindex)
			continue;
		entry = find(&dcbnl->port->queue.apps, &changed->app);
		if (entry)
			WRITE_ONCE(entry->listed, false);
	}
	spin_unlock_bh(&pausectl_apps_lock);
	return NOTIFY_DONE;
}

static unsigned int count(const struct list_head *apps)
{
	const struct list_head *entry;
	unsigned int entries = 0;

	list_for_each(entry, apps)
		entries++;
	return entries;
}

/* Is it an entry of a table, and no removal? */
static bool is_entry(const struct dcb_app *app)
{
	return app->priority < MAC_CTRL_PRIORITIES;
}

static int check(const struct dcb_app *app)
{
	if (!is_entry(app))
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
	/* Another module may have deleted the entry from the kernel's list: add it again. */
	entry = find(&port->queue.apps, app);
	if (entry)
		return enlist(port, entry);
	if (count(&port->queue.apps) >= APPS_MAX)
		return -ENOSPC;
	entry = kzalloc(sizeof(*entry), GFP_KERNEL);
	if (!entry)
		return -ENOMEM;
	entry->app = *app;
	add(port, entry);
	err = pausectl_trust_prepare(port, port->set.trust, &trust);
	if (!err)
		err = enlist(port, entry);
	if (err && err != -EEXIST) {
		pausectl_trust_free(trust);
		remove(entry);
		kfree(entry);
		return err;
	}
	pausectl_trust_commit(port, trust);
	pausectl_event_announce(port, PAUSECTL_EVENT_CONFIG);
	return 0;
}

/*
 * An entry that the port does not have stays in the kernel's list. But dcb app flush deletes all
 * entries that it was shown, and stops at the first error, so the deletion of a shown entry gets
 * no error. Only adding the entry tells whether the kernel's list has it. Return: 0 or -ENOENT.
 */
static int leave(struct net_device *dev, struct dcb_app *app)
{
	int err = change_list(dev, app, dcb_ieee_setapp);

	if (err)
		return err == -EEXIST ? 0 : err;
	change_list(dev, app, dcb_ieee_delapp);
	return -ENOENT;
}

int pausectl_dcbnl_del_app(struct net_device *dev, struct dcb_app *app)
{
	struct pausectl_port *port = pausectl_port_find(dev);
	struct pausectl_app *entry = find(&port->queue.apps, app);
	struct pausectl_trust *trust;
	int err;

	if (!entry)
		return leave(dev, app);
	remove(entry);
	err = pausectl_trust_prepare(port, port->set.trust, &trust);
	if (err) {
		add(port, entry);
		return err;
	}
	pausectl_trust_commit(port, trust);
	forget(port, entry);
	pausectl_event_announce(port, PAUSECTL_EVENT_CONFIG);
	return 0;
}

/*
 * Make @app an element of a list that changes a table: an entry that replaces others, or a removal.
 * Return: 0, -EINVAL or -ENOMEM.
 */
int pausectl_dcbnl_collect_app(struct list_head *apps, const struct dcb_app *app)
{
	struct dcb_app valid = *app;
	struct pausectl_app *entry;

	if (app->priority == APP_REMOVES || app->priority == APP_REMOVES_FROM)
		valid.priority = 0;
	if (check(&valid) || !trust_selects(app->selector) || find(apps, app))
		return -EINVAL;
	entry = kzalloc(sizeof(*entry), GFP_KERNEL);
	if (!entry)
		return -ENOMEM;
	entry->app = *app;
	list_add_tail(&entry->node, apps);
	return 0;
}

void pausectl_dcbnl_free_apps(struct list_head *apps)
{
	struct pausectl_app *entry, *next;

	list_for_each_entry_safe(entry, next, apps, node)
		kfree(entry);
}

/* Does the list replace or remove @app, an entry of a table? */
static bool goes(const struct list_head *apps, const struct dcb_app *app)
{
	struct pausectl_app *entry;

	list_for_each_entry(entry, apps, node)
		if (entry->app.selector == app->selector &&
		    (entry->app.protocol == app->protocol ||
		     (entry->app.priority == APP_REMOVES_FROM &&
		      entry->app.protocol < app->protocol)))
			return !find(apps, app);
	return false;
}

/* Does an element of the list become a new entry of the table? */
static bool comes(const struct pausectl_port *port, const struct dcb_app *app)
{
	return is_entry(app) && !find(&port->queue.apps, app);
}

/* Would the table become another one? */
bool pausectl_dcbnl_apps_differ(const struct pausectl_port *port, const struct list_head *apps)
{
	struct pausectl_app *entry;

	list_for_each_entry(entry, apps, node)
		if (comes(port, &entry->app))
			return true;
	list_for_each_entry(entry, &port->queue.apps, node)
		if (goes(apps, &entry->app))
			return true;
	return false;
}

/*
 * Begin to change the table of the port by the list @apps: mark the entries that go, and add those
 * that come, which leave @apps. pausectl_dcbnl_end_change() ends it, also behind an error. Return:
 * 0, -ENOMEM, or -ENOSPC if there is no room.
 */
int pausectl_dcbnl_begin_change(struct pausectl_port *port, struct list_head *apps)
{
	struct pausectl_app *entry, *next;
	unsigned int entries = 0;
	int err;

	list_for_each_entry(entry, &port->queue.apps, node) {
		entry->goes = goes(apps, &entry->app);
		entries += !entry->goes;
	}
	list_for_each_entry(entry, apps, node)
		entries += comes(port, &entry->app);
	if (entries > APPS_MAX)
		return -ENOSPC;
	list_for_each_entry_safe(entry, next, apps, node) {
		if (!comes(port, &entry->app))
			continue;
		list_del(&entry->node);
		entry->comes = true;
		add(port, entry);
		err = enlist(port, entry);
		if (err && err != -EEXIST)
			return err;
	}
	return 0;
}

/* @done: frames obey the new table; else the old one stays. */
void pausectl_dcbnl_end_change(struct pausectl_port *port, bool done)
{
	struct pausectl_app *entry, *next;

	list_for_each_entry_safe(entry, next, &port->queue.apps, node) {
		bool gone = done ? entry->goes : entry->comes;

		WRITE_ONCE(entry->comes, false);
		entry->goes = false;
		if (gone) {
			remove(entry);
			forget(port, entry);
		}
	}
	if (!done)
		return;
	dcbnl_ieee_notify(port->dev, RTM_SETDCB, DCB_CMD_IEEE_SET, 0, 0);
	pausectl_event_announce(port, PAUSECTL_EVENT_CONFIG);
}

/* CEE. Without these, the kernel would change entries of its list, whoever has added them. */
int pausectl_dcbnl_set_cee_app(struct net_device *dev, u8 idtype, u16 id,
			       u8 priorities)
{
	return -EOPNOTSUPP;
}

int pausectl_dcbnl_get_cee_app(struct net_device *dev, u8 idtype, u16 id)
{
	return -EOPNOTSUPP;
}

/* A port rewrites no frames, and the kernel would also keep these entries by ifindex. */
int pausectl_dcbnl_refuse_app(struct net_device *dev, struct dcb_app *app)
{
	return -EOPNOTSUPP;
}

void pausectl_dcbnl_begin_apps(struct pausectl_port *port)
{
	port->views.dcbnl->port = port;
	spin_lock_bh(&pausectl_apps_lock);
	list_add_tail(&port->views.dcbnl->node, &tables);
	spin_unlock_bh(&pausectl_apps_lock);
}

void pausectl_dcbnl_end_apps(struct pausectl_port *port)
{
	struct pausectl_app *entry, *next;

	spin_lock_bh(&pausectl_apps_lock);
	list_del(&port->views.dcbnl->node);
	spin_unlock_bh(&pausectl_apps_lock);
	list_for_each_entry_safe(entry, next, &port->queue.apps, node) {
		remove(entry);
		forget(port, entry);
	}
}

/*
 * A device with dcbnl_ops has just been unregistered. The kernel has deleted all entries of its
 * ifindex, without an event. RTNL.
 */
void pausectl_dcbnl_unregistered(struct net_device *dev)
{
	if (dev->dcbnl_ops)
		enlist_others(dev->ifindex, NULL);
}

static struct notifier_block list_notifier = {
	.notifier_call = list_event,
};

int __init pausectl_dcbnl_init_apps(void)
{
	return register_dcbevent_notifier(&list_notifier);
}

void pausectl_dcbnl_exit_apps(void)
{
	unregister_dcbevent_notifier(&list_notifier);
}
