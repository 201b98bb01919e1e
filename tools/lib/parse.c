// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/param.h>

#include "format.h"
#include "parse.h"

#define LONGEST_WORD	31	/* of which parse_nearest() takes notice */
#define SHORT_LIST	10	/* so many allowed words are named */

struct unit {
	const char *suffix;
	uint64_t factor;
};

static const struct unit rate_units[] = {
	{ "", 1 },
	{ "bit", 1 },
	{ "kbit", 1000 },
	{ "mbit", 1000000 },
	{ "gbit", 1000000000 },
	{ "tbit", 1000000000000 },
	{ NULL, 0 }
};

static const struct unit size_units[] = {
	{ "", 1 },
	{ "b", 1 },
	{ "k", 1 << 10 },
	{ "kb", 1 << 10 },
	{ "m", 1 << 20 },
	{ "mb", 1 << 20 },
	{ "g", 1 << 30 },
	{ "gb", 1 << 30 },
	{ NULL, 0 }
};

static const struct unit interval_units[] = {
	{ "", 1000000000 },
	{ "s", 1000000000 },
	{ "ms", 1000000 },
	{ "us", 1000 },
	{ "ns", 1 },
	{ NULL, 0 }
};

static const struct unit second_units[] = {
	{ "", 1000 },
	{ "s", 1000 },
	{ "ms", 1 },
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
	{ "pfc", "prio" }, { "prio-pfc", "prio" }, { "prio", "pfc" }, { "autoneg", "advertise" },
	{ "lossless", "prio" }, { "pause", "mode" }, { "tc-tsa", "tsa" }, { "xoff", "buffer-xoff" },
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
	unsigned int limit = MIN(length < 2 ? 0 : MAX(length / 3, 1), 3), far;
	const char *nearest = synonym(word, allowed), *const *words;

	/* Its begin, as in "mon" or "guard" */
	for (words = allowed; !nearest && length > 2 && length <= LONGEST_WORD && *words; words++)
		if (!strncmp(*words, word, length))
			nearest = *words;
	if (nearest)
		return nearest;
	for (; length <= LONGEST_WORD && *allowed; allowed++) {
		if (strlen(*allowed) > LONGEST_WORD)
			continue;
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

int parse_onoff(const char *what, const char *word, uint8_t *value,
		struct parse_error *err)
{
	static const char *const words[] = { "off", "on", NULL };
	unsigned int index;

	if (parse_choice(what, word, words, &index, err))
		return -1;
	*value = index;
	return 0;
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

/* Divide one of *@a and *@b by @factor; false if neither can be. */
static bool cancel(uint64_t *a, uint64_t *b, uint64_t factor)
{
	uint64_t *divisible = *a % factor ? b : a;

	if (*divisible % factor)
		return false;
	*divisible /= factor;
	return true;
}

/*
 * A decimal number and its unit, exactly. A number that is no whole multiple of the smallest unit,
 * or does not fit, is refused. There is no floating point, because a speed must come back as it was
 * given.
 */
static bool parse_quantity(const char *word, const struct unit *unit, uint64_t *value)
{
	uint64_t digits = 0, factor;
	unsigned int places = 0;
	bool point = false;
	const char *c;

	if (!word || !isdigit((unsigned char)word[*word == '.']))
		return false;
	for (c = word; isdigit((unsigned char)*c) || (*c == '.' && !point); c++) {
		if (*c == '.') {
			point = true;
			continue;
		}
		if (__builtin_mul_overflow(digits, 10, &digits) ||
		    __builtin_add_overflow(digits, *c - '0', &digits))
			return false;
		places += point;
	}
	while (unit->suffix && strcasecmp(unit->suffix, c))
		unit++;
	if (!unit->suffix || (point && !places))
		return false;

	factor = unit->factor;
	for (; places; places--)
		if (!cancel(&factor, &digits, 2) || !cancel(&factor, &digits, 5))
			return false;
	return !__builtin_mul_overflow(digits, factor, value);
}

int parse_seconds(const char *what, const char *word, uint64_t *msec,
		  struct parse_error *err)
{
	uint64_t value;

	if (!parse_quantity(word, second_units, &value) || !value || value > 86400000)
		return parse_refuse(err, what, word, "0.001 to 86400 seconds, to the millisecond");
	*msec = value;
	return 0;
}

/* @allowed names the range from 1us to @most. */
static int parse_time(const char *what, const char *word, uint64_t most, const char *allowed,
		      uint64_t *ns, struct parse_error *err)
{
	uint64_t value;

	if (!parse_quantity(word, interval_units, &value) || value < 1000 || value > most)
		return parse_refuse(err, what, word, allowed);
	*ns = value;
	return 0;
}

int parse_interval(const char *what, const char *word, uint64_t *ns,
		   struct parse_error *err)
{
	return parse_time(what, word, 10000000000ULL,
			  "1us to 10s (ns, us, ms, s; a bare number is seconds)", ns, err);
}

int parse_duration(const char *what, const char *word, uint64_t *ns,
		   struct parse_error *err)
{
	return parse_time(what, word, 86400000000000ULL,
			  "1us to 86400s (ns, us, ms, s; a bare number is seconds)", ns, err);
}

int parse_rate(const char *what, const char *word, const char *zero, uint64_t least,
	       uint64_t *bits_per_second, struct parse_error *err)
{
	char allowed[192];
	uint64_t value;

	if (word && !strcmp(word, zero)) {
		*bits_per_second = 0;
		return 0;
	}
	if (parse_quantity(word, rate_units, &value) && value >= least && value <= MAX_RATE) {
		*bits_per_second = value;
		return 0;
	}
	snprintf(allowed, sizeof(allowed),
		 "%s and %s to 1.6tbit (bit, kbit, mbit, gbit, tbit; a bare number is bit/s)",
		 zero, format_rate(least).text);
	return parse_refuse(err, what, word, allowed);
}

/* The kernel checks the range. The tool refuses only sizes that no attribute can hold. */
int parse_size(const char *what, const char *word, uint32_t *octets,
	       struct parse_error *err)
{
	uint64_t value;

	if (!parse_quantity(word, size_units, &value) || value > UINT32_MAX)
		return parse_refuse(err, what, word, "sizes below 4gb, like 65536, 64k or 4mb");
	*octets = value;
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
