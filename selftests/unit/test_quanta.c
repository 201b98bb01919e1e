// SPDX-License-Identifier: GPL-2.0
/* Quanta and octets in time, against values worked out by hand. */
#include "unit.h"
#include "rules/quanta.h"

#define MBPS 1000000ULL

TEST(a_quantum_is_512_bit_times)
{
	static const struct {
		__u64 mbps;
		__u64 quantum_ps;
		__u64 octet_ps;
	} rates[] = {
		{ 1, 512000000, 8000000 },
		{ 10, 51200000, 800000 },
		{ 100, 5120000, 80000 },
		{ 1000, 512000, 8000 },
		{ 2500, 204800, 3200 },
		{ 10000, 51200, 800 },
		{ 25000, 20480, 320 },
		{ 100000, 5120, 80 },
		{ 400000, 1280, 20 },
		{ 1600000, 320, 5 },
	};
	unsigned int i;

	for (i = 0; i < COUNT(rates); i++) {
		struct wire_rate rate = wire_rate_of(rates[i].mbps * MBPS);

		assert_int_equal(rate.quantum_ps, rates[i].quantum_ps);
		assert_int_equal(rate.octet_ps, rates[i].octet_ps);
	}
}

TEST(longest_pauses)
{
	struct wire_rate rate = wire_rate_of(1000 * MBPS);

	assert_int_equal(quanta_to_ns(&rate, 65535), 33553920);
	rate = wire_rate_of(10 * MBPS);
	assert_int_equal(quanta_to_ns(&rate, 65535), 3355392000);
	rate = wire_rate_of(SPEED_MIN_BPS);
	assert_int_equal(quanta_to_ns(&rate, 65535), 33553920000);
}

/* A pause is never shorter than its exact time, and longer by less than 2 ns and 1 ps a quantum. */
TEST(a_pause_is_never_short)
{
	static const __u64 speeds[] = {
		3 * MBPS, 7777777, 155520000, 1000 * MBPS, 1234567891,
		9953280000, 400000 * MBPS, SPEED_MAX_BPS,
	};
	unsigned int i, quanta;

	for (i = 0; i < COUNT(speeds); i++) {
		struct wire_rate rate = wire_rate_of(speeds[i]);

		for (quanta = 0; quanta <= 65535; quanta++) {
			__u64 exact_ns = (quanta * PAUSE_QUANTUM_BITS * 1000000000ULL +
					  speeds[i] - 1) / speeds[i];
			__u64 ns = quanta_to_ns(&rate, quanta);

			/* Whole ns: the exact time, rounded up. */
			assert_true(ns >= exact_ns);
			/* 1 ns of rounding, and 1 ps a quantum, rounded up to 1 ns. */
			assert_true(ns < exact_ns + 1 + quanta / 1000 + 1);
		}
	}
}

TEST(frames_take_their_overhead)
{
	assert_int_equal(wire_octets(0), 84);
	assert_int_equal(wire_octets(14), 84);
	assert_int_equal(wire_octets(60), 84);
	assert_int_equal(wire_octets(61), 85);
	assert_int_equal(wire_octets(1514), 1538);
}

/* A refresh comes after its quanta, but 20 us after the last one at the earliest. */
TEST(refreshes_leave_time)
{
	struct wire_rate rate = wire_rate_of(1000000000);

	assert_int_equal(xoff_refresh_ns(&rate, 1), 20000);
	assert_int_equal(xoff_refresh_ns(&rate, 39), 20000);
	assert_int_equal(xoff_refresh_ns(&rate, 40), 20480);
	assert_int_equal(xoff_refresh_ns(&rate, 65535), 33553920);
}
