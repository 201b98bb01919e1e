/* SPDX-License-Identifier: GPL-2.0 */
/* What the watchdog of a port keeps; see watchdog.c. */
#ifndef PAUSECTL_PAUSE_WATCHDOG_H
#define PAUSECTL_PAUSE_WATCHDOG_H

#include "port/port.h"
#include "rules/storm_counters.h"
#include "rules/storm_rule.h"

struct pausectl_storm_counters {
	PAUSECTL_STORM_COUNTERS(PAUSECTL_COUNTER_FIELD)
};

/**
 * struct pausectl_watchdog - the watchdog of a port that has, or had, one
 * @timer: of the next look
 * @port: the port
 * @due_ns: when @timer is due, CLOCK_MONOTONIC, 0 while it is not armed
 * @poll_ns: from one look to the next
 * @looked_ns: when it looked last
 * @stormed: those of port->gate.watched that storm
 * @latest: place of the latest entries of @history
 * @watch: of each pause timer
 * @began_ns: when its storm was detected
 * @paused_ns: time it had spent paused at the last look
 * @history: time it was paused between looks, us
 * @seen: frames of each priority at the last look
 * @count: what users see
 *
 * Made when the first pause timer is watched, and freed with the port. All under
 * port->lock.
 */
struct pausectl_watchdog {
	struct hrtimer			timer;
	struct pausectl_port		*port;
	u64				due_ns;
	u64				poll_ns;
	u64				looked_ns;
	u16				stormed;
	unsigned int			latest;
	struct storm_watch		watch[MAC_CTRL_TIMERS];
	u64				began_ns[MAC_CTRL_TIMERS];
	u64				paused_ns[MAC_CTRL_TIMERS];
	u32				history[MAC_CTRL_TIMERS][STORM_HISTORY];
	struct queue_flow		seen[MAC_CTRL_PRIORITIES];
	struct pausectl_storm_counters	count;
};

/**
 * struct pausectl_queues_look - what the queues were like
 * @waiting: priorities of which frames wait
 * @waited_ns: for how long the oldest of these frames has waited, of each
 */
struct pausectl_queues_look {
	u8	waiting;
	u64	waited_ns[MAC_CTRL_PRIORITIES];
};

/*
 * By how much something has grown. A qdisc may have gone meanwhile, with what it had
 * counted; a pause may have ended just before the time at which it was looked at.
 */
static inline u64 pausectl_since(u64 now, u64 before)
{
	return now > before ? now - before : 0;
}

/* pause/watchdog_flow.c: under port->lock. */
struct pausectl_queues_look
pausectl_watchdog_look_at_queues(struct pausectl_watchdog *wd, u64 now);
void pausectl_watchdog_forget_last(struct pausectl_storm_counters *count,
				   unsigned int priorities);

#endif /* PAUSECTL_PAUSE_WATCHDOG_H */
