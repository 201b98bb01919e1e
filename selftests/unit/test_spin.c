// SPDX-License-Identifier: GPL-2.0
/* The budget of processor time in which a port waits for the ends of pauses */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "rules/spin.h"

#define SECOND_NS	1000000000ULL

/* Charge @ns each @every_ns. Return: when a charge exceeds the budget, or a second after @from. */
static __u64 flood(struct spin_budget *budget, unsigned int percent, __u32 ns, __u32 every_ns,
		   __u64 from)
{
	__u64 at;

	for (at = from; at < from + SECOND_NS; at += every_ns)
		if (spin_spend(budget, percent, ns, at))
			break;
	return at;
}

static void a_flood_gets_a_burst(void **state)
{
	struct spin_budget budget = { 0 };

	__u64 at = SECOND_NS, waited = 0, began;
	unsigned int bursts;

	/* A burst is 5 % of 100 ms and of its own duration. The hold follows without waiting. */
	for (bursts = 0; bursts < 10; bursts++) {
		began = at;
		at = flood(&budget, 5, 5632, 6000, at);
		assert_in_range(at - began, 5300000, 5700000);
		waited += at - began;
		at += SPIN_HOLD_NS;
	}
	assert_in_range(waited * 1000 / (at - SECOND_NS), 5, 6);
}

static void what_the_budget_allows_goes_on_for_ever(void **state)
{
	struct spin_budget budget = { 0 };
	unsigned int second;

	for (second = 1; second < 100; second++)
		assert_int_equal(flood(&budget, 5, 5000, 100000, second * SECOND_NS),
				 (second + 1) * SECOND_NS);
}

static void a_little_more_than_that_does_not(void **state)
{
	struct spin_budget budget = { 0 };

	/* 5.5 %: each second the charges need 1.1 s, so one second uses up the 100 ms. */
	assert_in_range(flood(&budget, 5, 5500, 100000, SECOND_NS), 1990000000, 2000000000);
}

/* The largest charge, at the start and at the end of the clock. */
static void nothing_overflows(void **state)
{
	struct spin_budget budget = { 0 };

	assert_true(spin_spend(&budget, 1, ~0U, 0));
	assert_int_equal(budget.paid_ns, 100 * (__u64)~0U);
	assert_true(spin_spend(&budget, 1, ~0U, INT64_MAX));
	assert_int_equal(budget.paid_ns, INT64_MAX + 100 * (__u64)~0U);
}

static void the_grid_is_never_early(void **state)
{
	assert_int_equal(spin_grid_ns(0), 0);
	assert_int_equal(spin_grid_ns(1), SPIN_GRID_NS);
	assert_int_equal(spin_grid_ns(SPIN_GRID_NS), SPIN_GRID_NS);
	assert_int_equal(spin_grid_ns(SPIN_GRID_NS + 1), 2 * SPIN_GRID_NS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_flood_gets_a_burst),
		cmocka_unit_test(what_the_budget_allows_goes_on_for_ever),
		cmocka_unit_test(a_little_more_than_that_does_not),
		cmocka_unit_test(nothing_overflows),
		cmocka_unit_test(the_grid_is_never_early),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
