// SPDX-License-Identifier: GPL-2.0
/* Limits of buffers: limits that are not set follow from the limits that are set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "rules/threshold.h"

#define GIGABIT	1000000000ULL

/* The headroom: two longest frames, a control frame of 60 octets, and the delay (auto: 100 us). */
static void headroom_follows_speed_and_delay(void **state)
{
	assert_int_equal(buffer_headroom(GIGABIT, 1518, 0), 3036 + 60 + 12500);
	assert_int_equal(buffer_headroom(10 * GIGABIT, 1518, 0), 3036 + 60 + 125000);
	assert_int_equal(buffer_headroom(1000000, 1518, 0), 3036 + 60 + 13);
	assert_int_equal(buffer_headroom(GIGABIT, 9018, 8), 18036 + 60 + 1);
	assert_int_equal(buffer_headroom(GIGABIT, 1518, 1), 3036 + 60 + 1);
}

/* The sizes of limits must fit 32 bits, even with the largest frame, speed and delay. */
static void headroom_is_capped(void **state)
{
	struct buffer_limits none = { 0 };
	__u32 most = buffer_headroom(SPEED_MAX_BPS, ~0U, DELAY_MAX_BITS);
	struct buffer_room all = { .headroom = most, .burst = most };

	assert_int_equal(most, BUFFER_MAX / 4);
	assert_true(buffer_valid(buffer_resolve(none, all)));
	assert_int_equal(buffer_resolve(none, all).size, BUFFER_MAX / 4 * 3);
}

static struct buffer_room room = { .headroom = 1000, .burst = 5000, .unit = 1500 };

static void check(struct buffer_limits wish, __u32 size, __u32 xoff, __u32 xon)
{
	struct buffer_limits limits = buffer_resolve(wish, room);

	print_message("size %u xoff %u xon %u: measured %u %u %u, demanded %u %u %u\n", wish.size,
		      wish.xoff, wish.xon, limits.size, limits.xoff, limits.xon, size, xoff, xon);
	assert_int_equal(limits.size, size);
	assert_int_equal(limits.xoff, xoff);
	assert_int_equal(limits.xon, xon);
	assert_true(buffer_valid(limits));
}

static void what_is_not_set_follows(void **state)
{
	check((struct buffer_limits){ 0 }, 8000, 2000, 1000);
	check((struct buffer_limits){ .size = 9000 }, 9000, 3000, 1500);
	check((struct buffer_limits){ .size = 8001 }, 8001, 2001, 1000);
	check((struct buffer_limits){ .size = 7000 }, 7000, 2000, 1000);
	check((struct buffer_limits){ .size = 3000 }, 3000, 2000, 1000);
	check((struct buffer_limits){ .size = 900 }, 900, 600, 300);
	check((struct buffer_limits){ .xoff = 500 }, 6500, 500, 250);
	check((struct buffer_limits){ .xon = 5000 }, 12000, 6000, 5000);
	check((struct buffer_limits){ .size = 7000, .xon = 4000 }, 7000, 5000, 4000);
	check((struct buffer_limits){ .size = 7000, .xon = 5500 }, 7000, 6000, 5500);
	check((struct buffer_limits){ 9000, 5000, 4999 }, 9000, 5000, 4999);
}

/* A unit is no congestion, unless the user has chosen limits. */
static void a_unit_fits_below_xoff(void **state)
{
	room.unit = 2500;
	check((struct buffer_limits){ 0 }, 8500, 2500, 1250);
	check((struct buffer_limits){ .xon = 1200 }, 8500, 2500, 1200);
	check((struct buffer_limits){ .xon = 1800 }, 8800, 2800, 1800);
	check((struct buffer_limits){ .xoff = 500 }, 6500, 500, 250);
	check((struct buffer_limits){ .size = 7000 }, 7000, 2000, 1000);
	check((struct buffer_limits){ .size = 8001 }, 8001, 2001, 1000);
	room.unit = 1500;
}

static void contradictions_are_invalid(void **state)
{
	static const struct buffer_limits wishes[] = {
		{ 9000, 5000, 5000 }, { 9000, 9000, 100 }, { 9000, 9001, 100 },
		{ .size = 5000, .xon = 4000 }, { .xoff = 100, .xon = 100 }, { .xoff = 1 },
	};
	size_t i;

	for (i = 0; i < sizeof(wishes) / sizeof(wishes[0]); i++)
		assert_false(buffer_valid(buffer_resolve(wishes[i], room)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(headroom_follows_speed_and_delay),
		cmocka_unit_test(headroom_is_capped),
		cmocka_unit_test(what_is_not_set_follows),
		cmocka_unit_test(a_unit_fits_below_xoff),
		cmocka_unit_test(contradictions_are_invalid),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
