/* SPDX-License-Identifier: GPL-2.0 */
/* The settings of a port, and what is in force by them. */
#ifndef PAUSECTL_PORT_SETTINGS_H
#define PAUSECTL_PORT_SETTINGS_H

#include <linux/types.h>
#include <uapi/pausectl.h>

#include "rules/ets.h"
#include "rules/filter_rule.h"
#include "rules/frame.h"
#include "rules/quanta.h"
#include "rules/resolution.h"
#include "rules/settings.h"

#define PAUSECTL_INTERVAL_MIN_NS	1000U
/* A shorter one takes no turns with others: it is for who may take the processor. */
#define PAUSECTL_INTERVAL_TURNS_NS	20000U
#define PAUSECTL_INTERVAL_MAX_NS	10000000000ULL
#define PAUSECTL_STORM_MAX_NS		86400000000000ULL

/**
 * struct pausectl_agreement - what a port and its partner agree on
 * @flow: which way pause frames go; with advertise off as set, off in mode off
 * @error: that misses the requirement: link configuration error
 * @partner_error: the partner has one
 * @advertised: enum pausectl_advertisement: what the partner is told
 * @partner: enum pausectl_advertisement: what it tells
 * @source: enum pausectl_partner_source: where that comes from
 *
 * Without holes: compared as memory.
 */
struct pausectl_agreement {
	struct pause_flow	flow;
	u8			error;
	u8			partner_error;
	u32			advertised;
	u32			partner;
	u32			source;
};

/**
 * struct active_part - what is in force, by settings, agreement and link
 *
 * Written under RTNL and port->lock: either is enough to read. @speed_source is also shown with
 * READ_ONCE().
 */
struct active_part {
	/** @rate: the speed in force */
	struct wire_rate		rate;
	/** @speed_source: enum pausectl_speed_source */
	u32				speed_source;
	/** @agreed: with the partner */
	struct pausectl_agreement	agreed;
	/** @rx: received frames of the mode act */
	bool				rx;
	/** @tx: control frames are sent */
	bool				tx;
};

/* port/settings.c: those of a new port. */
extern const struct pausectl_settings pausectl_settings_default;

/* The pause timers that the mode has: those of @priorities, the link, or none. */
static inline u16 pausectl_timers_of(const struct pausectl_settings *set,
				     u32 priorities)
{
	switch (set->mode) {
	case PAUSECTL_MODE_PAUSE:
		return MAC_CTRL_LINK_BIT;
	case PAUSECTL_MODE_PFC:
		return priorities;
	default:
		return 0;
	}
}

/* Those that obey, those that the partner is asked to stop, and either. */
static inline u16 pausectl_rx_timers(const struct pausectl_settings *set)
{
	return pausectl_timers_of(set, set->rx_prio);
}

static inline u16 pausectl_tx_timers(const struct pausectl_settings *set)
{
	return pausectl_timers_of(set, set->tx_prio);
}

static inline u16 pausectl_mode_timers(const struct pausectl_settings *set)
{
	return pausectl_timers_of(set, set->prio);
}

#endif /* PAUSECTL_PORT_SETTINGS_H */
