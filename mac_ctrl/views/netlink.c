// SPDX-License-Identifier: GPL-2.0
/*
 * Settings, state, counters and the APP table as netlink attributes, by their tables: for
 * genetlink, and for the qdisc that begins with settings.
 *
 * A single value is a u8, u32 or u64. Several values are an array of u32 or u64 in host byte order.
 */
#include <net/netlink.h>

#include "congestion/buffer.h"
#include "pause/pause.h"
#include "port/port.h"
#include "queue/queue.h"
#include "receive/receive.h"
#include "settings/settings.h"
#include "settings/table.h"
#include "views/views.h"

#define NL_TYPE_1	NLA_U8
#define NL_TYPE_4	NLA_U32
#define NL_TYPE_8	NLA_U64
#define NL_SETTING(NAME, name, octets, values, ...)						\
	[PAUSECTL_A_##NAME] = {									\
		.type		 = (values) > 1 ? NLA_BINARY : NL_TYPE_##octets,		\
		.validation_type = (values) > 1 ? NLA_VALIDATE_RANGE : NLA_VALIDATE_NONE,	\
		.min		 = (octets) * (values),						\
		.max		 = (octets) * (values),						\
	},

/* The attributes of a request to change settings */
const struct nla_policy pausectl_set_policy[PAUSECTL_SET_ATTRS] = {
	PAUSECTL_SETTINGS(NL_SETTING)
	[PAUSECTL_A_IFINDEX]	= { .type = NLA_U32 },
	[PAUSECTL_A_ELEMENTS]	= { .type = NLA_BINARY },
	[PAUSECTL_A_APP_CHANGE]	= { .type = NLA_BINARY },
};

/* Settings and state of a port. Without RTNL, too. */
int pausectl_netlink_put_port(struct sk_buff *msg, struct pausectl_port *port)
{
	const struct pausectl_setting *row = pausectl_setting_table;
	u32 states[MAC_CTRL_TIMERS], forced;
	struct pausectl_settings set;
	struct active_part active;
	unsigned long flags;
	unsigned int i;

	spin_lock_irqsave(&port->lock, flags);
	set = port->set;
	active = port->active;
	forced = port->congestion.forced;
	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		states[i] = pausectl_pause_state(port, i);
	spin_unlock_irqrestore(&port->lock, flags);

	for (i = 0; i < pausectl_setting_rows; i++, row++)
		if (nla_put(msg, row->attr, row->values * row->size, (void *)&set + row->offset))
			return -EMSGSIZE;
	if (nla_put_u8(msg, PAUSECTL_A_RX_ACTIVE, active.agreed.flow.rx) ||
	    nla_put_u8(msg, PAUSECTL_A_TX_ACTIVE, active.agreed.flow.tx) ||
	    nla_put_u32(msg, PAUSECTL_A_ADVERTISED, active.agreed.advertised) ||
	    nla_put_u32(msg, PAUSECTL_A_PARTNER_ADVERTISED, active.agreed.partner) ||
	    nla_put_u32(msg, PAUSECTL_A_PARTNER_SOURCE, active.agreed.source) ||
	    nla_put_u8(msg, PAUSECTL_A_LINK_CONFIGURATION_ERROR, active.agreed.error) ||
	    nla_put_u8(msg, PAUSECTL_A_PARTNER_LINK_CONFIGURATION_ERROR,
		       active.agreed.partner_error) ||
	    nla_put_u32(msg, PAUSECTL_A_SPEED_MBPS, div_u64(active.rate.bps, 1000000)) ||
	    nla_put_u32(msg, PAUSECTL_A_SPEED_SOURCE, active.speed_source) ||
	    nla_put_u32(msg, PAUSECTL_A_FORCED, forced) ||
	    nla_put(msg, PAUSECTL_A_PAUSE_STATE, sizeof(states), states) ||
	    nla_put_u32(msg, PAUSECTL_A_QDISCS, READ_ONCE(port->users)))
		return -EMSGSIZE;
	return 0;
}

/* The headroom of buffers, and the octets that the sender may have in flight. */
static int nl_put_headroom(struct sk_buff *msg, struct pausectl_port *port)
{
	u32 headrooms[MAC_CTRL_PRIORITIES];

	spin_lock_irq(&port->lock);
	pausectl_buffer_headrooms(port, headrooms);
	spin_unlock_irq(&port->lock);
	return nla_put(msg, PAUSECTL_A_HEADROOM, sizeof(headrooms), headrooms) ?:
	       nla_put_u32(msg, PAUSECTL_A_IN_FLIGHT, pausectl_buffer_in_flight(port));
}

/* Those of @timers whose pause may end at @peer while @port wants it. */
static u32 nl_resumes(const struct pausectl_port *port, const struct pausectl_port *peer,
		      u32 timers)
{
	u32 early = 0;
	unsigned int i;

	for (i = 0; timers >> i; i++)
		if (timers & BIT(i) &&
		    quanta_to_ns(&peer->active.rate, port->set.xoff_quanta[i]) <=
		    xoff_refresh_ns(&port->active.rate, port->set.refresh_quanta[i]))
			early |= BIT(i);
	return early;
}

/* What the other end of a pair does about XOFF. */
static int nl_put_partner(struct sk_buff *msg, const struct pausectl_port *port)
{
	const struct net_device *dev = pausectl_peer_device(port);
	const struct pausectl_port *peer;
	u32 timers = 0;

	if (!dev)
		return 0;
	peer = pausectl_port_find(dev);
	if (!peer)
		return nla_put_u32(msg, PAUSECTL_A_PARTNER_OBEYS, 0);
	if (peer->active.rx && pausectl_filter_takes(peer, port->dev))
		timers = pausectl_rx_timers(&peer->set);
	return nla_put_u32(msg, PAUSECTL_A_PARTNER_OBEYS, timers) ?:
	       nla_put_u32(msg, PAUSECTL_A_PARTNER_RESUMES, nl_resumes(port, peer, timers));
}

/* The last pause of each timer, which may be running */
static int nl_put_last_pauses(struct sk_buff *msg, struct pausectl_port *port)
{
	u64 starts_us[MAC_CTRL_TIMERS] = { }, lengths_us[MAC_CTRL_TIMERS] = { };
	u64 start_ns, length_ns;
	unsigned int i;

	spin_lock_irq(&port->lock);
	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		const struct pause_timer *pt = &port->pause.timer[i];
		bool paused = port->gate.paused & BIT(i);

		length_ns = paused ? pausectl_pause_ns(pt, ktime_get_ns()) : pt->last_ns;
		start_ns = paused ? pt->since_ns : pt->since_ns - pt->last_ns;
		if (!start_ns)
			continue;
		starts_us[i] = ktime_to_us(ktime_mono_to_real(ns_to_ktime(start_ns)));
		lengths_us[i] = div_u64(length_ns, NSEC_PER_USEC);
	}
	spin_unlock_irq(&port->lock);
	return nla_put(msg, PAUSECTL_A_LAST_PAUSE_START_US, sizeof(starts_us), starts_us) ?:
	       nla_put(msg, PAUSECTL_A_LAST_PAUSE_US, sizeof(lengths_us), lengths_us);
}

/* The entries of the APP table that a field of trust may select. */
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
			*to++ = pausectl_app_pack(&apps->entry[i].app);
	rcu_read_unlock();
	return attr ? 0 : -EMSGSIZE;
}

/* Settings and state, and what follows from settings and from the partner. */
int pausectl_netlink_put_all(struct sk_buff *msg, struct pausectl_port *port)
{
	u32 outstanding, stormed;
	u64 capacity;

	spin_lock_irq(&port->lock);
	outstanding = port->congestion.sent.told;
	stormed = port->pause.watchdog ? port->pause.watchdog->stormed : 0;
	capacity = pausectl_buffer_capacity(port) +
		   (u64)port->set.limit * MEMORY_FACTOR * PAUSECTL_QUEUES * port->users;
	spin_unlock_irq(&port->lock);
	return pausectl_netlink_put_port(msg, port) ?:
	       nla_put_u32(msg, PAUSECTL_A_XOFF_OUTSTANDING, outstanding) ?:
	       nla_put_u32(msg, PAUSECTL_A_STORMED, stormed) ?:
	       pausectl_netlink_put_apps(msg, port) ?:
	       nla_put_u64_64bit(msg, PAUSECTL_A_CAPACITY, capacity, 0) ?:
	       nl_put_headroom(msg, port) ?: nl_put_partner(msg, port) ?:
	       nl_put_last_pauses(msg, port);
}

/* A nest of counters, by their table. */
static int nl_put_counters(struct sk_buff *msg, u16 attr, const void *counters,
			   const struct pausectl_counter *row, unsigned int rows)
{
	struct nlattr *nest = nla_nest_start(msg, attr);
	int err = nest ? 0 : -EMSGSIZE;

	for (; rows && !err; rows--, row++)
		err = nla_put(msg, row->attr, row->values * sizeof(u64), counters + row->offset);
	if (!err)
		nla_nest_end(msg, nest);
	return err;
}

/* All counters, and the headroom. */
int pausectl_netlink_put_stats(struct sk_buff *msg, struct pausectl_port *port)
{
	struct pausectl_counters *counters = pausectl_counters_read(port);
	int err;

	if (!counters)
		return -ENOMEM;
	err = nl_put_counters(msg, PAUSECTL_A_STATS, counters, pausectl_counter_table,
			      pausectl_counter_rows);
	kfree(counters);
	return err ?: nl_put_headroom(msg, port);
}

#define STORM_ROW(field, NAME, count) {					\
		.attr	= PAUSECTL_A_STORMS_##NAME,			\
		.values	= (count),					\
		.offset	= sizeof(u64[PAUSECTL_A_STORMS_##NAME][MAC_CTRL_TIMERS]), \
	},

static const struct pausectl_counter nl_storms[] = {
	PAUSECTL_STORM_COUNTERS(STORM_ROW)
};

/* A port that never had a watchdog has no attribute storms. */
int pausectl_netlink_put_watchdog(struct sk_buff *msg, struct pausectl_port *port)
{
	struct pausectl_watchdog *wd;
	unsigned int i;
	int err;

	spin_lock_irq(&port->lock);
	wd = port->pause.watchdog;
	for (i = 0; wd && i < MAC_CTRL_TIMERS; i++)
		wd->count[PAUSECTL_A_STORMS_STORMED][i] = !!(wd->stormed & BIT(i));
	err = nla_put(msg, PAUSECTL_A_WATCHDOG, sizeof(port->set.watchdog), port->set.watchdog);
	if (!err && wd)
		err = nl_put_counters(msg, PAUSECTL_A_STORMS, wd->count, nl_storms,
				      ARRAY_SIZE(nl_storms));
	spin_unlock_irq(&port->lock);
	return err;
}

/* Read which elements of settings the request sets: pairs of u32, a setting and a mask. */
static int nl_read_elements(const struct nlattr *attr, struct pausectl_change *change,
			    struct netlink_ext_ack *extack)
{
	const u32 *pair = attr ? nla_data(attr) : NULL;
	unsigned int pairs = attr ? nla_len(attr) / (2 * sizeof(*pair)) : 0;

	if (attr && (!pairs || nla_len(attr) % (2 * sizeof(*pair))))
		return pausectl_netlink_refuse(extack, attr,
					       "elements: allowed are pairs of u32, a setting and a mask of its elements");
	for (; pairs; pairs--, pair += 2) {
		u32 setting = pair[0], mask = pair[1];
		const struct pausectl_setting *row =
			setting <= PAUSECTL_A_MAX && test_bit(setting, change->present) &&
			!change->elements[setting] ? pausectl_setting_of(setting) : NULL;

		if (!row || row->elements == 1)
			return pausectl_netlink_refuse(extack, attr,
						       "elements: allowed are settings with several values or priorities, in this request, each once");
		if (!mask || mask >= BIT(row->elements))
			return pausectl_netlink_refuse(extack, attr,
						       "elements: allowed are masks of 1 to 7, 15, 255 or 511, for settings with 3, 4, 8 or 9 values");
		change->elements[setting] = mask;
	}
	return 0;
}

/* An entry that comes, or a removal: may a request have it, after the first @count of @ops? */
static bool nl_valid_app(const u32 *ops, unsigned int count)
{
	struct dcb_app app = pausectl_app_unpack(ops[count]);
	unsigned int i;

	for (i = 0; i < count; i++)
		if (ops[i] == ops[count])
			return false;
	return trust_selects(app.selector) &&
	       (app.selector != IEEE_8021QAZ_APP_SEL_DSCP || app.protocol < TRUST_DSCPS) &&
	       (app.priority < MAC_CTRL_PRIORITIES || app.priority == APP_REMOVES ||
		app.priority == APP_REMOVES_FROM);
}

/*
 * Check what a request does to the APP table: it says what comes and goes, so that requests of
 * several programs lose nothing. There may be twice as many entries as in a table: some may only
 * remove. Return: 0, -EINVAL, or -EOPNOTSUPP if the kernel has no dcb.
 */
static int nl_check_apps(const struct nlattr *attr, struct netlink_ext_ack *extack)
{
	const u32 *ops = attr ? nla_data(attr) : NULL;
	unsigned int i, count = attr ? nla_len(attr) / sizeof(*ops) : 0;
	bool valid = !attr || (nla_len(attr) % sizeof(*ops) == 0 && count <= 2 * APPS_MAX);

	for (i = 0; i < count && valid; i++) {
		valid = nl_valid_app(ops, i);
		if (valid && !IS_ENABLED(CONFIG_DCB) &&
		    pausectl_app_unpack(ops[i]).priority < MAC_CTRL_PRIORITIES)
			return -EOPNOTSUPP;
	}
	return valid ? 0 : pausectl_netlink_refuse(extack, attr,
						   "app-change: allowed are up to 512 u32 with selectors 1 to 5, priorities 0 to 7, 254 and 255, and DSCPs 0 to 63, each once");
}

/*
 * Read a request to change settings from its attributes by type, which the policy has checked, with
 * the length of each array. Return: 0, -EINVAL, or -EOPNOTSUPP.
 */
int pausectl_netlink_change(struct nlattr *const *attrs,
			    struct pausectl_change *change,
			    struct netlink_ext_ack *extack)
{
	const struct pausectl_setting *row = pausectl_setting_table;
	unsigned int i;

	memset(change, 0, sizeof(*change));
	for (i = 0; i < pausectl_setting_rows; i++, row++) {
		const struct nlattr *attr = attrs[row->attr];

		if (!attr)
			continue;
		__set_bit(row->attr, change->present);
		memcpy((void *)&change->to + row->offset, nla_data(attr),
		       row->values * row->size);
	}
	return nl_read_elements(attrs[PAUSECTL_A_ELEMENTS], change, extack) ?:
	       nl_check_apps(attrs[PAUSECTL_A_APP_CHANGE], extack);
}
