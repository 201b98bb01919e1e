// SPDX-License-Identifier: GPL-2.0
/* Kinds of value: parse the words of a setting, and format its values. */
#include <endian.h>
#include <strings.h>

#include <rules/filter_rule.h>

#include "lib.h"

const char *word_of(const char *const *words, uint64_t value)
{
	uint64_t i;

	for (i = 0; words[i] && i < value; i++)
		;
	return words[i] ? words[i] : "unknown";
}

struct word setting_word(const struct setting *setting, uint64_t value)
{
	return !value && setting->zero ? word_printf("%s", setting->zero) :
					 setting->kind->format(setting, value);
}

/* --- a word: its place in the list is the number ------------------------------------------ */

static int read_word(const struct setting *setting, const char *word, uint64_t *value)
{
	const char *const *words = setting->words, *allowed[16];
	unsigned int i, count = 0, index;

	for (i = 0; words[i]; i++)
		if (!setting->refused || strcmp(words[i], setting->refused))
			allowed[count++] = words[i];
	allowed[count] = NULL;
	if (parse_choice(setting->option, word, allowed, &index))
		return -1;
	for (*value = 0; strcmp(words[*value], word); ++*value)
		;
	return 0;
}

static struct word format_word(const struct setting *setting, uint64_t value)
{
	return word_printf("%s", word_of(setting->words, value));
}

const struct kind kind_word = { read_word, format_word, JSON_AS_TEXT, 4 };
const struct kind kind_switch = { read_word, format_word, JSON_AS_BOOL, 1 };

/* --- a set of priorities, or a change of it ----------------------------------------------- */

/*
 * "+5,6", "-4", "+5,-3-4", "3:on,4:off", "all:off,3:on": the priorities to switch on and off, none
 * of them both. A sign is for the items after it, too; all means those that no other item names.
 */
static int parse_change(const char *what, const char *word, uint32_t *on, uint32_t *off)
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
			return parse_refuse(what, word, "changes like +5,6 or 3:on,4:off");
		is_on = sign == '+';
		if (state && parse_choice(what, state, onoff_words, &is_on))
			return -1;
		if (state && !strcmp(range, "all")) {
			mask = ALL_PRIORITIES & ~named;
		} else {
			if (parse_range(range, &mask))
				return -1;
			if (mask & named & to[!is_on])
				return parse_twice("priority", range);
			named |= mask;
		}
		to[is_on] |= mask;
		to[!is_on] &= ~mask;
	}
	*on = to[1];
	*off = to[0];
	return 0;
}

static int read_priorities(const struct setting *setting, const char *word, uint64_t *value)
{
	uint32_t mask, off = ALL_PRIORITIES;

	if (word && (*word == '-' || strpbrk(word, "+:")) ?
	    parse_change(setting->option, word, &mask, &off) :
	    parse_priorities(setting->option, word, &mask))
		return -1;
	*value = mask | (~(mask | off) & ALL_PRIORITIES) << PRIORITIES;
	return 0;
}

static struct word priorities_word(const struct setting *setting, uint64_t value)
{
	return format_timers(value & ALL_PRIORITIES);
}

const struct kind kind_priorities = { read_priorities, priorities_word, JSON_AS_BITS, 4 };

/* --- lists of words: each once, without the first of the setting, which is not for a list --- */

#define LONGEST_LIST	8

/* The order counts: 4 bits each, the first the lowest. */
#define ORDER_BITS	4
#define ORDER_MASK	0xf

/* The places of the words: in order, and as bits. @alone: what may stand in place of a list */
static int read_list(const struct setting *setting, const char *word, char separator,
		     const char *const *alone, uint64_t *order, uint64_t *seen)
{
	unsigned int i, shift = 0;
	const char *rest = word;
	struct word item;

	for (*order = *seen = 0; next_item(&rest, separator, &item); shift += ORDER_BITS) {
		if (parse_choice(setting->option, item.text, setting->words + 1, &i))
			return strchr(word, separator) ? -1 :
			       parse_choice(setting->option, word, alone, &i);
		if (*seen & 2U << i)
			return parse_twice(separator == '+' ? "check" : "field", item.text);
		*seen |= 2U << i;
		*order |= (uint64_t)(i + 1) << shift;
	}
	return 0;
}

static int read_order(const struct setting *setting, const char *word, uint64_t *value)
{
	uint64_t seen;

	if (!word)
		return parse_refuse(setting->option, word, "lists like pcp,dscp, none");
	*value = 0;
	return strcmp(word, setting->words[0]) ?
	       read_list(setting, word, ',', setting->words, value, &seen) : 0;
}

static struct word order_word(const struct setting *setting, uint64_t value)
{
	struct word list = { "" };

	for (; value; value >>= ORDER_BITS)
		word_append(&list, ",", word_of(setting->words, value & ORDER_MASK));
	return *list.text ? list : word_printf("%s", setting->words[0]);
}

const struct kind kind_order = { read_order, order_word, JSON_AS_LIST, 4 };

/* Each check is a bit. Bit 0 switches the class on. */
static int read_checks(const struct setting *setting, const char *word, uint64_t *value)
{
	const char *alone[LONGEST_LIST + 3] = { "off", "any" };
	uint64_t seen = 0, order;
	unsigned int i;

	for (i = 1; setting->words[i]; i++)
		alone[i + 1] = setting->words[i];
	if (!word)
		return parse_refuse(setting->option, word,
				    "off, any, or checks like multicast+unicast+type+opcode");
	if (strchr(word, ','))
		return parse_refuse(setting->option, word, "checks with \"+\" between them");
	if (strcmp(word, "off") && strcmp(word, "any") &&
	    read_list(setting, word, '+', alone, &order, &seen))
		return -1;
	*value = strcmp(word, "off") ? PAUSECTL_FILTER_CHECK_ENABLE | seen : 0;
	return 0;
}

static struct word checks_word(const struct setting *setting, uint64_t value)
{
	struct word list = { "" };
	unsigned int i;

	for (i = 1; setting->words[i]; i++)
		if (value & 1U << i)
			word_append(&list, "+", setting->words[i]);
	return *list.text ? list : word_printf(value ? "any" : "off");
}

const struct kind kind_checks = { read_checks, checks_word, JSON_AS_TEXT, 4 };

/* --- numbers in the unit of the setting, octets, and bit/s -------------------------------- */

static struct word number_word(const struct setting *setting, uint64_t value)
{
	return setting->kind == &kind_size ? format_whole(size_units, value) :
	       setting->kind == &kind_rate ? format_rate(value) :
					     word_printf("%llu", (unsigned long long)value);
}

/* "off, or 80 to 8000 ms" */
static int refuse_range(const struct setting *setting, const char *word)
{
	bool rate = setting->kind == &kind_rate, size = setting->kind == &kind_size;
	/* Bounds of sizes are octets. */
	struct setting bound = { .kind = rate ? &kind_rate : &kind_number };
	const char *unit = rate ? "(k, m, g, t, bit, kbit to tbit; a bare number is bit/s)" :
			   size ? "octets, like 64k or 4mb" : setting->unit;

	return parse_refuse(setting->option, word, "%s%s%s to %s%s%s",
			    setting->zero ?: "", setting->zero ? ", or " : "",
			    number_word(&bound, setting->min).text,
			    number_word(&bound, setting->max).text, *unit ? " " : "", unit);
}

/* A number may have its unit after it, as in 10%; milliseconds are a time, as in 2s. */
static int read_number(const struct setting *setting, const char *word, uint64_t *value)
{
	const struct kind *kind = setting->kind;
	bool ms = !strcmp(setting->unit, "ms"), percent = !strcmp(setting->unit, "percent");
	const struct suffix own[] = {
		{ setting->unit, 1 }, { percent ? "%" : setting->unit, 1 }, { NULL, 0 }
	};
	const struct suffix *units = kind == &kind_size ? size_units :
				     kind == &kind_rate ? rate_units : ms ? time_units : own;
	uint64_t number, scale = ms ? NS_PER_MS : 1;
	uint64_t least = setting->min, greatest = setting->max;

	if (kind == &kind_number && !parse_number(setting->option, word, least, greatest, value))
		return 0;
	/* The kernel knows the range of sizes. The tool refuses those that fit no attribute. */
	if (kind == &kind_size) {
		least = !!setting->zero;
		greatest = UINT32_MAX;
	}
	if (!parse_quantity(word, units, scale, &number) || number % scale ||
	    number / scale < least || number / scale > greatest)
		return refuse_range(setting, word);
	*value = number / scale;
	return 0;
}

const struct kind kind_number = { read_number, number_word, JSON_AS_NUMBER, 4 };
const struct kind kind_size = { read_number, number_word, JSON_AS_NUMBER, 4 };
const struct kind kind_rate = { read_number, number_word, JSON_AS_NUMBER, 8 };

/* --- a part, N or N/M, in parts of 128 ---------------------------------------------------- */

#define PART_ONE	128

static int read_part(const struct setting *setting, const char *word, uint64_t *value)
{
	unsigned int over = 0, below = 1;
	int end = 0;

	if (word)
		sscanf(word, "%4u%n/%3u%n", &over, &end, &below, &end);
	if (!over || !below || word[end] || over * PART_ONE % below ||
	    over * PART_ONE / below > setting->max)
		return parse_refuse(setting->option, word,
				    "static, or 1/128 to 8 in steps of 1/128");
	*value = over * PART_ONE / below;
	return 0;
}

static struct word part_word(const struct setting *setting, uint64_t value)
{
	unsigned int over = value, below = PART_ONE;

	for (; below > 1 && over % 2 == 0; over /= 2)
		below /= 2;
	return word_printf(below > 1 ? "%u/%u" : "%u", over, below);
}

const struct kind kind_part = { read_part, part_word, JSON_AS_TEXT, 4 };

/* --- EtherType, opcodes, address ---------------------------------------------------------- */

/* As everywhere, an EtherType is hexadecimal. 8808 would be 0x2268. */
static int read_type(const struct setting *setting, const char *word, uint64_t *value)
{
	if (!word || strncasecmp(word, "0x", 2) ||
	    parse_number(setting->option, word, setting->min, setting->max, value))
		return parse_refuse(setting->option, word, "0x0600 to 0xffff, with the 0x");
	return 0;
}

static struct word type_word(const struct setting *setting, uint64_t value)
{
	return word_printf("0x%04llx", (unsigned long long)value);
}

const struct kind kind_type = { read_type, type_word, JSON_AS_TEXT, 4 };

/* A range, or one */
static int read_opcodes(const struct setting *setting, const char *word, uint64_t *value)
{
	uint64_t least, greatest;
	const char *rest = word;
	struct word item;

	if (!next_item(&rest, '-', &item))
		return parse_refuse(setting->option, word,
				    "0 to 65535, or ranges like 0x0000-0xffff");
	if (parse_number(setting->option, item.text, 0, 0xffff, &least) ||
	    parse_number(setting->option, rest ? rest : item.text, 0, 0xffff, &greatest))
		return -1;
	if (least > greatest)
		return parse_refuse(setting->option, word, "ranges from low to high");
	*value = FILTER_OPCODES(least, greatest);
	return 0;
}

static struct word opcodes_word(const struct setting *setting, uint64_t value)
{
	unsigned int least = FILTER_OPCODE_MIN(value), greatest = FILTER_OPCODE_MAX(value);

	return word_printf(least < greatest ? "0x%04x-0x%04x" : "0x%04x", least, greatest);
}

const struct kind kind_opcodes = { read_opcodes, opcodes_word, JSON_AS_TEXT, 4 };

/* The first octet is the highest. */
static int read_address(const struct setting *setting, const char *word, uint64_t *value)
{
	uint64_t octets = 0;

	if (parse_mac(setting->option, word, (uint8_t *)&octets))
		return parse_refuse(setting->option, word,
				    "default, or addresses like 01:80:c2:00:00:01");
	*value = be64toh(octets) >> 16;
	return *value ? 0 : parse_refuse(setting->option, word, "addresses other than zero");
}

static struct word address_word(const struct setting *setting, uint64_t value)
{
	uint64_t octets = htobe64(value << 16);
	const uint8_t *mac = (const uint8_t *)&octets;

	return word_printf("%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1], mac[2], mac[3], mac[4],
			   mac[5]);
}

const struct kind kind_address = { read_address, address_word, JSON_AS_TEXT, 8 };

/* --- all values of a setting -------------------------------------------------------------- */

static int parse_element(const struct setting *setting, const char *what, const char *word,
			 unsigned int *index)
{
	bool link = setting->values > PRIORITIES;
	uint64_t number = PAUSECTL_LINK;

	if (setting->elements)
		return parse_choice(what, word, setting->elements, index);
	if (!(link && !strcmp(word, "link")) &&
	    parse_number(what, word, 0, PRIORITIES - 1, &number))
		return link ? parse_refuse(what, word, "0 to 7, and link") : -1;
	*index = number;
	return 0;
}

/* Give the elements of @mask the value of @word: of its kind, "default", or the word for 0. */
static int parse_elements(const struct setting *setting, const char *word, uint32_t mask,
			  uint64_t *values)
{
	bool by_default = setting->attribute && word && !strcmp(word, "default");
	uint64_t value = 0;
	unsigned int i;

	if (!by_default && !(word && setting->zero && !strcmp(word, setting->zero)) &&
	    setting->kind->parse(setting, word, &value))
		return -1;
	for (i = 0; i < setting->values; i++)
		if (mask & 1U << i)
			values[i] = by_default ? setting->defaults[i] : value;
	return 0;
}

/* What stands behind the name of the setting, as in "CLASS:PERCENT,..." */
static const char *form_of(const struct setting *setting)
{
	return setting->grammar + strlen(setting->option) + 1;
}

static int parse_pairs(const struct setting *setting, const char *what, const char *word,
		       uint64_t *values, uint32_t *given)
{
	uint32_t named = 0, mask;
	const char *rest = word;
	unsigned int index;
	struct word item;

	*given = 0;
	while (next_item(&rest, ',', &item)) {
		char *colon = strchr(item.text, ':');

		if (!colon)
			return parse_refuse(what, item.text, "%s", form_of(setting));
		*colon = '\0';
		if (!strcmp(item.text, "all")) {
			mask = all_elements(setting) & ~named;
		} else {
			if (parse_element(setting, what, item.text, &index))
				return -1;
			if (named & 1U << index)
				return parse_twice(what, item.text);
			mask = 1U << index;
			named |= mask;
		}
		if (parse_elements(setting, colon + 1, mask, values))
			return -1;
		*given |= mask;
	}
	return 0;
}

int parse_values(const struct setting *setting, const char *word, uint64_t *values, uint32_t *given)
{
	/* An address has colons of its own, the first behind two digits. */
	bool pairs = word && setting->values > 1 && strchr(word, ':') &&
		     (setting->kind != &kind_address || strcspn(word, ":") != 2);
	uint64_t result[MAX_VALUES];
	unsigned int i;

	if (setting->values > 1 && word && strchr(word, ',') && !strchr(word, ':') &&
	    setting->kind != &kind_checks)
		return parse_refuse(setting->option, word, "%s", form_of(setting));
	if (!pairs)
		*given = all_elements(setting);
	if (pairs ? parse_pairs(setting, setting->option, word, result, given) :
		    parse_elements(setting, word, *given, result))
		return -1;
	for (i = 0; i < setting->values; i++)
		if (*given & 1U << i)
			values[i] = result[i];
	return 0;
}

int parse_pfc(const char *what, const char *word, uint8_t *vector, uint16_t quanta[PRIORITIES])
{
	static const struct setting quanta_of = {
		.option = "quanta", .grammar = "quanta PRIO:QUANTA pairs, like 3:65535",
		.kind = &kind_number, .max = MAX_QUANTA, .unit = "", .values = PRIORITIES,
	};
	uint64_t result[PRIORITIES] = { 0 };
	uint32_t given;
	unsigned int i;

	if (!word || !*word)
		return parse_refuse(what, word, "PRIO:QUANTA[,PRIO:QUANTA...], like 3:65535,4:0");
	if (parse_pairs(&quanta_of, what, word, result, &given))
		return -1;
	*vector = given;
	for (i = 0; i < PRIORITIES; i++)
		quanta[i] = result[i];
	return 0;
}
