/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Thresholds that follow the free room of a pool, as switches share their buffers: dynamic
 * thresholds after Choudhury and Hahne. Pure: compiles in user space too.
 *
 *	XOFF above alpha * (pool - what all buffers take of it)
 *
 * So n buffers that fill alike come to rest at alpha * pool / (1 + n * alpha) each. They leave
 * pool / (1 + n * alpha) for idle buffers. XON is below half the threshold of the moment. The
 * threshold rises while a buffer drains, so a single buffer goes on at alpha * pool / (2 + alpha).
 */
#ifndef PAUSECTL_RULES_DYNAMIC_H
#define PAUSECTL_RULES_DYNAMIC_H

#include "rules/threshold.h"

/* alpha is told in parts of this. */
#define ALPHA_ONE	128U
#define ALPHA_MAX	(8 * ALPHA_ONE)
#define POOL_MIN	16384U

/**
 * dynamic_xoff() - above how much a buffer is congested
 * @alpha: of the buffer, in parts of ALPHA_ONE
 * @pool: octets that are shared
 * @taken: those that all buffers take of them
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
 * dynamic_share() - what a buffer that is congested has of the pool
 * @occupancy: octets charged to it
 * @pool: octets that are shared
 * @others: those that other buffers take of them
 *
 * What does not fit went to its headroom already, as all that comes later does: pool
 * and headroom of all buffers are never promised twice.
 */
static inline __u32 dynamic_share(__u32 occupancy, __u32 pool, __u64 others)
{
	__u32 room = others < pool ? pool - others : 0;

	return occupancy < room ? occupancy : room;
}

#endif /* PAUSECTL_RULES_DYNAMIC_H */
