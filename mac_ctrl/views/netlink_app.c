// SPDX-License-Identifier: GPL-2.0
/*
 * The APP table of a port as an attribute. dcbnl adds and deletes entries one by one, and only for
 * those who may change the whole system. A request of genetlink sets the table as a whole, or says
 * what comes and goes, so that requests of several programs lose nothing.
 */
#include "port/port.h"
#include "queue/trust.h"
#include "views/netlink.h"
#include "views/views.h"

/* An entry is a u32: selector, priority, and 16 bits of EtherType, port or DSCP. */
static u32 pack(const struct dcb_app *app)
{
	return app->selector << 24 | app->priority << 16 | app->protocol;
}

static struct dcb_app unpack(u32 entry)
{
	return (struct dcb_app) {
		.selector = entry >> 24,
		.priority = entry >> 16,
		.protocol = entry,
	};
}

/* An entry that a field of trust may select, and that is no part of a change that is not over */
static bool shown(const struct pausectl_app *entry)
{
	return trust_selects(entry->app.selector) && !READ_ONCE(entry->comes);
}

/* pausectl_apps_lock. Return: 0 or -EMSGSIZE. */
static int put_apps(struct sk_buff *msg, const struct pausectl_port *port)
{
	const struct pausectl_app *entry;
	struct nlattr *attr;
	u32 count = 0, *to;

	list_for_each_entry(entry, &port->queue.apps, node)
		count += shown(entry);
	attr = nla_reserve(msg, PAUSECTL_A_APP_TABLE, count * sizeof(u32));
	if (!attr)
		return -EMSGSIZE;
	to = nla_data(attr);
	/* An entry that has just come was not counted. */
	list_for_each_entry(entry, &port->queue.apps, node)
		if (count && shown(entry)) {
			*to++ = pack(&entry->app);
			count--;
		}
	return 0;
}

/* Return: 0 or -EMSGSIZE. */
int pausectl_netlink_put_apps(struct sk_buff *msg, const struct pausectl_port *port)
{
	int err;

	spin_lock_bh(&pausectl_apps_lock);
	err = put_apps(msg, port);
	spin_unlock_bh(&pausectl_apps_lock);
	return err;
}

static int refuse(const struct nlattr *attr, struct netlink_ext_ack *extack)
{
	NL_SET_ERR_MSG_ATTR(extack, attr,
			    "app-table, app-change: allowed are up to 512 u32 with selectors 1 to 5, priorities 0 to 7, in app-change 254 and 255, and DSCPs 0 to 63, each once");
	return -EINVAL;
}

/* @greatest: priority. There may be twice as many entries as in a table: some may only remove. */
static int read_attr(const struct nlattr *attr, struct list_head *apps, u8 greatest,
		     struct netlink_ext_ack *extack)
{
	struct dcb_app app;
	u32 entry;
	int i, err;

	if (!attr)
		return 0;
	if (nla_len(attr) % sizeof(entry) || nla_len(attr) > 2 * APPS_MAX * sizeof(entry))
		return refuse(attr, extack);
	for (i = 0; i < nla_len(attr); i += sizeof(entry)) {
		memcpy(&entry, nla_data(attr) + i, sizeof(entry));
		app = unpack(entry);
		err = app.priority > greatest ? -EINVAL : pausectl_dcbnl_collect_app(apps, &app);
		if (err)
			return err == -EINVAL ? refuse(attr, extack) : err;
	}
	return 0;
}

/* A table as a whole is its entries, and the removal of all others. Return: 0 or -ENOMEM. */
static int remove_all(struct list_head *apps)
{
	struct dcb_app app = { .priority = APP_REMOVES_FROM };
	int err = 0;

	for (app.selector = 1; !err && app.selector <= IEEE_8021QAZ_APP_SEL_DSCP; app.selector++)
		err = pausectl_dcbnl_collect_app(apps, &app);
	return err;
}

/**
 * pausectl_netlink_read_apps() - read what a request does to the APP table
 * @attrs: attributes by type
 * @apps: an empty list; entries are added to it, for pausectl_dcbnl_free_apps()
 * @extack: says what is wrong
 *
 * Return: 0, -EINVAL, -ENOMEM, or -EOPNOTSUPP if the kernel has no dcb.
 */
int pausectl_netlink_read_apps(struct nlattr *const *attrs, struct list_head *apps,
			       struct netlink_ext_ack *extack)
{
	int err = attrs[PAUSECTL_A_APP_TABLE] ? remove_all(apps) : 0;

	return err ?: read_attr(attrs[PAUSECTL_A_APP_TABLE], apps, MAC_CTRL_PRIORITIES - 1,
				extack) ?:
		      read_attr(attrs[PAUSECTL_A_APP_CHANGE], apps, APP_REMOVES, extack);
}
