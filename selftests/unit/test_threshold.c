// SPDX-License-Identifier: GPL-2.0
/* Limits of buffers: limits that are not set follow from the limits that are set. */
#include "unit.h"
#include "rules/threshold.h"

#define GIGABIT	1000000000ULL

/* The headroom: two longest frames, a control frame of 60 octets, and the delay (auto: 100 us). */
TEST(headroom_follows_speed_and_delay)
{
	assert_int_equal(buffer_headroom(GIGABIT, 1518, 0), 3036 + 60 + 12500);
	assert_int_equal(buffer_headroom(10 * GIGABIT, 1518, 0), 3036 + 60 + 125000);
	assert_int_equal(buffer_headroom(1000000, 1518, 0), 3036 + 60 + 13);
	assert_int_equal(buffer_headroom(GIGABIT, 9018, 8), 18036 + 60 + 1);
	assert_int_equal(buffer_headroom(GIGABIT, 1518, 1), 3036 + 60 + 1);
}

/* The sizes of limits must fit 32 bits, even with the largest frame, speed and delay. */
TEST(headroom_is_capped)
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

TEST(what_is_not_set_follows)
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
	check((struct buffer_limits){ .size = 9000, .xoff = 5000, .xon = 4999 }, 9000, 5000, 4999);
}

/* A unit is no congestion, unless the user has chosen limits. */
TEST(a_unit_fits_below_xoff)
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

TEST(contradictions_are_invalid)
{
	static const struct buffer_limits wishes[] = {
		{ .size = 9000, .xoff = 5000, .xon = 5000 },
		{ .size = 9000, .xoff = 9000, .xon = 100 },
		{ .size = 9000, .xoff = 9001, .xon = 100 },
		{ .size = 5000, .xon = 4000 }, { .xoff = 100, .xon = 100 }, { .xoff = 1 },
	};
	size_t i;

	for (i = 0; i < COUNT(wishes); i++)
		assert_false(buffer_valid(buffer_resolve(wishes[i], room)));
}

/*
 * Beside the size there is room for a headroom of frames of 60 octets, which take 12 times as much
 * memory as they take octets on the wire. Octets above XOFF that are fewer than the headroom bound
 * that room.
 */
TEST(most_has_room_for_small_frames)
{
	struct buffer_limits none = { 0 }, large = { .size = 9000 }, small = { .size = 900 };
	struct buffer_limits all = { .size = BUFFER_MAX }, invalid = { .size = 5, .xoff = 6 };

	assert_int_equal(buffer_resolve(none, room).most, 8000 + 2 * 1000);
	assert_int_equal(buffer_resolve(large, room).most, 9000 + 2 * 1000);
	assert_int_equal(buffer_resolve(small, room).most, 900 + 2 * 300);
	assert_int_equal(buffer_most(all, BUFFER_MAX / 4), BUFFER_MAX + BUFFER_MAX / 2);
	assert_int_equal(buffer_most(invalid, 1000), 5);
}

/* A frame of OCTETS that takes MEMORY makes a load of LOAD. */
static void check_load(__u32 octets, __u32 memory, __u32 load)
{
	__u64 held = held_of(octets, memory_units(memory));

	print_message("%u octets, %u of memory: measured %u, demanded %u\n", octets, memory,
		      held_load(held), load);
	assert_int_equal(held_octets(held), octets);
	assert_int_equal(held_load(held), load);
}

/* The octets, or a fourth of the memory, which is counted in units of 64 octets. */
TEST(small_frames_weigh_by_their_memory)
{
	check_load(0, 0, 0);
	check_load(60, 960, 240);
	check_load(60, 768, 192);
	check_load(60, 769, 208);
	check_load(319, 1280, 320);
	check_load(320, 1280, 320);
	check_load(321, 1280, 321);
	check_load(1514, 2304, 1514);
	check_load(9014, 16640, 9014);
}

/* A charge and its return are one addition and one subtraction, whatever else is held. */
TEST(halves_do_not_carry)
{
	struct buffer_limits all = { .size = BUFFER_MAX };
	__u32 most = buffer_most(all, BUFFER_MAX / 4);
	__u64 full = held_of(BUFFER_MAX, most / (MEMORY_UNIT / MEMORY_FACTOR));
	__u64 held = full, frame = held_of(65535, 16384);
	unsigned int cpu;

	/* 8192 processors charge a frame at the same time before the first one gives it back. */
	for (cpu = 0; cpu < 8192; cpu++)
		held += frame;
	assert_int_equal(held_octets(held), BUFFER_MAX + 8192U * 65535);
	assert_int_equal(held_units(held), held_units(full) + 8192U * 16384);
	assert_true(held_load(held) > most);
	for (cpu = 0; cpu < 8192; cpu++)
		held -= frame;
	assert_true(held == full);
	assert_int_equal(held_load(held), most);
	assert_int_equal(held_of(1, 1) - held_of(1, 1), 0);
}
