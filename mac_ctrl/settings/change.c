// SPDX-License-Identifier: GPL-2.0
/*
 * The one settings model behind every view. A change is checked as a whole and then applied as a
 * whole. A refused change changes nothing. table.c lists the settings.
 */
#include <net/sch_generic.h>

#include "congestion/buffer.h"
#include "pause/pause.h"
#include "port/port.h"
#include "queue/queue.h"
#include "queue/trust.h"
#include "receive/receive.h"
#include "settings/settings.h"

static LIST_HEAD(listeners);

void __init pausectl_settings_listen(struct pausectl_listener *listener)
{
	list_add_tail(&listener->node, &listeners);
}

#define for_each_setting(row) \
	for ((row) = pausectl_setting_table; \
	     (row) < pausectl_setting_table + pausectl_setting_rows; (row)++)

static bool has(const struct pausectl_change *change, u32 attr)
{
	return test_bit(attr, change->present);
}

/* Refuse @attr: @message names it and what is allowed. */
static int refuse(struct pausectl_change *change, u32 attr,
		  struct netlink_ext_ack *extack, const char *message)
{
	change->bad = attr;
	if (extack)
		extack->_msg = message;
	return -EINVAL;
}

static bool allowed(const struct pausectl_setting *row, u64 value)
{
	return (row->zero && !value) || (value >= row->min && value <= row->max);
}

static int check_ranges(struct pausectl_change *change,
			struct netlink_ext_ack *extack)
{
	const struct pausectl_setting *row;
	unsigned int i;

	for_each_setting(row) {
		if (!has(change, row->attr))
			continue;
		for (i = 0; i < row->values; i++)
			if (!allowed(row, pausectl_setting_get(&change->to, row, i)))
				return refuse(change, row->attr, extack,
					      row->message);
	}
	return 0;
}

/* The attribute that asks for PFC, or 0. */
static u32 pfc_attr(const struct pausectl_change *change)
{
	if (has(change, PAUSECTL_A_PRIO) && change->to.prio)
		return PAUSECTL_A_PRIO;
	if (has(change, PAUSECTL_A_RX_PRIO) && change->to.rx_prio)
		return PAUSECTL_A_RX_PRIO;
	if (has(change, PAUSECTL_A_TX_PRIO) && change->to.tx_prio)
		return PAUSECTL_A_TX_PRIO;
	return 0;
}

/* Refuse a change that contradicts itself, whatever the port's settings are. */
static int check_change(struct pausectl_change *change,
			struct netlink_ext_ack *extack)
{
	const struct pausectl_settings *to = &change->to;
	u32 tells_pfc = pfc_attr(change);
	unsigned int tc;

	if (tells_pfc && has(change, PAUSECTL_A_MODE) &&
	    to->mode != PAUSECTL_MODE_PFC)
		return refuse(change, tells_pfc, extack,
			      "prio, rx-prio, tx-prio: PFC priorities are allowed only in mode pfc, because PAUSE and PFC exclude each other");
	if (has(change, PAUSECTL_A_TRUST) && !trust_valid(to->trust))
		return refuse(change, PAUSECTL_A_TRUST, extack,
			      pausectl_setting_of(PAUSECTL_A_TRUST)->message);
	for (tc = 0; has(change, PAUSECTL_A_TSA) && tc < ETS_CLASSES; tc++) {
		if (to->tsa[tc] != PAUSECTL_TSA_CBS)
			continue;
		refuse(change, PAUSECTL_A_TSA, extack,
		       "tsa: the credit-based shaper (1) is not supported, allowed are strict (0) and ets (2)");
		return -EOPNOTSUPP;
	}
	return 0;
}

/* The attribute of the request that made the limits of a buffer invalid. */
static u32 buffer_attr(const struct pausectl_change *change,
		       struct buffer_limits limits)
{
	if (limits.xon >= limits.xoff && has(change, PAUSECTL_A_BUFFER_XON))
		return PAUSECTL_A_BUFFER_XON;
	if (has(change, PAUSECTL_A_BUFFER_XOFF))
		return PAUSECTL_A_BUFFER_XOFF;
	return has(change, PAUSECTL_A_BUFFER_XON) ? PAUSECTL_A_BUFFER_XON :
						    PAUSECTL_A_BUFFER_SIZE;
}

static int check_buffers(const struct pausectl_port *port,
			 struct pausectl_change *change,
			 const struct pausectl_settings *set,
			 struct netlink_ext_ack *extack)
{
	struct buffer_room room = pausectl_buffer_room(port, set);
	struct buffer_limits limits;
	unsigned int i;

	if (!has(change, PAUSECTL_A_BUFFER_SIZE) &&
	    !has(change, PAUSECTL_A_BUFFER_XOFF) &&
	    !has(change, PAUSECTL_A_BUFFER_XON))
		return 0;
	for (i = 0; i < MAC_CTRL_PRIORITIES; i++) {
		limits = buffer_resolve(pausectl_buffer_wish(set, i), room);
		if (!buffer_valid(limits))
			return refuse(change, buffer_attr(change, limits), extack,
				      "buffer-size, buffer-xoff, buffer-xon: of each buffer, xon must be below xoff, and xoff below the size");
	}
	return 0;
}

static int check_refresh(struct pausectl_change *change,
			 const struct pausectl_settings *set,
			 struct netlink_ext_ack *extack)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (set->refresh_quanta[i] > set->xoff_quanta[i])
			return refuse(change, PAUSECTL_A_REFRESH_QUANTA, extack,
				      "refresh-quanta: allowed are 1 to the xoff-quanta of the same priority, so that XOFF is sent again before the pause ends");
	return 0;
}

/* Refuse invalid resulting settings, whichever settings change. */
static int check_result(struct pausectl_change *change,
			const struct pausectl_settings *set,
			struct netlink_ext_ack *extack)
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
		return refuse(change, has(change, PAUSECTL_A_TC_BW) ?
				      PAUSECTL_A_TC_BW : PAUSECTL_A_TSA, extack,
			      "tc-bw: the percentages of the classes with tsa ets must add up to 100, and classes that are not named keep theirs");
	return 0;
}

static void copy(struct pausectl_settings *to,
		 const struct pausectl_settings *from,
		 const struct pausectl_setting *row)
{
	unsigned int i;

	for (i = 0; i < row->values; i++)
		pausectl_setting_put(to, row, i,
				     pausectl_setting_get(from, row, i));
}

/* refresh-quanta follows a change of xoff-quanta. */
static void follow_quanta(struct pausectl_settings *set,
			  const struct pausectl_settings *old)
{
	unsigned int i;

	for (i = 0; i < MAC_CTRL_TIMERS; i++)
		if (set->xoff_quanta[i] != old->xoff_quanta[i])
			set->refresh_quanta[i] = max(set->xoff_quanta[i] / 2, 1U);
}

/* A class that turns strict gives its share up, unless the request sets that, too. */
static void follow_tsa(const struct pausectl_change *change, struct pausectl_settings *set,
		       const struct pausectl_settings *old)
{
	u16 elements = change->elements[PAUSECTL_A_TC_BW] ?: ~0;
	u16 given = has(change, PAUSECTL_A_TC_BW) ? elements : 0;
	unsigned int tc;

	for (tc = 0; tc < ETS_CLASSES; tc++)
		if (set->tsa[tc] != old->tsa[tc] && set->tsa[tc] == PAUSECTL_TSA_STRICT &&
		    !(given & BIT(tc)))
			set->tc_bw[tc] = 0;
}

/* Priorities with PFC switch the port to mode pfc. Any other mode clears them. */
static void merge_pfc(const struct pausectl_change *change,
		      struct pausectl_settings *set)
{
	if (has(change, PAUSECTL_A_PRIO)) {
		if (!has(change, PAUSECTL_A_RX_PRIO))
			set->rx_prio = set->prio;
		if (!has(change, PAUSECTL_A_TX_PRIO))
			set->tx_prio = set->prio;
	}
	if (pfc_attr(change))
		set->mode = PAUSECTL_MODE_PFC;
	if (set->mode != PAUSECTL_MODE_PFC) {
		set->rx_prio = 0;
		set->tx_prio = 0;
	}
	set->prio = set->rx_prio | set->tx_prio;
}

static void merge(const struct pausectl_change *change,
		  struct pausectl_settings *set)
{
	const struct pausectl_settings old = *set;
	const struct pausectl_setting *row;

	for_each_setting(row)
		if (has(change, row->attr))
			copy(set, &change->to, row);

	if (has(change, PAUSECTL_A_XOFF_QUANTA) && !has(change, PAUSECTL_A_REFRESH_QUANTA))
		follow_quanta(set, &old);
	follow_tsa(change, set, &old);

	/* This address is the default, which the setting holds as 0. */
	if (set->filter_address[PAUSECTL_FILTER_ADDRESS_MULTICAST] == FILTER_MULTICAST)
		set->filter_address[PAUSECTL_FILTER_ADDRESS_MULTICAST] = 0;
	merge_pfc(change, set);
	pausectl_watchdog_follow(change, &old, set);
}

/* Elements that the request does not set stay as they are. */
static void keep_others(struct pausectl_change *change,
			const struct pausectl_settings *set)
{
	const struct pausectl_setting *row;
	unsigned int i;

	for_each_setting(row) {
		u16 elements = change->elements[row->attr];
		u64 old, new;

		for (i = 0; elements && i < row->values; i++) {
			old = pausectl_setting_get(set, row, i);
			new = pausectl_setting_get(&change->to, row, i);
			/* A set of priorities is one value. */
			if (row->values == 1)
				new = (old & ~(u64)elements) | (new & elements);
			else if (!(elements & BIT(i)))
				new = old;
			pausectl_setting_put(&change->to, row, i, new);
		}
	}
}

/* Refuse the resulting settings if @rule returns a message. */
static int check_rule(struct pausectl_change *change,
		      const struct pausectl_settings *set,
		      struct netlink_ext_ack *extack,
		      const char *(*rule)(const struct pausectl_change *change,
					  const struct pausectl_settings *set,
					  u32 *attr))
{
	const char *message;
	u32 attr;

	message = rule(change, set, &attr);
	return message ? refuse(change, attr, extack, message) : 0;
}

/*
 * A running pause goes on to its end, or to an XON for a timer that still listens (PG292: a running
 * pause finishes when its enable goes off).
 */
static void commit(struct pausectl_port *port,
		   const struct pausectl_settings *set,
		   struct pausectl_schedule *schedule)
{
	struct pausectl_agreement agreed = pausectl_agreement_of(port, set);
	struct pausectl_schedule *old;
	const struct pausectl_setting *row;

	spin_lock_irq(&port->lock);
	for_each_setting(row)
		copy(&port->set, set, row);
	pausectl_agreement_activate(port, &agreed);
	pausectl_watchdog_update(port);
	old = pausectl_schedule_commit(port, schedule);
	/* Frames may wait for a wire that is no longer paced. */
	pausectl_queues_kick(port);
	spin_unlock_irq(&port->lock);
	pausectl_schedule_free(old);
}

static bool differ(const struct pausectl_settings *a,
		   const struct pausectl_settings *b)
{
	const struct pausectl_setting *row;

	for_each_setting(row)
		if (pausectl_setting_differs(a, b, row))
			return true;
	return false;
}

/* The settings stay, and the APP table changes. Return: 0 or -ENOMEM. */
static int change_apps(struct pausectl_port *port, const struct pausectl_apps *apps)
{
	struct pausectl_trust *trust;
	int err = pausectl_trust_prepare(apps, port->set.trust, &trust);

	if (!err)
		pausectl_trust_commit(port, trust);
	return err;
}

/**
 * pausectl_settings_change() - change settings of a port, all or none
 * @port: the port
 * @change: what to change; tells the attribute at fault
 * @extack: says what is wrong and what is allowed
 *
 * Under RTNL and the instance lock of the device. If no value changes, nobody is told.
 *
 * Return: 0, -EINVAL, -EOPNOTSUPP or -ENOMEM.
 */
int pausectl_settings_change(struct pausectl_port *port,
			     struct pausectl_change *change,
			     struct netlink_ext_ack *extack)
{
	struct pausectl_settings set = port->set, before = port->set;
	struct pausectl_listener *listener;
	struct pausectl_schedule *schedule;
	struct pausectl_filter *filter;
	struct pausectl_trust *trust;
	int err;

	ASSERT_RTNL();
	keep_others(change, &set);
	err = check_ranges(change, extack);
	if (!err)
		err = check_change(change, extack);
	if (err)
		return err;
	merge(change, &set);
	err = check_result(change, &set, extack);
	if (!err)
		err = check_rule(change, &set, extack, pausectl_watchdog_check);
	if (!err)
		err = check_rule(change, &set, extack, pausectl_congestion_check);
	if (!err)
		err = check_rule(change, &set, extack, pausectl_filter_check);
	if (!err)
		err = check_refresh(change, &set, extack);
	if (!err)
		err = check_buffers(port, change, &set, extack);
	/* ethtool -A may set advertise in mode pfc, where it has no effect yet. */
	if (!err && change->by != PAUSECTL_BY_ETHTOOL)
		err = check_rule(change, &set, extack, pausectl_agreement_check);
	if (err)
		return err;
	if (!differ(&set, &port->set))
		return change->apps ? change_apps(port, change->apps) : 0;

	err = pausectl_trust_prepare(change->apps ?: rtnl_dereference(port->queue.apps), set.trust,
				     &trust);
	if (err)
		return err;
	err = pausectl_filter_prepare(port, &set, &filter);
	if (err)
		goto err_trust;
	err = pausectl_watchdog_prepare(port, &set);
	if (!err)
		err = pausectl_schedule_prepare(port, &set, &schedule);
	if (err)
		goto err_filter;
	pausectl_watchdog_tell(change, &port->set, &set, extack);
	commit(port, &set, schedule);
	pausectl_queues_sweep(port);
	pausectl_trust_commit(port, trust);
	pausectl_filter_commit(port, filter);
	pausectl_agreement_tell_partner(port);
	pausectl_speed_update(port);
	/* With the APP table, its change comes last, and is told then. */
	if (!change->apps)
		pausectl_event_announce(port, PAUSECTL_EVENT_CONFIG);
	list_for_each_entry(listener, &listeners, node)
		listener->changed(port, &before, change);
	return 0;

err_filter:
	pausectl_filter_discard(port, filter);
err_trust:
	pausectl_trust_free(trust);
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
