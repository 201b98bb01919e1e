/* SPDX-License-Identifier: GPL-2.0 */
/* The watchdog of a port: see watchdog.c. */
#ifndef PAUSECTL_PAUSE_WATCHDOG_H
#define PAUSECTL_PAUSE_WATCHDOG_H

#include "port/port.h"
#include "rules/storm_rule.h"

struct pausectl_storm_counters {
	PAUSECTL_STORM_COUNTERS(PAUSECTL_COUNTER_FIELD)
};

/**
 * struct pausectl_watchdog - the watchdog of a port
 * @timer: fires at the next look
 * @port: the port
 * @due_ns: when @timer is due, CLOCK_MONOTONIC, 0 while it is not armed
 * @poll_ns: time between looks
 * @looked_ns: time of the last look
 * @stormed: bits of port->gate.watched whose pause is a storm
 * @watch: state of each pause timer
 * @began_ns: when the storm of each pause timer was detected
 * @paused_ns: time that each pause timer had spent paused at the last look
 * @seen: frames of each priority at the last look
 * @count: the counters that users see
 *
 * Allocated when the first pause timer is watched, freed with the port. All under port->lock.
 */
struct pausectl_watchdog {
	struct hrtimer			timer;
	struct pausectl_port		*port;
	u64				due_ns;
	u64				poll_ns;
	u64				looked_ns;
	u16				stormed;
	struct storm_watch		watch[MAC_CTRL_TIMERS];
	u64				began_ns[MAC_CTRL_TIMERS];
	u64				paused_ns[MAC_CTRL_TIMERS];
	struct queue_flow		seen[MAC_CTRL_PRIORITIES];
	struct pausectl_storm_counters	count;
};

/**
 * struct pausectl_queues_look - the queues of a port at a look
 * @waiting: priorities that have waiting frames
 * @left: priorities of which frames left since the last look
 * @waited_ns: for how long the oldest frame of each priority has waited
 */
struct pausectl_queues_look {
	u8	waiting;
	u8	left;
	u64	waited_ns[MAC_CTRL_PRIORITIES];
};

/*
 * By how much a counter has grown; 0 if it has become less. A qdisc may have gone, and its counters
 * with it. A pause may have ended by a reading of the clock from just before the last look.
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
