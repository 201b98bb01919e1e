/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The size of a buffer, and when the buffer tells the sender to stop and to go on. Pure: compiles
 * in user space too.
 *
 *	0         xon              xoff                     size    most
 *	|----------|-----------------|------------------------|-------|
 *	  XON below ^     XOFF above ^   headroom and burst    ^       ^ dropped beyond
 *
 * Octets are those of frames from header to payload, without FCS. Frames also take memory, and
 * small frames take many times their octets: 60 octets take 960 on Linux 6.12. So the load of a
 * buffer decides: its octets, or a MEMORY_FACTOR-th of its memory if that is more. Frames that
 * Linux itself allocates take less than MEMORY_FACTOR times their octets from 400 octets on (400
 * take 1280, 1514 take 2304), so the octets decide about them.
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

#define MEMORY_FACTOR		4U
/* The same for the smallest frames, which take 84 octets of a wire: 84 times this is 1008. */
#define MEMORY_FACTOR_SMALLEST	12U
/* The unit in which the memory of a buffer is counted, octets */
#define MEMORY_UNIT		64U

/* Limits of a buffer, in octets */
struct buffer_limits {
	__u32 size;	/* largest number of octets */
	__u32 xoff;	/* the port sends XOFF above this load */
	__u32 xon;	/* the port sends XON below this load */
	__u32 most;	/* largest load: frames that come in after XOFF may all be small */
};

/*
 * What a buffer holds, in one word: octets in the low half, memory in units in the high half. No
 * half overflows: a buffer takes BUFFER_MAX octets, MEMORY_FACTOR times @most of memory, and the
 * frames that processors charge at the same time.
 */
static inline __u64 held_of(__u32 octets, __u32 units)
{
	return (__u64)units << 32 | octets;
}

static inline __u32 held_octets(__u64 held)
{
	return held;
}

static inline __u32 held_units(__u64 held)
{
	return held >> 32;
}

static inline __u32 memory_units(__u32 octets)
{
	return (octets + MEMORY_UNIT - 1) / MEMORY_UNIT;
}

static inline __u32 held_load(__u64 held)
{
	__u32 load = held_units(held) * (MEMORY_UNIT / MEMORY_FACTOR);

	return load > held_octets(held) ? load : held_octets(held);
}

static inline __u32 buffer_cap(__u64 octets)
{
	return octets < BUFFER_MAX / 4 ? octets : BUFFER_MAX / 4;
}

/*
 * Octets that come in after the decision to send XOFF. IEEE 802.1Qbb Annex O adds up: a frame that
 * this port has just begun, the XOFF, @delay_bits, and a frame that the partner has just begun.
 * @delay_bits: round trip and reaction of both ends, bit times; 0: DELAY_AUTO_NS at @bps
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

/* Beside @size there is room for a headroom of the smallest frames. */
static inline __u32 buffer_most(struct buffer_limits limits, __u32 headroom)
{
	__u32 above = limits.size > limits.xoff ? limits.size - limits.xoff : 0;
	__u32 smallest = headroom < above ? headroom : above;

	return limits.size + (MEMORY_FACTOR_SMALLEST / MEMORY_FACTOR - 1) * smallest;
}

/*
 * Work out the limits of @wish that are 0, not set. With nothing set, there is one headroom and the
 * burst above XOFF; one headroom between XON and XOFF, so that XON comes no more often than once in
 * a round trip; and one below XON, so that frames can leave until the sender is back. A slow port
 * has room for a unit below XOFF: a single GSO frame is no congestion. If the size is set and has
 * no room for all of that, what is below XOFF comes first, then the headroom, then the burst.
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
	wish.most = buffer_most(wish, room.headroom);
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

/*
 * The load above which a buffer is congested. @alpha: of the buffer; @pool: octets that dynamic
 * buffers share; @taken: octets of the pool that all buffers take
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

/*
 * Octets of the pool that a congested buffer takes. @others: those that other buffers take. The
 * rest of the buffer's octets is in its headroom, as are all that come later. So no octet of the
 * pool or of a headroom is promised twice.
 */
static inline __u32 dynamic_share(__u32 occupancy, __u32 pool, __u64 others)
{
	__u32 room = others < pool ? pool - others : 0;

	return occupancy < room ? occupancy : room;
}

#endif /* PAUSECTL_RULES_THRESHOLD_H */
