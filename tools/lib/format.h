/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Values become the words that parse.h reads. `set` takes each word that `show` prints, and gives
 * the same value again. No output and no system calls.
 */
#ifndef PAUSECTL_FORMAT_H
#define PAUSECTL_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

struct word {
	char text[64];
};

struct word format_priorities(uint32_t mask);
struct word format_rate(uint64_t bits_per_second);
struct word format_size(uint32_t octets);
/* Nanoseconds as "512.000us": one unit, so that scripts can compare. */
struct word format_duration(uint64_t ns);

/* "SECONDS.NANOSECONDS", as in JSON. */
struct word format_time(uint64_t ns);
/*
 * The name of a device may have any octets. An octet that is not UTF-8, a control character, or a
 * backslash becomes \xHH, so that two names never look the same.
 */
struct word format_name(const char *name);
/* A double may not hold a number above this one. JSON has such a number as a string. */
static inline bool format_exact(uint64_t number)
{
	return number <= 1ULL << 53;
}

#endif /* PAUSECTL_FORMAT_H */
