// SPDX-License-Identifier: GPL-2.0
/* Parse lists: of priorities, and of pairs. parse.c parses single values. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kind.h"

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
	uint32_t to[2] = { 0, 0 };
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
		if ((state && parse_onoff(what, state, &is_on, err)) ||
		    take_range(range, &mask, err))
			return -1;
		if (mask & to[!is_on])
			return parse_twice(err, "priority", range);
		to[is_on] |= mask;
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

/* Values that are not given stay as they are. */
static int parse_pairs(const struct pairs *pairs, const char *what, const char *word,
		       uint64_t *values, uint32_t *given, struct parse_error *err)
{
	const char *rest = word;
	uint64_t index, value;
	struct item item;

	*given = 0;
	while (next_item(&rest, &item)) {
		char *colon = strchr(item.text, ':');

		if (!colon)
			return parse_refuse(err, what, item.text, pairs->allowed);
		*colon = '\0';
		if (pair_index(pairs, what, item.text, &index, err))
			return -1;
		if (is_default(pairs->setting, colon + 1))
			value = pairs->setting->defaults[index];
		else if (pairs->parse(pairs->setting, pairs->what, colon + 1, &value, err))
			return -1;
		if (*given & 1U << index)
			return parse_twice(err, what, item.text);
		*given |= 1U << index;
		values[index] = value;
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
