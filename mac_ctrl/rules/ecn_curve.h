/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How likely a frame is marked that joins a queue. Pure: compiles in user space too.
 *
 *	1     |                  +-----------
 *	      |                  |
 *	Pmax  |               _,-+
 *	      |          _,-'
 *	0     +-------+-'--------+----------- octets that wait, this frame included
 *	             Kmin       Kmax
 *
 * With Kmin = Kmax it is a step: all that wait above it.
 */
#ifndef PAUSECTL_RULES_ECN_CURVE_H
#define PAUSECTL_RULES_ECN_CURVE_H

#include <linux/types.h>

#ifndef __KERNEL__
#include <stdbool.h>
#endif

/* Random bits that are used: with them all products fit 64 bits, for octets up to 2^30. */
#define ECN_RANDOM_BITS		24

/**
 * struct ecn_curve - of a priority
 * @kmin: octets up to which none is marked
 * @kmax: octets above which all are
 * @pmax: percent at @kmax
 */
struct ecn_curve {
	__u32 kmin;
	__u32 kmax;
	__u32 pmax;
};

/**
 * ecn_marks() - is a frame marked?
 * @curve: of its priority
 * @octets: that wait, with it
 * @random: evenly distributed over 32 bits
 *
 * Compares random / 2^24 with pmax / 100 * (octets - kmin) / (kmax - kmin), without a
 * division. A curve that is changed meanwhile may be read half old: as both ends are
 * looked at first, the distance of them is not 0.
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
