/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From values to the words that parse.h reads: what `show` prints, `set` takes
 * and gives the same value again. Pure.
 */
#ifndef PAUSECTL_FORMAT_H
#define PAUSECTL_FORMAT_H

#include <stdint.h>

struct word {
	char text[48];
};

struct word format_priorities(uint32_t mask);
struct word format_rate(uint64_t bits_per_second);
struct word format_size(uint32_t octets);
/* Nanoseconds as "512.000us": one unit, so that scripts can compare. */
struct word format_duration(uint64_t ns);

#endif /* PAUSECTL_FORMAT_H */
