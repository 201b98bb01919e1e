// SPDX-License-Identifier: GPL-2.0
/*
 * The one settings model behind every view. A change is checked as a whole and then applied as a
 * whole. A refused change changes nothing. table.h lists the settings.
 */
#include <linux/if_ether.h>
#include <net/sch_generic.h>

#include "congestion/buffer.h"
#include "pause/pause.h"
#include "port/port.h"
#include "queue/queue.h"
#include "receive/receive.h"
#include "settings/settings.h"
#include "settings/table.h"

/* ULL: some limits do not fit a long of 32 bits. */
#define SETTING_ROW(NAME, name, octets, values, elements, min, max, zero, message)	\
	{ message, min##ULL, max##ULL, PAUSECTL_A_##NAME,				\
	  offsetof(struct pausectl_settings, name), values, elements, octets, zero },

const struct pausectl_setting pausectl_setting_table[] = {
	PAUSECTL_SETTINGS(SETTING_ROW)
};

const unsigned int pausectl_setting_rows = ARRAY_SIZE(pausectl_setting_table);

/* Set once, before the first port begins. */
static pausectl_settings_listener settings_listener __ro_after_init;

void __init pausectl_settings_listen(pausectl_settings_listener listener)
{
	settings_listener = listener;
}

#define for_each_setting(row) \
	for ((row) = pausectl_setting_table; \
	     (row) < pausectl_setting_table + pausectl_setting_rows; (row)++)

/* Value @i of a setting. */
static u64 settings_get(const struct pausectl_settings *set, const struct pausectl_setting *row,
			unsigned int i)
{
	const void *value = (const void *)set + row->offset + i * row->size;

	switch (row->size) {
	case sizeof(u8):
		return *(const u8 *)value;
	case sizeof(u32):
		return *(const u32 *)value;
	default:
		return *(const u64 *)value;
	}
}

/* WRITE_ONCE(), because the datapath reads some values without a lock. */
static void settings_put(struct pausectl_settings *set, const struct pausectl_setting *row,
			 unsigned int i, u64 value)
{
	void *to = (void *)set + row->offset + i * row->size;

	switch (row->size) {
	case sizeof(u8):
		WRITE_ONCE(*(u8 *)to, value);
		break;
	case sizeof(u32):
		WRITE_ONCE(*(u32 *)to, value);
		break;
	default:
		WRITE_ONCE(*(u64 *)to, value);
		break;
	}
}

/* The setting of a netlink attribute, or NULL. */
const struct pausectl_setting *pausectl_setting_of(u16 attr)
{
	unsigned int i;

	for (i = 0; i < pausectl_setting_rows; i++)
		if (pausectl_setting_table[i].attr == attr)
			return &pausectl_setting_table[i];
	return NULL;
}

static bool settings_has(const struct pausectl_change *change, u32 attr)
{
	return test_bit(attr, change->present);
}

/* Refuse @attr. @message says what is wrong and what is allowed; NULL: that of the table. */
static int settings_refuse(struct pausectl_change *change, u32 attr, const char *message)
{
	change->bad = attr;
	change->message = message ?: pausectl_setting_of(attr)->message;
	return -EINVAL;
}

/* Which of two attributes a rule is about: @attr, if the request has it. */
static u32 settings_either(const struct pausectl_change *change, u32 attr, u32 other)
{
	return settings_has(change, attr) ? attr : other;
}

static int settings_check_ranges(struct pausectl_change *change,
				 const struct pausectl_settings *set)
{
	const struct pausectl_setting *row;
	unsigned int i;

	for_each_setting(row)
		for (i = 0; settings_has(change, row->attr) && i < row->values; i++) {
			u64 value = settings_get(set, row, i);

			if ((value < row->min || value > row->max) && (value || !row->zero))
				return settings_refuse(change, row->attr, NULL);
		}
	return 0;
}

/* The attribute that asks for PFC, or 0. @set: before other settings follow. */
static u32 settings_pfc_attr(const struct pausectl_change *change,
			     const struct pausectl_settings *set)
{
	if (settings_has(change, PAUSECTL_A_PRIO) && set->prio)
		return PAUSECTL_A_PRIO;
	if (settings_has(change, PAUSECTL_A_RX_PRIO) && set->rx_prio)
		return PAUSECTL_A_RX_PRIO;
	if (settings_has(change, PAUSECTL_A_TX_PRIO) && set->tx_prio)
		return PAUSECTL_A_TX_PRIO;
	return 0;
}

/* Refuse what contradicts itself, whatever the other settings are. @set: before others follow. */
static int settings_check_change(struct pausectl_change *change,
				 const struct pausectl_settings *set)
{
	u32 tells_pfc = settings_pfc_attr(change, set);
	unsigned int tc;

	if (tells_pfc && settings_has(change, PAUSECTL_A_MODE) && set->mode != PAUSECTL_MODE_PFC)
		return settings_refuse(change, tells_pfc,
				       "prio, rx-prio, tx-prio: PFC priorities are allowed only in mode pfc, because PAUSE and PFC exclude each other");
	if (!trust_valid(set->trust))
		return settings_refuse(change, PAUSECTL_A_TRUST, NULL);
	for (tc = 0; tc < ETS_CLASSES; tc++) {
		if (set->tsa[tc] != PAUSECTL_TSA_CBS)
			continue;
		settings_refuse(change, PAUSECTL_A_TSA,
				"tsa: the credit-based shaper (1) is not supported, allowed are strict (0) and ets (2)");
		return -EOPNOTSUPP;
	}
	return 0;
}

static int settings_check_tc_bw(struct pausectl_change *change, const struct pausectl_settings *set)
{
	unsigned int tc, sum = 0;
	bool any = false;

	for (tc = 0; tc < ETS_CLASSES; tc++) {
		if (set->tsa[tc] != PAUSECTL_TSA_ETS)
			continue;
		any = true;
		sum += set->tc_bw[tc];
	}
	if (any && sum != 100)
		return settings_refuse(change, settings_either(change, PAUSECTL_A_TC_BW,
							       PAUSECTL_A_TSA),
				       "tc-bw: the percentages of the classes with tsa ets must add up to 100, and classes that are not named keep theirs");
	return 0;
}

/* The timers that may have an action: those that obey pauses; for drop-all, rx or tx. */
static u16 settings_watchdog_timers(const struct pausectl_settings *set, u32 action)
{
	return action == PAUSECTL_WATCHDOG_ACTION_DROP_ALL ? pausectl_timers_of(set, set->prio) :
							     pausectl_rx_timers(set);
}

static int settings_check_watchdog(struct pausectl_change *change,
				   const struct pausectl_settings *set)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (set->watchdog[i] != PAUSECTL_WATCHDOG_ACTION_OFF &&
		    !(settings_watchdog_timers(set, set->watchdog[i]) & BIT(i)))
			return settings_refuse(change, PAUSECTL_A_WATCHDOG,
					       "watchdog: allowed are priorities with PFC (prio 3 watchdog 3:drop), or link in mode pause");
	return 0;
}

static int settings_check_ecn(struct pausectl_change *change, const struct pausectl_settings *set)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++)
		if (set->ecn_min[i] > set->ecn_max[i])
			return settings_refuse(change, settings_either(change, PAUSECTL_A_ECN_MIN,
								       PAUSECTL_A_ECN_MAX),
					       "ecn-min, ecn-max: allowed are 0 to ecn-max and ecn-min to 1073741824 octets");
	return 0;
}

/* Each class of frames of the filter for itself, and the addresses. */
static int settings_check_classes(struct pausectl_change *change,
				  const struct pausectl_settings *set)
{
	u64 unicast = set->filter_address[PAUSECTL_FILTER_ADDRESS_UNICAST];
	u64 multicast = set->filter_address[PAUSECTL_FILTER_ADDRESS_MULTICAST];
	u64 source = set->filter_address[PAUSECTL_FILTER_ADDRESS_SOURCE];
	unsigned int n;

	for (n = 0; n < FILTER_CLASSES; n++) {
		u32 least = FILTER_OPCODE_MIN(set->filter_opcode[n]);
		u32 greatest = FILTER_OPCODE_MAX(set->filter_opcode[n]);
		u32 type = set->filter_type[n];

		if (set->filter[n] && !(set->filter[n] & PAUSECTL_FILTER_CHECK_ENABLE))
			return settings_refuse(change, PAUSECTL_A_FILTER, NULL);
		if (type == ETH_P_8021Q || type == ETH_P_8021AD)
			return settings_refuse(change, PAUSECTL_A_FILTER_TYPE, NULL);
		if (least > greatest || (n >= FILTER_CONTROLS && least != greatest))
			return settings_refuse(change, PAUSECTL_A_FILTER_OPCODE, NULL);
		if (set->filter[n] & PAUSECTL_FILTER_CHECK_SOURCE && !source)
			return settings_refuse(change,
					       settings_either(change, PAUSECTL_A_FILTER_ADDRESS,
							       PAUSECTL_A_FILTER),
					       "filter: source is allowed only if filter-address has an address for source");
	}
	if ((unicast | source) & FILTER_GROUP_BIT || (multicast && !(multicast & FILTER_GROUP_BIT)))
		return settings_refuse(change, PAUSECTL_A_FILTER_ADDRESS, NULL);
	return 0;
}

/* A frame of a pause class is first one of a control class. */
static int settings_check_filter(struct pausectl_change *change,
				 const struct pausectl_settings *set)
{
	unsigned int n;
	u32 attr = settings_either(change, PAUSECTL_A_FILTER_ADDRESS, PAUSECTL_A_FILTER);

	attr = settings_either(change, PAUSECTL_A_FILTER_TYPE, attr);
	attr = settings_either(change, PAUSECTL_A_FILTER_OPCODE, attr);
	for (n = FILTER_CONTROLS; n < FILTER_CLASSES; n++)
		if (!filter_possible(set, n))
			return settings_refuse(change, attr,
					       "filter, filter-type, filter-opcode, filter-address: checks of a pause class contradict the enabled control classes, and must agree with one");
	return 0;
}

static int settings_check_refresh(struct pausectl_change *change,
				  const struct pausectl_settings *set)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (set->refresh_quanta[i] > set->xoff_quanta[i])
			return settings_refuse(change, PAUSECTL_A_REFRESH_QUANTA,
					       "refresh-quanta: allowed are 1 to the xoff-quanta of the same priority, so that XOFF is sent again before the pause ends");
	return 0;
}

/* The attribute of the request that made the limits of a buffer invalid, or 0. */
static u32 settings_buffer_attr(const struct pausectl_change *change, struct buffer_limits limits)
{
	u32 attr = settings_either(change, PAUSECTL_A_BUFFER_SIZE, 0);

	attr = settings_either(change, PAUSECTL_A_BUFFER_XON, attr);
	attr = settings_either(change, PAUSECTL_A_BUFFER_XOFF, attr);
	if (limits.xon >= limits.xoff)
		attr = settings_either(change, PAUSECTL_A_BUFFER_XON, attr);
	return attr;
}

static int settings_check_buffers(const struct pausectl_port *port, struct pausectl_change *change,
				  const struct pausectl_settings *set)
{
	struct buffer_room room = pausectl_buffer_room(port, set);
	struct buffer_limits limits;
	unsigned int i;
	u32 attr;

	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		limits = buffer_resolve(pausectl_buffer_wish(set, i), room);
		attr = settings_buffer_attr(change, limits);
		if (attr && !buffer_valid(limits))
			return settings_refuse(change, attr,
					       "buffer-size, buffer-xoff, buffer-xon: of each buffer, xon must be below xoff, and xoff below the size");
	}
	return 0;
}

#define OF_PAUSE(text) text " in mode pfc, because agreement is about PAUSE (mode pause)"

/*
 * Agreement is about PAUSE, which PFC excludes. So a port in mode pfc refuses to set advertise,
 * partner or require, except that ethtool -A may set advertise. Values that were set before stay,
 * without effect.
 */
static int settings_check_agreement(struct pausectl_change *change,
				    const struct pausectl_settings *set)
{
	if (set->mode != PAUSECTL_MODE_PFC || change->by == PAUSECTL_BY_ETHTOOL)
		return 0;
	if (settings_has(change, PAUSECTL_A_ADVERTISE) &&
	    set->advertise != PAUSECTL_ADVERTISEMENT_OFF)
		return settings_refuse(change, PAUSECTL_A_ADVERTISE,
				       OF_PAUSE("advertise: allowed is off (8)"));
	if (settings_has(change, PAUSECTL_A_PARTNER) &&
	    set->partner != PAUSECTL_ADVERTISEMENT_AUTO)
		return settings_refuse(change, PAUSECTL_A_PARTNER,
				       OF_PAUSE("partner: allowed is auto (7)"));
	if (settings_has(change, PAUSECTL_A_REQUIRE) && set->require != PAUSECTL_REQUIREMENT_NONE)
		return settings_refuse(change, PAUSECTL_A_REQUIRE,
				       OF_PAUSE("require: allowed is none (0)"));
	return 0;
}

/* Rules about the resulting settings @set. Return: 0, or -EINVAL with the attribute at fault. */
static int (*const settings_rules[])(struct pausectl_change *change,
				     const struct pausectl_settings *set) = {
	settings_check_tc_bw,
	settings_check_watchdog,
	settings_check_ecn,
	settings_check_classes,
	settings_check_filter,
	settings_check_refresh,
	settings_check_agreement,
};

/*
 * Switch the watchdog off for a timer that is no longer lossless, also if a request for other
 * timers repeats the old action of this timer; a message tells what the request did not ask for.
 * settings_check_watchdog() refuses a new action for such a timer. One action for all nine timers
 * is allowed, and applies to the lossless timers.
 */
static void settings_follow_watchdog(struct pausectl_change *change,
				     const struct pausectl_settings *old,
				     struct pausectl_settings *set)
{
	u32 *actions = set->watchdog;
	bool all = settings_has(change, PAUSECTL_A_WATCHDOG) &&
		   !memcmp(actions, actions + 1, (MAC_CTRL_TIMERS - 1) * sizeof(*actions)) &&
		   settings_watchdog_timers(set, actions[0]);
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++) {
		if (settings_watchdog_timers(set, actions[i]) & BIT(i) ||
		    (!all && actions[i] != old->watchdog[i]))
			continue;
		if (actions[i] && old->watchdog[i])
			change->message = "watchdog: off now where the port no longer obeys pauses";
		actions[i] = PAUSECTL_WATCHDOG_ACTION_OFF;
	}
}

/* refresh-quanta follows a change of xoff-quanta. */
static void settings_follow_quanta(struct pausectl_settings *set,
				   const struct pausectl_settings *old)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (set->xoff_quanta[i] != old->xoff_quanta[i])
			set->refresh_quanta[i] = max(set->xoff_quanta[i] / 2, 1U);
}

/* A class that turns strict gives its share up, unless the request sets that, too. */
static void settings_follow_tsa(const struct pausectl_change *change, struct pausectl_settings *set,
				const struct pausectl_settings *old)
{
	u16 elements = change->elements[PAUSECTL_A_TC_BW] ?: ~0;
	u16 given = settings_has(change, PAUSECTL_A_TC_BW) ? elements : 0;
	unsigned int tc;

	for (tc = 0; tc < ETS_CLASSES; tc++)
		if (set->tsa[tc] != old->tsa[tc] && set->tsa[tc] == PAUSECTL_TSA_STRICT &&
		    !(given & BIT(tc)))
			set->tc_bw[tc] = 0;
}

/* Priorities with PFC switch the port to mode pfc. Any other mode clears them. */
static void settings_follow_pfc(const struct pausectl_change *change, struct pausectl_settings *set)
{
	if (settings_has(change, PAUSECTL_A_PRIO)) {
		if (!settings_has(change, PAUSECTL_A_RX_PRIO))
			set->rx_prio = set->prio;
		if (!settings_has(change, PAUSECTL_A_TX_PRIO))
			set->tx_prio = set->prio;
	}
	if (settings_pfc_attr(change, set))
		set->mode = PAUSECTL_MODE_PFC;
	if (set->mode != PAUSECTL_MODE_PFC) {
		set->rx_prio = 0;
		set->tx_prio = 0;
	}
	set->prio = set->rx_prio | set->tx_prio;
}

/*
 * Make change->to the settings that result: those in force of @port, except the elements that the
 * request sets. A set of priorities is one value.
 */
static void settings_complete(const struct pausectl_port *port, struct pausectl_change *change)
{
	const struct pausectl_setting *row;
	unsigned int i;

	for_each_setting(row) {
		u64 elements = !settings_has(change, row->attr) ? 0 :
			       change->elements[row->attr] ?: U64_MAX;

		for (i = 0; i < row->values; i++) {
			u64 old = settings_get(&port->set, row, i);
			u64 new = settings_get(&change->to, row, i);

			if (row->values == 1)
				new = (old & ~elements) | (new & elements);
			else if (!(elements & BIT(i)))
				new = old;
			settings_put(&change->to, row, i, new);
		}
	}
}

/* Other settings follow those of the request. */
static void settings_follow(struct pausectl_change *change, const struct pausectl_settings *old,
			    struct pausectl_settings *set)
{
	if (settings_has(change, PAUSECTL_A_XOFF_QUANTA) &&
	    !settings_has(change, PAUSECTL_A_REFRESH_QUANTA))
		settings_follow_quanta(set, old);
	settings_follow_tsa(change, set, old);

	/* This address is the default, which the setting holds as 0. */
	if (set->filter_address[PAUSECTL_FILTER_ADDRESS_MULTICAST] == FILTER_MULTICAST)
		set->filter_address[PAUSECTL_FILTER_ADDRESS_MULTICAST] = 0;
	settings_follow_pfc(change, set);
	settings_follow_watchdog(change, old, set);
}

/*
 * A running pause goes on to its end, or to an XON for a timer that still listens (PG292: a running
 * pause finishes when its enable goes off).
 */
static void settings_commit(struct pausectl_port *port, const struct pausectl_settings *set)
{
	struct pausectl_agreement agreed = pausectl_agreement_of(port, set);
	const struct pausectl_setting *row;
	unsigned int i;

	spin_lock_irq(&port->lock);
	for_each_setting(row)
		for (i = 0; i < row->values; i++)
			settings_put(&port->set, row, i, settings_get(set, row, i));
	pausectl_agreement_activate(port, &agreed);
	pausectl_watchdog_update(port);
	spin_unlock_irq(&port->lock);
}

/* Set a bit PAUSECTL_A_x for each setting that differs. Return: whether any does. */
static bool settings_differ(const struct pausectl_settings *a, const struct pausectl_settings *b,
			    unsigned long *attrs)
{
	const struct pausectl_setting *row;

	/* There may be holes between the settings. */
	for_each_setting(row)
		if (memcmp((const void *)a + row->offset, (const void *)b + row->offset,
			   row->values * row->size))
			__set_bit(row->attr, attrs);
	return !bitmap_empty(attrs, PAUSECTL_A_MAX + 1);
}

/* Put change->to into force. All memory is there before anything changes. Return: 0 or -ENOMEM. */
static int settings_apply(struct pausectl_port *port, const struct pausectl_change *change)
{
	const struct pausectl_settings *set = &change->to;
	const struct pausectl_apps *apps = change->apps ?: rtnl_dereference(port->queue.apps);
	struct pausectl_schedule *schedule;
	struct pausectl_filter *filter;
	struct pausectl_trust *trust;
	int err = pausectl_trust_prepare(apps, set->trust, &trust);

	if (err)
		return err;
	err = pausectl_filter_prepare(port, set, &filter);
	if (err)
		goto err_trust;
	err = pausectl_watchdog_prepare(port, set) ?:
	      pausectl_schedule_prepare(port, set, &schedule);
	if (err)
		goto err_filter;
	settings_commit(port, set);
	pausectl_queues_sweep(port);
	pausectl_schedule_commit(port, schedule);
	pausectl_trust_commit(port, trust);
	pausectl_filter_commit(port, filter);
	pausectl_agreement_tell_partner(port);
	pausectl_speed_update(port);
	return 0;

err_filter:
	pausectl_filter_discard(port, filter);
err_trust:
	pausectl_trust_free(trust);
	return err;
}

/* Complete the change, and check it. */
static int settings_check(const struct pausectl_port *port, struct pausectl_change *change)
{
	struct pausectl_settings *set = &change->to;
	unsigned int i;
	int err;

	settings_complete(port, change);
	err = settings_check_ranges(change, set) ?: settings_check_change(change, set);
	if (err)
		return err;
	settings_follow(change, &port->set, set);
	for (i = 0; i < ARRAY_SIZE(settings_rules) && !err; i++)
		err = settings_rules[i](change, set);
	return err ?: settings_check_buffers(port, change, set);
}

/*
 * Change settings of a port, all or none. Under RTNL and the instance lock of the device. If no
 * value changes, nobody is told. A refusal sets change->bad, and the message of change and @extack.
 * Return: 0, -EINVAL, -EOPNOTSUPP or -ENOMEM.
 */
int pausectl_settings_change(struct pausectl_port *port, struct pausectl_change *change,
			     struct netlink_ext_ack *extack)
{
	struct pausectl_settings before = port->set;
	int err;

	ASSERT_RTNL();
	err = settings_check(port, change);
	if (!err && !settings_differ(&change->to, &port->set, change->changed) && !change->apps)
		return 0;
	if (!err)
		err = settings_apply(port, change);
	if (extack && change->message && (!err || change->bad))
		extack->_msg = change->message;
	if (err)
		return err;
	/* With the APP table, its change comes last, and is told then. */
	if (!change->apps)
		pausectl_event_announce(port, PAUSECTL_EVENT_CONFIG);
	settings_listener(port, &before, change);
	return 0;
}

/*
 * The same for a view that has no extack, and has changed a copy of all settings, change->to. The
 * log says why the change is refused, after the words of @view.
 */
int pausectl_settings_replace(struct pausectl_port *port, struct pausectl_change *change,
			      const char *view)
{
	int err;

	settings_differ(&change->to, &port->set, change->present);
	err = pausectl_settings_change(port, change, NULL);
	if (err && change->bad)
		net_info_ratelimited("%s: %s %s\n", port->name, view, change->message);
	return err;
}

void pausectl_settings_init(struct pausectl_port *port)
{
	struct pausectl_agreement agreed;

	port->set = pausectl_settings_default;
	pausectl_trust_commit(port, NULL);
	/* Nothing else uses the port yet. */
	agreed = pausectl_agreement_of(port, &port->set);
	spin_lock_irq(&port->lock);
	pausectl_agreement_activate(port, &agreed);
	spin_unlock_irq(&port->lock);
	pausectl_speed_update(port);
}
