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

#define PAUSECTL_LIMIT_MIN	16384U
#define PAUSECTL_LIMIT_MAX	1073741824U
#define PAUSECTL_MAXRATE_MIN	1000U
#define PAUSECTL_GAP_MAX_NS	1000000U
#define PAUSECTL_GAP_DEFAULT_NS	2000U
#define PAUSECTL_INTERVAL_MIN_NS	1000U
/* A shorter one takes no turns with others: it is for who may take the processor. */
#define PAUSECTL_INTERVAL_TURNS_NS	20000U
#define PAUSECTL_INTERVAL_MAX_NS	10000000000ULL
#define PAUSECTL_STORM_MAX_NS		86400000000000ULL
/* The longest pause at any speed: 65535 quanta of 64 octets. */
#define PAUSECTL_LIMIT_DEFAULT	4194304U
/* As the paper that introduced DCQCN has them. */
#define PAUSECTL_ECN_MIN_DEFAULT	5000U
#define PAUSECTL_ECN_MAX_DEFAULT	200000U
#define PAUSECTL_ECN_PROBABILITY_DEFAULT	1U
#define PAUSECTL_GUARD_MIN_MS	80U
#define PAUSECTL_GUARD_MAX_MS	8000U
#define PAUSECTL_DETECT_MIN_MS	100U
#define PAUSECTL_DETECT_MAX_MS	5000U
#define PAUSECTL_RESTORE_MAX_MS	60000U
#define PAUSECTL_POLL_MIN_MS	10U
#define PAUSECTL_POLL_MAX_MS	3000U
#define PAUSECTL_DETECT_DEFAULT_MS	200U
#define PAUSECTL_POLL_DEFAULT_MS	100U
#define PAUSECTL_PAUSE_LIMIT_MAX_MS	60000U
/* As long as the watchdog wants a storm to be over. */
#define PAUSECTL_PAUSE_IGNORE_DEFAULT_MS	PAUSECTL_DETECT_DEFAULT_MS

/**
 * struct pausectl_settings - what a user can set
 *
 * Documentation/abi.rst says what each means.
 */
struct pausectl_settings {
	/** @mode: enum pausectl_mode */
	u32	mode;
	/** @rx: act upon received frames of the mode */
	u8	rx;
	/** @tx: send control frames */
	u8	tx;
	/** @pace: serialise frames at the speed of the port */
	u8	pace;
	/** @split_gso: split GSO frames before they are queued */
	u8	split_gso;
	/** @pfc_enabled: bit n: PFC is enabled for priority n; 0 unless in mode pfc */
	u32	pfc_enabled;
	/** @rx_prio: those of them whose received frames act */
	u32	rx_prio;
	/** @tx_prio: those that frames are sent for; each is in one of both at least */
	u32	tx_prio;
	/** @limit: octets that may wait for each priority of a qdisc */
	u32	limit;
	/** @speed_bps: bit/s, 0 to follow the link */
	u64	speed_bps;
	/** @prio_tc: traffic class of each priority */
	u32	prio_tc[MAC_CTRL_PRIORITIES];
	/** @tsa: transmission selection algorithm of each class, ETS_TSA_x */
	u32	tsa[ETS_CLASSES];
	/** @tc_bw: percent of each class, for ETS */
	u32	tc_bw[ETS_CLASSES];
	/** @maxrate_bps: bit/s of each class at most, 0 for no limit */
	u64	maxrate_bps[ETS_CLASSES];
	/** @autoneg: in mode pause: rx and tx are wishes, both ends decide */
	u8	autoneg;
	/** @advertise: enum pausectl_advertisement: what the partner is told */
	u32	advertise;
	/** @partner: enum pausectl_advertisement: what it advertises; auto: find out */
	u32	partner;
	/** @require: enum pausectl_requirement: what must be agreed on */
	u32	require;
	/** @quanta: time that XOFF asks for, quanta */
	u32	quanta[MAC_CTRL_TIMERS];
	/** @refresh: after that XOFF is sent again, quanta */
	u32	refresh[MAC_CTRL_TIMERS];
	/** @prio_buffer: buffer of each priority, in mode pfc */
	u32	prio_buffer[MAC_CTRL_PRIORITIES];
	/** @buffer_size: octets of each buffer, 0: worked out, as the next two */
	u32	buffer_size[MAC_CTRL_PRIORITIES];
	/** @buffer_xoff: above it, XOFF is sent */
	u32	buffer_xoff[MAC_CTRL_PRIORITIES];
	/** @buffer_xon: below it, XON */
	u32	buffer_xon[MAC_CTRL_PRIORITIES];
	/** @delay: round trip, bit times, 0: DELAY_AUTO_NS */
	u32	delay;
	/** @gap_ns: least time between two control frames of congestion */
	u32	gap_ns;
	/** @pause_wish: enum pausectl_pause_wish, see settings/pause_wish.h */
	u32	pause_wish;
	/** @trust: enum pausectl_trust_field in groups of 4 bits, see queue/trust.h */
	u32	trust;
	/** @watchdog: enum pausectl_watchdog_action for each pause timer */
	u32	watchdog[MAC_CTRL_TIMERS];
	/** @watchdog_detect: ms of pause that make a storm */
	u32	watchdog_detect[MAC_CTRL_TIMERS];
	/** @watchdog_restore: ms without that end it */
	u32	watchdog_restore[MAC_CTRL_TIMERS];
	/** @watchdog_poll: ms from one look to the next */
	u32	watchdog_poll;
	/** @watchdog_drop_all: lossless priorities drop all, storm or not */
	u8	watchdog_drop_all;
	/** @forward: received control frames go on to the stack, too */
	u8	forward;
	/** @guard_ms: longest time that congestion keeps the partner paused, 0: for ever */
	u32	guard_ms;
	/** @ecn: priorities whose frames are marked, see rules/ecn_curve.h */
	u32	ecn;
	/** @ecn_min: octets that wait up to which none is */
	u32	ecn_min[MAC_CTRL_PRIORITIES];
	/** @ecn_max: above which all are */
	u32	ecn_max[MAC_CTRL_PRIORITIES];
	/** @ecn_probability: percent of them there */
	u32	ecn_probability[MAC_CTRL_PRIORITIES];
	/** @delay_statistics: take the time that frames wait */
	u8	delay_statistics;
	/** @dynamic: buffers with thresholds that follow what is free, see rules/dynamic.h */
	u32	dynamic;
	/** @alpha: part of it that each may take, in parts of ALPHA_ONE */
	u32	alpha[MAC_CTRL_PRIORITIES];
	/** @pool: octets that they share, 0: worked out */
	u32	pool;
	/** @filter: receive checks */
	struct filter_settings	filter;
	/** @ack: a pause counts from when sending has stopped */
	u8	ack;
	/** @spoof_check: control frames of others than this port are dropped */
	u8	spoof_check;
	/** @pause_limit: ms after which a pause is not obeyed, 0: for ever obeyed */
	u32	pause_limit;
	/** @pause_ignore: for how many ms it is not */
	u32	pause_ignore;
};

/**
 * struct pausectl_agreement - what a port and its partner agree on
 * @flow: which way pause frames go; without autonegotiation as set, off in mode off
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
	return pausectl_timers_of(set, set->pfc_enabled);
}

#endif /* PAUSECTL_PORT_SETTINGS_H */
