/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From values to the words that parse.h reads: what `show` prints, `set` takes
 * and gives the same value again. Pure.
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

/* As JSON has it: "SECONDS.NANOSECONDS". */
struct word format_time(uint64_t ns);
/*
 * The name of a device, which may be any octets. Those that are no UTF-8 or control characters,
 * and the backslash, become \xHH, so that each name is shown in one way.
 */
struct word format_name(const char *name);
/* Numbers above that a double may not hold: JSON has them as strings. */
static inline bool format_exact(uint64_t number)
{
	return number <= 1ULL << 53;
}

#endif /* PAUSECTL_FORMAT_H */
