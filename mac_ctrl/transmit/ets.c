// SPDX-License-Identifier: GPL-2.0
/*
 * Enhanced transmission selection: what is done once a change, or once a round.
 * Pure: compiles in user space too.
 */
#include "ets.h"

/* The least credit of a round, so that few rounds are too small for a frame. */
#define QUANTUM_MIN	1538

const __s32 ets_equal_parts[ETS_CLASSES] = {
	QUANTUM_MIN, QUANTUM_MIN, QUANTUM_MIN, QUANTUM_MIN,
	QUANTUM_MIN, QUANTUM_MIN, QUANTUM_MIN, QUANTUM_MIN,
};

/* The quanta are in proportion to the bandwidths, exactly, and none too small. */
static void make_quanta(struct ets_plan *plan, const __u32 *tc_bw)
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

static void make_classes(struct ets_plan *plan, const __u32 *prio_tc,
			 const __u32 *tsa, const __u32 *tc_bw)
{
	unsigned int i;

	for (i = 0; i < ETS_CLASSES; i++) {
		plan->tc[i] = prio_tc[i];
		plan->prios[prio_tc[i]] |= ets_bit(i);
		if (tsa[i] == ETS_TSA_STRICT) {
			plan->strict |= ets_bit(i);
			continue;
		}
		plan->ets |= ets_bit(i);
		if (tc_bw[i])
			plan->weighted |= ets_bit(i);
	}
}

/**
 * ets_plan_make() - work out a plan
 * @plan: to be filled in
 * @prio_tc: class of each priority, 0 to 7
 * @tsa: of each class, ETS_TSA_STRICT or ETS_TSA_ETS
 * @tc_bw: percent of each class; counts for ETS only
 */
void ets_plan_make(struct ets_plan *plan, const __u32 *prio_tc,
		   const __u32 *tsa, const __u32 *tc_bw)
{
	unsigned int i, n;

	*plan = (struct ets_plan) { .strict = 0 };
	make_classes(plan, prio_tc, tsa, tc_bw);
	make_quanta(plan, tc_bw);
	for (i = 0; i < ETS_CLASSES; i++)
		if (plan->prios[i] & (plan->prios[i] - 1))
			plan->shared |= ets_bit(i);
	for (i = 0; i < 16; i++)
		for (n = 0; n < 4; n++)
			if (i & ets_bit(n)) {
				plan->low[i] |= ets_bit(prio_tc[n]);
				plan->high[i] |= ets_bit(prio_tc[n + 4]);
			}
}

/**
 * ets_round() - begin the next round, and more until one may send
 * @share: who may send
 * @quantum: credit of a round
 * @members: mask of those that take part
 * @ready: mask of those that could send, of @members and not 0
 *
 * The first round does, but for frames larger than a quantum, as GSO frames are
 * that are not split.
 *
 * Return: those of @ready that may.
 */
__u32 ets_round(struct ets_share *share, const __s32 *quantum, __u32 members,
		__u32 ready)
{
	unsigned int n;

	do {
		for (n = 0; members >> n; n++) {
			if (!(members & ets_bit(n)))
				continue;
			share->credit[n] += quantum[n];
			if (share->credit[n] > quantum[n])
				share->credit[n] = quantum[n];
			if (share->credit[n] > 0)
				share->due |= ets_bit(n);
		}
	} while (!(share->due & ready));
	return share->due & ready;
}
