/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Enhanced transmission selection (IEEE 802.1Q Clause 37): which priority sends
 * the next frame. Pure: compiles in user space too.
 *
 * Strict classes go first, the highest first. The others share what is left by
 * deficit round robin in octets: a round gives every class a credit in proportion
 * to its bandwidth, a frame is paid for when it leaves, and a class whose credit is
 * used up waits for the next round, which comes when none that could send has
 * credit left. The last frame of a round may cost more than there is; what it cost
 * too much is missing in the next round, so that shares are exact over time.
 *
 * A round counts for all classes, but no credit grows beyond one round's. Hence
 * - a class without frames saves up nothing, its share goes to the others;
 * - one that is paused, or held back by its maximum rate, takes no part and keeps
 *   what it had: no debt grows meanwhile, and nothing is made up for afterwards;
 * - one that runs empty keeps its debt, too, of a frame at most, and pays it off in
 *   the rounds of the others. Forgiven, a class that never holds more than one
 *   frame would get a frame for each one of the others, whatever its bandwidth is.
 *
 * Priorities of one class share it the same way, in equal parts. All work that
 * a frame causes is independent of how many classes, priorities or frames wait.
 */
#ifndef PAUSECTL_TRANSMIT_ETS_H
#define PAUSECTL_TRANSMIT_ETS_H

#include <linux/types.h>

#ifdef __KERNEL__
#include <linux/bitops.h>
#else
#define __fls(word)	(31U - __builtin_clz(word))
#endif

#define ETS_CLASSES	8

/* Transmission selection algorithms by their numbers, IEEE 802.1Q Table 8-6. */
#define ETS_TSA_STRICT	0
#define ETS_TSA_CBS	1
#define ETS_TSA_ETS	2

/**
 * struct ets_plan - what dequeue needs of the settings, worked out at each change
 * @low: by bits 0 to 3 of a mask of priorities: the mask of their classes
 * @high: the same by bits 4 to 7
 * @tc: class of each priority
 * @prios: mask of the priorities of each class
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
	__u8	strict;
	__u8	ets;
	__u8	weighted;
	__u8	shared;
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
 * @classes: among the classes of the plan's mask ets
 * @priorities: among the priorities of each class
 */
struct ets_state {
	struct ets_share	classes;
	struct ets_share	priorities;
};

extern const __s32 ets_equal_parts[ETS_CLASSES];

static inline __u32 ets_bit(unsigned int n)
{
	return 1U << n;
}

void ets_plan_make(struct ets_plan *plan, const __u32 *prio_tc,
		   const __u32 *tsa, const __u32 *tc_bw);
__u32 ets_round(struct ets_share *share, const __s32 *quantum, __u32 members,
		__u32 ready);

/* Whose turn it is among @ready, which are of @members and not 0. */
static inline unsigned int ets_turn(struct ets_share *share,
				    const __s32 *quantum, __u32 members,
				    __u32 ready)
{
	__u32 due = share->due & ready;

	return __fls(due ? due : ets_round(share, quantum, members, ready));
}

static inline void ets_pay(struct ets_share *share, unsigned int n,
			   unsigned int octets)
{
	share->credit[n] -= octets;
	if (share->credit[n] <= 0)
		share->due &= ~ets_bit(n);
}

/**
 * ets_pick() - the priority that sends next
 * @plan: the plan
 * @state: the rounds; asked twice without a frame in between, they say the same
 * @ready: mask of the priorities that have a frame and may send, not 0
 *
 * Return: one of @ready.
 */
static inline unsigned int ets_pick(const struct ets_plan *plan,
				    struct ets_state *state, __u32 ready)
{
	__u32 classes = plan->low[ready & 15] | plan->high[ready >> 4];
	__u32 first = classes & plan->strict;
	unsigned int tc;

	if (first) {
		tc = __fls(first);
	} else {
		first = classes & plan->weighted;
		tc = ets_turn(&state->classes, plan->quantum, plan->ets,
			      first ? first : classes);
	}
	ready &= plan->prios[tc];
	if (plan->shared & ets_bit(tc))
		return ets_turn(&state->priorities, ets_equal_parts,
				plan->prios[tc], ready);
	return __fls(ready);
}

/**
 * ets_charge() - a frame leaves
 * @plan: the plan
 * @state: the rounds
 * @priority: that of the frame, picked before
 * @octets: of the frame
 */
static inline void ets_charge(const struct ets_plan *plan,
			      struct ets_state *state, unsigned int priority,
			      unsigned int octets)
{
	unsigned int tc = plan->tc[priority];

	if (plan->ets & ets_bit(tc))
		ets_pay(&state->classes, tc, octets);
	if (plan->shared & ets_bit(tc))
		ets_pay(&state->priorities, priority, octets);
}

#endif /* PAUSECTL_TRANSMIT_ETS_H */
