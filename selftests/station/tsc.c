// SPDX-License-Identifier: GPL-2.0
/*
 * station tsc: prints the rate of the time stamp counter of this machine. A guest in wall time has
 * the same counter. A kernel without ACPI has no other clock, and so cannot find the rate.
 */
#include <stdint.h>
#include <stdio.h>

#include "station.h"

#define MEASURE_NS	50000000

#if __has_builtin(__builtin_ia32_rdtsc)
static uint64_t ticks(void)
{
	return __builtin_ia32_rdtsc();
}

struct moment {
	uint64_t tsc;
	uint64_t ns;
};

/* Both clocks at one time, but for some ns: the nearest of a few tries */
static struct moment moment(void)
{
	uint64_t before, after, ns, least = UINT64_MAX;
	struct moment best = { 0 };
	unsigned int i;

	for (i = 0; i < 10; i++) {
		before = ticks();
		ns = clock_ns();
		after = ticks();
		if (after - before >= least)
			continue;
		least = after - before;
		best = (struct moment) { before + least / 2, ns };
	}
	return best;
}

int cmd_tsc(char **words)
{
	struct moment began = moment(), ended;

	(void)words;
	nap_ns(MEASURE_NS);
	ended = moment();
	printf("%.0f\n", (ended.tsc - began.tsc) * 1e6 / (ended.ns - began.ns));
	return 0;
}
#else
int cmd_tsc(char **words)
{
	(void)words;
	fail("tsc: this machine has none");
}
#endif
