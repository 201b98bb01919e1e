// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "lib.h"

#define PRIORITIES	8

struct word format_priorities(uint32_t mask)
{
	struct word word = { "none" };
	unsigned int first, last;
	size_t used = 0;

	for (first = 0; first < PRIORITIES; first = last + 1) {
		last = first;
		if (!(mask & 1U << first))
			continue;
		while (last + 1 < PRIORITIES && mask & 1U << (last + 1))
			last++;
		/* Two neighbours read better as a list than as a range. */
		if (last - first == 1)
			last = first;
		used += snprintf(word.text + used, sizeof(word.text) - used, "%s%u",
				 used ? "," : "", first);
		if (last > first)
			used += snprintf(word.text + used, sizeof(word.text) - used,
					 "-%u", last);
	}
	return word;
}

struct word format_rate(uint64_t bits_per_second)
{
	static const char *const units[] = { "bit", "kbit", "mbit", "gbit", "tbit" };
	unsigned int power = 0, places;
	uint64_t factor = 1, rest;
	struct word word;

	while (power < 4 && bits_per_second / factor >= 1000) {
		factor *= 1000;
		power++;
	}
	rest = bits_per_second % factor;
	for (places = 3 * power; places && rest % 10 == 0; places--)
		rest /= 10;
	if (places)
		snprintf(word.text, sizeof(word.text), "%" PRIu64 ".%0*" PRIu64 "%s",
			 bits_per_second / factor, (int)places, rest, units[power]);
	else
		snprintf(word.text, sizeof(word.text), "%" PRIu64 "%s",
			 bits_per_second / factor, units[power]);
	return word;
}

struct word format_size(uint32_t octets)
{
	static const char *const units[] = { "b", "kb", "mb", "gb" };
	unsigned int power = 0;
	struct word word;

	/* Only whole units, so that nothing is rounded. */
	while (power < 3 && octets && octets % 1024 == 0) {
		octets /= 1024;
		power++;
	}
	snprintf(word.text, sizeof(word.text), "%" PRIu32 "%s", octets, units[power]);
	return word;
}

struct word format_duration(uint64_t ns)
{
	struct word word;

	snprintf(word.text, sizeof(word.text), "%" PRIu64 ".%03" PRIu64 "us",
		 ns / 1000, ns % 1000);
	return word;
}

struct word format_time(uint64_t ns)
{
	struct word word;

	snprintf(word.text, sizeof(word.text), "%" PRIu64 ".%09" PRIu64,
		 ns / 1000000000, ns % 1000000000);
	return word;
}

/*
 * The number of octets of the character at @c, by RFC 3629. 0 if there is no character, or one that
 * becomes \xHH.
 */
static size_t character(const unsigned char *c)
{
	/* The least code for so many octets. Two octets begin behind the control characters. */
	static const uint32_t least[] = { 0, 0, 0xa0, 0x800, 0x10000 };
	size_t length = *c < 0xe0 ? 2 : *c < 0xf0 ? 3 : 4, i;
	uint32_t code = *c & 0x7f >> length;

	if (*c < 0x80)
		return *c >= ' ' && *c != 0x7f && *c != '\\';
	if (*c < 0xc0 || *c > 0xf4)
		return 0;
	for (i = 1; i < length; i++) {
		if ((c[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (c[i] & 0x3f);
	}
	if (code < least[length] || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff)
		return 0;
	return length;
}

struct word format_name(const char *name)
{
	const unsigned char *c = (const unsigned char *)name;
	struct word word = { "" };
	size_t used = 0, length;

	/* Names in the kernel have at most 15 octets. */
	for (; *c && used + 4 < sizeof(word.text); c += length) {
		length = character(c);
		memcpy(word.text + used, c, length);
		used += length;
		if (length)
			continue;
		used += snprintf(word.text + used, sizeof(word.text) - used, "\\x%02x", *c);
		length = 1;
	}
	word.text[used] = '\0';
	return word;
}
