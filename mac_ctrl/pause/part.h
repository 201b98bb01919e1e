/* SPDX-License-Identifier: GPL-2.0 */
/* The pause timers of a port, and its watchdog. All under port->lock. */
#ifndef PAUSECTL_PAUSE_PART_H
#define PAUSECTL_PAUSE_PART_H

#include <linux/hrtimer.h>

#include "port/part.h"
#include "rules/frame.h"
#include "rules/storm_rule.h"

struct pause_user;
struct pausectl_port;

/*
 * A pause_timer of 31B.3, for the link or a priority. A bit of port->gate.paused says whether a
 * pause is running.
 */
struct pause_timer {
	/* End of the pause, CLOCK_MONOTONIC; if requested: as if it counted from reception */
	u64	deadline_ns;
	u64	since_ns;	/* start of the pause that is running, or end of the last one */
	u64	total_ns;	/* length of all pauses that have ended */
	u64	last_ns;	/* length of the last pause that has ended */
	u64	transitions;	/* number of pauses that have ended */
	u64	counts_ns;	/* with ack on: since when the pause counts, or will count */
	u32	request;	/* number of the request that this pause waits for */
};

/* Time since the pause began, or ended. Another CPU may have set since_ns after @now was read. */
static inline u64 pausectl_pause_ns(const struct pause_timer *pt, u64 now)
{
	return now > pt->since_ns ? now - pt->since_ns : 0;
}

/*
 * The watchdog of a port: see watchdog.c. Allocated when the first pause timer is watched, freed
 * with the port.
 */
struct pausectl_watchdog {
	struct hrtimer			timer;		/* fires at the next look */
	struct pausectl_port		*port;
	u64				poll_ns;	/* time between looks */
	u64				looked_ns;	/* time of the last look */
	u16				stormed;	/* of the watched: in a storm */
	struct storm_watch		watch[MAC_CTRL_TIMERS];
	u64				began_ns[MAC_CTRL_TIMERS];	/* the storm */
	u64				paused_ns[MAC_CTRL_TIMERS];	/* at the last look */
	u64				seen[MAC_CTRL_PRIORITIES][FLOWS];	/* at that time */
	/* What users see, by attribute. The counters of enum queue_flow stand in its order */
	u64		count[PAUSECTL_A_STORMS_LAST_DROP_BYTES + 1][MAC_CTRL_TIMERS];
};

struct pause_part {
	struct pause_timer		timer[MAC_CTRL_TIMERS];	/* of priorities, and the link */
	struct hrtimer			hrtimer;	/* serves all of @timer */
	/* @hrtimer serves deadlines from this one on; U64_MAX: it is not armed */
	u64				armed_ns;
	u64				earliest_ns;	/* no interrupt before, see ENDS_AT_ONCE */
	struct pause_user		*user;		/* of the port; NULL: the host. Constant */
	u16				listening;	/* timers that obey received frames */
	/* Timers for which sending has stopped, except for the frame on the wire */
	u16				acknowledged;
	bool				ack;		/* the setting: count from that time */
	u32				requests;	/* number of the last, see port_queue */
	/* When queues that have not acknowledged a request are kicked again */
	u64				retry_ns;
	struct pausectl_watchdog	*watchdog;	/* NULL until it is switched on */
};

#endif /* PAUSECTL_PAUSE_PART_H */
