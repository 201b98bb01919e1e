/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The size of a buffer, and when the buffer tells the sender to stop and to go on. Pure: compiles
 * in user space too.
 *
 *	0         xon              xoff            size
 *	|----------|-----------------|---------------|
 *	  XON below ^     XOFF above ^   headroom     ^ dropped beyond
 *
 * All in octets of frames in the host: header to payload, no FCS.
 */
#ifndef PAUSECTL_RULES_THRESHOLD_H
#define PAUSECTL_RULES_THRESHOLD_H

#include "rules/frame.h"
#include "rules/quanta.h"

#define BUFFER_MAX		1073741824U

/* The delay if none is set: the time that software takes to send XOFF and to obey XOFF. */
#define DELAY_AUTO_NS		100000U
#define DELAY_MAX_BITS		1000000000U

/**
 * struct buffer_limits - of one buffer, octets
 * @size: what it holds at most
 * @xoff: above it, the sender is told to stop
 * @xon: below it, to go on
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
 * buffer_headroom() - what still comes in after the decision to send XOFF
 * @bps: speed, bit/s
 * @max_frame: longest frame, octets
 * @delay_bits: round trip, bit times; 0 for DELAY_AUTO_NS at that speed
 *
 * IEEE 802.1Qbb Annex O: a frame of ours that has just begun delays the XOFF, the XOFF
 * itself takes its time, one of the partner's that has just begun is finished, and
 * in between the delay of wire and both ends.
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
 * buffer_resolve() - fill in what is not set
 * @wish: as set; 0: to be worked out
 * @headroom: buffer_headroom()
 *
 * With nothing set, the buffer has the headroom above XOFF; the same again
 * between XON and XOFF, so that XON comes no more often than a round trip; and the
 * same below XON, so that the way out stays busy until the sender is back.
 */
static inline struct buffer_limits
buffer_resolve(struct buffer_limits wish, __u32 headroom)
{
	if (!wish.xoff && !wish.size)
		wish.xoff = wish.xon ? wish.xon + headroom : 2 * headroom;
	if (!wish.xoff)
		wish.xoff = wish.size >= 3 * headroom ? wish.size - headroom :
							wish.size / 3 * 2;
	if (!wish.size)
		wish.size = wish.xoff + headroom;
	if (!wish.xon)
		wish.xon = wish.xoff / 2;
	return wish;
}

/* Thresholds must lie below one another and the size. */
static inline int buffer_valid(struct buffer_limits limits)
{
	return limits.xon && limits.xon < limits.xoff &&
	       limits.xoff < limits.size;
}

#endif /* PAUSECTL_RULES_THRESHOLD_H */
