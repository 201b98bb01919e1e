// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/param.h>

#include "lib.h"

#define LONGEST_WORD	31	/* of which parse_nearest() takes notice */
#define SHORT_LIST	10	/* so many allowed words are named */

const char *const onoff_words[] = { "off", "on", NULL };

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

int parse_refuse(struct parse_error *err, const char *what, const char *word,
		 const char *allowed)
{
	if (word)
		snprintf(err->text, sizeof(err->text), "%s \"%.64s\": allowed are %s",
			 what, word, allowed);
	else
		snprintf(err->text, sizeof(err->text), "%s: value missing, allowed are %s",
			 what, allowed);
	return -1;
}

int parse_twice(struct parse_error *err, const char *what, const char *word)
{
	snprintf(err->text, sizeof(err->text), "%s \"%.64s\": given twice, allowed once",
		 what, word);
	return -1;
}

static int lower(char c)
{
	return tolower((unsigned char)c);
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
				least = d[i - 1][j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
				least = MIN(least, d[i - 1][j] + 1);
				least = MIN(least, d[i][j - 1] + 1);
			}
			if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
			    lower(a[i - 2]) == lower(b[j - 1]))
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

static const char *synonym(const char *word, const char *const *allowed)
{
	size_t i;

	for (; *allowed; allowed++)
		for (i = 0; i < sizeof(synonyms) / sizeof(synonyms[0]); i++)
			if (!strcmp(word, synonyms[i].theirs) &&
			    !strcmp(*allowed, synonyms[i].ours))
				return *allowed;
	return NULL;
}

const char *parse_nearest(const char *word, const char *const *allowed)
{
	size_t length = strlen(word);
	unsigned int limit = length < 2 ? 0 : MIN(MAX(length / 3, 1), 3), far;
	const char *nearest = synonym(word, allowed);

	if (nearest || length > LONGEST_WORD)
		return nearest;
	for (; *allowed; allowed++) {
		if (length > 2 && !strncmp(*allowed, word, length))
			far = 0;	/* its begin, as in "mon" or "guard" */
		else if (strlen(*allowed) > LONGEST_WORD)
			continue;
		else
			far = distance(word, *allowed);
		/* The first of several nearest words wins. */
		if (far < limit + !nearest) {
			nearest = *allowed;
			limit = far;
		}
	}
	return nearest;
}

int parse_choice(const char *what, const char *word, const char *const *allowed,
		 unsigned int *index, struct parse_error *err)
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
		parse_refuse(err, what, word, list);
	else if (word)
		snprintf(err->text, sizeof(err->text), "%s \"%.64s\": unknown", what, word);
	else
		snprintf(err->text, sizeof(err->text), "%s: missing", what);
	nearest = word ? parse_nearest(word, allowed) : NULL;
	if (nearest) {
		used = strlen(err->text);
		snprintf(err->text + used, sizeof(err->text) - used, " (did you mean \"%s\"?)",
			 nearest);
	}
	return -1;
}

int parse_number(const char *what, const char *word, uint64_t min, uint64_t max,
		 uint64_t *value, struct parse_error *err)
{
	char allowed[64];
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
	snprintf(allowed, sizeof(allowed), "%llu to %llu",
		 (unsigned long long)min, (unsigned long long)max);
	return parse_refuse(err, what, word, allowed);
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

int parse_time(const char *what, const char *word, uint64_t least, uint64_t most, uint64_t *ns,
	       struct parse_error *err)
{
	char allowed[192];
	uint64_t value;

	if (parse_quantity(word, time_units, NS_PER_S, &value) && value >= least && value <= most) {
		*ns = value;
		return 0;
	}
	snprintf(allowed, sizeof(allowed),
		 "%s to %s (ns, us, ms, s, m, h; a bare number is seconds)",
		 format_whole(time_units, least).text, format_whole(time_units, most).text);
	return parse_refuse(err, what, word, allowed);
}

int parse_msec(const char *what, const char *word, uint64_t *msec, struct parse_error *err)
{
	uint64_t ns;

	if (parse_time(what, word, NS_PER_MS, MAX_TIME, &ns, err))
		return -1;
	*msec = (ns + NS_PER_MS - 1) / NS_PER_MS;
	return 0;
}

int parse_mac(const char *what, const char *word, uint8_t mac[MAC_LEN],
	      struct parse_error *err)
{
	bool ok = word && strlen(word) == 3 * MAC_LEN - 1 &&
		  (word[2] == ':' || word[2] == '-');
	uint8_t octets[MAC_LEN];
	unsigned int i;

	for (i = 0; ok && i < MAC_LEN; i++) {
		const char *pair = word + 3 * i;
		char *end;

		octets[i] = strtoul(pair, &end, 16);
		ok = isxdigit((unsigned char)*pair) && end == pair + 2 &&
		     (!*end || *end == word[2]);
	}
	if (!ok)
		return parse_refuse(err, what, word, "addresses like 01:80:c2:00:00:01");
	memcpy(mac, octets, MAC_LEN);
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

/* "3" or "3-5" */
static int take_range(const char *item, uint32_t *mask, struct parse_error *err)
{
	size_t length = strlen(item);
	unsigned int first = (unsigned int)item[0] - '0', last = first;

	if (length == 3 && item[1] == '-')
		last = (unsigned int)item[2] - '0';
	else if (length != 1)
		first = PRIORITIES;
	if (first >= PRIORITIES || last >= PRIORITIES)
		return parse_refuse(err, "priority", item,
				    *item ? "0 to 7" : "0 to 7, with commas and no blanks between");
	if (first > last)
		return parse_refuse(err, "priority", item, "ranges from low to high, like 3-5");
	*mask |= (2U << last) - (1U << first);
	return 0;
}

int parse_priorities(const char *what, const char *word, uint32_t *mask,
		     struct parse_error *err)
{
	bool all = word && !strcmp(word, "all");
	const char *rest = word;
	uint32_t result = all ? ALL_PRIORITIES : 0;
	struct word item;

	if (all || (word && !strcmp(word, "none")))
		rest = NULL;
	else if (!word || !*word || isalpha((unsigned char)*word))
		return parse_refuse(err, what, word, "lists like 3,4 or 0-7, all, none");
	while (next_item(&rest, ',', &item))
		if (take_range(item.text, &result, err))
			return -1;
	*mask = result;
	return 0;
}

int parse_priority_change(const char *what, const char *word, uint32_t *on, uint32_t *off,
			  struct parse_error *err)
{
	uint32_t to[2] = { 0, 0 }, named = 0;
	const char *rest = word;
	struct word item;
	char sign = 0;

	while (next_item(&rest, ',', &item)) {
		char *range = item.text, *state = strchr(range, ':');
		unsigned int is_on;
		uint32_t mask = 0;

		if (state)
			*state++ = '\0';
		else if (*range == '+' || *range == '-')
			sign = *range++;
		else if (!sign)
			return parse_refuse(err, what, word, "changes like +5,6 or 3:on,4:off");
		is_on = sign == '+';
		if (state && parse_choice(what, state, onoff_words, &is_on, err))
			return -1;
		if (state && !strcmp(range, "all")) {
			mask = ALL_PRIORITIES & ~named;
		} else {
			if (take_range(range, &mask, err))
				return -1;
			if (mask & named & to[!is_on])
				return parse_twice(err, "priority", range);
			named |= mask;
		}
		to[is_on] |= mask;
		to[!is_on] &= ~mask;
	}
	*on = to[1];
	*off = to[0];
	return 0;
}
