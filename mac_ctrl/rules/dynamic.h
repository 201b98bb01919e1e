/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic thresholds after Choudhury and Hahne: buffers share a pool, and their thresholds follow
 * its free octets, as in switches. Pure: compiles in user space too.
 *
 *	XOFF above alpha * (pool - octets that all buffers take)
 *
 * So n buffers that fill alike come to rest at alpha * pool / (1 + n * alpha) each. They leave
 * pool / (1 + n * alpha) for idle buffers. The XON threshold is half the XOFF threshold. Both rise
 * while a buffer drains, so a single buffer goes on at alpha * pool / (2 + alpha).
 */
#ifndef PAUSECTL_RULES_DYNAMIC_H
#define PAUSECTL_RULES_DYNAMIC_H

#include "rules/threshold.h"

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

#endif /* PAUSECTL_RULES_DYNAMIC_H */
