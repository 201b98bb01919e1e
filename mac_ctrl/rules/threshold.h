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

/**
 * struct buffer_limits - limits of a buffer, in octets
 * @size: largest occupancy
 * @xoff: the port sends XOFF above this occupancy
 * @xon: the port sends XON below this occupancy
 */
struct buffer_limits {
	__u32 size;
	__u32 xoff;
	__u32 xon;
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
static inline __u32 buffer_headroom(__u64 bps, __u32 max_frame,
				    __u32 delay_bits)
{
	__u64 delay = delay_bits;

	if (!delay)
		delay = div_u64(bps, 1000000000 / DELAY_AUTO_NS);
	return buffer_cap(2ULL * max_frame + MAC_CTRL_FRAME_LEN +
			  div_u64(delay + 7, 8));
}

/**
 * struct buffer_room - octets that automatic limits allow for
 * @headroom: buffer_headroom(), what a wire and two MACs have in flight
 * @burst: what software has in flight beside that, in the backlogs of processors
 * @unit: what software sends at once, a GSO frame
 */
struct buffer_room {
	__u32 headroom;
	__u32 burst;
	__u32 unit;
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
	return limits.xon && limits.xon < limits.xoff &&
	       limits.xoff < limits.size;
}

#endif /* PAUSECTL_RULES_THRESHOLD_H */
