// SPDX-License-Identifier: GPL-2.0
/*
 * Settings and counters as netlink attributes, from their tables: for genetlink, and for the qdisc
 * that begins with settings.
 *
 * A single value is a u8, u32 or u64. Several values are an array of u32 or u64 in host byte order.
 */
#include <net/netlink.h>

#include "congestion/buffer.h"
#include "pause/pause.h"
#include "pause/watchdog.h"
#include "port/port.h"
#include "queue/queue.h"
#include "receive/receive.h"
#include "settings/settings.h"
#include "views/netlink_gen.h"
#include "views/views.h"

static int put_setting(struct sk_buff *msg, const struct pausectl_settings *set,
		       const struct pausectl_setting *row)
{
	u64 value = pausectl_setting_get(set, row, 0);

	if (row->values > 1)
		return nla_put(msg, row->attr, row->values * row->size,
			       (const void *)set + row->offset);
	switch (row->size) {
	case sizeof(u8):
		return nla_put_u8(msg, row->attr, value);
	case sizeof(u32):
		return nla_put_u32(msg, row->attr, value);
	default:
		return nla_put_u64_64bit(msg, row->attr, value, 0);
	}
}

static int put_settings(struct sk_buff *msg,
			const struct pausectl_settings *set)
{
	const struct pausectl_setting *row = pausectl_setting_table;
	unsigned int i;

	for (i = 0; i < pausectl_setting_rows; i++, row++)
		if (put_setting(msg, set, row))
			return -EMSGSIZE;
	return 0;
}

/* The agreement with the partner. */
static int put_agreement(struct sk_buff *msg,
			 const struct pausectl_agreement *agreed)
{
	if (nla_put_u8(msg, PAUSECTL_A_RX_ACTIVE, agreed->flow.rx) ||
	    nla_put_u8(msg, PAUSECTL_A_TX_ACTIVE, agreed->flow.tx) ||
	    nla_put_u32(msg, PAUSECTL_A_ADVERTISED, agreed->advertised) ||
	    nla_put_u32(msg, PAUSECTL_A_PARTNER_ADVERTISED, agreed->partner) ||
	    nla_put_u32(msg, PAUSECTL_A_PARTNER_SOURCE, agreed->source) ||
	    nla_put_u8(msg, PAUSECTL_A_LINK_CONFIGURATION_ERROR,
		       agreed->error) ||
	    nla_put_u8(msg, PAUSECTL_A_PARTNER_LINK_CONFIGURATION_ERROR,
		       agreed->partner_error))
		return -EMSGSIZE;
	return 0;
}

/* Settings and state of a port. Return: 0 or -EMSGSIZE. */
int pausectl_netlink_put_port(struct sk_buff *msg, struct pausectl_port *port)
{
	u32 states[MAC_CTRL_TIMERS], speed_source, users, forced;
	struct pausectl_agreement agreed;
	struct pausectl_settings set;
	unsigned long flags;
	unsigned int i;
	u64 bps;

	spin_lock_irqsave(&port->lock, flags);
	set = port->set;
	agreed = port->active.agreed;
	forced = port->congestion.forced;
	bps = port->active.rate.bps;
	speed_source = port->active.speed_source;
	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		states[i] = pausectl_pause_state(port, i);
	spin_unlock_irqrestore(&port->lock, flags);
	users = READ_ONCE(port->users);

	if (put_settings(msg, &set) ||
	    put_agreement(msg, &agreed) ||
	    nla_put_u32(msg, PAUSECTL_A_SPEED_MBPS, div_u64(bps, 1000000)) ||
	    nla_put_u32(msg, PAUSECTL_A_SPEED_SOURCE, speed_source) ||
	    nla_put_u32(msg, PAUSECTL_A_FORCED, forced) ||
	    nla_put(msg, PAUSECTL_A_PAUSE_STATE, sizeof(states), states) ||
	    nla_put_u32(msg, PAUSECTL_A_HOOK, port->receive.hook) ||
	    nla_put_u32(msg, PAUSECTL_A_QDISCS, users))
		return -EMSGSIZE;
	return 0;
}

/*
 * The headroom of buffers, and the octets that the sender may have in flight. RTNL. Return: 0 or
 * -EMSGSIZE.
 */
int pausectl_netlink_put_headroom(struct sk_buff *msg,
				  struct pausectl_port *port)
{
	u32 headrooms[MAC_CTRL_PRIORITIES];

	spin_lock_irq(&port->lock);
	pausectl_buffer_headrooms(port, headrooms);
	spin_unlock_irq(&port->lock);
	if (nla_put(msg, PAUSECTL_A_HEADROOM, sizeof(headrooms), headrooms) ||
	    nla_put_u32(msg, PAUSECTL_A_IN_FLIGHT,
			pausectl_buffer_in_flight(port)))
		return -EMSGSIZE;
	return 0;
}

/* Those of @timers whose pause may end at @peer while @port wants it. RTNL. */
static u32 resumes(const struct pausectl_port *port, const struct pausectl_port *peer, u32 timers)
{
	u32 early = 0;
	unsigned int i;

	for (i = 0; timers >> i; i++)
		if (timers & BIT(i) &&
		    quanta_to_ns(&peer->active.rate, port->set.xoff_quanta[i]) <=
		    pausectl_refresh_ns(port, i))
			early |= BIT(i);
	return early;
}

/* What the other end of a pair does about XOFF. RTNL. Return: 0 or -EMSGSIZE. */
static int put_partner(struct sk_buff *msg, const struct pausectl_port *port)
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
	       nla_put_u32(msg, PAUSECTL_A_PARTNER_RESUMES, resumes(port, peer, timers));
}

/* The last pause of each timer. Return: 0 or -EMSGSIZE. */
static int put_last_pauses(struct sk_buff *msg, struct pausectl_port *port)
{
	u64 starts_us[MAC_CTRL_TIMERS] = { }, lengths_us[MAC_CTRL_TIMERS] = { };
	u64 start_ns, length_ns;
	unsigned int i;

	spin_lock_irq(&port->lock);
	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		length_ns = pausectl_pause_last(port, i, &start_ns);
		if (!start_ns)
			continue;
		starts_us[i] = ktime_to_us(ktime_mono_to_real(ns_to_ktime(start_ns)));
		lengths_us[i] = div_u64(length_ns, NSEC_PER_USEC);
	}
	spin_unlock_irq(&port->lock);
	return nla_put(msg, PAUSECTL_A_LAST_PAUSE_START_US, sizeof(starts_us), starts_us) ?:
	       nla_put(msg, PAUSECTL_A_LAST_PAUSE_US, sizeof(lengths_us), lengths_us);
}

/* State, and what follows from settings and from the partner. RTNL. Return: 0 or -EMSGSIZE. */
int pausectl_netlink_put_facts(struct sk_buff *msg, struct pausectl_port *port)
{
	u32 outstanding, stormed;
	u64 capacity;

	spin_lock_irq(&port->lock);
	outstanding = port->congestion.told;
	stormed = port->pause.watchdog ? port->pause.watchdog->stormed : 0;
	capacity = pausectl_buffer_capacity(port) +
		   (u64)port->set.limit * PAUSECTL_QUEUES * port->users;
	spin_unlock_irq(&port->lock);
	return nla_put_u32(msg, PAUSECTL_A_XOFF_OUTSTANDING, outstanding) ?:
	       nla_put_u32(msg, PAUSECTL_A_STORMED, stormed) ?:
	       pausectl_netlink_put_apps(msg, port) ?:
	       nla_put_u64_64bit(msg, PAUSECTL_A_CAPACITY, capacity, 0) ?:
	       pausectl_netlink_put_headroom(msg, port) ?: put_partner(msg, port) ?:
	       put_last_pauses(msg, port);
}

/* All counters. Return: 0, -ENOMEM or -EMSGSIZE. */
int pausectl_netlink_put_counters(struct sk_buff *msg,
				  struct pausectl_port *port)
{
	struct pausectl_counters *counters = pausectl_counters_read(port);
	unsigned int i;
	int err = 0;

	if (!counters)
		return -ENOMEM;
	for (i = 0; i < pausectl_counter_rows && !err; i++) {
		const struct pausectl_counter *row = &pausectl_counter_table[i];

		err = nla_put(msg, row->attr, row->values * sizeof(u64),
			      pausectl_counter_of(counters, row));
	}
	kfree(counters);
	return err;
}

static int refuse_elements(struct netlink_ext_ack *extack,
			   const struct nlattr *attr, const char *message)
{
	NL_SET_BAD_ATTR(extack, attr);
	if (extack)
		extack->_msg = message;
	return -EINVAL;
}

/* One pair of the attribute elements, see the netlink specification. */
static int read_pair(const struct nlattr *attr, const u32 *pair,
		     struct pausectl_change *change,
		     struct netlink_ext_ack *extack)
{
	const struct pausectl_setting *row = NULL;
	u32 setting = pair[0], mask = pair[1];

	if (setting <= PAUSECTL_A_MAX && test_bit(setting, change->present) &&
	    !change->elements[setting])
		row = pausectl_setting_of(setting);
	if (!row || pausectl_setting_elements(row) == 1)
		return refuse_elements(extack, attr,
				       "elements: allowed are settings with several values or priorities, in this request, each once");
	if (!mask || mask >= BIT(pausectl_setting_elements(row)))
		return refuse_elements(extack, attr,
				       "elements: allowed are masks of 1 to 7, 15, 255 or 511, for settings with 3, 4, 8 or 9 values");
	change->elements[setting] = mask;
	return 0;
}

/* Read which elements of settings the request sets: pairs of a setting and a mask. */
static int read_elements(const struct nlattr *attr,
			 struct pausectl_change *change,
			 struct netlink_ext_ack *extack)
{
	unsigned int i, pairs;
	u32 pair[2];
	int err = 0;

	if (!attr)
		return 0;
	pairs = nla_len(attr) / sizeof(pair);
	if (!pairs || nla_len(attr) % sizeof(pair))
		return refuse_elements(extack, attr,
				       "elements: allowed are pairs of u32, a setting and a mask of its elements");
	for (i = 0; i < pairs && !err; i++) {
		memcpy(pair, nla_data(attr) + i * sizeof(pair), sizeof(pair));
		err = read_pair(attr, pair, change, extack);
	}
	return err;
}

/**
 * pausectl_netlink_settable() - may a request to change settings hold the attribute?
 * @attr: PAUSECTL_A_x
 */
bool pausectl_netlink_settable(u16 attr)
{
	return attr == PAUSECTL_A_ELEMENTS || pausectl_setting_of(attr);
}

/**
 * pausectl_netlink_change() - read a request to change settings
 * @attrs: attributes by type, checked against the policy
 * @change: filled in
 * @extack: says what is wrong
 *
 * The policy has checked that each array has its number of values.
 *
 * Return: 0, or -EINVAL if the attribute elements is invalid.
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
	return read_elements(attrs[PAUSECTL_A_ELEMENTS], change, extack);
}
