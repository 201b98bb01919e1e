// SPDX-License-Identifier: GPL-2.0
/*
 * Enhanced transmission selection: the work of a change and of a new round.
 * Pure: compiles in user space too.
 */
#include "rules/ets.h"

/* The least credit of a round. A smaller one would often be too small for a frame. */
#define QUANTUM_MIN	1538

/* The credits of a round without weights. */
static const __s32 equal_parts[ETS_CLASSES] = {
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
		if (tsa[i] == PAUSECTL_TSA_STRICT) {
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
 * @tsa: of each class, PAUSECTL_TSA_STRICT or PAUSECTL_TSA_ETS
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
		else if (plan->prios[i])
			plan->first[i] = __fls(plan->prios[i]);
	for (i = 0; i < 16; i++)
		for (n = 0; n < 4; n++)
			if (i & ets_bit(n)) {
				plan->low[i] |= ets_bit(prio_tc[n]);
				plan->high[i] |= ets_bit(prio_tc[n + 4]);
			}
}

/*
 * The next round of @members, and more until one of @ready may send: the first one
 * does, but for frames larger than a quantum, as GSO frames are that are not split.
 */
static void begin_round(struct ets_share *share, const __s32 *quantum,
			__u32 members, __u32 ready)
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
}

/* Whose turn it is among @ready, which are of @members and not 0. */
static unsigned int turn(struct ets_share *share, const __s32 *quantum,
			 __u32 members, __u32 ready)
{
	if (!(share->due & ready))
		begin_round(share, quantum, members, ready);
	return __fls(share->due & ready);
}

static unsigned int pick_class(const struct ets_plan *plan,
			       struct ets_state *state, __u32 ready)
{
	__u32 due = ets_due(plan, state, ready);
	__u32 classes = ets_classes(plan, ready);

	if (due)
		return __fls(due);
	if (classes & plan->weighted)
		return turn(&state->classes, plan->quantum, plan->weighted,
			    classes & plan->weighted);
	return turn(&state->rest, equal_parts, plan->ets & ~plan->weighted,
		    classes);
}

/**
 * ets_pick() - the priority that sends next
 * @plan: the plan
 * @state: the rounds; asked twice without a frame in between, they say the same
 * @ready: mask of the priorities that have a frame and may send, not 0
 *
 * Return: one of @ready.
 */
unsigned int ets_pick(const struct ets_plan *plan, struct ets_state *state,
		      __u32 ready)
{
	unsigned int tc = pick_class(plan, state, ready);

	if (plan->shared & ets_bit(tc))
		return turn(&state->priorities, equal_parts, plan->prios[tc],
			    ready & plan->prios[tc]);
	return plan->first[tc];
}

/**
 * ets_charge() - a frame leaves
 * @plan: the plan
 * @state: the rounds
 * @priority: that of the frame, picked before
 * @octets: of the frame
 */
void ets_charge(const struct ets_plan *plan, struct ets_state *state,
		unsigned int priority, unsigned int octets)
{
	unsigned int tc = plan->tc[priority];

	ets_pay_class(plan, state, tc, octets);
	if (plan->ets & ~plan->weighted & ets_bit(tc))
		ets_pay(&state->rest, tc, octets);
	if (plan->shared & ets_bit(tc))
		ets_pay(&state->priorities, priority, octets);
}
