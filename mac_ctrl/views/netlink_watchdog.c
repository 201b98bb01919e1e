// SPDX-License-Identifier: GPL-2.0
/* The counters of the watchdog as netlink attributes, from the table rules/storm_rule.h. */
#include "pause/watchdog.h"
#include "views/netlink.h"
#include "views/views.h"

#define STORM_ROW(field, NAME, values) {				\
		.attr	= PAUSECTL_A_STORMS_##NAME,			\
		.size	= (values) * sizeof(u64),			\
		.offset	= offsetof(struct pausectl_storm_counters, field), \
	},

static const struct {
	u16	attr;
	u16	size;
	u32	offset;
} rows[] = {
	PAUSECTL_STORM_COUNTERS(STORM_ROW)
};

static int put_storms(struct sk_buff *msg, struct pausectl_watchdog *wd)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		wd->count.stormed[i] = !!(wd->stormed & BIT(i));
	for (i = 0; i < ARRAY_SIZE(rows); i++)
		if (nla_put(msg, rows[i].attr, rows[i].size,
			    (void *)&wd->count + rows[i].offset))
			return -EMSGSIZE;
	return 0;
}

/* Allocates nothing, because port->lock is held. */
static int put_locked(struct sk_buff *msg, struct pausectl_port *port)
{
	struct nlattr *nest;

	lockdep_assert_held(&port->lock);
	if (nla_put(msg, PAUSECTL_A_WATCHDOG, sizeof(port->set.watchdog),
		    port->set.watchdog))
		return -EMSGSIZE;
	if (!port->pause.watchdog)
		return 0;
	nest = nla_nest_start(msg, PAUSECTL_A_STORMS);
	if (!nest || put_storms(msg, port->pause.watchdog))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

/* A port that never had a watchdog has no attribute storms. Return: 0 or -EMSGSIZE. */
int pausectl_netlink_put_watchdog(struct sk_buff *msg,
				  struct pausectl_port *port)
{
	int err;

	spin_lock_irq(&port->lock);
	err = put_locked(msg, port);
	spin_unlock_irq(&port->lock);
	return err;
}
