// SPDX-License-Identifier: GPL-2.0
/* Compares which frames are marked with the analytic curve. */
#include "unit.h"
#include "rules/ecn_curve.h"

#define MOST		1073741824U	/* octets of a queue */
#define DRAWS		(1U << ECN_RANDOM_BITS)
#define SHIFT		(32 - ECN_RANDOM_BITS)

/* How many of all random numbers mark a frame: all numbers below a bound. Search for the bound. */
static uint32_t marking(const struct ecn_curve *curve, uint32_t octets)
{
	uint32_t low = 0, high = DRAWS, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (ecn_marks(curve, octets, middle << SHIFT))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* 0 up to Kmin, Pmax / 100 * (octets - Kmin) / (Kmax - Kmin) to Kmax, 1 above. */
static uint32_t analytic(const struct ecn_curve *curve, uint32_t octets)
{
	uint64_t share;		/* below 2^61 */

	if (octets <= curve->kmin)
		return 0;
	if (octets > curve->kmax)
		return DRAWS;
	share = (uint64_t)(octets - curve->kmin) * curve->pmax * DRAWS;
	/* Round up: 0 and all numbers below the exact share mark. */
	return (share + 100ULL * (curve->kmax - curve->kmin) - 1) /
	       (100ULL * (curve->kmax - curve->kmin));
}

static const struct ecn_curve curves[] = {
	{ 5000, 200000, 1 }, { 5000, 200000, 100 }, { 0, MOST, 50 }, { 0, MOST, 1 },
	{ 1000, 1001, 33 }, { 100000, 100000, 1 }, { 100000, 100000, 100 }, { 0, 0, 1 },
	{ 0, 1, 100 }, { MOST - 1, MOST, 7 }, { MOST, MOST, 100 },
};

TEST(all_octets_follow_the_curve)
{
	unsigned int i, n, checked = 0;

	for (i = 0; i < COUNT(curves); i++) {
		const struct ecn_curve *c = &curves[i];
		const uint32_t edges[] = {
			0, 1, c->kmin - !!c->kmin, c->kmin, c->kmin + 1, c->kmax - !!c->kmax,
			c->kmax, c->kmax + 1, MOST, MOST + 65535,
		};

		for (n = 0; n < COUNT(edges); n++, checked++)
			assert_int_equal(marking(c, edges[n]), analytic(c, edges[n]));
		for (n = 0; n <= 1000; n++, checked++) {
			uint32_t octets = c->kmin + (uint64_t)(c->kmax - c->kmin) * n / 1000;

			assert_int_equal(marking(c, octets), analytic(c, octets));
		}
	}
	print_message("%u points of %u curves\n", checked, i);
}

TEST(the_ends_are_exact)
{
	const struct ecn_curve step = { 3000, 3000, 50 }, half = { 1000, 3000, 50 };

	assert_int_equal(marking(&step, 3000), 0);
	assert_int_equal(marking(&step, 3001), DRAWS);
	assert_int_equal(marking(&half, 1000), 0);
	assert_int_equal(marking(&half, 2000), DRAWS / 4);
	assert_int_equal(marking(&half, 3000), DRAWS / 2);
	assert_int_equal(marking(&half, 3001), DRAWS);
}

/* During a change kmin may be above kmax. This causes no division by 0 and no overflow. */
TEST(crossed_ends_do_no_harm)
{
	const struct ecn_curve crossed = { 3000, 2000, 100 };

	assert_int_equal(marking(&crossed, 2000), 0);
	assert_int_equal(marking(&crossed, 3000), 0);
	assert_int_equal(marking(&crossed, 3001), DRAWS);
}
