// SPDX-License-Identifier: GPL-2.0
/*
 * Enhanced transmission selection: compares the octets that each priority sends with the shares
 * that follow from the settings. Random frames come from a fixed seed, so all figures are the same
 * in every run. The tests print figures beside the limits.
 */
#include "unit.h"
#include "rules/ets.h"

#define S	PAUSECTL_TSA_STRICT
#define E	PAUSECTL_TSA_ETS
#define LONGEST	1514

static const __u32 identity[ETS_CLASSES] = { 0, 1, 2, 3, 4, 5, 6, 7 };
static const __u32 all_strict[ETS_CLASSES] = { S, S, S, S, S, S, S, S };
static const __u32 all_ets[ETS_CLASSES] = { E, E, E, E, E, E, E, E };
static const __u32 no_bw[ETS_CLASSES];

struct port {
	struct ets_plan plan;
	struct ets_state state;
	uint64_t octets[ETS_CLASSES];	/* sent, by priority */
	uint64_t sum;
};

static void port_make(struct port *port, const __u32 *prio_tc, const __u32 *tsa,
		      const __u32 *tc_bw)
{
	memset(port, 0, sizeof(*port));
	ets_plan_make(&port->plan, prio_tc, tsa, tc_bw);
	ets_begin(&port->plan, &port->state);
}

/* The priority that sends next. If no priority is due, a round begins, and then one is due. */
static unsigned int pick(struct port *port, unsigned int ready)
{
	unsigned int due = ets_due(&port->plan, &port->state, ready);

	if (!due) {
		ets_begin_round(&port->plan, &port->state, ready);
		due = ets_due(&port->plan, &port->state, ready);
	}
	assert_int_not_equal(due, 0);
	return __fls(due);
}

static unsigned int send(struct port *port, unsigned int ready, unsigned int octets)
{
	unsigned int priority = pick(port, ready);

	assert_true(ready >> priority & 1);
	assert_int_equal(pick(port, ready), priority);
	ets_charge(&port->plan, &port->state, priority, octets);
	port->octets[priority] += octets;
	port->sum += octets;
	return priority;
}

static void forget(struct port *port)
{
	memset(port->octets, 0, sizeof(port->octets));
	port->sum = 0;
}

static unsigned int draw(void)
{
	static uint32_t state = 1;

	state = state * 1664525 + 1013904223;
	return state >> 8;
}

/* Octets that @n has sent beyond its share. The priorities of the mask @among share by @weights. */
static int64_t error_of(const struct port *port, unsigned int n, const __u32 *weights,
			unsigned int among)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < ETS_CLASSES; i++)
		if (among >> i & 1)
			sum += weights[i];
	return (int64_t)port->octets[n] - (int64_t)(port->sum * weights[n] / sum);
}

static int64_t worst_error(const struct port *port, const __u32 *weights, unsigned int among)
{
	int64_t worst = 0, error;
	unsigned int i;

	for (i = 0; i < ETS_CLASSES; i++) {
		if (!(among >> i & 1))
			continue;
		error = error_of(port, i, weights, among);
		if (error < 0)
			error = -error;
		if (error > worst)
			worst = error;
	}
	return worst;
}

/* The largest credit that a class gets in a round, and one frame more. */
static int64_t allowed(const struct port *port)
{
	int64_t most = 0;
	unsigned int i;

	for (i = 0; i < ETS_CLASSES; i++)
		if (port->plan.quantum[i] > most)
			most = port->plan.quantum[i];
	return most + LONGEST;
}

TEST(shares_are_exact_over_time)
{
	static const __u32 weights[][ETS_CLASSES] = {
		{ 50, 50 }, { 15, 85 }, { 85, 15 }, { 50, 30, 20 }, { 1, 99 },
		{ 13, 12, 13, 12, 13, 12, 13, 12 }, { 1, 2, 3, 4, 10, 20, 25, 35 },
	};
	static const unsigned int after[] = { 1000, 100000 };
	unsigned int i, n, size, ready;
	struct port port;

	for (i = 0; i < COUNT(weights); i++)
		for (size = 0; size <= LONGEST; size += LONGEST) {
			port_make(&port, identity, all_ets, weights[i]);
			ready = port.plan.weighted;
			for (n = 1; n <= 100000; n++) {
				send(&port, ready, size ? size : 60 + draw() % 1455);
				if (n != after[0] && n != after[1])
					continue;
				printf("%u %u %u %u... of %s: %u frames, off %lld of %lld\n",
				       weights[i][0], weights[i][1], weights[i][2], weights[i][3],
				       size ? "1514" : "60-1514", n,
				       (long long)worst_error(&port, weights[i], ready),
				       (long long)allowed(&port));
				assert_true(worst_error(&port, weights[i], ready) <=
					    allowed(&port));
			}
		}
}

/* With frames of 60 octets beside frames of 1514, classes share octets, not frames. */
TEST(shares_are_of_octets)
{
	static const __u32 weights[ETS_CLASSES] = { 50, 30, 20 };
	struct port port;
	unsigned int n;

	port_make(&port, identity, all_ets, weights);
	for (n = 0; n < 100000; n++)
		send(&port, 7, pick(&port, 7) == 1 ? 60 : LONGEST);
	assert_true(worst_error(&port, weights, 7) <= allowed(&port));
}

TEST(idle_classes_leave_their_share_by_weight)
{
	static const __u32 weights[ETS_CLASSES] = { 40, 30, 20, 10 };
	unsigned int ready, n;
	struct port port;

	for (ready = 1; ready < 16; ready++) {
		port_make(&port, identity, all_ets, weights);
		for (n = 0; n < 1000; n++)	/* all busy, then only some */
			send(&port, 15, LONGEST);
		forget(&port);
		for (n = 0; n < 1000; n++)
			send(&port, ready, LONGEST);
		assert_true(worst_error(&port, weights, ready) <= allowed(&port));
	}
}

/*
 * After a pause of any length, the shares are those from before the pause. The priority does not
 * send more to catch up, and has no debt except for the frame that it sent last.
 */
TEST(a_pause_changes_no_share_after_it)
{
	static const __u32 weights[ETS_CLASSES] = { 50, 30, 20 };
	static const unsigned int lengths[] = { 1, 2, 3, 10, 1000, 100000 };
	unsigned int i, n, phase;
	struct port port;

	for (i = 0; i < COUNT(lengths); i++)
		for (phase = 0; phase < 20; phase++) {
			port_make(&port, identity, all_ets, weights);
			for (n = 0; n < 100 + phase; n++)
				send(&port, 7, LONGEST);
			for (n = 0; n < lengths[i]; n++)
				send(&port, 6, LONGEST);
			forget(&port);
			for (n = 0; n < 200; n++) {
				send(&port, 7, LONGEST);
				assert_true(worst_error(&port, weights, 7) <= allowed(&port));
			}
		}
}

/* Priority 0 may send for half of the frames. In this half it gets its share of 50 %, or more. */
TEST(short_pauses_cost_no_more_than_they_last)
{
	static const __u32 weights[ETS_CLASSES] = { 50, 50 };
	static const unsigned int open_for[] = { 1, 2, 5, 10 };
	unsigned int i, n, open;
	double share, ideal;
	struct port port;

	for (i = 0; i < COUNT(open_for); i++) {
		port_make(&port, identity, all_ets, weights);
		for (n = 0; n < 100000; n++) {
			open = n / open_for[i] % 2;
			send(&port, open ? 3 : 2, LONGEST);
		}
		share = 100.0 * port.octets[0] / port.sum;
		ideal = 25;
		printf("open for %u frames of %u: share %.2f%%, at least %.2f%%\n",
		       open_for[i], 2 * open_for[i], share, ideal);
		assert_true(share >= ideal - 0.01);
	}
}

/* Class 1 never has more than one frame. Its next frame comes one decision after the last left. */
TEST(running_empty_forgives_no_debt)
{
	static const __u32 weights[ETS_CLASSES] = { 90, 10 };
	unsigned int n, ready = 3;
	struct port port;

	port_make(&port, identity, all_ets, weights);
	for (n = 0; n < 10000; n++)
		/* Class 1 is empty at the decision after each of its frames. */
		ready = send(&port, ready, LONGEST) == 1 ? 1 : 3;
	printf("share %.2f%%, allowed 10%%\n", 100.0 * port.octets[1] / port.sum);
	assert_true(error_of(&port, 1, weights, 3) <= allowed(&port));
}

/* Class 1 is not ready after each of its frames. So it can send at most half, its share. */
TEST(a_class_with_gaps_gets_its_share)
{
	static const __u32 weights[ETS_CLASSES] = { 50, 50 };
	unsigned int n, ready = 3;
	struct port port;

	port_make(&port, identity, all_ets, weights);
	for (n = 0; n < 10000; n++)
		ready = send(&port, ready, LONGEST) == 1 ? 1 : 3;
	printf("share %.2f%%, demanded 50%%\n", 100.0 * port.octets[1] / port.sum);
	assert_true(worst_error(&port, weights, 3) <= allowed(&port));
}

TEST(strict_goes_first_highest_first)
{
	static const __u32 tsa[ETS_CLASSES] = { E, E, S, E, S, E, E, S };
	static const __u32 weights[ETS_CLASSES] = { 25, 25, 0, 25, 0, 25 };
	unsigned int ready, priority;
	struct port port;

	port_make(&port, identity, all_strict, no_bw);
	for (ready = 1; ready < 256; ready++)
		assert_int_equal(send(&port, ready, 100), 31 - __builtin_clz(ready));

	port_make(&port, identity, tsa, weights);
	for (ready = 1; ready < 256; ready++) {
		priority = send(&port, ready, 100);
		if (ready & 0x94)
			assert_int_equal(priority, 31 - __builtin_clz(ready & 0x94));
	}
}

TEST(no_bandwidth_is_what_the_others_leave)
{
	static const __u32 weights[ETS_CLASSES] = { 0, 60, 40, 0 };
	unsigned int n;
	struct port port;

	port_make(&port, identity, all_ets, weights);
	for (n = 0; n < 1000; n++)
		assert_true(send(&port, 15, LONGEST) >= 1);
	assert_int_equal(port.octets[3], 0);
	forget(&port);
	for (n = 0; n < 1000; n++)
		send(&port, 9, LONGEST);
	assert_int_equal(port.octets[0], port.octets[3]);
	/* A rest of its credit changes nothing. */
	port_make(&port, identity, all_ets, weights);
	assert_int_equal(send(&port, 8, 60), 3);
	assert_int_equal(send(&port, 10, 60), 1);
}

TEST(priorities_of_a_class_share_it)
{
	static const __u32 prio_tc[ETS_CLASSES] = { 0, 0, 0, 1, 1, 2, 2, 2 };
	static const __u32 tsa[ETS_CLASSES] = { E, E, S };
	static const __u32 weights[ETS_CLASSES] = { 60, 40 };
	static const __u32 parts[ETS_CLASSES] = { 20, 20, 20, 20, 20 };
	static const __u32 thirds[ETS_CLASSES] = { 0, 0, 0, 0, 0, 1, 1, 1 };
	unsigned int n;
	struct port port;

	port_make(&port, prio_tc, tsa, weights);
	for (n = 0; n < 100000; n++)
		send(&port, 0x1f, 60 + draw() % 1455);
	printf("3 and 2 priorities of classes with 60%% and 40%%: worst error %lld octets\n",
	       (long long)worst_error(&port, parts, 0x1f));
	assert_true(worst_error(&port, parts, 0x1f) <= 3 * allowed(&port));

	forget(&port);
	for (n = 0; n < 100000; n++)
		send(&port, 0xff, 60 + draw() % 1455);
	assert_true(worst_error(&port, thirds, 0xe0) <= allowed(&port));
}

/* A priority that sends alone is charged, too, but its debt is never more than one frame. */
TEST(a_pause_within_a_class_changes_no_share_after_it)
{
	static const __u32 prio_tc[ETS_CLASSES] = { 0, 0, 1 };
	static const __u32 halves[ETS_CLASSES] = { 1, 1 };
	unsigned int n, strict;
	struct port port;

	for (strict = 0; strict < 2; strict++) {
		static const __u32 weights[ETS_CLASSES] = { 60, 40 };

		port_make(&port, prio_tc, strict ? all_strict : all_ets, weights);
		for (n = 0; n < 1000; n++)
			send(&port, strict ? 1 : 5, LONGEST);
		forget(&port);
		for (n = 0; n < 100; n++) {
			send(&port, 3, LONGEST);
			assert_true(worst_error(&port, halves, 3) <= allowed(&port));
		}
	}
}

/* All 256 masks of ready priorities, with 100 random maps of priorities to classes. */
TEST(classes_of_priorities)
{
	unsigned int n, i, ready, classes;
	__u32 prio_tc[ETS_CLASSES];
	struct port port;

	for (n = 0; n < 100; n++) {
		for (i = 0; i < ETS_CLASSES; i++)
			prio_tc[i] = draw() % ETS_CLASSES;
		port_make(&port, prio_tc, all_strict, no_bw);
		for (ready = 0; ready < 256; ready++) {
			for (i = classes = 0; i < ETS_CLASSES; i++)
				if (ready >> i & 1)
					classes |= 1U << prio_tc[i];
			assert_int_equal(port.plan.rivals[ready], classes);
			if (ready)
				assert_int_equal(prio_tc[send(&port, ready, 60)],
						 31 - __builtin_clz(classes));
		}
	}
}

/* GSO frames that are not split are larger than the quantum. */
TEST(frames_larger_than_a_quantum)
{
	static const __u32 weights[ETS_CLASSES] = { 50, 50 };
	struct port port;
	unsigned int n;

	port_make(&port, identity, all_ets, weights);
	for (n = 0; n < 1000; n++)
		send(&port, 3, pick(&port, 3) ? 65536 : LONGEST);
	assert_true(worst_error(&port, weights, 3) <= 65536 + 1538);
}

/* A size table of tc may say that a frame is as long as a queue. */
TEST(no_frame_costs_thousands_of_rounds)
{
	static const __u32 weights[ETS_CLASSES] = { 50, 50 };
	struct port port;

	port_make(&port, identity, all_ets, weights);
	send(&port, 1, 1 << 30);
	assert_true(port.state.classes.credit[0] >= -(1 << 20));
	send(&port, 1, LONGEST);
}

/* Nothing bounds a strict class: it sends some 5 GiB, and the other class gets nothing. */
TEST(a_strict_class_always_goes_first)
{
	static const __u32 tsa[ETS_CLASSES] = { E, S, S, S, S, S, S, S };
	static const __u32 weights[ETS_CLASSES] = { 100 };
	struct port port;
	unsigned int n;

	port_make(&port, identity, tsa, weights);
	for (n = 0; n < 100000; n++)
		assert_int_equal(send(&port, 3, 52428 + n % 3), 1);
	assert_int_equal(send(&port, 1, LONGEST), 0);
}

/* If the shares change while frames wait, the new shares hold from then on. */
TEST(a_change_takes_effect_at_once)
{
	static const __u32 before[ETS_CLASSES] = { 1, 99 };
	static const __u32 after[ETS_CLASSES] = { 50, 50 };
	struct port port;
	unsigned int n;

	port_make(&port, identity, all_ets, before);
	for (n = 0; n < 1001; n++)
		send(&port, 3, LONGEST);
	ets_plan_make(&port.plan, identity, all_ets, after);
	ets_begin(&port.plan, &port.state);
	forget(&port);
	for (n = 0; n < 1000; n++) {
		send(&port, 3, LONGEST);
		assert_true(worst_error(&port, after, 3) <= allowed(&port));
	}
}
