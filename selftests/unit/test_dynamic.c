// SPDX-License-Identifier: GPL-2.0
/* Dynamic thresholds: buffers that share a pool stop filling where the formulas say. */
#include "unit.h"
#include "rules/threshold.h"

#define FRAME	100U

/* Add a frame to each of @n buffers in turn, until all are congested. */
static void fill(uint32_t alpha, uint32_t pool, unsigned int n, uint32_t *share)
{
	uint32_t occupancy[8] = { 0 };
	unsigned int congested = 0, i, j;
	uint64_t others;

	for (i = 0; congested != (1U << n) - 1; i = (i + 1) % n) {
		if (congested & 1U << i)
			continue;
		occupancy[i] += FRAME;
		for (others = 0, j = 0; j < n; j++)
			others += j == i ? 0 : occupancy[j];
		if (occupancy[i] <= dynamic_xoff(alpha, pool, others + occupancy[i]))
			continue;
		congested |= 1U << i;
		share[i] = dynamic_share(occupancy[i], pool, others);
		occupancy[i] = share[i];
	}
}

TEST(shares_are_as_analysed)
{
	static const uint32_t alphas[] = { 1, 16, 64, 128, 256, 1024 };
	const uint32_t pool = 1000000;
	uint32_t share[8] = { 0 };
	unsigned int a, n, i;

	for (a = 0; a < COUNT(alphas); a++)
		for (n = 1; n <= 8; n++) {
			double alpha = (double)alphas[a] / ALPHA_ONE;
			double demanded = alpha * pool / (1 + n * alpha);
			uint64_t sum = 0;

			fill(alphas[a], pool, n, share);
			for (i = 0; i < n; i++) {
				sum += share[i];
				assert_true(share[i] > demanded - 2 * n * FRAME &&
					    share[i] < demanded + 2 * n * FRAME);
			}
			print_message("alpha %u/128, %u buffers: measured %u, demanded %.0f\n",
				      alphas[a], n, share[0], demanded);
			assert_true(sum <= pool);
		}
}

TEST(ends_are_safe)
{
	assert_int_equal(dynamic_xoff(ALPHA_ONE, 1000, 0), 1000);
	assert_int_equal(dynamic_xoff(ALPHA_ONE, 1000, 1000), 0);
	assert_int_equal(dynamic_xoff(ALPHA_ONE, 1000, ~0ULL), 0);
	assert_int_equal(dynamic_xoff(ALPHA_MAX, BUFFER_MAX, 0), BUFFER_MAX);
	assert_int_equal(dynamic_xoff(1, POOL_MIN, 0), 128);
	assert_true(dynamic_xon(dynamic_xoff(1, POOL_MIN, 0)) > 0);
}

/* A share is at most what other buffers leave of the pool. A full pool leaves nothing. */
TEST(a_share_fits_the_pool)
{
	assert_int_equal(dynamic_share(500, 1000, 0), 500);
	assert_int_equal(dynamic_share(500, 1000, 600), 400);
	assert_int_equal(dynamic_share(500, 1000, 1000), 0);
	assert_int_equal(dynamic_share(500, 1000, 8ULL * BUFFER_MAX), 0);
}

/* No occupancy is above XOFF and below XON, so a buffer does not alternate between two states. */
TEST(thresholds_are_apart)
{
	uint32_t alpha, occupancy, xoff;

	for (alpha = 1; alpha <= ALPHA_MAX; alpha *= 2)
		for (occupancy = 0; occupancy <= 20000; occupancy += 7) {
			xoff = dynamic_xoff(alpha, POOL_MIN, occupancy);
			assert_false(occupancy > xoff && occupancy < dynamic_xon(xoff));
			assert_int_equal(dynamic_xon(xoff), xoff / 2);
		}
}
