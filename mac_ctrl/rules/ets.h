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
#include <stddef.h>
#define __fls(word)	(31U - __builtin_clz(word))
#endif

#define ETS_CLASSES	8

/* What dequeue needs of the settings, worked out at each change */
struct ets_plan {
	/*
	 * By each mask of priorities that are ready: the classes among which one is to send: the
	 * strict ones; if there are none, those with a bandwidth; else the others
	 */
	__u8	rivals[1 << ETS_CLASSES];
	__u8	tc[ETS_CLASSES];	/* class of each priority */
	__u8	prios[ETS_CLASSES];	/* mask of the priorities of each class */
	__u32	ets;	/* classes that share by credit; the others are strict, and come first */
	__u32	weighted;		/* those with a bandwidth; the others get what they leave */
	__u32	shared;			/* priorities whose class has others, too */
	__s32	quantum[ETS_CLASSES];	/* credit of a round for each class, octets */
};

/* Who may still send in this round */
struct ets_share {
	__u32	due;			/* bit n: credit[n] is above 0, or n never pays */
	__s32	credit[ETS_CLASSES];	/* octets, negative where a frame took more */
};

/* The rounds of a qdisc, from ets_begin() */
struct ets_state {
	/* Those with a bandwidth, and those without, have their own rounds */
	struct ets_share	classes;
	struct ets_share	priorities;	/* among the priorities of each class */
};

static inline __u32 ets_bit(unsigned int n)
{
	return 1U << n;
}

void ets_plan_make(struct ets_plan *plan, const __u32 *prio_tc,
		   const __u32 *tsa, const __u32 *tc_bw);
void ets_begin(const struct ets_plan *plan, struct ets_state *state);
void ets_begin_round(const struct ets_plan *plan, struct ets_state *state, __u32 ready);

/*
 * The priorities of which the highest sends next: some of @ready, of one class; 0: ask again after
 * ets_begin_round(). @ready: mask of the priorities that have a frame and may send, not 0. Asked
 * twice without a frame in between, the answer is the same.
 */
static inline __u32 ets_due(const struct ets_plan *plan, const struct ets_state *state, __u32 ready)
{
	__u32 due = plan->rivals[ready] & state->classes.due;

	if (!due)
		return 0;
	return ready & plan->prios[__fls(due)] & state->priorities.due;
}

/*
 * The most that a frame costs. No frame is longer, but a size table of tc (stab) may say so. The
 * rounds that pay a debt take time in dequeue: at most some 700 rounds with this bound.
 */
#define ETS_FRAME_MAX	1048576U

/*
 * All lose credit, because it costs less than to ask who pays. Nobody looks at the credit of the
 * others, which wraps. @n is due: if it pays, its credit is above 0.
 */
static inline void ets_pay(struct ets_share *share, unsigned int n, unsigned int octets,
			   __u32 payers)
{
	__u32 credit = share->credit[n];

	if (octets >= credit) {
		share->due &= ~(payers & ets_bit(n));
		if (octets > ETS_FRAME_MAX)
			octets = ETS_FRAME_MAX;
	}
	share->credit[n] = credit - octets;
}

/* A frame of @octets leaves. @priority: from ets_due() */
static inline void ets_charge(const struct ets_plan *plan, struct ets_state *state,
			      unsigned int priority, unsigned int octets)
{
	ets_pay(&state->classes, plan->tc[priority], octets, plan->ets);
	if (plan->shared)
		ets_pay(&state->priorities, priority, octets, plan->shared);
}

#endif /* PAUSECTL_RULES_ETS_H */
