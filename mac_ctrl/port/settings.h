/* SPDX-License-Identifier: GPL-2.0 */
/* The settings of a port, and the speed and agreement in force. */
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
/* XOFF by hand with a shorter interval takes no turns. It needs CAP_NET_ADMIN in init_user_ns. */
#define PAUSECTL_INTERVAL_TURNS_NS	20000U
#define PAUSECTL_INTERVAL_MAX_NS	10000000000ULL
#define PAUSECTL_DURATION_MAX_NS	86400000000000ULL

/**
 * struct pausectl_agreement - what a port and its partner agree on
 * @flow: directions in which pause frames act; without agreement: rx and tx in mode pause, both
 *	in mode pfc, none in mode off
 * @error: link configuration error: @flow misses the requirement
 * @partner_error: the partner has a link configuration error
 * @advertised: enum pausectl_advertisement that this port sends
 * @partner: enum pausectl_advertisement of the partner
 * @source: enum pausectl_partner_source: where @partner comes from
 *
 * memcmp() compares agreements, so there are no holes.
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
 * struct active_part - speed and agreement in force
 *
 * Written under RTNL and port->lock: either is enough to read.
 */
struct active_part {
	/** @rate: the speed in force */
	struct wire_rate		rate;
	/** @speed_source: enum pausectl_speed_source */
	u32				speed_source;
	/** @agreed: the agreement with the partner */
	struct pausectl_agreement	agreed;
	/** @rx: received frames of the port's mode act */
	bool				rx;
	/** @tx: the port sends control frames */
	bool				tx;
};

/* port/settings.c: the settings of a new port. */
extern const struct pausectl_settings pausectl_settings_default;

/* The pause timers that the mode uses: those of @priorities, that of the link, or none. */
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

/* rx: timers that obey received frames; tx: timers that the port sends XOFF for; mode: both. */
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

/* Does the port split GSO frames? @modelled: it models the wire for them. Without a lock, too. */
static inline bool pausectl_splits_gso(const struct pausectl_settings *set, bool modelled)
{
	u32 split = READ_ONCE(set->split_gso);

	return split == PAUSECTL_GSO_SPLIT_AUTO ? modelled : split == PAUSECTL_GSO_SPLIT_ON;
}

#endif /* PAUSECTL_PORT_SETTINGS_H */
