// SPDX-License-Identifier: GPL-2.0
/* When a pause is a storm, and when the storm is over. */
#include "unit.h"
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

TEST(a_pause_that_goes_on_is_a_storm)
{
	struct storm_watch watch = { 0 };

	check("paused, frames waited all the time", looks_until(&watch, whole, 9), 2);
	assert_true(watch.stormed);
	watch = (struct storm_watch){ .waiting = 1 };
	check("paused, frames waited before", looks_until(&watch, whole, 9), 2);
}

/* The pause begins within a window. Its time in this window counts, too. */
TEST(the_run_begins_with_the_pause)
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
TEST(the_run_begins_with_the_frame)
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
TEST(a_late_frame_counts_from_its_arrival)
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
TEST(a_run_may_begin_with_gaps)
{
	struct storm_watch watch = { 0 };
	struct storm_look look = whole;

	look.paused_ns = LOOK / 100 * 99;
	look.state_ns = MS;
	look.waited_ns = 70 * MS;
	storm_judge(&watch, &look, DETECT, RESTORE);
	assert_int_equal(watch.run_ns, 70 * MS);
}

TEST(gaps_of_one_percent_do_not_matter)
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
TEST(a_frame_that_leaves_ends_a_run)
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

TEST(it_takes_frames_that_wait)
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

TEST(one_good_window_ends_a_run)
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

TEST(it_is_over_after_a_quiet_time)
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
