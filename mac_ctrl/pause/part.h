/* SPDX-License-Identifier: GPL-2.0 */
/* The pause timers of a port. */
#ifndef PAUSECTL_PAUSE_PART_H
#define PAUSECTL_PAUSE_PART_H

#include <linux/hrtimer.h>

#include "rules/frame.h"

struct pausectl_port;
struct pausectl_watchdog;

/**
 * struct pause_timer - a pause_timer of 31B.3, for the link or a priority
 *
 * All under port->lock. A bit of port->gate.paused says whether a pause is running.
 */
struct pause_timer {
	/**
	 * @deadline_ns: end of the pause, CLOCK_MONOTONIC; of a requested pause: the end if the
	 * pause counted from its reception
	 */
	u64			deadline_ns;
	/** @since_ns: start of the pause that is running, or end of the last one */
	u64			since_ns;
	/** @total_ns: length of all pauses that have ended */
	u64			total_ns;
	/** @last_ns: length of the last pause that has ended */
	u64			last_ns;
	/** @transitions: number of pauses that have ended */
	u64			transitions;
	/** @length_ns: with ack on: the time that the last frame asked for */
	u64			length_ns;
	/** @request: number of the request that this pause waits for */
	u32			request;
};

/* Time since the pause began, or ended. Another CPU may have set since_ns after @now was read. */
static inline u64 pausectl_pause_ns(const struct pause_timer *pt,
				    u64 now)
{
	return now > pt->since_ns ? now - pt->since_ns : 0;
}

/**
 * struct pause_part - the pause timers of a port
 *
 * All under port->lock.
 */
struct pause_part {
	/** @timer: of priorities 0 to 7 and of the link */
	struct pause_timer		timer[MAC_CTRL_TIMERS];
	/** @hrtimer: serves all of @timer */
	struct hrtimer			hrtimer;
	/** @armed_ns: @hrtimer serves deadlines from this one on; U64_MAX: it is not armed */
	u64				armed_ns;
	/** @earliest_ns: @hrtimer does not fire before this time, see ENDS_AT_ONCE */
	u64				earliest_ns;
	/** @listening: bit n: pause timer n obeys received frames; from settings and agreement */
	u16				listening;
	/** @acknowledged: bit n: sending has stopped, except for the frame on the wire */
	u16				acknowledged;
	/** @ack: pauses count from when sending has stopped: the setting ack */
	bool				ack;
	/** @requests: number of the last request, see struct port_queue */
	u32				requests;
	/** @retry_ns: when queues that have not acknowledged a request are kicked again */
	u64				retry_ns;
	/** @watchdog: against storms of pauses; NULL until it is switched on */
	struct pausectl_watchdog	*watchdog;
};

#endif /* PAUSECTL_PAUSE_PART_H */
