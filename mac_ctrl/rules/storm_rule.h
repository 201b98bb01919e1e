/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When a pause becomes a storm, and when the storm is over. Pure: compiles in user space too.
 *
 * The watchdog looks at intervals. A storm lets no frame leave. A partner that lets a frame leave
 * now and then is slow: one of many honest senders waits as long. Gaps of up to one percent in
 * which no frame leaves do not end a run. In longer gaps something else holds the frames.
 *
 *	look        look        look        look
 *	 |---====----|===========|=========-=|	   ==== paused, frames wait, none leaves
 *	     ^ the run begins                ^ as long as the time to detect: a storm
 *
 * The run begins when the pause runs and a frame waits, both for the first time. So the first look
 * after the time to detect finds the storm, wherever looks fall.
 */
#ifndef PAUSECTL_RULES_STORM_RULE_H
#define PAUSECTL_RULES_STORM_RULE_H

#include <linux/types.h>

/* What the watchdog remembers of a pause timer between looks */
struct storm_watch {
	/* For how long frames have waited, and none left, with at most one percent of it free */
	__u64	run_ns;
	__u8	waiting;	/* frames waited at the last look */
	__u8	stormed;	/* the pause is a storm */
};

/* What a look at a pause timer finds */
struct storm_look {
	__u64	window_ns;	/* time since the last look */
	__u64	paused_ns;	/* time spent paused since the last look */
	__u64	state_ns;	/* since the pause began, or ended; may be longer than the window */
	__u64	waited_ns;	/* how long frames have waited; may be longer than the window */
	__u8	paused;		/* the timer runs now */
	__u8	waiting;	/* frames wait now */
	__u8	left;		/* frames left since the last look */
};

static inline __u64 storm_least(__u64 a, __u64 b)
{
	return a < b ? a : b;
}

/* The length of the run now. There is no run without waiting frames: such a pause harms nobody. */
static inline __u64 storm_run(const struct storm_watch *watch,
			      const struct storm_look *look)
{
	__u64 waited = storm_least(look->window_ns, look->waited_ns);

	if (!look->waiting)
		return 0;
	if (!look->left && look->paused_ns * 100 >= look->window_ns * 99)
		return watch->waiting ? watch->run_ns + look->window_ns : waited;
	/* Frames left before the pause began, or in spite of the pause: watchdog forward. */
	if (!look->paused || (look->left && look->state_ns >= look->window_ns))
		return 0;
	return storm_least(look->state_ns, waited);
}

/*
 * Judge a pause timer by a look. A run of @detect_ns is a storm. A storm is over after @restore_ns
 * without a pause. Return: whether the pause is a storm.
 */
static inline __u8 storm_judge(struct storm_watch *watch, const struct storm_look *look,
			       __u64 detect_ns, __u64 restore_ns)
{
	if (watch->stormed && (look->paused || look->state_ns < restore_ns))
		return 1;
	watch->run_ns = watch->stormed ? 0 : storm_run(watch, look);
	watch->waiting = look->waiting;
	watch->stormed = watch->run_ns >= detect_ns;
	return watch->stormed;
}

/*
 * The counters of the watchdog, in a table like that of rules/counters.h. Documentation/abi.rst
 * describes them.
 */
#define PAUSECTL_STORM_COUNTERS(C) \
	C(detected, DETECTED, 9) \
	C(restored, RESTORED, 9) \
	C(stormed, STORMED, 9) \
	C(tx_packets, TX_PACKETS, 8) \
	C(tx_bytes, TX_BYTES, 8) \
	C(drop_packets, DROP_PACKETS, 8) \
	C(drop_bytes, DROP_BYTES, 8) \
	C(last_tx_packets, LAST_TX_PACKETS, 8) \
	C(last_tx_bytes, LAST_TX_BYTES, 8) \
	C(last_drop_packets, LAST_DROP_PACKETS, 8) \
	C(last_drop_bytes, LAST_DROP_BYTES, 8)

#endif /* PAUSECTL_RULES_STORM_RULE_H */
