// SPDX-License-Identifier: GPL-2.0
/*
 * The APP table of a port as an attribute. dcbnl adds and deletes entries one by one, and only for
 * those who may change the whole system. A request of genetlink says what comes and goes, so that
 * requests of several programs lose nothing.
 */
#include "port/port.h"
#include "queue/queue.h"
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

/* Those entries that a field of trust may select. Return: 0 or -EMSGSIZE. */
int pausectl_netlink_put_apps(struct sk_buff *msg, const struct pausectl_port *port)
{
	const struct pausectl_apps *apps;
	struct nlattr *attr;
	u32 i, count = 0, *to;

	rcu_read_lock();
	apps = rcu_dereference(port->queue.apps);
	for (i = 0; apps && i < apps->count; i++)
		count += trust_selects(apps->entry[i].app.selector);
	attr = nla_reserve(msg, PAUSECTL_A_APP_TABLE, count * sizeof(u32));
	to = attr ? nla_data(attr) : NULL;
	for (i = 0; to && apps && i < apps->count; i++)
		if (trust_selects(apps->entry[i].app.selector))
			*to++ = pack(&apps->entry[i].app);
	rcu_read_unlock();
	return attr ? 0 : -EMSGSIZE;
}

/* An entry that comes, or a removal: may a request have it, after the first @count of @ops? */
static bool valid(const struct pausectl_apps *ops, u32 entry)
{
	struct dcb_app app = unpack(entry);
	u32 i;

	if (!trust_selects(app.selector) ||
	    (app.selector == IEEE_8021QAZ_APP_SEL_DSCP && app.protocol >= TRUST_DSCPS) ||
	    (app.priority >= MAC_CTRL_PRIORITIES && app.priority != APP_REMOVES &&
	     app.priority != APP_REMOVES_FROM))
		return false;
	for (i = 0; i < ops->count; i++)
		if (pack(&ops->entry[i].app) == entry)
			return false;
	return true;
}

/**
 * pausectl_netlink_read_apps() - read what a request does to the APP table
 * @attr: PAUSECTL_A_APP_CHANGE or NULL
 * @extack: says what is wrong
 *
 * There may be twice as many entries as in a table: some may only remove.
 *
 * Return: the changes, for kvfree(); NULL without @attr; or an ERR_PTR: -EINVAL, -ENOMEM, or
 * -EOPNOTSUPP if the kernel has no dcb.
 */
struct pausectl_apps *pausectl_netlink_read_apps(const struct nlattr *attr,
						 struct netlink_ext_ack *extack)
{
	struct pausectl_apps *ops;
	int i, err = -EINVAL;
	u32 entry;

	if (!attr)
		return NULL;
	ops = pausectl_apps_alloc(2 * APPS_MAX);
	if (!ops)
		return ERR_PTR(-ENOMEM);
	if (nla_len(attr) % sizeof(entry) || nla_len(attr) > 2 * APPS_MAX * sizeof(entry))
		goto refuse;
	for (i = 0; i < nla_len(attr); i += sizeof(entry)) {
		memcpy(&entry, nla_data(attr) + i, sizeof(entry));
		if (!valid(ops, entry))
			goto refuse;
		ops->entry[ops->count++].app = unpack(entry);
		if (!IS_ENABLED(CONFIG_DCB) && unpack(entry).priority < MAC_CTRL_PRIORITIES) {
			err = -EOPNOTSUPP;
			goto free;
		}
	}
	return ops;

refuse:
	NL_SET_ERR_MSG_ATTR(extack, attr,
			    "app-change: allowed are up to 512 u32 with selectors 1 to 5, priorities 0 to 7, 254 and 255, and DSCPs 0 to 63, each once");
free:
	kvfree(ops);
	return ERR_PTR(err);
}
