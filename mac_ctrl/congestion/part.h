/* SPDX-License-Identifier: GPL-2.0 */
/* What congestion, storms and farewells keep of a port. */
#ifndef PAUSECTL_CONGESTION_PART_H
#define PAUSECTL_CONGESTION_PART_H

#include <linux/atomic.h>
#include <linux/netdevice.h>

#include "congestion/sender.h"
#include "rules/dynamic.h"
#include "rules/frame.h"
#include "rules/threshold.h"

/**
 * struct congestion_part - buffers of received frames, and what the partner is told
 *
 * Under port->lock where nothing else is said.
 */
struct congestion_part {
	/** @sender: of what is due; its timer is for a refresh, a gap or a retry */
	struct pausectl_sender	sender;
	/** @refresh_ns: when XOFF is due again, CLOCK_MONOTONIC */
	u64			refresh_ns[MAC_CTRL_TIMERS];
	/** @next_ns: no frame before that time */
	u64			next_ns;
	/**
	 * @limits: of each buffer; written under RTNL too, read with READ_ONCE(). Those of a
	 * dynamic one are such that it is looked at closer: size 0, the others U32_MAX
	 */
	struct buffer_limits	limits[MAC_CTRL_PRIORITIES];
	/** @dynamic: buffers whose thresholds follow what is free; as @limits, and the next five */
	u8			dynamic;
	/** @kin: those that may go on when a buffer drains: itself, or all dynamic ones */
	u8			kin[MAC_CTRL_PRIORITIES];
	/** @alpha: of each, in parts of ALPHA_ONE */
	u32			alpha[MAC_CTRL_PRIORITIES];
	/** @headroom: of each dynamic one, octets */
	u32			headroom[MAC_CTRL_PRIORITIES];
	/** @pool: octets that the dynamic ones share */
	u32			pool;
	/** @shared: what a congested dynamic one has of them, else U32_MAX; by READ_ONCE() */
	u32			shared[MAC_CTRL_PRIORITIES];
	/** @occupancy: octets charged to each buffer; atomic */
	atomic_t		occupancy[MAC_CTRL_PRIORITIES];
	/** @occupancy_max: the most that was; approximate, READ_ONCE() and WRITE_ONCE() */
	u32			occupancy_max[MAC_CTRL_PRIORITIES];
	/** @buffer_of: buffer of each priority; as @limits */
	u8			buffer_of[MAC_CTRL_PRIORITIES];
	/** @lossless: priorities that are charged; as @limits */
	u8			lossless;
	/** @congested: buffers between XOFF and XON; read with READ_ONCE() */
	u8			congested;
	/** @forced: priorities, or the link, that the user wants stopped */
	u16			forced;
	/** @told: those that the partner was last asked to stop */
	u16			told;
	/** @guarded: those it is no longer asked to, until their buffer has drained */
	u16			guarded;
	/** @told_since_ns: since when, CLOCK_MONOTONIC */
	u64			told_since_ns[MAC_CTRL_TIMERS];
};

/**
 * struct storm_part - a storm of pause frames that runs
 *
 * Under port->lock; @on and @owner written under RTNL and it, but for the end.
 */
struct storm_part {
	/** @sender: of its frames */
	struct pausectl_sender	sender;
	/** @req: the frame */
	struct mac_ctrl_request	req;
	/** @interval_ns: from one to the next */
	u64			interval_ns;
	/** @next_ns: when the next one is due, or is tried again, CLOCK_MONOTONIC */
	u64			next_ns;
	/** @end_ns: when it is over */
	u64			end_ns;
	/** @owner: port ID of the netlink socket */
	u32			owner;
	/** @received: its frames are not sent: the port acts as if they came in */
	bool			received;
	/** @echo: its owner is told of its end */
	bool			echo;
	/** @on: there is one */
	bool			on;
	/** @owed: there was one, whose last frame could not be sent yet */
	bool			owed;
};

/**
 * struct farewell_part - what a port that has ended owes its partner
 *
 * Under the mutex of congestion/farewell.c.
 */
struct farewell_part {
	/** @node: in the list of those that do */
	struct list_head	node;
	/** @tracker: of the hold on the device */
	netdevice_tracker	tracker;
	/** @until_ns: when that makes no sense any more, CLOCK_MONOTONIC */
	u64			until_ns;
	/** @vector: the timers that the partner is to be let go on for */
	u16			vector;
};

#endif /* PAUSECTL_CONGESTION_PART_H */
