// SPDX-License-Identifier: GPL-2.0
/* The words of the command line become values, and values become such words. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdarg.h>
#include <strings.h>
#include <sys/param.h>

#include "lib.h"

#define LONGEST_WORD	31	/* of which parse_nearest() takes notice */
#define SHORT_LIST	10	/* so many allowed words are named */

char parse_error[512];

/* The first word of each unit is the one that is printed. */
const struct suffix rate_units[] = {
	{ "tbit", 1000000000000 }, { "t", 1000000000000 },
	{ "gbit", 1000000000 }, { "g", 1000000000 },
	{ "mbit", 1000000 }, { "m", 1000000 },
	{ "kbit", 1000 }, { "k", 1000 },
	{ "bit", 1 },
	{ NULL, 0 }
};

const struct suffix size_units[] = {
	{ "gb", 1 << 30 }, { "g", 1 << 30 }, { "gib", 1 << 30 },
	{ "mb", 1 << 20 }, { "m", 1 << 20 }, { "mib", 1 << 20 },
	{ "kb", 1 << 10 }, { "k", 1 << 10 }, { "kib", 1 << 10 },
	{ "b", 1 },
	{ NULL, 0 }
};

const struct suffix time_units[] = {
	{ "h", 3600 * NS_PER_S }, { "m", 60 * NS_PER_S }, { "s", NS_PER_S },
	{ "ms", NS_PER_MS }, { "us", 1000 }, { "ns", 1 },
	{ NULL, 0 }
};

int parse_refuse(const char *what, const char *word, const char *allowed, ...)
{
	const size_t size = sizeof(parse_error);
	va_list args;
	int used = snprintf(parse_error, size, word ? "%s \"%.64s\": allowed are " :
					     "%s: value missing, allowed are ", what, word);

	va_start(args, allowed);
	if (used < (int)size)
		vsnprintf(parse_error + used, size - used, allowed, args);
	va_end(args);
	return -1;
}

int parse_twice(const char *what, const char *word)
{
	snprintf(parse_error, sizeof(parse_error), "%s \"%.64s\": given twice, allowed once",
		 what, word);
	return -1;
}

/*
 * The least number of letters to insert, remove, replace, or swap with their neighbour, that makes
 * @a of @b: the restricted distance of Damerau and Levenshtein. Case does not count.
 */
static unsigned int distance(const char *a, const char *b)
{
	unsigned int d[LONGEST_WORD + 1][LONGEST_WORD + 1];
	size_t m = strlen(a), n = strlen(b), i, j;

	for (i = 0; i <= m; i++) {
		for (j = 0; j <= n; j++) {
			unsigned int least = i + j;

			if (i && j) {
				least = d[i - 1][j - 1] + !!strncasecmp(a + i - 1, b + j - 1, 1);
				least = MIN(least, d[i - 1][j] + 1);
				least = MIN(least, d[i][j - 1] + 1);
			}
			if (i > 1 && j > 1 && !strncasecmp(a + i - 1, b + j - 2, 1) &&
			    !strncasecmp(a + i - 2, b + j - 1, 1))
				least = MIN(least, d[i - 2][j - 2] + 1);
			d[i][j] = least;
		}
	}
	return d[m][n];
}

/* Words of dcb, ethtool and ip, and what they are called here. */
static const struct {
	const char *theirs, *ours;
} synonyms[] = {
	{ "pfc", "prio" }, { "prio", "pfc" }, { "autoneg", "advertise" },
	{ "lossless", "prio" }, { "pause", "mode" }, { "xoff", "buffer-xoff" },
	{ "xon", "buffer-xon" }, { "list", "show" }, { "ls", "show" }, { "get", "show" },
	{ "change", "set" }, { "load", "restore" }, { "store", "save" }, { "rate", "speed" },
	{ "priority", "prio" }, { "reset", "profile" }, { "delete", "del" }, { "remove", "del" },
	{ "create", "add" },
};

static bool is_synonym(const char *theirs, const char *ours)
{
	size_t i;

	for (i = 0; i < MNL_ARRAY_SIZE(synonyms); i++)
		if (!strcmp(theirs, synonyms[i].theirs) && !strcmp(ours, synonyms[i].ours))
			return true;
	return false;
}

/* The first of several nearest words wins. */
const char *parse_nearest(const char *word, const char *const *allowed)
{
	size_t length = strlen(word);
	unsigned int limit = length < 2 ? 0 : MIN(MAX(length / 3, 1), 3), far;
	const char *nearest = NULL;

	for (; length <= LONGEST_WORD && *allowed; allowed++) {
		far = strlen(*allowed) > LONGEST_WORD ? UINT_MAX : distance(word, *allowed);
		/* Its begin, as in "mon" or "guard", is as good as the word. */
		if (is_synonym(word, *allowed) ||
		    (length > 2 && !strncmp(*allowed, word, length)))
			far = 0;
		if (far < limit + !nearest) {
			nearest = *allowed;
			limit = far;
		}
	}
	return nearest;
}

int parse_choice(const char *what, const char *word, const char *const *allowed,
		 unsigned int *index)
{
	const char *nearest;
	char list[256] = "";
	size_t used = 0;
	unsigned int i;

	for (i = 0; allowed[i]; i++) {
		if (word && !strcmp(word, allowed[i])) {
			*index = i;
			return 0;
		}
		if (used < sizeof(list))
			used += snprintf(list + used, sizeof(list) - used, "%s%s",
					 i ? ", " : "", allowed[i]);
	}
	if (i <= SHORT_LIST)
		parse_refuse(what, word, "%s", list);
	else if (word)
		snprintf(parse_error, sizeof(parse_error), "%s \"%.64s\": unknown", what, word);
	else
		snprintf(parse_error, sizeof(parse_error), "%s: missing", what);
	nearest = word ? parse_nearest(word, allowed) : NULL;
	if (nearest) {
		used = strlen(parse_error);
		snprintf(parse_error + used, sizeof(parse_error) - used, " (did you mean \"%s\"?)",
			 nearest);
	}
	return -1;
}

int parse_number(const char *what, const char *word, uint64_t min, uint64_t max, uint64_t *value)
{
	uint64_t number;
	char *end;

	if (word && isdigit((unsigned char)*word)) {
		bool hex = word[0] == '0' && (word[1] | 0x20) == 'x';

		errno = 0;
		number = strtoull(word, &end, hex ? 16 : 10);
		if (!errno && !*end && number >= min && number <= max) {
			*value = number;
			return 0;
		}
	}
	return parse_refuse(what, word, "%llu to %llu", (unsigned long long)min,
			    (unsigned long long)max);
}

/* There is no floating point, because a speed must come back as it was given. */
bool parse_quantity(const char *word, const struct suffix *unit, uint64_t bare, uint64_t *value)
{
	static const char digits[] = "0123456789";
	const char *point, *end, *c;
	uint64_t whole, part = 0;

	if (!word || !isdigit((unsigned char)word[*word == '.']))
		return false;
	point = word + strspn(word, digits);
	end = *point == '.' ? point + 1 + strspn(point + 1, digits) : point;
	if (end == point + 1)
		return false;
	while (*end && unit->text && strcasecmp(unit->text, end))
		unit++;
	if (*end && !unit->text)
		return false;
	if (*end)
		bare = unit->factor;
	/* From the last place on: if the sum is whole, it is whole at each place. */
	for (c = end - 1; c > point; c--) {
		part += (uint64_t)(*c - '0') * bare;
		if (part % 10)
			return false;
		part /= 10;
	}
	errno = 0;
	whole = strtoull(word, NULL, 10);
	return !errno && !__builtin_mul_overflow(whole, bare, &whole) &&
	       !__builtin_add_overflow(whole, part, value);
}

int parse_time(const char *what, const char *word, uint64_t least, uint64_t most, uint64_t *ns)
{
	uint64_t value;

	if (parse_quantity(word, time_units, NS_PER_S, &value) && value >= least && value <= most) {
		*ns = value;
		return 0;
	}
	return parse_refuse(what, word,
			    "%s to %s (ns, us, ms, s, m, h; a bare number is seconds)",
			    format_whole(time_units, least).text,
			    format_whole(time_units, most).text);
}

int parse_mac(const char *what, const char *word, uint8_t mac[MAC_LEN])
{
	bool ok = word && strlen(word) == 3 * MAC_LEN - 1 &&
		  (word[2] == ':' || word[2] == '-');
	unsigned int i;

	for (i = 0; ok && word[i]; i++)
		ok = i % 3 < 2 ? isxdigit((unsigned char)word[i]) : word[i] == word[2];
	if (!ok)
		return parse_refuse(what, word, "addresses like 01:80:c2:00:00:01");
	for (i = 0; i < MAC_LEN; i++)
		mac[i] = strtoul(word + 3 * i, NULL, 16);
	return 0;
}

/* --- lists -------------------------------------------------------------------------------- */

bool next_item(const char **rest, char separator, struct word *item)
{
	const char *word = *rest;
	int length;

	if (!word)
		return false;
	length = (int)(strchrnul(word, separator) - word);
	*rest = word[length] ? word + length + 1 : NULL;
	/* A cut item could be a good one. The dots prevent that. */
	*item = length < (int)sizeof(item->text) ? word_printf("%.*s", length, word) :
						   word_printf("%.60s...", word);
	return true;
}

int parse_range(const char *item, uint32_t *mask)
{
	size_t length = strlen(item);
	unsigned int first = (unsigned int)item[0] - '0', last = first;

	if (length == 3 && item[1] == '-')
		last = (unsigned int)item[2] - '0';
	else if (length != 1)
		first = PRIORITIES;
	if (first >= PRIORITIES || last >= PRIORITIES)
		return parse_refuse("priority", item,
				    *item ? "0 to 7" : "0 to 7, with commas and no blanks between");
	if (first > last)
		return parse_refuse("priority", item, "ranges from low to high, like 3-5");
	*mask |= (2U << last) - (1U << first);
	return 0;
}

int parse_priorities(const char *what, const char *word, uint32_t *mask)
{
	bool all = word && !strcmp(word, "all");
	const char *rest = word;
	uint32_t result = all ? ALL_PRIORITIES : 0;
	struct word item;

	if (all || (word && !strcmp(word, "none")))
		rest = NULL;
	else if (!word || !*word || isalpha((unsigned char)*word))
		return parse_refuse(what, word, "lists like 3,4 or 0-7, all, none");
	while (next_item(&rest, ',', &item))
		if (parse_range(item.text, &result))
			return -1;
	*mask = result;
	return 0;
}

/* --- values become words -------------------------------------------------------------------- */

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
	*list = word_printf("%s%s%s", list->text, *list->text ? separator : "", item);
}

struct word format_timers(uint32_t timers)
{
	struct word list = { "" };
	unsigned int first, last;

	for (first = 0; first < PRIORITIES; first = last + 1) {
		last = first;
		if (!(timers & 1U << first))
			continue;
		while (last + 1 < PRIORITIES && timers & 1U << (last + 1))
			last++;
		/* Two neighbours read better as a list than as a range. */
		if (last - first == 1)
			last = first;
		word_append(&list, ",", word_printf(last > first ? "%u-%u" : "%u", first,
						    last).text);
	}
	if (timers & 1U << PAUSECTL_LINK)
		word_append(&list, ",", "link");
	return *list.text ? list : word_printf("none");
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
