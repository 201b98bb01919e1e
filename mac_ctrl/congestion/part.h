/* SPDX-License-Identifier: GPL-2.0 */
/* The part of a port for congestion. */
#ifndef PAUSECTL_CONGESTION_PART_H
#define PAUSECTL_CONGESTION_PART_H

#include <linux/atomic.h>
#include <linux/refcount.h>

#include "congestion/sender.h"
#include "rules/dynamic.h"
#include "rules/frame.h"
#include "rules/threshold.h"

/** struct buffer_found - charges of a buffer that wait in the queue that a dump looks at */
struct buffer_found {
	/** @octets: of the charges */
	u32	octets;
	/** @frames: charged frames, a GSO frame as one */
	u32	frames;
};

/** struct xoff_by_hand - how XOFF by hand for a timer is sent, or acts as if received */
struct xoff_by_hand {
	/** @until_ns: when it ends, CLOCK_MONOTONIC; U64_MAX: with xon */
	u64	until_ns;
	/** @interval_ns: from an XOFF to the next; 0: half of @quanta, or as refresh-quanta */
	u64	interval_ns;
	/** @quanta: the time that each XOFF asks for; 0: xoff-quanta */
	u16	quanta;
};

/**
 * struct congestion_part - buffers of received frames, and XOFF and XON for the partner
 *
 * Under port->lock, except where a field says something else.
 */
struct congestion_part {
	/** @sender: sends XOFF and XON; its timer is for a refresh, a gap or a retry */
	struct pausectl_sender	sender;
	/** @refresh_ns: when XOFF is due again, CLOCK_MONOTONIC */
	u64			refresh_ns[MAC_CTRL_TIMERS];
	/** @next_ns: the port sends no frame before that time */
	u64			next_ns;
	/**
	 * @limits: of each buffer. Also written under RTNL, read with READ_ONCE(). A dynamic buffer
	 * has XOFF 0 and XON U32_MAX here, which lead to pausectl_buffer_limits()
	 */
	struct buffer_limits	limits[MAC_CTRL_PRIORITIES];
	/** @dynamic: dynamic buffers; locks as for @limits, also for the next four fields */
	u8			dynamic;
	/** @kin: buffers that may go on when a buffer drains: itself, or all dynamic buffers */
	u8			kin[MAC_CTRL_PRIORITIES];
	/** @alpha: of each dynamic buffer, in units of 1 / ALPHA_ONE */
	u32			alpha[MAC_CTRL_PRIORITIES];
	/** @headroom: of each dynamic buffer, octets */
	u32			headroom[MAC_CTRL_PRIORITIES];
	/** @pool: octets that dynamic buffers share */
	u32			pool;
	/** @shared: octets of @pool in a congested dynamic buffer, else U32_MAX; READ_ONCE() */
	u32			shared[MAC_CTRL_PRIORITIES];
	/** @occupancy: octets charged to each buffer; atomic */
	atomic_t		occupancy[MAC_CTRL_PRIORITIES];
	/**
	 * @charges: charged frames, and 1 for the port itself. The last one drops the reference to
	 * the memory: see pausectl_congestion_put()
	 */
	refcount_t		charges;
	/** @occupancy_max: greatest occupancy; approximate, READ_ONCE() and WRITE_ONCE() */
	u32			occupancy_max[MAC_CTRL_PRIORITIES];
	/** @buffer_of: buffer of each priority; locks as for @limits */
	u8			buffer_of[MAC_CTRL_PRIORITIES];
	/** @lossless: priorities whose frames are charged; locks as for @limits */
	u8			lossless;
	/** @congested: buffers that have passed XOFF and not yet XON; read with READ_ONCE() */
	u8			congested;
	/** @hand: of each timer in @forced or @received */
	struct xoff_by_hand	hand[MAC_CTRL_TIMERS];
	/** @act_ns: when the port acts again on XOFF for @received */
	u64			act_ns;
	/** @forced: timers that the user wants stopped at the partner */
	u16			forced;
	/** @received: timers that the user wants stopped here, as if the partner wanted that */
	u16			received;
	/** @acted: timers of @received that the port was last made to stop */
	u16			acted;
	/** @told: timers that the partner was last asked to stop */
	u16			told;
	/** @covered: those of @told whose last XOFF asked for what congestion needs */
	u16			covered;
	/** @guarded: timers that the guard has released: no XOFF until their buffer has drained */
	u16			guarded;
	/** @told_since_ns: since when each bit of @told is set, CLOCK_MONOTONIC */
	u64			told_since_ns[MAC_CTRL_TIMERS];
	/** @told_total_ns: how long each bit of @told has been set, until it was last cleared */
	u64			told_total_ns[MAC_CTRL_TIMERS];
	/** @found: of each buffer, for queue/charges.c; RTNL */
	struct buffer_found	found[MAC_CTRL_PRIORITIES];
};

#endif /* PAUSECTL_CONGESTION_PART_H */
