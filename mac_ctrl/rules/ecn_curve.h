/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The probability that a frame is marked when it joins a queue. Pure: compiles in user space too.
 *
 *	1     |                  +-----------
 *	      |                  |
 *	Pmax  |               _,-+
 *	      |          _,-'
 *	0     +-------+-'--------+----------- octets that wait, this frame included
 *	             Kmin       Kmax
 *
 * With Kmin = Kmax the curve is a step.
 */
#ifndef PAUSECTL_RULES_ECN_CURVE_H
#define PAUSECTL_RULES_ECN_CURVE_H

#include <linux/types.h>

#ifndef __KERNEL__
#include <stdbool.h>
#endif

/* The number of random bits. With 24 bits all products fit 64 bits, for octets up to 2^30. */
#define ECN_RANDOM_BITS		24

/* The curve of a priority */
struct ecn_curve {
	__u32 kmin;	/* octets up to which no frame is marked */
	__u32 kmax;	/* octets above which all frames are marked */
	__u32 pmax;	/* percent of frames that are marked at @kmax */
};

/*
 * Is a frame marked? @octets: that wait, this frame included. @random: evenly distributed over 32
 * bits. Compares 24 of them / 2^24 with pmax / 100 * (octets - kmin) / (kmax - kmin), without a
 * division. During a change @curve may have an old @kmin and a new @kmax. The two checks at the
 * start ensure that kmax is above kmin all the same.
 */
static inline bool ecn_marks(const struct ecn_curve *curve, __u32 octets,
			     __u32 random)
{
	if (octets <= curve->kmin)
		return false;
	if (octets > curve->kmax)
		return true;
	return (__u64)(random >> (32 - ECN_RANDOM_BITS)) * 100 *
	       (curve->kmax - curve->kmin) <
	       ((__u64)(octets - curve->kmin) * curve->pmax << ECN_RANDOM_BITS);
}

#endif /* PAUSECTL_RULES_ECN_CURVE_H */
