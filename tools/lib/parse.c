// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/param.h>

#include "lib.h"

/* --- single values -------------------------------------------------------------------------- */

#define LONGEST_WORD	31	/* of which parse_nearest() takes notice */
#define SHORT_LIST	10	/* so many allowed words are named */

struct unit {
	const char *suffix;
	uint64_t factor;
};

static const struct unit rate_units[] = {
	{ "bit", 1 },
	{ "kbit", 1000 }, { "k", 1000 },
	{ "mbit", 1000000 }, { "m", 1000000 },
	{ "gbit", 1000000000 }, { "g", 1000000000 },
	{ "tbit", 1000000000000 }, { "t", 1000000000000 },
	{ NULL, 0 }
};

static const struct unit size_units[] = {
	{ "b", 1 },
	{ "k", 1 << 10 }, { "kb", 1 << 10 }, { "kib", 1 << 10 },
	{ "m", 1 << 20 }, { "mb", 1 << 20 }, { "mib", 1 << 20 },
	{ "g", 1 << 30 }, { "gb", 1 << 30 }, { "gib", 1 << 30 },
	{ NULL, 0 }
};

static const struct unit time_units[] = {
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
 * A decimal number and its unit, exactly; without a unit, of @bare. A number that is no whole
 * multiple of the smallest unit, or does not fit, is refused. There is no floating point, because a
 * speed must come back as it was given.
 */
static bool parse_quantity(const char *word, const struct unit *unit, uint64_t bare,
			   uint64_t *value)
{
	uint64_t digits = 0, factor = bare;
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
	while (*c && unit->suffix && strcasecmp(unit->suffix, c))
		unit++;
	if (!unit->suffix || (point && !places))
		return false;

	if (*c)
		factor = unit->factor;
	for (; places; places--)
		if (!cancel(&factor, &digits, 2) || !cancel(&factor, &digits, 5))
			return false;
	return !__builtin_mul_overflow(digits, factor, value);
}

bool parse_span(const char *word, uint64_t bare, uint64_t *ns)
{
	return parse_quantity(word, time_units, bare, ns);
}

/* In the largest unit that divides it */
static struct word span_word(uint64_t ns)
{
	const struct unit *unit = time_units;
	struct word word;

	while (ns % unit->factor)
		unit++;
	snprintf(word.text, sizeof(word.text), "%llu%s", (unsigned long long)(ns / unit->factor),
		 unit->suffix);
	return word;
}

int parse_time(const char *what, const char *word, uint64_t least, uint64_t most, uint64_t *ns,
	       struct parse_error *err)
{
	char allowed[192];
	uint64_t value;

	if (parse_span(word, NS_PER_S, &value) && value >= least && value <= most) {
		*ns = value;
		return 0;
	}
	snprintf(allowed, sizeof(allowed),
		 "%s to %s (ns, us, ms, s, m, h; a bare number is seconds)",
		 span_word(least).text, span_word(most).text);
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

int parse_rate(const char *what, const char *word, const char *zero, uint64_t least,
	       uint64_t *bits_per_second, struct parse_error *err)
{
	char allowed[192];
	uint64_t value;

	if (word && !strcmp(word, zero)) {
		*bits_per_second = 0;
		return 0;
	}
	if (parse_quantity(word, rate_units, 1, &value) && value >= least && value <= MAX_RATE) {
		*bits_per_second = value;
		return 0;
	}
	snprintf(allowed, sizeof(allowed),
		 "%s and %s to 1.6tbit (k, m, g, t, bit, kbit to tbit; a bare number is bit/s)",
		 zero, format_rate(least).text);
	return parse_refuse(err, what, word, allowed);
}

/* The kernel checks the range. The tool refuses only sizes that no attribute can hold. */
int parse_size(const char *what, const char *word, uint32_t *octets,
	       struct parse_error *err)
{
	uint64_t value;

	if (!parse_quantity(word, size_units, 1, &value) || value > UINT32_MAX)
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

/* --- lists of priorities, and of pairs ------------------------------------------------------ */

struct item {
	char text[64];
};

/* Take the next item between commas; false if there is none left. */
static bool next_item(const char **rest, struct item *item)
{
	size_t length;

	if (!*rest)
		return false;
	length = strcspn(*rest, ",");
	/* A cut item could be a good one. The dots prevent that. */
	if (length < sizeof(item->text))
		snprintf(item->text, sizeof(item->text), "%.*s", (int)length, *rest);
	else
		snprintf(item->text, sizeof(item->text), "%.60s...", *rest);
	*rest = (*rest)[length] ? *rest + length + 1 : NULL;
	return true;
}

/* "3" or "3-5" */
static bool item_range(const char *item, unsigned int *first, unsigned int *last)
{
	size_t length = strlen(item);

	if (length != 1 && !(length == 3 && item[1] == '-'))
		return false;
	*first = (unsigned int)item[0] - '0';
	*last = (unsigned int)item[length - 1] - '0';
	return *first < PRIORITIES && *last < PRIORITIES;
}

static int take_range(const char *item, uint32_t *mask, struct parse_error *err)
{
	unsigned int first, last;

	if (!item_range(item, &first, &last))
		return parse_refuse(err, "priority", item,
				    *item ? "0 to 7" : "0 to 7, with commas and no blanks between");
	if (first > last)
		return parse_refuse(err, "priority", item, "ranges from low to high, like 3-5");
	for (; first <= last; first++)
		*mask |= 1U << first;
	return 0;
}

int parse_priorities(const char *what, const char *word, uint32_t *mask,
		     struct parse_error *err)
{
	const char *rest = word;
	uint32_t result = 0;
	struct item item;

	if (!word || !*word)
		return parse_refuse(err, what, word, "lists like 3,4 or 0-7, all, none");
	if (!strcmp(word, "none") || !strcmp(word, "all")) {
		*mask = !strcmp(word, "all") ? (1 << PRIORITIES) - 1 : 0;
		return 0;
	}
	if (isalpha((unsigned char)*word))
		return parse_refuse(err, what, word, "lists like 3,4 or 0-7, all, none");
	while (next_item(&rest, &item))
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
	struct item item;
	char sign = 0;

	while (next_item(&rest, &item)) {
		char *range = item.text, *state = strchr(range, ':');
		uint32_t mask = 0;
		uint8_t is_on;

		if (state)
			*state++ = '\0';
		else if (*range == '+' || *range == '-')
			sign = *range++;
		else if (!sign)
			return parse_refuse(err, what, word, "changes like +5,6 or 3:on,4:off");
		is_on = sign == '+';
		if (state && parse_onoff(what, state, &is_on, err))
			return -1;
		if (state && !strcmp(range, "all")) {
			mask = ((1 << PRIORITIES) - 1) & ~named;
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

/* How to parse a list of pairs: the words before and behind the colon. */
struct pairs {
	const char *what;	/* names a value that is refused */
	const char *allowed;	/* form of a pair */
	parse_value_fn *parse;
	const struct setting *setting;	/* the setting of the values, or NULL */
	unsigned int count;	/* 8 priorities, or 9 with the link */
	const char *const *names;	/* names of elements in place of numbers, or NULL */
};

static int pair_index(const struct pairs *pairs, const char *what, const char *text,
		      uint64_t *index, struct parse_error *err)
{
	unsigned int place;

	if (pairs->names) {
		if (parse_choice(what, text, pairs->names, &place, err))
			return -1;
		*index = place;
		return 0;
	}
	if (pairs->count > PRIORITIES && !strcmp(text, "link")) {
		*index = PRIORITIES;
		return 0;
	}
	if (!parse_number(what, text, 0, PRIORITIES - 1, index, err))
		return 0;
	return pairs->count <= PRIORITIES ? -1 :
	       parse_refuse(err, what, text, "0 to 7, and link");
}

/* The word "default" stands for the default of any setting. */
static bool is_default(const struct setting *setting, const char *word)
{
	return setting && word && !strcmp(word, "default");
}

/* Values that are not given stay as they are. "all" is each element that no other pair names. */
static int parse_pairs(const struct pairs *pairs, const char *what, const char *word,
		       uint64_t *values, uint32_t *given, struct parse_error *err)
{
	uint32_t all = (1U << pairs->count) - 1, named = 0, mask;
	const char *rest = word;
	uint64_t index, value = 0;
	struct item item;
	bool by_default;
	unsigned int i;

	*given = 0;
	while (next_item(&rest, &item)) {
		char *colon = strchr(item.text, ':');

		if (!colon)
			return parse_refuse(err, what, item.text, pairs->allowed);
		*colon = '\0';
		if (!strcmp(item.text, "all")) {
			mask = all & ~named;
		} else {
			if (pair_index(pairs, what, item.text, &index, err))
				return -1;
			if (named & 1U << index)
				return parse_twice(err, what, item.text);
			mask = 1U << index;
			named |= mask;
		}
		by_default = is_default(pairs->setting, colon + 1);
		if (!by_default &&
		    pairs->parse(pairs->setting, pairs->what, colon + 1, &value, err))
			return -1;
		for (i = 0; i < pairs->count; i++)
			if (mask & 1U << i)
				values[i] = by_default ? pairs->setting->defaults[i] : value;
		*given |= mask;
	}
	return 0;
}

static bool is_pairs(const struct setting *setting, const char *word)
{
	if (!word || !strchr(word, ':') || setting->values == 1)
		return false;
	/* An address has colons of its own, the first behind two digits. */
	return setting->kind != &kind_address || strcspn(word, ":") != 2;
}

/* What stands behind the name of the setting, as in "CLASS:PERCENT,..." */
static const char *form_of(const struct setting *setting)
{
	return setting->grammar + strlen(setting->option) + 1;
}

int parse_values(const struct setting *setting, const char *word, uint64_t *values,
		 uint32_t *given, struct parse_error *err)
{
	const struct pairs pairs = {
		setting->option,
		form_of(setting),
		setting->kind->parse, setting, setting->values, setting->elements
	};
	uint64_t result[MAX_VALUES];
	unsigned int i;

	if (setting->values > 1 && word && strchr(word, ',') && !strchr(word, ':') &&
	    setting->kind != &kind_checks)
		return parse_refuse(err, setting->option, word, form_of(setting));
	if (is_pairs(setting, word)) {
		if (parse_pairs(&pairs, setting->option, word, result, given, err))
			return -1;
	} else if (is_default(setting, word)) {
		memcpy(result, setting->defaults, sizeof(result));
		*given = (1U << setting->values) - 1;
	} else {
		if (setting->kind->parse(setting, setting->option, word, &result[0], err))
			return -1;
		for (i = 1; i < setting->values; i++)
			result[i] = result[0];
		*given = (1U << setting->values) - 1;
	}
	for (i = 0; i < setting->values; i++)
		if (*given & 1U << i)
			values[i] = result[i];
	return 0;
}

static int parse_quanta(const struct setting *setting, const char *what, const char *word,
			uint64_t *value, struct parse_error *err)
{
	(void)setting;
	return parse_number(what, word, 0, MAX_QUANTA, value, err);
}

int parse_pfc(const char *what, const char *word, uint8_t *vector,
	      uint16_t quanta[PRIORITIES], struct parse_error *err)
{
	const struct pairs pairs = {
		"quanta", "PRIO:QUANTA pairs, like 3:65535", parse_quanta, NULL, PRIORITIES, NULL
	};
	uint64_t result[PRIORITIES] = { 0 };
	uint32_t seen;
	unsigned int i;

	if (!word || !*word)
		return parse_refuse(err, what, word,
				    "PRIO:QUANTA[,PRIO:QUANTA...], like 3:65535,4:0");
	if (parse_pairs(&pairs, what, word, result, &seen, err))
		return -1;
	*vector = seen;
	for (i = 0; i < PRIORITIES; i++)
		quanta[i] = result[i];
	return 0;
}
