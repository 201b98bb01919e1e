// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib.h"

struct word word_printf(const char *format, ...)
{
	struct word word;
	va_list args;

	va_start(args, format);
	vsnprintf(word.text, sizeof(word.text), format, args);
	va_end(args);
	return word;
}

void word_append(struct word *list, const char *separator, const char *item)
{
	const size_t most = sizeof(list->text) - 1;

	if (*list->text)
		strncat(list->text, separator, most - strlen(list->text));
	strncat(list->text, item, most - strlen(list->text));
}

struct word format_priorities(uint32_t mask)
{
	struct word list = { "" };
	unsigned int first, last;

	for (first = 0; first < PRIORITIES; first = last + 1) {
		last = first;
		if (!(mask & 1U << first))
			continue;
		while (last + 1 < PRIORITIES && mask & 1U << (last + 1))
			last++;
		/* Two neighbours read better as a list than as a range. */
		if (last - first == 1)
			last = first;
		word_append(&list, ",", word_printf(last > first ? "%u-%u" : "%u", first,
						    last).text);
	}
	return *list.text ? list : word_printf("none");
}

struct word format_timers(uint32_t timers)
{
	struct word list = format_priorities(timers & ALL_PRIORITIES);

	if (!(timers & 1U << PAUSECTL_LINK))
		return list;
	if (timers == 1U << PAUSECTL_LINK)
		return word_printf("link");
	word_append(&list, ",", "link");
	return list;
}

struct word format_clock(time_t seconds, const char *format)
{
	struct word word;
	struct tm local;

	localtime_r(&seconds, &local);
	strftime(word.text, sizeof(word.text), format, &local);
	return word;
}

struct word format_whole(const struct suffix *unit, uint64_t value)
{
	while (unit->factor > 1 && (!value || value % unit->factor))
		unit++;
	return word_printf("%" PRIu64 "%s", value / unit->factor, unit->text);
}

/* A double holds 15 digits exactly, and the greatest rate has 13. */
struct word format_rate(uint64_t bits_per_second)
{
	const struct suffix *unit = rate_units;

	while (unit->factor > 1 && bits_per_second < unit->factor)
		unit++;
	return word_printf("%.15g%s", (double)bits_per_second / unit->factor, unit->text);
}

struct word format_duration(uint64_t ns)
{
	return word_printf("%" PRIu64 ".%03" PRIu64 "us", ns / 1000, ns % 1000);
}

struct word format_time(uint64_t ns)
{
	return word_printf("%" PRIu64 ".%09" PRIu64, ns / 1000000000, ns % 1000000000);
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

/* Names in the kernel have at most 15 octets. */
struct word format_name(const char *name)
{
	const unsigned char *c = (const unsigned char *)name;
	struct word word = { "" };
	size_t length;

	for (; *c; c += length ?: 1) {
		length = character(c);
		word_append(&word, "", length ? word_printf("%.*s", (int)length, c).text :
						word_printf("\\x%02x", *c).text);
	}
	return word;
}
