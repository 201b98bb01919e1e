/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How long a port may keep a processor waiting for the ends of pauses. Pure: compiles in user
 * space too.
 *
 * A budget is a share of a processor, in percent. Time that passes pays for the time spent:
 *
 *	paid_ns = max(paid_ns, now) + ns * 100 / percent
 *
 * A charge exceeds the budget if it moves paid_ns more than SPIN_BURST_NS ahead of now. The port
 * then does not wait for SPIN_HOLD_NS. So the precision does not change from pause to pause, and a
 * flood gets one burst in SPIN_HOLD_NS, which is less than the percentage.
 */
#ifndef PAUSECTL_RULES_SPIN_H
#define PAUSECTL_RULES_SPIN_H

#include "rules/quanta.h"

#define SPIN_PERCENT_DEFAULT	5
#define SPIN_PERCENT_MAX	100

/* The most that paid_ns may be ahead: 5 ms of waiting at 5 %. */
#define SPIN_BURST_NS		100000000U
#define SPIN_HOLD_NS		1000000000U

/*
 * Beyond the budget, timers of all ports fire on this grid, and interrupt no more often. With the
 * kick of the qdisc an interrupt takes 2.4 us, 1.2 % of the grid.
 */
#define SPIN_GRID_NS		200000U

/**
 * struct spin_budget - the time spent
 * @paid_ns: when the time spent is paid for
 */
struct spin_budget {
	__u64 paid_ns;
};

/* @percent: not 0. Return: whether the charge exceeds the budget. */
static inline int spin_spend(struct spin_budget *budget, unsigned int percent,
			     __u32 ns, __u64 now)
{
	__u64 paid = budget->paid_ns > now ? budget->paid_ns : now;

	budget->paid_ns = paid + div_u64(100ULL * ns, percent);
	return budget->paid_ns > now + SPIN_BURST_NS;
}

/* The first time on the grid that is not before @at_ns. */
static inline __u64 spin_grid_ns(__u64 at_ns)
{
	return div_u64(at_ns + SPIN_GRID_NS - 1, SPIN_GRID_NS) * SPIN_GRID_NS;
}

#endif /* PAUSECTL_RULES_SPIN_H */
