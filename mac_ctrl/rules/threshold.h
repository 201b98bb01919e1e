/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The size of a buffer, and when the buffer tells the sender to stop and to go on. Pure: compiles
 * in user space too.
 *
 *	0         xon              xoff                     size
 *	|----------|-----------------|------------------------|
 *	  XON below ^     XOFF above ^   headroom and burst    ^ dropped beyond
 *
 * All in octets of frames from header to payload, without FCS.
 */
#ifndef PAUSECTL_RULES_THRESHOLD_H
#define PAUSECTL_RULES_THRESHOLD_H

#include "rules/frame.h"
#include "rules/quanta.h"

#define BUFFER_MAX		1073741824U

/* The delay if none is set: the time that software takes to send XOFF and to obey XOFF. */
#define DELAY_AUTO_NS		100000U
#define DELAY_MAX_BITS		1000000000U

/*
 * The backlog of a processor is full for a port at an end of a pair with this number of frames, or
 * of frames where a GSO frame waits: see queue/queue.c.
 */
#define BACKLOG_FRAMES		32
#define BACKLOG_GSO_FRAMES	4

/* Limits of a buffer, in octets */
struct buffer_limits {
	__u32 size;	/* largest occupancy */
	__u32 xoff;	/* the port sends XOFF above this occupancy */
	__u32 xon;	/* the port sends XON below this occupancy */
};

static inline __u32 buffer_cap(__u64 octets)
{
	return octets < BUFFER_MAX / 4 ? octets : BUFFER_MAX / 4;
}

/**
 * buffer_headroom() - octets that come in after the decision to send XOFF
 * @bps: speed, bit/s
 * @max_frame: longest frame, octets
 * @delay_bits: round trip and reaction of both ends, bit times; 0: DELAY_AUTO_NS at @bps
 *
 * IEEE 802.1Qbb Annex O adds up: a frame that this port has just begun, the XOFF, @delay_bits, and
 * a frame that the partner has just begun.
 */
static inline __u32 buffer_headroom(__u64 bps, __u32 max_frame, __u32 delay_bits)
{
	__u64 delay = delay_bits;

	if (!delay)
		delay = div_u64(bps, 1000000000 / DELAY_AUTO_NS);
	return buffer_cap(2ULL * max_frame + MAC_CTRL_FRAME_LEN +
			  div_u64(delay + 7, 8));
}

/* Octets that automatic limits allow for */
struct buffer_room {
	__u32 headroom;	/* buffer_headroom(), what a wire and two MACs have in flight */
	__u32 burst;	/* what software has in flight beside that, in the backlogs of processors */
	__u32 unit;	/* what software sends at once, a GSO frame */
};

/**
 * buffer_resolve() - work out the limits that are not set
 * @wish: as set; 0: not set
 * @room: what the limits allow for
 *
 * With nothing set, there is one headroom and the burst above XOFF; one headroom between XON and
 * XOFF, so that XON comes no more often than once in a round trip; and one below XON, so that
 * frames can leave until the sender is back. A slow port has room for a unit below XOFF: a single
 * GSO frame is no congestion. If the size is set and has no room for all of that, what is below
 * XOFF comes first, then the headroom, then the burst.
 */
static inline struct buffer_limits
buffer_resolve(struct buffer_limits wish, struct buffer_room room)
{
	__u32 below = wish.xon ? wish.xon + room.headroom : 2 * room.headroom;
	__u32 above = buffer_cap((__u64)room.headroom + room.burst);

	if (!wish.xoff && !wish.size)
		wish.xoff = below > room.unit ? below : room.unit;
	if (!wish.xoff && wish.size < 3 * room.headroom)
		wish.xoff = wish.size / 3 * 2;
	if (!wish.xoff && wish.size >= (__u64)below + above)
		wish.xoff = wish.size - above;
	if (!wish.xoff)
		wish.xoff = below < wish.size - room.headroom ? below : wish.size - room.headroom;
	if (!wish.size)
		wish.size = wish.xoff + above;
	if (!wish.xon)
		wish.xon = wish.xoff / 2;
	return wish;
}

static inline int buffer_valid(struct buffer_limits limits)
{
	return limits.xon && limits.xon < limits.xoff && limits.xoff < limits.size;
}

/*
 * Dynamic thresholds after Choudhury and Hahne: buffers share a pool, and their thresholds follow
 * its free octets, as in switches.
 *
 *	XOFF above alpha * (pool - octets that all buffers take)
 *
 * So n buffers that fill alike come to rest at alpha * pool / (1 + n * alpha) each. They leave
 * pool / (1 + n * alpha) for idle buffers. The XON threshold is half the XOFF threshold. Both rise
 * while a buffer drains, so a single buffer goes on at alpha * pool / (2 + alpha).
 */

/* The unit of alpha: 128 is an alpha of 1. */
#define ALPHA_ONE	128U
#define ALPHA_MAX	(8 * ALPHA_ONE)
#define POOL_MIN	16384U

/**
 * dynamic_xoff() - the occupancy above which a buffer is congested
 * @alpha: of the buffer, in units of 1 / ALPHA_ONE
 * @pool: octets that dynamic buffers share
 * @taken: octets of the pool that all buffers take
 */
static inline __u32 dynamic_xoff(__u32 alpha, __u32 pool, __u64 taken)
{
	__u64 xoff;

	if (taken >= pool)
		return 0;
	xoff = (pool - taken) * alpha / ALPHA_ONE;
	return xoff < BUFFER_MAX ? xoff : BUFFER_MAX;
}

static inline __u32 dynamic_xon(__u32 xoff)
{
	return xoff / 2;
}

/**
 * dynamic_share() - octets of the pool that a congested buffer takes
 * @occupancy: octets charged to the buffer
 * @pool: octets that dynamic buffers share
 * @others: octets of the pool that other buffers take
 *
 * The other charged octets are in the headroom of the buffer, as are all that come later. So no
 * octet of the pool or of a headroom is promised twice.
 */
static inline __u32 dynamic_share(__u32 occupancy, __u32 pool, __u64 others)
{
	__u32 room = others < pool ? pool - others : 0;

	return occupancy < room ? occupancy : room;
}

#endif /* PAUSECTL_RULES_THRESHOLD_H */
