/* SPDX-License-Identifier: GPL-2.0 */
/* What the pause timers of a port keep. */
#ifndef PAUSECTL_PAUSE_PART_H
#define PAUSECTL_PAUSE_PART_H

#include <linux/hrtimer.h>

#include "rules/frame.h"
#include "rules/spin.h"

struct pausectl_port;
struct pausectl_watchdog;

/**
 * struct pause_timer - a pause_timer of 31B.3, for the link or a priority
 *
 * All under port->lock. Whether a pause is running is a bit of port->gate.paused.
 */
struct pause_timer {
	/**
	 * @timer: fires shortly before @armed_ns or, beyond the budget, within SPIN_GRID_NS
	 * after; where a refresh moved the end, moves on
	 */
	struct hrtimer		timer;
	/** @port: the port it belongs to */
	struct pausectl_port	*port;
	/**
	 * @deadline_ns: end of the pause, CLOCK_MONOTONIC; while it does not count, what it would
	 * be
	 */
	u64			deadline_ns;
	/** @armed_ns: the earliest deadline that @timer is armed for, 0 while it is not armed */
	u64			armed_ns;
	/** @since_ns: start of the pause that is running, or end of the last one */
	u64			since_ns;
	/** @total_ns: length of all pauses that have ended */
	u64			total_ns;
	/** @transitions: how many those are */
	u64			transitions;
	/** @length_ns: time asked for, of a pause that does not count yet */
	u64			length_ns;
	/** @request: number of the request that it waits for */
	u32			request;
};

/* How long the running pause is by @now, which another CPU may have read before. */
static inline u64 pausectl_pause_ns(const struct pause_timer *pt,
				    u64 now)
{
	return now > pt->since_ns ? now - pt->since_ns : 0;
}

/**
 * struct pause_limit - the limit on continuous pause
 *
 * All under port->lock.
 */
struct pause_limit {
	/** @timer: due at @armed_ns, when a pause reaches the limit or is obeyed again */
	struct hrtimer	timer;
	/** @armed_ns: when @timer is due, CLOCK_MONOTONIC, 0 while it is not armed */
	u64		armed_ns;
	/**
	 * @since_ns: of an ignored pause timer, since when; else since when it counts at the
	 * earliest
	 */
	u64		since_ns[MAC_CTRL_TIMERS];
	/** @ignored: bit n: pause timer n has reached the limit and is not obeyed */
	u16		ignored;
};

/**
 * struct pause_part - the pause timers of a port
 *
 * All under port->lock. @brief is also read with READ_ONCE().
 */
struct pause_part {
	/** @timer: of priorities 0 to 7 and of the link */
	struct pause_timer	timer[MAC_CTRL_TIMERS];
	/** @listening: bit n: pause timer n obeys received frames; from settings and agreement */
	u16				listening;
	/** @brief: bit n: pause timer n ends so soon that the receiver of the frame waits */
	u16				brief;
	/** @acknowledged: bit n: sending has stopped, except for a last frame on the wire */
	u16				acknowledged;
	/** @ack: pauses count from when sending has stopped; as in the settings */
	bool				ack;
	/** @requests: number of the last request, see struct port_queue */
	u32				requests;
	/** @spin: what the port has spent on waiting for the ends of pauses */
	struct spin_budget		spin;
	/** @inexact_ns: until then the port does not wait for them, CLOCK_MONOTONIC */
	u64				inexact_ns;
	/** @limit: on continuous pause */
	struct pause_limit		limit;
	/** @watchdog: against storms of pauses; NULL until it is switched on */
	struct pausectl_watchdog	*watchdog;
};

#endif /* PAUSECTL_PAUSE_PART_H */
