/* SPDX-License-Identifier: GPL-2.0 */
/* The part of a port for congestion. */
#ifndef PAUSECTL_CONGESTION_PART_H
#define PAUSECTL_CONGESTION_PART_H

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>

#include "rules/frame.h"
#include "rules/threshold.h"

/* Charges of a buffer that wait in the queue that a dump looks at */
struct buffer_found {
	u32	octets;
	u32	frames;			/* a GSO frame counts as one */
};

/* How XOFF by hand for a timer is sent, or acts as if received */
struct xoff_by_hand {
	u64	until_ns;		/* its end, CLOCK_MONOTONIC; U64_MAX: with xon */
	u64	interval_ns;		/* as in struct pausectl_xoff_wish */
	u16	quanta;
};

/* A series of XOFFs, for the partner or as if received */
struct xoff_series {
	u64	refresh_ns[MAC_CTRL_TIMERS];	/* when XOFF is due again, CLOCK_MONOTONIC */
	u64	next_ns;	/* no frame before that time */
	u16	told;		/* timers that were last asked to stop */
};

/*
 * Buffers of received frames, and XOFF and XON for the partner. Under port->lock, except where a
 * field says something else.
 */
struct congestion_part {
	struct hrtimer		timer;		/* a refresh, gap or retry: schedules @tasklet */
	struct tasklet_struct	tasklet;	/* sends the frames that are due, see xoff.c */
	u64			turn_ns;	/* no refresh before: its turn, see turns.c */

	/*
	 * The next five are written under RTNL, too, and read with READ_ONCE(). The limits of a
	 * dynamic buffer count from XOFF. So its XOFF is 0, which leads to
	 * pausectl_buffer_limits().
	 */
	struct buffer_limits	limits[MAC_CTRL_PRIORITIES];
	u8	dynamic;			/* dynamic buffers */
	u8	kin[MAC_CTRL_PRIORITIES];	/* go on when it drains: itself, or all dynamic */
	u32	alpha[MAC_CTRL_PRIORITIES];	/* of dynamic buffers, in units of 1 / ALPHA_ONE */
	u32	pool;				/* octets that they share */

	/* Octets of @pool in a congested dynamic buffer, else U32_MAX; READ_ONCE() */
	u32	shared[MAC_CTRL_PRIORITIES];

	atomic64_t	held[MAC_CTRL_PRIORITIES];	/* charged to each buffer: held_of() */
	/*
	 * Charged frames, and 1 for the port itself. The last one drops the reference to the
	 * memory: see pausectl_congestion_put(). It cannot overflow: each frame takes memory.
	 */
	atomic_long_t	charges;
	/* Greatest number of octets; approximate, READ_ONCE() and WRITE_ONCE() */
	u32	occupancy_max[MAC_CTRL_PRIORITIES];
	u8	buffer_of[MAC_CTRL_PRIORITIES];	/* of each priority; locks as for @limits */
	u8	lossless;	/* priorities whose frames are charged; locks as for @limits */
	u8	congested;	/* buffers that have passed XOFF and not yet XON; READ_ONCE() */

	struct xoff_series	sent;		/* to the partner */
	struct xoff_series	acted;		/* XOFF by hand that acts here */
	/* Of timers in @forced or @received; NULL until the first request. Written under RTNL */
	struct xoff_by_hand	*hand;
	u16	forced;		/* timers that the user wants stopped at the partner */
	u16	received;	/* timers that the user wants stopped here, as if received */
	u16	covered;	/* those of @sent whose last XOFF asked for what congestion needs */
	u16	guarded;	/* released by the guard: no XOFF until their buffer has drained */
	/* Since when the partner is told to stop, or when XOFF by hand last ended meanwhile */
	u64	told_since_ns[MAC_CTRL_TIMERS];
	u64	told_total_ns[MAC_CTRL_TIMERS];	/* how long it was, until @told_since_ns */
	struct buffer_found	found[MAC_CTRL_PRIORITIES];	/* for a dump of charges; RTNL */
};

#endif /* PAUSECTL_CONGESTION_PART_H */
