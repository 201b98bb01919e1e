// SPDX-License-Identifier: GPL-2.0
/* When a pause is a storm, and when the storm is over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "rules/storm_rule.h"

#define MS	1000000ULL
#define LOOK	(100 * MS)
#define DETECT	(200 * MS)
#define RESTORE	(300 * MS)

static const struct storm_look whole = {
	.window_ns = LOOK, .paused_ns = LOOK, .state_ns = 1000 * MS, .waited_ns = 1000 * MS,
	.paused = 1, .waiting = 1,
};

/* The number of looks until the rule detects a storm; 0: none in @most looks. */
static unsigned int looks_until(struct storm_watch *watch, struct storm_look look,
				unsigned int most)
{
	unsigned int n;

	for (n = 1; n <= most; n++)
		if (storm_judge(watch, &look, DETECT, RESTORE))
			return n;
	return 0;
}

static void check(const char *what, unsigned int measured, unsigned int demanded)
{
	print_message("%s: measured %u looks, demanded %u\n", what, measured, demanded);
	assert_int_equal(measured, demanded);
}

static void a_pause_that_goes_on_is_a_storm(void **state)
{
	struct storm_watch watch = { 0 };

	check("paused, frames waited all the time", looks_until(&watch, whole, 9), 2);
	assert_true(watch.stormed);
	watch = (struct storm_watch){ .waiting = 1 };
	check("paused, frames waited before", looks_until(&watch, whole, 9), 2);
}

/* The pause begins within a window. Its time in this window counts, too. */
static void the_run_begins_with_the_pause(void **state)
{
	struct storm_watch watch = { 0 };
	struct storm_look first = whole;

	first.paused_ns = 60 * MS;
	first.state_ns = 60 * MS;
	assert_false(storm_judge(&watch, &first, DETECT, RESTORE));
	assert_int_equal(watch.run_ns, 60 * MS);
	check("after 60 ms", looks_until(&watch, whole, 9), 2);
	assert_int_equal(watch.run_ns, 260 * MS);
}

/* A frame arrives during a pause. The run counts from its arrival, wherever the looks fall. */
static void the_run_begins_with_the_frame(void **state)
{
	struct storm_look look = whole;
	unsigned int ms;

	for (ms = 1; ms <= 100; ms++) {
		struct storm_watch watch = { 0 };

		look.waited_ns = ms * MS;
		while (!storm_judge(&watch, &look, DETECT, RESTORE))
			look.waited_ns += LOOK;
		assert_in_range(look.waited_ns, DETECT, DETECT + LOOK - 1);
		assert_int_equal(watch.run_ns, look.waited_ns);
	}
	print_message("detected 200 ms after the frame came, or up to one look of 100 ms later\n");
}

/* Frames left before the pause began in this window. The frame that waits came after that. */
static void a_late_frame_counts_from_its_arrival(void **state)
{
	struct storm_watch watch = { .waiting = 1 };
	struct storm_look look = whole;

	look.paused_ns = 80 * MS;
	look.state_ns = 80 * MS;
	look.waited_ns = 5 * MS;
	storm_judge(&watch, &look, DETECT, RESTORE);
	assert_int_equal(watch.run_ns, 5 * MS);
}

/* The frame arrives in a window with gaps. The run counts from the frame, not from the last gap. */
static void a_run_may_begin_with_gaps(void **state)
{
	struct storm_watch watch = { 0 };
	struct storm_look look = whole;

	look.paused_ns = LOOK / 100 * 99;
	look.state_ns = MS;
	look.waited_ns = 70 * MS;
	storm_judge(&watch, &look, DETECT, RESTORE);
	assert_int_equal(watch.run_ns, 70 * MS);
}

static void gaps_of_one_percent_do_not_matter(void **state)
{
	struct storm_watch watch = { .waiting = 1 };
	struct storm_look look = whole;

	look.state_ns = MS;
	look.paused_ns = LOOK / 100 * 99;
	check("99 percent paused", looks_until(&watch, look, 9), 2);
	watch = (struct storm_watch){ .waiting = 1 };
	look.paused = 0;
	check("99 percent paused, seen in a gap", looks_until(&watch, look, 9), 2);
	watch = (struct storm_watch){ .waiting = 1 };
	look.paused = 1;
	look.paused_ns -= 1;
	check("less than 99 percent", looks_until(&watch, look, 9), 0);
}

/* A slow partner lets a frame leave in each look. A run begins with the pause after that frame. */
static void a_frame_that_leaves_ends_a_run(void **state)
{
	struct storm_watch watch = { .waiting = 1 };
	struct storm_look look = whole;

	look.left = 1;
	look.paused_ns = LOOK - MS / 10;
	look.state_ns = 30 * MS;
	check("a frame left in each look", looks_until(&watch, look, 9), 0);
	assert_int_equal(watch.run_ns, 30 * MS);
	check("none leaves any more", looks_until(&watch, whole, 9), 2);
	watch = (struct storm_watch){ .waiting = 1 };
	look = whole;
	look.left = 1;
	check("frames left in spite of the pause", looks_until(&watch, look, 9), 0);
	assert_int_equal(watch.run_ns, 0);
}

static void it_takes_frames_that_wait(void **state)
{
	struct storm_watch watch = { .waiting = 1 };
	struct storm_look look = whole;

	look.waiting = 0;
	check("nothing waits", looks_until(&watch, look, 9), 0);
	look.waiting = 1;
	look.waited_ns = 0;
	storm_judge(&watch, &look, DETECT, RESTORE);
	assert_int_equal(watch.run_ns, 0);
	watch = (struct storm_watch){ .waiting = 1, .run_ns = LOOK };
	look = whole;
	look.waiting = 0;
	check("those that waited are gone", looks_until(&watch, look, 1), 0);
	assert_int_equal(watch.run_ns, 0);
}

static void one_good_window_ends_a_run(void **state)
{
	struct storm_watch watch = { .waiting = 1 };
	struct storm_look open = whole;

	storm_judge(&watch, &whole, DETECT, RESTORE);
	assert_int_equal(watch.run_ns, LOOK);
	open.paused = 0;
	open.paused_ns = 90 * MS;
	open.state_ns = 10 * MS;
	storm_judge(&watch, &open, DETECT, RESTORE);
	assert_int_equal(watch.run_ns, 0);
}

static void it_is_over_after_a_quiet_time(void **state)
{
	struct storm_watch watch = { .stormed = 1 };
	struct storm_look look = { .window_ns = LOOK, .state_ns = RESTORE - 1 };

	assert_true(storm_judge(&watch, &look, DETECT, RESTORE));
	look.paused = 1;
	look.state_ns = RESTORE;
	assert_true(storm_judge(&watch, &look, DETECT, RESTORE));
	look.paused = 0;
	assert_false(storm_judge(&watch, &look, DETECT, RESTORE));
	assert_false(watch.stormed);
	assert_int_equal(watch.run_ns, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pause_that_goes_on_is_a_storm),
		cmocka_unit_test(the_run_begins_with_the_pause),
		cmocka_unit_test(the_run_begins_with_the_frame),
		cmocka_unit_test(a_late_frame_counts_from_its_arrival),
		cmocka_unit_test(a_run_may_begin_with_gaps),
		cmocka_unit_test(gaps_of_one_percent_do_not_matter),
		cmocka_unit_test(a_frame_that_leaves_ends_a_run),
		cmocka_unit_test(it_takes_frames_that_wait),
		cmocka_unit_test(one_good_window_ends_a_run),
		cmocka_unit_test(it_is_over_after_a_quiet_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
