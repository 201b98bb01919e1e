// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <rules/filter_rule.h>
#include <uapi/pausectl.h>

#include "lib.h"

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

/* The number may have its unit after it, as in 10%; milliseconds are a time, as in 2s. */
static const char *without_unit(const struct setting *setting, const char *word,
				struct word *number)
{
	const char *end = word ? word + strspn(word, "0123456789") : NULL;
	uint64_t ns;

	if (!strcmp(setting->unit, "ms") && parse_span(word, NS_PER_MS, &ns) && !(ns % NS_PER_MS)) {
		snprintf(number->text, sizeof(number->text), "%llu",
			 (unsigned long long)(ns / NS_PER_MS));
		return number->text;
	}
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

#define MOST_CHECKS	8

/* --- checks: words with a plus between them, off, or any ------------------------------- */

static int read_check_list(const struct setting *setting, const char *what, const char *word,
			   uint64_t *value, struct parse_error *err)
{
	char text[64], *rest = text, *check;
	uint64_t checks = PAUSECTL_FILTER_CHECK_ENABLE;
	/* For the message: words that stand alone, and checks */
	const char *alone[MOST_CHECKS + 3] = { "off", "any" };
	unsigned int i;

	for (i = 0; i < MOST_CHECKS && setting->words[i + 1]; i++)
		alone[i + 2] = setting->words[i + 1];
	if (!word || strlen(word) >= sizeof(text))
		return parse_refuse(err, what, word,
				    "off, any, or checks like multicast+unicast+type+opcode");
	if (strchr(word, ','))
		return parse_refuse(err, what, word, "checks with \"+\" between them");
	snprintf(text, sizeof(text), "%s", word);
	while ((check = strsep(&rest, "+"))) {
		if (parse_choice(what, check, setting->words + 1, &i, err))
			return strchr(word, '+') ? -1 : parse_choice(what, word, alone, &i, err);
		if (checks & 2U << i)
			return parse_twice(err, "check", check);
		checks |= 2U << i;
	}
	*value = checks;
	return 0;
}

static int read_checks(const struct setting *setting, const char *what, const char *word,
		       uint64_t *value, struct parse_error *err)
{
	if (word && !strcmp(word, "off"))
		*value = 0;
	else if (word && !strcmp(word, "any"))
		*value = PAUSECTL_FILTER_CHECK_ENABLE;
	else
		return read_check_list(setting, what, word, value, err);
	return 0;
}

static struct word checks_word(const struct setting *setting, uint64_t value)
{
	struct word word = { "off" };
	size_t length = 0;
	unsigned int i;

	if (value)
		word = (struct word){ "any" };
	/* Bit 0 switches the class on. */
	for (i = 1; setting->words[i] && length < sizeof(word.text); i++)
		if (value & 1U << i)
			length += snprintf(word.text + length, sizeof(word.text) - length,
					   "%s%s", length ? "+" : "", setting->words[i]);
	return word;
}

const struct kind kind_checks = { read_checks, checks_word, JSON_AS_TEXT };

/* --- EtherType --------------------------------------------------------------------------- */

static int read_type(const struct setting *setting, const char *what, const char *word,
		     uint64_t *value, struct parse_error *err)
{
	/* As everywhere, an EtherType is hexadecimal. 8808 would be 0x2268. */
	if (!word || strncasecmp(word, "0x", 2) ||
	    parse_number(what, word, setting->min, setting->max, value, err))
		return parse_refuse(err, what, word, "0x0600 to 0xffff, with the 0x");
	return 0;
}

static struct word hex_word(const struct setting *setting, uint64_t value)
{
	struct word word;

	(void)setting;
	snprintf(word.text, sizeof(word.text), "0x%04llx", (unsigned long long)value);
	return word;
}

const struct kind kind_type = { read_type, hex_word, JSON_AS_TEXT };

/* --- a range of opcodes, or one ------------------------------------------------------------ */

static int read_opcodes(const struct setting *setting, const char *what, const char *word,
			uint64_t *value, struct parse_error *err)
{
	uint64_t least, greatest;
	char text[32], *end;

	(void)setting;
	if (!word || strlen(word) >= sizeof(text))
		return parse_refuse(err, what, word, "0 to 65535, or ranges like 0x0000-0xffff");
	snprintf(text, sizeof(text), "%s", word);
	end = strchr(text, '-');
	if (end)
		*end++ = '\0';
	if (parse_number(what, text, 0, 0xffff, &least, err) ||
	    parse_number(what, end ? end : text, 0, 0xffff, &greatest, err))
		return -1;
	if (least > greatest)
		return parse_refuse(err, what, word, "ranges from low to high");
	*value = FILTER_OPCODES(least, greatest);
	return 0;
}

static struct word opcodes_word(const struct setting *setting, uint64_t value)
{
	struct word word;
	unsigned int least = FILTER_OPCODE_MIN(value), greatest = FILTER_OPCODE_MAX(value);

	if (least == greatest)
		return hex_word(setting, least);
	snprintf(word.text, sizeof(word.text), "0x%04x-0x%04x", least, greatest);
	return word;
}

const struct kind kind_opcodes = { read_opcodes, opcodes_word, JSON_AS_TEXT };

/* --- an address, or what stands for 0 --------------------------------------------------------- */

static int read_address(const struct setting *setting, const char *what, const char *word,
			uint64_t *value, struct parse_error *err)
{
	uint8_t mac[MAC_LEN];
	unsigned int i;

	if (read_zero(setting, word, value))
		return 0;
	if (parse_mac(what, word, mac, err))
		return parse_refuse(err, what, word,
				    "default, or addresses like 01:80:c2:00:00:01");
	*value = 0;
	for (i = 0; i < MAC_LEN; i++)
		*value = *value << 8 | mac[i];
	return *value ? 0 : parse_refuse(err, what, word, "addresses other than zero");
}

static struct word address_word(const struct setting *setting, uint64_t value)
{
	struct word word;
	size_t length = 0;
	unsigned int i;

	if (!value) {
		snprintf(word.text, sizeof(word.text), "%s", setting->zero);
		return word;
	}
	for (i = 0; i < MAC_LEN; i++)
		length += snprintf(word.text + length, sizeof(word.text) - length, "%s%02x",
				   i ? ":" : "", (unsigned int)(value >> 8 * (5 - i)) & 0xff);
	return word;
}

const struct kind kind_address = { read_address, address_word, JSON_AS_TEXT };
