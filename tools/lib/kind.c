// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "kind.h"

const char *word_of(const char *const *words, uint64_t value)
{
	uint64_t i;

	for (i = 0; words[i] && i < value; i++)
		;
	return words[i] ? words[i] : "unknown";
}

static struct word text(const char *text)
{
	struct word word;

	snprintf(word.text, sizeof(word.text), "%s", text);
	return word;
}

int read_zero(const struct setting *setting, const char *word, uint64_t *value)
{
	if (!word || !setting->zero || strcmp(word, setting->zero))
		return 0;
	*value = 0;
	return 1;
}

/* --- on or off --------------------------------------------------------------- */

static int read_switch(const struct setting *setting, const char *what, const char *word,
		       uint64_t *value, struct parse_error *err)
{
	uint8_t on;

	(void)setting;
	if (parse_onoff(what, word, &on, err))
		return -1;
	*value = on;
	return 0;
}

static struct word format_switch(const struct setting *setting, uint64_t value)
{
	(void)setting;
	return text(value ? "on" : "off");
}

const struct kind kind_switch = { read_switch, format_switch, JSON_AS_BOOL };

/* --- a word: its place in the list is the number ------------------------------- */

static int read_word(const struct setting *setting, const char *what, const char *word,
		     uint64_t *value, struct parse_error *err)
{
	const char *allowed[16];
	unsigned int places[16], i, count = 0, index;

	for (i = 0; setting->words[i]; i++) {
		if (i > setting->max ||
		    (setting->refused && !strcmp(setting->words[i], setting->refused)))
			continue;
		places[count] = i;
		allowed[count++] = setting->words[i];
	}
	allowed[count] = NULL;
	if (parse_choice(what, word, allowed, &index, err))
		return -1;
	*value = places[index];
	return 0;
}

static struct word format_word(const struct setting *setting, uint64_t value)
{
	return text(word_of(setting->words, value));
}

const struct kind kind_word = { read_word, format_word, JSON_AS_TEXT };

/* --- a set of priorities ------------------------------------------------------ */

static int read_priorities(const struct setting *setting, const char *what, const char *word,
			   uint64_t *value, struct parse_error *err)
{
	uint32_t mask, off;

	(void)setting;
	if (word && (*word == '-' || strpbrk(word, "+:"))) {
		if (parse_priority_change(what, word, &mask, &off, err))
			return -1;
		*value = mask | (uint64_t)(~(mask | off) & 0xff) << PRIORITIES;
		return 0;
	}
	if (parse_priorities(what, word, &mask, err))
		return -1;
	*value = mask;
	return 0;
}

static struct word format_set(const struct setting *setting, uint64_t value)
{
	(void)setting;
	return format_priorities(value);
}

const struct kind kind_priorities = { read_priorities, format_set, JSON_AS_BITS };

/* --- words in their order: 4 bits each, the first the lowest -------------------- */

#define ORDER_BITS	4
#define ORDER_MASK	0xf

static int read_order(const struct setting *setting, const char *what, const char *word,
		      uint64_t *value, struct parse_error *err)
{
	char list[64], *rest = list, *field;
	unsigned int i, at, seen = 0;
	uint64_t order = 0;

	if (!word || strlen(word) >= sizeof(list))
		return parse_refuse(err, what, word, "lists like pcp,dscp, none");
	snprintf(list, sizeof(list), "%s", word);
	if (!strcmp(word, setting->words[0]))
		rest = NULL;
	for (at = 0; (field = strsep(&rest, ",")); at += ORDER_BITS) {
		/* Alone, words[0] is allowed, too: the message says so. */
		if (parse_choice(what, field, setting->words + 1, &i, err))
			return strchr(word, ',') ? -1 :
			       parse_choice(what, field, setting->words, &i, err);
		if (seen & 1U << i)
			return parse_twice(err, "field", field);
		seen |= 1U << i;
		order |= (uint64_t)(i + 1) << at;
	}
	*value = order;
	return 0;
}

static struct word format_order(const struct setting *setting, uint64_t value)
{
	struct word word = text(setting->words[0]);
	size_t length = 0;

	for (; value && length < sizeof(word.text); value >>= ORDER_BITS)
		length += snprintf(word.text + length, sizeof(word.text) - length, "%s%s",
				   length ? "," : "",
				   word_of(setting->words, value & ORDER_MASK));
	return word;
}

const struct kind kind_order = { read_order, format_order, JSON_AS_LIST };

/* --- a number, in the unit of the setting ---------------------------------------- */

/* The number may have its unit behind it, as in 50ms or 10%. */
static const char *without_unit(const struct setting *setting, const char *word,
				struct word *number)
{
	const char *end = word ? word + strspn(word, "0123456789") : NULL;

	if (!end || end == word || end - word >= (ptrdiff_t)sizeof(number->text) ||
	    (strcmp(end, setting->unit) && (strcmp(end, "%") || strcmp(setting->unit, "percent"))))
		return word;
	snprintf(number->text, sizeof(number->text), "%.*s", (int)(end - word), word);
	return number->text;
}

static int read_number(const struct setting *setting, const char *what, const char *word,
		       uint64_t *value, struct parse_error *err)
{
	struct word number;
	char allowed[128];

	if (read_zero(setting, word, value))
		return 0;
	if (!parse_number(what, without_unit(setting, word, &number), setting->min, setting->max,
			  value, err))
		return 0;
	snprintf(allowed, sizeof(allowed), "%s%s%llu to %llu%s%s",
		 setting->zero ? setting->zero : "", setting->zero ? ", or " : "",
		 (unsigned long long)setting->min, (unsigned long long)setting->max,
		 *setting->unit ? " " : "", setting->unit);
	return parse_refuse(err, what, word, allowed);
}

static struct word number_word(const struct setting *setting, uint64_t value)
{
	struct word word;

	if (!value && setting->zero)
		return text(setting->zero);
	snprintf(word.text, sizeof(word.text), "%llu", (unsigned long long)value);
	return word;
}

const struct kind kind_number = { read_number, number_word, JSON_AS_NUMBER };

/* --- octets: the kernel knows the range -------------------------------------------- */

static int read_size(const struct setting *setting, const char *what, const char *word,
		     uint64_t *value, struct parse_error *err)
{
	char allowed[96];
	uint32_t octets;

	if (read_zero(setting, word, value))
		return 0;
	if (!parse_size(what, word, &octets, err) && (octets || !setting->zero)) {
		*value = octets;
		return 0;
	}
	snprintf(allowed, sizeof(allowed), "%s%s%llu to %llu octets, like 64k or 4mb",
		 setting->zero ? setting->zero : "", setting->zero ? ", or " : "",
		 (unsigned long long)setting->min, (unsigned long long)setting->max);
	return parse_refuse(err, what, word, allowed);
}

static struct word size_word(const struct setting *setting, uint64_t value)
{
	return value || !setting->zero ? format_size(value) : text(setting->zero);
}

const struct kind kind_size = { read_size, size_word, JSON_AS_NUMBER };

/* --- bit/s ---------------------------------------------------------------------------- */

static int read_rate(const struct setting *setting, const char *what, const char *word,
		     uint64_t *value, struct parse_error *err)
{
	return parse_rate(what, word, setting->zero, setting->min, value, err);
}

static struct word rate_word(const struct setting *setting, uint64_t value)
{
	return value ? format_rate(value) : text(setting->zero);
}

const struct kind kind_rate = { read_rate, rate_word, JSON_AS_NUMBER };

/* --- a part, N or N/M, in parts of 128 --------------------------------------------------- */

#define PART_ONE	128

static bool is_part(const char *word, unsigned int *over, unsigned int *below)
{
	char rest;

	*below = 1;
	if (sscanf(word, "%4u/%3u%c", over, below, &rest) == 2)
		return *over && *below;
	return sscanf(word, "%4u%c", over, &rest) == 1 && *over;
}

static int read_part(const struct setting *setting, const char *what, const char *word,
		     uint64_t *value, struct parse_error *err)
{
	unsigned int over, below;

	if (read_zero(setting, word, value))
		return 0;
	if (!word || !is_part(word, &over, &below) || over * PART_ONE % below ||
	    over * PART_ONE / below > setting->max)
		return parse_refuse(err, what, word, "static, or 1/128 to 8 in steps of 1/128");
	*value = over * PART_ONE / below;
	return 0;
}

static struct word part_word(const struct setting *setting, uint64_t value)
{
	unsigned int over = value, below = PART_ONE;
	struct word word;

	if (!value)
		return text(setting->zero);
	for (; below > 1 && over % 2 == 0; over /= 2)
		below /= 2;
	if (below == 1)
		snprintf(word.text, sizeof(word.text), "%u", over);
	else
		snprintf(word.text, sizeof(word.text), "%u/%u", over, below);
	return word;
}

const struct kind kind_part = { read_part, part_word, JSON_AS_TEXT };
