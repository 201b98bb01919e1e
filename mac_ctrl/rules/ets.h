/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Enhanced transmission selection (IEEE 802.1Q Clause 37): which priority sends
 * the next frame. Pure: compiles in user space too.
 *
 * Strict classes go first, the highest first. The other classes share the rest by deficit round
 * robin in octets. A round gives every class a credit in proportion to its bandwidth. A frame is
 * paid for when it leaves. A class without credit waits for the next round. The next round begins
 * when no class that could send has credit left. The last frame of a round may cost more than the
 * credit. The next round has that much less, so shares are exact over time.
 *
 * A round gives credit to all classes, but no credit grows beyond that of one round. Hence
 * - a class without frames saves no credit, and its share goes to the others;
 * - a class that is paused, or held back by its maximum rate, takes no part and keeps its credit:
 *   no debt grows meanwhile, and the class catches up with nothing afterwards;
 * - a class that runs empty keeps its debt, of a frame at most, and pays the debt in the rounds of
 *   the others. Without that, a class that never holds more than one frame would get a frame for
 *   each frame of the others, whatever its bandwidth is.
 *
 * Priorities of one class share the class in the same way, in equal parts. The work for a frame
 * does not depend on how many classes, priorities or frames wait.
 */
#ifndef PAUSECTL_RULES_ETS_H
#define PAUSECTL_RULES_ETS_H

#include <linux/types.h>
#include <uapi/pausectl.h>

#ifdef __KERNEL__
#include <linux/bitops.h>
#else
#define __fls(word)	(31U - __builtin_clz(word))
#endif

#define ETS_CLASSES	8

/**
 * struct ets_plan - what dequeue needs of the settings, worked out at each change
 * @low: by bits 0 to 3 of a mask of priorities: the mask of their classes
 * @high: the same by bits 4 to 7
 * @tc: class of each priority
 * @prios: mask of the priorities of each class
 * @first: the priority of each class that has just one
 * @strict: classes that are served before all others
 * @ets: classes that share by credit
 * @weighted: those of them with a bandwidth; the others get what these leave
 * @shared: classes of more than one priority
 * @quantum: credit of a round for each class, octets
 */
struct ets_plan {
	__u8	low[16];
	__u8	high[16];
	__u8	tc[ETS_CLASSES];
	__u8	prios[ETS_CLASSES];
	__u8	first[ETS_CLASSES];
	__u32	strict;
	__u32	ets;
	__u32	weighted;
	__u32	shared;
	__s32	quantum[ETS_CLASSES];
};

/**
 * struct ets_share - who may still send in this round
 * @due: bit n: credit[n] is above 0
 * @credit: octets, negative where a frame took more than there was
 */
struct ets_share {
	__u32	due;
	__s32	credit[ETS_CLASSES];
};

/**
 * struct ets_state - the rounds of a qdisc; zeros to begin with
 * @classes: among ETS classes with a bandwidth
 * @rest: among those without
 * @priorities: among the priorities of each class
 */
struct ets_state {
	struct ets_share	classes;
	struct ets_share	rest;
	struct ets_share	priorities;
};

static inline __u32 ets_bit(unsigned int n)
{
	return 1U << n;
}

void ets_plan_make(struct ets_plan *plan, const __u32 *prio_tc,
		   const __u32 *tsa, const __u32 *tc_bw);
unsigned int ets_pick(const struct ets_plan *plan, struct ets_state *state,
		      __u32 ready);
void ets_charge(const struct ets_plan *plan, struct ets_state *state,
		unsigned int priority, unsigned int octets);

/* The classes of the priorities in a mask. */
static inline __u32 ets_classes(const struct ets_plan *plan, __u32 priorities)
{
	return plan->low[priorities & 15] | plan->high[priorities >> 4];
}

/**
 * ets_due() - the classes of which the highest sends next
 * @plan: the plan
 * @state: the rounds
 * @ready: mask of the priorities that have a frame and may send
 *
 * Return: a mask, 0 where a round has to begin first.
 */
static inline __u32 ets_due(const struct ets_plan *plan,
			    const struct ets_state *state, __u32 ready)
{
	__u32 classes = ets_classes(plan, ready);
	__u32 strict = classes & plan->strict;

	return strict ? strict : classes & state->classes.due;
}

static inline void ets_pay(struct ets_share *share, unsigned int n,
			   unsigned int octets)
{
	share->credit[n] -= octets;
	if (share->credit[n] <= 0)
		share->due &= ~ets_bit(n);
}

/* A frame of a class leaves. */
static inline void ets_pay_class(const struct ets_plan *plan,
				 struct ets_state *state, unsigned int tc,
				 unsigned int octets)
{
	if (plan->weighted & ets_bit(tc))
		ets_pay(&state->classes, tc, octets);
}

#endif /* PAUSECTL_RULES_ETS_H */
