// SPDX-License-Identifier: GPL-2.0
/* Random numbers by xorshift64. One seed always gives the same numbers. */
#include "station.h"

static uint64_t state;

void seed_random(uint64_t seed)
{
	state = seed;
}

uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

uint64_t below(uint64_t limit)
{
	return draw() % limit;
}

void fill(uint8_t *at, size_t len)
{
	while (len--)
		*at++ = below(256);
}
