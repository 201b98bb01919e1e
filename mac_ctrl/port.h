/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A port: the MAC Control sublayer of one network device. This header is the
 * table of contents of the module: the structures with who may touch what, then
 * the functions by the file that implements them.
 *
 *	receive:  hook -> receive -> pause (timers, gate)
 *	send:     qdisc (queues, gate) -> wire;  control, beside the gate
 *	manage:   genetlink | sysfs | tc | dcbnl | ethtool -> settings;
 *		  counters, events -> genetlink
 *
 * Locks, outermost first:
 *	RTNL		port lifetime, settings
 *	qdisc lock	the queues of a qdisc, see transmit/qdisc.h
 *	port->lock	pause timers, gate, wire, counters, events; irq-safe, as
 *			the timers run in hard interrupt context
 * Nothing is sent, freed or allocated under port->lock.
 */
#ifndef PAUSECTL_PORT_H
#define PAUSECTL_PORT_H

#include <linux/bitmap.h>
#include <linux/hrtimer.h>
#include <linux/kfifo.h>
#include <linux/kobject.h>
#include <linux/list.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>
#include <uapi/pausectl.h>

#include "congestion/dynamic.h"
#include "congestion/sender.h"
#include "congestion/threshold.h"
#include "frame/frame.h"
#include "manage/counters.h"
#include "pause/quanta.h"
#include "receive/filter_rule.h"
#include "transmit/ets.h"
#include "pause/resolution.h"
#include "pause/spin.h"

struct Qdisc;
struct pausectl_dcbnl;
struct pausectl_ethtool;
struct pausectl_filter;
struct pausectl_port;
struct pausectl_qdisc;
struct pausectl_schedule;
struct pausectl_trust;
struct pausectl_watchdog;

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
/* Control frames that congestion, or a storm, sends before others get the processor. */
#define PAUSECTL_FRAMES_AT_ONCE	16
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
 * @mode: enum pausectl_mode
 * @rx: act upon received frames of the mode
 * @tx: send control frames
 * @pfc_enabled: bit n: PFC is enabled for priority n; 0 unless in mode pfc
 * @rx_prio: those of them whose received frames act
 * @tx_prio: those that frames are sent for; each is in one of both at least
 * @pace: serialise frames at the speed of the port
 * @split_gso: split GSO frames before they are queued
 * @limit: octets that may wait for each priority of a qdisc
 * @speed_bps: bit/s, 0 to follow the link
 * @prio_tc: traffic class of each priority
 * @tsa: transmission selection algorithm of each class, ETS_TSA_x
 * @tc_bw: percent of each class, for ETS
 * @maxrate_bps: bit/s of each class at most, 0 for no limit
 * @autoneg: in mode pause: rx and tx are wishes, both ends decide
 * @advertise: enum pausectl_advertisement: what the partner is told
 * @partner: enum pausectl_advertisement: what it advertises; auto: find out
 * @require: enum pausectl_requirement: what must be agreed on
 * @quanta: time that XOFF asks for, quanta
 * @refresh: after that XOFF is sent again, quanta
 * @prio_buffer: buffer of each priority, in mode pfc
 * @buffer_size: octets of each buffer, 0: worked out, as the next two
 * @buffer_xoff: above it, XOFF is sent
 * @buffer_xon: below it, XON
 * @delay: round trip, bit times, 0: DELAY_AUTO_NS
 * @gap_ns: least time between two control frames of congestion
 * @pause_wish: enum pausectl_pause_wish, see manage/pause_wish.h
 * @trust: enum pausectl_trust_field in groups of 4 bits, see transmit/trust.h
 * @watchdog: enum pausectl_watchdog_action for each pause timer
 * @watchdog_detect: ms of pause that make a storm
 * @watchdog_restore: ms without that end it
 * @watchdog_poll: ms from one look to the next
 * @watchdog_drop_all: lossless priorities drop all, storm or not
 * @forward: received control frames go on to the stack, too
 * @guard_ms: longest time that congestion keeps the partner paused, 0: for ever
 * @ecn: priorities whose frames are marked, see transmit/ecn_curve.h
 * @ecn_min: octets that wait up to which none is
 * @ecn_max: above which all are
 * @ecn_probability: percent of them there
 * @delay_statistics: take the time that frames wait
 * @dynamic: buffers with thresholds that follow what is free, see congestion/dynamic.h
 * @alpha: part of it that each may take, in parts of ALPHA_ONE
 * @pool: octets that they share, 0: worked out
 * @filter: receive checks
 * @ack: a pause counts from when sending has stopped
 * @spoof_check: control frames of others than this port are dropped
 * @pause_limit: ms after which a pause is not obeyed, 0: for ever obeyed
 * @pause_ignore: for how many ms it is not
 */
struct pausectl_settings {
	u32	mode;
	u8	rx;
	u8	tx;
	u8	pace;
	u8	split_gso;
	u32	pfc_enabled;
	u32	rx_prio;
	u32	tx_prio;
	u32	limit;
	u64	speed_bps;
	u32	prio_tc[MAC_CTRL_PRIORITIES];
	u32	tsa[ETS_CLASSES];
	u32	tc_bw[ETS_CLASSES];
	u64	maxrate_bps[ETS_CLASSES];
	u8	autoneg;
	u32	advertise;
	u32	partner;
	u32	require;
	u32	quanta[MAC_CTRL_TIMERS];
	u32	refresh[MAC_CTRL_TIMERS];
	u32	prio_buffer[MAC_CTRL_PRIORITIES];
	u32	buffer_size[MAC_CTRL_PRIORITIES];
	u32	buffer_xoff[MAC_CTRL_PRIORITIES];
	u32	buffer_xon[MAC_CTRL_PRIORITIES];
	u32	delay;
	u32	gap_ns;
	u32	pause_wish;
	u32	trust;
	u32	watchdog[MAC_CTRL_TIMERS];
	u32	watchdog_detect[MAC_CTRL_TIMERS];
	u32	watchdog_restore[MAC_CTRL_TIMERS];
	u32	watchdog_poll;
	u8	watchdog_drop_all;
	u8	forward;
	u32	guard_ms;
	u32	ecn;
	u32	ecn_min[MAC_CTRL_PRIORITIES];
	u32	ecn_max[MAC_CTRL_PRIORITIES];
	u32	ecn_probability[MAC_CTRL_PRIORITIES];
	u8	delay_statistics;
	u32	dynamic;
	u32	alpha[MAC_CTRL_PRIORITIES];
	u32	pool;
	struct filter_settings	filter;
	u8	ack;
	u8	spoof_check;
	u32	pause_limit;
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
 * struct pausectl_pause_timer - a pause_timer of 31B.3, for the link or a priority
 * @timer: fires shortly before @armed_ns or, beyond the budget, within SPIN_GRID_NS after;
 *	where a refresh moved the end, moves on
 * @port: the port it belongs to
 * @deadline_ns: end of the pause, CLOCK_MONOTONIC; while it does not count, what it would be
 * @armed_ns: the earliest deadline that @timer is armed for, 0 while it is not armed
 * @since_ns: start of the pause that is running, or end of the last one
 * @total_ns: length of all pauses that have ended
 * @transitions: how many those are
 * @length_ns: time asked for, of a pause that does not count yet
 * @request: number of the request that it waits for
 *
 * All under port->lock. Whether a pause is running is a bit of port->paused.
 */
struct pausectl_pause_timer {
	struct hrtimer		timer;
	struct pausectl_port	*port;
	u64			deadline_ns;
	u64			armed_ns;
	u64			since_ns;
	u64			total_ns;
	u64			transitions;
	u64			length_ns;
	u32			request;
};

/**
 * struct pausectl_limit - the limit on continuous pause
 * @timer: due at @armed_ns, when a pause reaches the limit or is obeyed again
 * @armed_ns: when @timer is due, CLOCK_MONOTONIC, 0 while it is not armed
 * @since_ns: of an ignored pause timer, since when; else since when it counts at the earliest
 * @ignored: bit n: pause timer n has reached the limit and is not obeyed
 *
 * All under port->lock.
 */
struct pausectl_limit {
	struct hrtimer	timer;
	u64		armed_ns;
	u64		since_ns[MAC_CTRL_TIMERS];
	u16		ignored;
};

/**
 * struct pausectl_wire - the transmitter of a paced port
 * @timer: kicks the qdiscs that wait when the wire falls free
 * @free_ns: when the frame in transmission ends, CLOCK_MONOTONIC
 * @free_ps: and picoseconds beyond that
 * @armed: @timer is due at @free_ns
 * @end_ns: when the last frame of each priority ends, or has ended; with ack on
 *
 * All under port->lock.
 */
struct pausectl_wire {
	struct hrtimer	timer;
	u64		free_ns;
	u32		free_ps;
	bool		armed;
	u64		end_ns[MAC_CTRL_PRIORITIES];
};

/**
 * struct pausectl_maxrate - what maximum rates of traffic classes hold back
 * @timer: due at @armed_ns, the first of @free_ns that is waited for
 * @free_ns: when the next frame of a limited class may start, CLOCK_MONOTONIC
 * @armed_ns: when @timer is due, 0 while it is not armed
 * @held: classes that wait for that time
 * @priorities: those of these classes
 *
 * All under port->lock.
 */
struct pausectl_maxrate {
	struct hrtimer	timer;
	u64		free_ns[ETS_CLASSES];
	u64		armed_ns;
	u8		held;
	u8		priorities;
};

/**
 * struct pausectl_congestion - buffers of received frames, and what the partner is told
 * @sender: of what is due; its timer is for a refresh, a gap or a retry
 * @refresh_ns: when XOFF is due again, CLOCK_MONOTONIC
 * @next_ns: no frame before that time
 * @limits: of each buffer; written under RTNL too, read with READ_ONCE(). Those of a
 *	dynamic one are such that it is looked at closer: size 0, the others U32_MAX
 * @dynamic: buffers whose thresholds follow what is free; as @limits, and the next five
 * @kin: those that may go on when a buffer drains: itself, or all dynamic ones
 * @alpha: of each, in parts of ALPHA_ONE
 * @headroom: of each dynamic one, octets
 * @pool: octets that the dynamic ones share
 * @shared: what a congested dynamic one has of them, else U32_MAX; by READ_ONCE()
 * @occupancy: octets charged to each buffer; atomic
 * @occupancy_max: the most that was; approximate, READ_ONCE() and WRITE_ONCE()
 * @buffer_of: buffer of each priority; as @limits
 * @lossless: priorities that are charged; as @limits
 * @congested: buffers between XOFF and XON; read with READ_ONCE()
 * @forced: priorities, or the link, that the user wants stopped
 * @told: those that the partner was last asked to stop
 * @told_since_ns: since when, CLOCK_MONOTONIC
 * @guarded: those it is no longer asked to, until their buffer has drained
 *
 * Under port->lock where nothing else is said.
 */
struct pausectl_congestion {
	struct pausectl_sender	sender;
	u64			refresh_ns[MAC_CTRL_TIMERS];
	u64			next_ns;
	struct buffer_limits	limits[MAC_CTRL_PRIORITIES];
	u8			dynamic;
	u8			kin[MAC_CTRL_PRIORITIES];
	u32			alpha[MAC_CTRL_PRIORITIES];
	u32			headroom[MAC_CTRL_PRIORITIES];
	u32			pool;
	u32			shared[MAC_CTRL_PRIORITIES];
	atomic_t		occupancy[MAC_CTRL_PRIORITIES];
	u32			occupancy_max[MAC_CTRL_PRIORITIES];
	u8			buffer_of[MAC_CTRL_PRIORITIES];
	u8			lossless;
	u8			congested;
	u16			forced;
	u16			told;
	u16			guarded;
	u64			told_since_ns[MAC_CTRL_TIMERS];
};

/**
 * struct pausectl_storm_wish - a storm to begin
 * @req: the frame
 * @interval_ns: from one to the next
 * @duration_ns: 0: until its owner ends it
 * @owner: port ID of the netlink socket
 * @received: the port is to act as if the frames came in
 * @echo: its owner is to be told of its end
 * @capable: the owner has CAP_NET_ADMIN in the initial user namespace
 */
struct pausectl_storm_wish {
	struct mac_ctrl_request	req;
	u64			interval_ns;
	u64			duration_ns;
	u32			owner;
	bool			received;
	bool			echo;
	bool			capable;
};

/**
 * struct pausectl_storm - a storm of pause frames that runs
 * @sender: of its frames
 * @req: the frame
 * @interval_ns: from one to the next
 * @next_ns: when the next one is due, or is tried again, CLOCK_MONOTONIC
 * @end_ns: when it is over
 * @owner: port ID of the netlink socket
 * @received: its frames are not sent: the port acts as if they came in
 * @echo: its owner is told of its end
 * @on: there is one
 * @owed: there was one, whose last frame could not be sent yet
 *
 * Under port->lock; @on and @owner written under RTNL and it, but for the end.
 */
struct pausectl_storm {
	struct pausectl_sender	sender;
	struct mac_ctrl_request	req;
	u64			interval_ns;
	u64			next_ns;
	u64			end_ns;
	u32			owner;
	bool			received;
	bool			echo;
	bool			on;
	bool			owed;
};

/**
 * struct pausectl_farewell - what a port that has ended owes its partner
 * @node: in the list of those that do
 * @tracker: of the hold on the device
 * @vector: the timers that the partner is to be let go on for
 * @until_ns: when that makes no sense any more, CLOCK_MONOTONIC
 *
 * Under the mutex of congestion/farewell.c.
 */
struct pausectl_farewell {
	struct list_head	node;
	netdevice_tracker	tracker;
	u64			until_ns;
	u16			vector;
};

/**
 * struct pausectl_event_record - an event on its way to user space
 * @time_ns: when, CLOCK_REALTIME
 * @duration_ns: length of the pause that ended
 * @event: enum pausectl_event
 * @priority: 0 to 7, MAC_CTRL_LINK
 * @quanta: time asked for
 */
struct pausectl_event_record {
	u64	time_ns;
	u64	duration_ns;
	u8	event;
	u8	priority;
	u16	quanta;
};

/* How long the running pause is by @now, which another CPU may have read before. */
static inline u64 pausectl_pause_ns(const struct pausectl_pause_timer *pt,
				    u64 now)
{
	return now > pt->since_ns ? now - pt->since_ns : 0;
}

#define PAUSECTL_EVENT_RING	32

/* The counters, from the one table: a value each, or an array. */
#define PAUSECTL_COUNTER_1(name)	u64 name
#define PAUSECTL_COUNTER_8(name)	u64 name[MAC_CTRL_PRIORITIES]
#define PAUSECTL_COUNTER_9(name)	u64 name[MAC_CTRL_TIMERS]
#define PAUSECTL_COUNTER_FIELD(name, NAME, values) \
	PAUSECTL_COUNTER_##values(name);

/* The same of rows of one kind, and nothing of the others. */
#define PAUSECTL_IF_COUNTED_COUNTED(...)	PAUSECTL_COUNTER_FIELD(__VA_ARGS__)
#define PAUSECTL_IF_COUNTED_FOUND(...)
#define PAUSECTL_IF_FOUND_COUNTED(...)
#define PAUSECTL_IF_FOUND_FOUND(...)	PAUSECTL_COUNTER_FIELD(__VA_ARGS__)
#define PAUSECTL_COUNTED_FIELD(name, NAME, values, kind) \
	PAUSECTL_IF_COUNTED_##kind(name, NAME, values)
#define PAUSECTL_FOUND_FIELD(name, NAME, values, kind) \
	PAUSECTL_IF_FOUND_##kind(name, NAME, values)
#define PAUSECTL_COUNTED_FIELDS	PAUSECTL_COUNTERS(PAUSECTL_COUNTED_FIELD)

/* A snapshot of all; the port itself has a struct pausectl_counted. */
struct pausectl_counters {
	struct_group_tagged(pausectl_counted, counted, PAUSECTL_COUNTED_FIELDS);
	PAUSECTL_COUNTERS(PAUSECTL_FOUND_FIELD)
};

/**
 * struct pausectl_port - the MAC Control sublayer of a device
 * @open: the gate: bit n: queue n may start a frame, see transmit/qdisc.h;
 *	while @requested is not 0, see PAUSECTL_OPEN_SHIFT
 * @plain_limit: octets of a priority up to which a frame just joins it, its priority told
 *	by its PCP alone; 0 where more is asked of each frame, as during a pause that the
 *	watchdog looks at, and while frames are dropped
 * @plain_most: @plain_limit while there is no such pause; from @set and @trust
 * @trust: what enqueue tells priorities by, NULL for the PCP alone
 * @set: settings
 * @schedule: what dequeue goes by, NULL for the highest priority first, at once
 * @dev: the device; its qdiscs hold it
 * @mark: random, not 0: what its receive hook leaves in a frame, see receive/seen.h
 * @hook: enum pausectl_hook
 * @nf_ops: the netfilter hook, if it is that
 * @tap: beside the rx_handler, while VLAN devices are on the device; RTNL
 * @lock: see above
 * @paused: bit n: pause timer n runs; @open follows from it, @ignored and @held
 * @listening: bit n: pause timer n obeys received frames; follows from @set and
 *	@rx_active
 * @rx_active: received frames of the mode act; from @agreed
 * @tx_active: control frames are sent; from @agreed
 * @ignored: bit n: pause timer n shuts no gate, its pause is a storm or has reached the
 *	limit; from @watchdog and @limit
 * @doomed: bit n: frames of priority n are dropped; from @watchdog
 * @sweeps: number of the last sweep for frames of such priorities
 * @requested: bit n: pause timer n waits until no qdisc has a frame below the gate
 * @acknowledged: bit n: then, until its last frame has ended
 * @requests: number of the last request
 * @ack: pauses wait for both; as in @set
 * @brief: bit n: pause timer n ends so soon that who received the frame waits
 * @spin: what this port has spent on waiting for the ends of pauses
 * @inexact_ns: until then the port does not wait for them, CLOCK_MONOTONIC
 * @held: the gate is shut for all priorities, whatever is paused
 * @dead: no timer may be armed and no work queued any more
 * @shared: more than one qdisc has the port
 * @rate: the speed in force
 * @qdiscs: struct pausectl_qdisc, the one whose turn it is first
 * @limit: on continuous pause
 * @wire: the transmitter, with pacing
 * @maxrate: what maximum rates of classes hold back
 * @delay_epoch: how often delay_statistics was switched on
 * @congestion: buffers of what came in, and what the partner is told
 * @storm: of pause frames, on request
 * @farewell: what it owes when it has ended
 * @pause: pause timers of priorities 0 to 7 and of the link
 * @count: what it counts
 * @events: on their way to user space
 * @events_lost: that found no room in @events since the last that was delivered
 * @storm_owner: socket that is still to be told of the end of its storm, 0: none
 * @name: of the device
 * @speed_source: enum pausectl_speed_source
 * @agreed: with the partner
 * @watchdog: against storms of pauses; NULL until it is switched on
 * @filter: receive checks, NULL for those of the standard
 * @queuing: who hands a control frame of this port to its qdisc at the moment, NULL: nobody
 * @users: qdiscs that hold the port
 * @dcbnl: what dcbnl keeps; NULL where the device has dcbnl_ops of its own
 * @ethtool: how its view is in the device; NULL where that has PAUSE of its own
 * @events_work: delivers @events
 * @kobj: pausectl/ in the device's sysfs directory; owns the memory
 * @rcu: frees it
 *
 * Made when the first pausectl qdisc of the device is initialised, ended when
 * the last one is destroyed, both under RTNL; port.c proves the teardown.
 */
struct pausectl_port {
	/* Written under lock, read by dequeue with READ_ONCE(). */
	unsigned long			open;
	/* Written under lock, read by enqueue with READ_ONCE(). */
	u32				plain_limit;
	/* Replaced under RTNL, read by enqueue under RCU-bh. */
	struct pausectl_trust __rcu	*trust;
	/*
	 * Written under RTNL and lock; either is enough to read. The datapath
	 * reads pace, split_gso, limit, forward and spoof_check with READ_ONCE().
	 */
	struct pausectl_settings	set;
	/* Replaced under RTNL and lock, read by dequeue under RCU-bh. */
	struct pausectl_schedule __rcu	*schedule;

	/* Constant while the port lives. */
	struct net_device		*dev;
	u32				mark;
	u32				hook;
	struct nf_hook_ops		nf_ops;
	struct packet_type		tap;

	/* Under lock. */
	spinlock_t			lock;
	u16				paused;
	u16				listening;
	u16				ignored;
	bool				ack;
	u16				acknowledged;
	u32				requests;
	u32				plain_most;
	u32				sweeps;
	struct spin_budget		spin;
	u64				inexact_ns;
	/* And read with READ_ONCE(). */
	u8				doomed;
	u16				requested;
	u16				brief;
	/* Written under RTNL, too: either is enough to read. */
	bool				rx_active;
	bool				tx_active;
	bool				held;
	bool				dead;
	bool				shared;
	/* And read with READ_ONCE(). */
	u32				delay_epoch;
	struct wire_rate		rate;
	struct list_head		qdiscs;
	struct pausectl_limit		limit;
	struct pausectl_wire		wire;
	struct pausectl_maxrate		maxrate;
	struct pausectl_congestion	congestion;
	struct pausectl_storm		storm;
	struct pausectl_pause_timer	pause[MAC_CTRL_TIMERS];
	struct pausectl_watchdog	*watchdog;
	struct pausectl_counted		count;
	DECLARE_KFIFO(events, struct pausectl_event_record, PAUSECTL_EVENT_RING);
	u32				events_lost;
	u32				storm_owner;
	char				name[IFNAMSIZ];

	/* Replaced under RTNL, read by the receive hook under RCU. */
	struct pausectl_filter __rcu	*filter;

	/* Written under RTNL, read by enqueue with READ_ONCE(). */
	struct task_struct		*queuing;

	/* Written under RTNL and lock. */
	u32				speed_source;
	struct pausectl_agreement	agreed;

	/* Written under RTNL, shown with READ_ONCE(). */
	u32				users;

	/* After the end of the port. */
	struct pausectl_farewell	farewell;

	/* Under RTNL. */
	struct pausectl_dcbnl		*dcbnl;
	struct pausectl_ethtool		*ethtool;

	struct work_struct		events_work;
	struct kobject			kobj;
	struct rcu_head			rcu;
};

/*
 * While a pause waits until sending has stopped, the low bits of port->open are all clear, so
 * that dequeue looks closer, and the gate is here.
 */
#define PAUSECTL_OPEN_SHIFT	16

/* The priorities that pause timers are for: that of the link is for all. */
static inline u8 pausectl_priorities_of(u16 timers)
{
	return timers & MAC_CTRL_LINK_BIT ? MAC_CTRL_PFC_BITS : timers;
}

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

/* main.c */
extern const char *pausectl_receive_hook;
extern bool pausectl_force;
extern bool pausectl_maxrate_kbit;

/* port.c: lifetime. All under RTNL; find also under rcu_read_lock(). */
int pausectl_port_init(void);
void pausectl_port_exit(void);
struct pausectl_port *pausectl_port_get(struct net_device *dev,
					struct netlink_ext_ack *extack);
void pausectl_port_put(struct pausectl_port *port);
void pausectl_port_end(struct pausectl_port *port);
struct pausectl_port *pausectl_port_find(const struct net_device *dev);
struct pausectl_port *pausectl_port_of_index(struct net *net, int ifindex);
struct pausectl_port *pausectl_port_next(struct net *net,
					 unsigned long *ifindex);
unsigned int pausectl_port_generation(struct net *net);
void pausectl_port_free(struct pausectl_port *port);

/* receive/hook.c: RTNL. */
int pausectl_hook_register(struct pausectl_port *port,
			   struct netlink_ext_ack *extack);
void pausectl_hook_unregister(struct pausectl_port *port);
void pausectl_hook_upper_changed(struct pausectl_port *port);
int pausectl_hook_check(void);

/* receive/receive.c: softirq, rcu_read_lock(). */
bool pausectl_receive(struct pausectl_port *port, const struct sk_buff *skb);
bool pausectl_receive_judged(struct pausectl_port *port,
			     const struct sk_buff *skb,
			     enum filter_verdict judged);

/* receive/filter.c: RTNL; judge: softirq, rcu_read_lock(). */
int pausectl_filter_prepare(struct pausectl_port *port,
			    const struct pausectl_settings *set,
			    struct pausectl_filter **filter);
void pausectl_filter_commit(struct pausectl_port *port,
			    struct pausectl_filter *filter);
void pausectl_filter_discard(struct pausectl_port *port,
			     struct pausectl_filter *filter);
bool pausectl_filter_judge(const struct pausectl_port *port,
			   const struct sk_buff *skb,
			   enum filter_verdict *verdict);

/* pause/pause.c: under port->lock, but for init, wait_out and stop. */
void pausectl_pause_init(struct pausectl_port *port);
bool pausectl_gate_update(struct pausectl_port *port);
void pausectl_pause_request(struct pausectl_port *port,
			    const struct mac_ctrl_request *req, u16 vector,
			    u64 now);
void pausectl_pause_wait_out(struct pausectl_port *port);
void pausectl_pause_hold(struct pausectl_port *port, bool hold);
void pausectl_pause_stop(struct pausectl_port *port);

/* For pause/acknowledge.c: under port->lock. */
void pausectl_pause_begin(struct pausectl_pause_timer *pt, u16 quanta, u64 now);
void pausectl_pause_arm(struct pausectl_pause_timer *pt, u64 at_ns, u64 now);
void pausectl_pause_count(struct pausectl_pause_timer *pt, u64 now);
bool pausectl_pause_near(struct pausectl_pause_timer *pt, u64 at_ns, u64 now);

/* pause/spin.c: under port->lock. */
bool pausectl_spin_allowed(const struct pausectl_port *port, u64 now);
void pausectl_spin_spend(struct pausectl_port *port, u32 ns, u64 now);

/* pause/acknowledge.c: under port->lock; stopped: under the qdisc lock alone. */
void pausectl_ack_request(struct pausectl_pause_timer *pt, u16 quanta,
			  u64 length_ns, u64 now);
void pausectl_ack_update(struct pausectl_port *port);
void pausectl_ack_timer(struct pausectl_pause_timer *pt, u64 now);
void pausectl_ack_end(struct pausectl_port *port);
void pausectl_ack_stopped(struct pausectl_qdisc *q);
enum pausectl_pause_state pausectl_pause_state(const struct pausectl_port *port,
					       unsigned int index);

/* pause/limit.c: under port->lock, but for init and stop. */
void pausectl_limit_init(struct pausectl_port *port);
void pausectl_limit_begin(struct pausectl_port *port, u64 now);
void pausectl_limit_update(struct pausectl_port *port);
void pausectl_limit_stop(struct pausectl_port *port);

/*
 * pause/watchdog.c: prepare, stop: RTNL; update: under port->lock, too; ignore_update: under
 * port->lock.
 */
int pausectl_watchdog_prepare(struct pausectl_port *port,
			      const struct pausectl_settings *set);
void pausectl_watchdog_update(struct pausectl_port *port, bool poll_changed);
void pausectl_ignore_update(struct pausectl_port *port);
bool pausectl_watchdog_looks_at(const struct pausectl_port *port, u16 timers);
void pausectl_watchdog_stop(struct pausectl_port *port);
void pausectl_watchdog_free(struct pausectl_port *port);

/* transmit/qdisc.c; kick: under port->lock. */
int pausectl_qdisc_register(void);
void pausectl_qdisc_unregister(void);
void pausectl_qdisc_kick(struct pausectl_port *port);

/* transmit/doomed.c: port->lock not held. */
void pausectl_drop_waiting(struct pausectl_port *port);

/* transmit/wire.c: under port->lock, but for init and stop. */
void pausectl_wire_init(struct pausectl_port *port);
bool pausectl_wire_busy(struct pausectl_port *port, u64 now);
void pausectl_wire_occupy(struct pausectl_port *port, u32 octets, u64 now,
			  bool waited);
void pausectl_wire_ends(struct pausectl_port *port, unsigned int priority,
			u32 octets, u64 now);
void pausectl_wire_stop(struct pausectl_port *port);

/* transmit/schedule.c: RTNL; commit: under port->lock, too. */
int pausectl_schedule_prepare(struct pausectl_port *port,
			      const struct pausectl_settings *set,
			      struct pausectl_schedule **schedule);
struct pausectl_schedule *
pausectl_schedule_commit(struct pausectl_port *port,
			 struct pausectl_schedule *schedule);
void pausectl_schedule_free(struct pausectl_schedule *schedule);
void pausectl_schedule_drop(struct pausectl_port *port);

/* transmit/trust_table.c: RTNL; plain_update: under port->lock. */
int pausectl_trust_prepare(struct pausectl_port *port, u32 order,
			   struct pausectl_trust **trust);
void pausectl_trust_commit(struct pausectl_port *port,
			   struct pausectl_trust *trust);
void pausectl_trust_free(struct pausectl_trust *trust);
void pausectl_plain_update(struct pausectl_port *port);

/* transmit/maxrate.c; the rest is in transmit/schedule.h. */
void pausectl_maxrate_init(struct pausectl_port *port);
void pausectl_maxrate_stop(struct pausectl_port *port);

/*
 * transmit/control.c: send, allowed, possible: RTNL; transmit: softirq, no lock held; direct: no
 * lock held; own: enqueue.
 */
int pausectl_control_allowed(const struct pausectl_port *port,
			     struct netlink_ext_ack *extack);
int pausectl_control_possible(const struct pausectl_port *port,
			      struct netlink_ext_ack *extack);
int pausectl_control_direct(struct net_device *dev,
			    const struct mac_ctrl_request *req, gfp_t gfp);
int pausectl_control_transmit(struct pausectl_port *port,
			      const struct mac_ctrl_request *req);
bool pausectl_control_own(const struct pausectl_port *port);
int pausectl_control_send(struct pausectl_port *port,
			  const struct mac_ctrl_request *req, const u8 *da,
			  struct netlink_ext_ack *extack);

/* congestion/buffer.c: under port->lock. */
void pausectl_congestion_update(struct pausectl_port *port);

/* congestion/limits.c: RTNL, or under port->lock. */
struct buffer_limits
pausectl_buffer_resolve(const struct pausectl_settings *set, unsigned int buffer,
			u32 headroom);
u32 pausectl_buffer_size(const struct pausectl_port *port, unsigned int buffer);
u32 pausectl_buffer_in_flight(const struct pausectl_port *port);
void pausectl_buffer_headrooms(const struct pausectl_port *port,
			       u32 *headrooms);
u32 pausectl_buffer_headroom(const struct pausectl_port *port,
			     const struct pausectl_settings *set);
struct buffer_limits pausectl_buffer_wish(const struct pausectl_settings *set,
					  unsigned int buffer);

/* congestion/dynamic.c: limits: anywhere; the others: under port->lock. */
struct buffer_limits pausectl_buffer_limits(const struct pausectl_congestion *c,
					    unsigned int buffer);
void pausectl_dynamic_share(struct pausectl_congestion *c, unsigned int buffer,
			    bool congested);
void pausectl_dynamic_update(struct pausectl_port *port);

/* congestion/generate.c: kick: under port->lock, the others: RTNL. */
void pausectl_generate_kick(struct pausectl_port *port);
void pausectl_congestion_init(struct pausectl_port *port);
void pausectl_congestion_end(struct pausectl_port *port);
void pausectl_congestion_stop(struct pausectl_port *port);
int pausectl_congestion_force(struct pausectl_port *port, u16 vector, bool stop,
			      struct netlink_ext_ack *extack);

void pausectl_congestion_take_over(struct pausectl_port *port, u16 told);

/* congestion/farewell.c: RTNL, but for exit. */
void pausectl_farewell_begin(struct pausectl_port *port);
u16 pausectl_farewell_end(const struct net_device *dev);
void pausectl_farewell_exit(void);

/* congestion/guard.c: under port->lock. */
u16 pausectl_congested_timers(const struct pausectl_port *port);
u64 pausectl_guard(struct pausectl_port *port, u64 now);
void pausectl_guard_release(struct pausectl_port *port);

/* congestion/storm.c: RTNL, but for init and exit. */
int pausectl_storm_init(void);
void pausectl_storm_exit(void);
void pausectl_storm_setup(struct pausectl_port *port);
int pausectl_storm_start(struct pausectl_port *port,
			 const struct pausectl_storm_wish *wish,
			 struct netlink_ext_ack *extack);
void pausectl_storm_end(struct pausectl_port *port);
void pausectl_storm_stop(struct pausectl_port *port);

/* manage/settings_table.c */

/* How sysfs writes and reads a setting. */
enum pausectl_format {
	PAUSECTL_FORMAT_SWITCH,		/* 0 or 1; reads what kstrtobool() does */
	PAUSECTL_FORMAT_WORD,		/* one of words */
	PAUSECTL_FORMAT_LIST,		/* a bit mask as a list, or none */
	PAUSECTL_FORMAT_ORDER,		/* words in their order, or none: see trust.h */
	PAUSECTL_FORMAT_NUMBER,		/* decimal; where there is one, words[0] for 0 */
	PAUSECTL_FORMAT_CHECKS,		/* these four: see sysfs_filter.c */
	PAUSECTL_FORMAT_TYPE,
	PAUSECTL_FORMAT_OPCODES,
	PAUSECTL_FORMAT_ADDRESS,
};

/**
 * struct pausectl_setting - a row of the table of settings
 * @name: of its file in sysfs
 * @words: see enum pausectl_format
 * @message: names it and what is allowed
 * @min: least value
 * @max: greatest value
 * @attr: PAUSECTL_A_x
 * @offset: of its first value in struct pausectl_settings
 * @format: enum pausectl_format
 * @values: how many: 1, or by priority 8, or with the link 9
 * @size: octets of one: 1, 4 or 8
 */
struct pausectl_setting {
	const char		*name;
	const char *const	*words;
	const char		*message;
	u64			min;
	u64			max;
	u16			attr;
	u16			offset;
	u8			format;
	u8			values;
	u8			size;
};

#define PAUSECTL_SETTINGS_MAX	64

extern const struct pausectl_setting pausectl_setting_table[];
extern const unsigned int pausectl_setting_rows;
extern const char *const pausectl_mode_names[];
extern const char *const pausectl_advertisement_names[];

u64 pausectl_setting_get(const struct pausectl_settings *set,
			 const struct pausectl_setting *row, unsigned int i);
void pausectl_setting_put(struct pausectl_settings *set,
			  const struct pausectl_setting *row, unsigned int i,
			  u64 value);
bool pausectl_setting_differs(const struct pausectl_settings *a,
			      const struct pausectl_settings *b,
			      const struct pausectl_setting *row);
const struct pausectl_setting *pausectl_setting_of(u16 attr);

/* manage/settings.c: RTNL. */

/* Who asks for a change: that view tells its own listeners. */
enum pausectl_by {
	PAUSECTL_BY_OTHERS,
	PAUSECTL_BY_DCBNL,
	PAUSECTL_BY_ETHTOOL,
};

/**
 * struct pausectl_change - a request to change settings
 * @present: bit PAUSECTL_A_x: that setting is to change
 * @to: its new value, there
 * @elements: where not 0, bit n: of its values, to change is the nth; by PAUSECTL_A_x
 * @bad: where the request is refused, the attribute that is at fault
 * @by: who asks
 */
struct pausectl_change {
	DECLARE_BITMAP(present, PAUSECTL_A_MAX + 1);
	struct pausectl_settings	to;
	u16				elements[PAUSECTL_A_MAX + 1];
	u32				bad;
	enum pausectl_by		by;
};

extern const char *const pausectl_speed_source_names[];
extern const char *const pausectl_hook_names[];

extern const struct pausectl_settings pausectl_settings_default;

void pausectl_settings_init(struct pausectl_port *port);
void pausectl_settings_activate(struct pausectl_port *port,
				const struct pausectl_agreement *agreed);
int pausectl_settings_change(struct pausectl_port *port,
			     struct pausectl_change *change,
			     struct netlink_ext_ack *extack);

/* manage/settings_filter.c: RTNL. */
extern const char pausectl_filter_message[];
extern const char pausectl_filter_type_message[];
extern const char pausectl_filter_opcode_message[];
extern const char pausectl_filter_unicast_message[];
extern const char pausectl_filter_multicast_message[];
extern const char pausectl_filter_source_message[];

const char *pausectl_filter_check(const struct pausectl_change *change,
				  const struct pausectl_settings *set,
				  u32 *attr);

/* manage/settings_watchdog.c: RTNL. */
const char *pausectl_watchdog_check(const struct pausectl_change *change,
				    const struct pausectl_settings *set,
				    u32 *attr);
void pausectl_watchdog_follow(const struct pausectl_change *change,
			      const struct pausectl_settings *old,
			      struct pausectl_settings *set);

/* manage/settings_congestion.c: RTNL. */
const char *pausectl_congestion_check(const struct pausectl_change *change,
				      const struct pausectl_settings *set,
				      u32 *attr);

/* manage/autoneg.c: RTNL. */
const char *pausectl_autoneg_check(const struct pausectl_change *change,
				   const struct pausectl_settings *set,
				   u32 *attr);
struct pausectl_agreement
pausectl_autoneg_agree(struct pausectl_port *port,
		       const struct pausectl_settings *set);
struct net_device *pausectl_peer_device(const struct pausectl_port *port);
void pausectl_autoneg_tell_partner(const struct pausectl_port *port);
void pausectl_autoneg_update(struct pausectl_port *port);

/* manage/netlink_settings.c */
int pausectl_netlink_put_port(struct sk_buff *msg, struct pausectl_port *port);
int pausectl_netlink_put_options(struct sk_buff *msg, struct pausectl_port *port);
int pausectl_netlink_put_headroom(struct sk_buff *msg,
				  struct pausectl_port *port);
int pausectl_netlink_put_facts(struct sk_buff *msg, struct pausectl_port *port);
int pausectl_netlink_put_counters(struct sk_buff *msg,
				  struct pausectl_port *port);
int pausectl_netlink_put_scalars(struct sk_buff *msg, struct pausectl_port *port);
bool pausectl_netlink_settable(u16 attr);
int pausectl_netlink_change(struct nlattr *const *attrs,
			    struct pausectl_change *change,
			    struct netlink_ext_ack *extack);

/* manage/tc.c: RTNL. */
int pausectl_tc_change(struct pausectl_port *port, struct nlattr *options,
		       struct netlink_ext_ack *extack);
int pausectl_tc_put_options(struct sk_buff *msg, struct pausectl_port *port);
int pausectl_tc_put_statistics(struct sk_buff *msg,
			       struct pausectl_port *port);

/* manage/ethtool.c: RTNL. */
void pausectl_ethtool_view(struct ethtool_ops *ops);
bool pausectl_ethtool_viewed(const struct net_device *dev);
bool pausectl_ethtool_own(const struct net_device *dev);
void pausectl_ethtool_notify(struct pausectl_port *port,
			     const struct pausectl_settings *before,
			     enum pausectl_by by);

/* manage/ethtool_ops.c: RTNL, but for exit. */
int pausectl_ethtool_begin(struct pausectl_port *port);
void pausectl_ethtool_end(struct pausectl_port *port);
void pausectl_ethtool_unregister(struct net_device *dev);
void pausectl_ethtool_exit(void);

/* manage/dcbnl.c, manage/dcbnl_app.c: RTNL, but for init and exit. */
#ifdef CONFIG_DCB
int pausectl_dcbnl_init(void);
void pausectl_dcbnl_exit(void);
void pausectl_dcbnl_unregistered(struct net_device *dev);
bool pausectl_dcbnl_own(const struct net_device *dev);
int pausectl_dcbnl_begin(struct pausectl_port *port);
void pausectl_dcbnl_end(struct pausectl_port *port);
void pausectl_dcbnl_notify(struct pausectl_port *port,
			   const struct pausectl_settings *before,
			   enum pausectl_by by);
#else
static inline int pausectl_dcbnl_init(void)
{
	return 0;
}

static inline void pausectl_dcbnl_exit(void) { }
static inline void pausectl_dcbnl_unregistered(struct net_device *dev) { }

static inline bool pausectl_dcbnl_own(const struct net_device *dev)
{
	return false;
}

static inline int pausectl_dcbnl_begin(struct pausectl_port *port)
{
	return 0;
}

static inline void pausectl_dcbnl_end(struct pausectl_port *port) { }
static inline void
pausectl_dcbnl_notify(struct pausectl_port *port,
		      const struct pausectl_settings *before,
		      enum pausectl_by by) { }
#endif

/* manage/link.c: RTNL. */
bool pausectl_link_update(struct pausectl_port *port);
int pausectl_link_init(void);
void pausectl_link_exit(void);

/* manage/counters.c: process context. */

/**
 * struct pausectl_counter - a row of the counter table
 * @name: as users see it
 * @attr: PAUSECTL_A_STATS_x
 * @values: 1, 8 or 9
 * @offset: of its first value in struct pausectl_counters
 */
struct pausectl_counter {
	const char	*name;
	u16		attr;
	u16		values;
	u32		offset;
};

extern const struct pausectl_counter pausectl_counter_table[];
extern const unsigned int pausectl_counter_rows;

struct pausectl_counters *pausectl_counters_read(struct pausectl_port *port);

/**
 * struct pausectl_frame_counters - those of struct pausectl_counters that standards have, too
 * @tx_pause: PAUSE frames sent
 * @rx_pause: and received, obeyed or not
 * @tx_pfc: PFC frames sent that name the priority
 * @rx_pfc: and received
 * @tx_mac_control: control frames sent, of whatever sender
 * @rx_mac_control: control frames received
 * @rx_unsupported_opcodes: those of them with an opcode that means nothing here
 */
struct pausectl_frame_counters {
	u64	tx_pause;
	u64	rx_pause;
	u64	tx_pfc[MAC_CTRL_PRIORITIES];
	u64	rx_pfc[MAC_CTRL_PRIORITIES];
	u64	tx_mac_control;
	u64	rx_mac_control;
	u64	rx_unsupported_opcodes;
};

void pausectl_frame_counters_read(struct pausectl_port *port,
				  struct pausectl_frame_counters *to);

static inline const u64 *
pausectl_counter_of(const struct pausectl_counters *counters,
		    const struct pausectl_counter *row)
{
	return (const void *)counters + row->offset;
}

/* manage/events.c; event: under port->lock. */
void pausectl_events_init(struct pausectl_port *port);
void pausectl_event(struct pausectl_port *port, enum pausectl_event event,
		    unsigned int priority, u16 quanta, u64 duration_ns);
void pausectl_event_tell_owner(struct pausectl_port *port, u32 owner);
void pausectl_events_end(struct pausectl_port *port);

/* manage/genetlink.c */
int pausectl_genetlink_init(void);
void pausectl_genetlink_exit(void);
bool pausectl_genetlink_listeners(struct net *net);
void pausectl_genetlink_event(struct pausectl_port *port, const char *name,
			      const struct pausectl_event_record *record, u32 lost);
void pausectl_genetlink_tell(struct pausectl_port *port, const char *name,
			     const struct pausectl_event_record *record, u32 portid);

/* manage/sysfs.c: RTNL; init once, before all else. */
void pausectl_sysfs_init(void);
int pausectl_sysfs_add(struct pausectl_port *port);
void pausectl_sysfs_del(struct pausectl_port *port);

#endif /* PAUSECTL_PORT_H */
