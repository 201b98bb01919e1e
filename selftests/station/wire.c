// SPDX-License-Identifier: GPL-2.0
/* Fields of a frame in network order, and the layout of test frames. */
#include <string.h>

#include "station.h"

#define TEST_MAGIC	0x50415553	/* tells our frames from others of that type */

void put16(uint8_t *at, uint16_t value)
{
	at[0] = value >> 8;
	at[1] = value;
}

void put32(uint8_t *at, uint32_t value)
{
	put16(at, value >> 16);
	put16(at + 2, value);
}

uint16_t get16(const uint8_t *at)
{
	return at[0] << 8 | at[1];
}

uint32_t get32(const uint8_t *at)
{
	return (uint32_t)get16(at) << 16 | get16(at + 2);
}

void put_test_payload(uint8_t *at, unsigned int priority, uint32_t sequence)
{
	put32(at, TEST_MAGIC);
	put32(at + 4, priority << 24);
	put32(at + 8, sequence);
}

int get_test_payload(const uint8_t *at, size_t room, unsigned int *priority, uint32_t *sequence)
{
	if (room < TEST_PAYLOAD_LEN || get32(at) != TEST_MAGIC || at[4] >= PRIORITIES)
		return 0;
	*priority = at[4];
	*sequence = get32(at + 8);
	return 1;
}
