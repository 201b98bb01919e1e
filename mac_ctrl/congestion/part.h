/* SPDX-License-Identifier: GPL-2.0 */
/* The part of a port for congestion. */
#ifndef PAUSECTL_CONGESTION_PART_H
#define PAUSECTL_CONGESTION_PART_H

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>

#include "rules/frame.h"
#include "rules/threshold.h"

/*
 * Sends control frames outside any qdisc lock, now or at a time. The port schedules @tasklet and
 * arms @timer under port->lock, while it is not dead.
 */
struct pausectl_sender {
	struct hrtimer		timer;		/* schedules @tasklet */
	struct tasklet_struct	tasklet;	/* sends the frames that are due */
	/* No refresh before the end of this sender's turn; in the tasklet, under port->lock */
	u64			turn_ns;
	/* Whose ports take turns with this one, see sender.c; NULL: the host's. Constant */
	const void		*user;
};

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

/*
 * Buffers of received frames, and XOFF and XON for the partner. Under port->lock, except where a
 * field says something else.
 */
struct congestion_part {
	struct pausectl_sender	sender;		/* its timer: for a refresh, a gap or a retry */
	u64	refresh_ns[MAC_CTRL_TIMERS];	/* when XOFF is due again, CLOCK_MONOTONIC */
	u64	next_ns;			/* the port sends no frame before that time */

	/*
	 * The next six are written under RTNL, too, and read with READ_ONCE(). A dynamic buffer has
	 * XOFF 0 in @limits, which leads to pausectl_buffer_limits(), and in @most the load that it
	 * may have beside its size.
	 */
	struct buffer_limits	limits[MAC_CTRL_PRIORITIES];
	u8	dynamic;			/* dynamic buffers */
	u8	kin[MAC_CTRL_PRIORITIES];	/* go on when it drains: itself, or all dynamic */
	u32	alpha[MAC_CTRL_PRIORITIES];	/* of dynamic buffers, in units of 1 / ALPHA_ONE */
	u32	headroom[MAC_CTRL_PRIORITIES];	/* of dynamic buffers, octets */
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

	/* Of timers in @forced or @received; NULL until the first request. Written under RTNL */
	struct xoff_by_hand	*hand;
	u64	act_ns;		/* when the port acts again on XOFF for @received */
	u16	forced;		/* timers that the user wants stopped at the partner */
	u16	received;	/* timers that the user wants stopped here, as if received */
	u16	acted;		/* timers of @received that the port was last made to stop */
	u16	told;		/* timers that the partner was last asked to stop */
	u16	covered;	/* those of @told whose last XOFF asked for what congestion needs */
	u16	guarded;	/* released by the guard: no XOFF until their buffer has drained */
	/* Since when each bit of @told is set, or when XOFF by hand last ended meanwhile */
	u64	told_since_ns[MAC_CTRL_TIMERS];
	u64	told_total_ns[MAC_CTRL_TIMERS];	/* how long it was, until @told_since_ns */
	struct buffer_found	found[MAC_CTRL_PRIORITIES];	/* for a dump of charges; RTNL */
};

#endif /* PAUSECTL_CONGESTION_PART_H */
