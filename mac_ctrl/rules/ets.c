// SPDX-License-Identifier: GPL-2.0
/*
 * Enhanced transmission selection: the work of a change and of a new round.
 * Pure: compiles in user space too.
 */
#include "rules/ets.h"

/* The least credit of a round. A smaller one would often be too small for a frame. */
#define QUANTUM_MIN	1538

/* The quanta are in proportion to the bandwidths, exactly, and none too small. */
static void ets_make_quanta(struct ets_plan *plan, const __u32 *tc_bw)
{
	unsigned int tc, least = 100, unit;

	for (tc = 0; tc < ETS_CLASSES; tc++)
		if (plan->weighted & ets_bit(tc) && tc_bw[tc] < least)
			least = tc_bw[tc];
	unit = (QUANTUM_MIN + least - 1) / least;
	for (tc = 0; tc < ETS_CLASSES; tc++)
		plan->quantum[tc] = plan->weighted & ets_bit(tc) ?
				    tc_bw[tc] * unit : QUANTUM_MIN;
}

static __u8 ets_rivals(const struct ets_plan *plan, unsigned int ready)
{
	__u32 classes = 0;
	unsigned int i;

	for (i = 0; i < ETS_CLASSES; i++)
		if (ready & ets_bit(i))
			classes |= ets_bit(plan->tc[i]);
	if (classes & ~plan->ets)
		return classes & ~plan->ets;
	return classes & plan->weighted ?: classes;
}

/*
 * Work out a plan. @prio_tc: class of each priority, 0 to 7; @tsa: of each class, STRICT or ETS;
 * @tc_bw: percent of each class, counts for ETS only
 */
void ets_plan_make(struct ets_plan *plan, const __u32 *prio_tc,
		   const __u32 *tsa, const __u32 *tc_bw)
{
	unsigned int i;

	*plan = (struct ets_plan) { .ets = 0 };
	for (i = 0; i < ETS_CLASSES; i++) {
		plan->tc[i] = prio_tc[i];
		plan->prios[prio_tc[i]] |= ets_bit(i);
		if (tsa[i] == PAUSECTL_TSA_STRICT)
			continue;
		plan->ets |= ets_bit(i);
		if (tc_bw[i])
			plan->weighted |= ets_bit(i);
	}
	ets_make_quanta(plan, tc_bw);
	for (i = 0; i < ETS_CLASSES; i++)
		if (plan->prios[i] & (plan->prios[i] - 1))
			plan->shared |= plan->prios[i];
	for (i = 0; i < sizeof(plan->rivals); i++)
		plan->rivals[i] = ets_rivals(plan, i);
}

/*
 * Begin with no credit. What never pays is always due: strict classes, and the priority of a class
 * that has just one.
 */
void ets_begin(const struct ets_plan *plan, struct ets_state *state)
{
	*state = (struct ets_state) {
		.classes.due = ~plan->ets,
		.priorities.due = ~plan->shared,
	};
}

/*
 * The next round of @members, and more until one of @ready may send. The first round is enough,
 * except for frames larger than a quantum, such as GSO frames that are not split. @quanta: NULL for
 * equal parts
 */
static void ets_begin_share(struct ets_share *share, const __s32 *quanta,
			    __u32 members, __u32 ready)
{
	unsigned int n;
	__s32 quantum;

	while (!(share->due & ready))
		for (n = 0; members >> n; n++) {
			if (!(members & ets_bit(n)))
				continue;
			quantum = quanta ? quanta[n] : QUANTUM_MIN;
			share->credit[n] += quantum;
			if (share->credit[n] > quantum)
				share->credit[n] = quantum;
			if (share->credit[n] > 0)
				share->due |= ets_bit(n);
		}
}

/*
 * Begin the rounds that are over for all who could send. @ready: mask of the priorities that have a
 * frame and may send, not 0
 */
void ets_begin_round(const struct ets_plan *plan, struct ets_state *state, __u32 ready)
{
	__u32 rivals = plan->rivals[ready];
	__u32 members = rivals & plan->weighted ? plan->weighted : plan->ets & ~plan->weighted;
	__u8 prios;

	ets_begin_share(&state->classes, plan->quantum, members, rivals);
	prios = plan->prios[__fls(rivals & state->classes.due)];
	ets_begin_share(&state->priorities, NULL, prios, ready & prios);
}
