// SPDX-License-Identifier: GPL-2.0
/* Kinds of value of the receive checks. */
#include <stdio.h>
#include <string.h>

#include <rules/filter_rule.h>
#include <uapi/pausectl.h>

#include "kind.h"

/* --- checks: words with a plus between them, off, or any ------------------------------- */

/* From bit 1 on. */
static const char *const check_words[] = {
	"multicast", "unicast", "source", "type", "opcode", NULL
};

static int read_check_list(const char *what, const char *word, uint64_t *value,
			   struct parse_error *err)
{
	char text[64], *rest = text, *check;
	uint64_t checks = PAUSECTL_FILTER_CHECK_ENABLE;
	unsigned int i;

	if (!word || strlen(word) >= sizeof(text))
		return parse_refuse(err, what, word,
				    "off, any, or checks like multicast+unicast+type+opcode");
	snprintf(text, sizeof(text), "%s", word);
	while ((check = strsep(&rest, "+"))) {
		if (parse_choice(what, check, check_words, &i, err))
			return -1;
		if (checks & 2U << i)
			return parse_twice(err, "check", check);
		checks |= 2U << i;
	}
	*value = checks;
	return 0;
}

static int read_checks(const char *what, const char *word, uint64_t *value,
		       struct parse_error *err)
{
	if (word && !strcmp(word, "off"))
		*value = 0;
	else if (word && !strcmp(word, "any"))
		*value = PAUSECTL_FILTER_CHECK_ENABLE;
	else
		return read_check_list(what, word, value, err);
	return 0;
}

static struct word checks_word(uint64_t value)
{
	struct word word = { "off" };
	size_t length = 0;
	unsigned int i;

	if (value)
		word = (struct word){ "any" };
	for (i = 0; check_words[i] && length < sizeof(word.text); i++)
		if (value & 2U << i)
			length += snprintf(word.text + length, sizeof(word.text) - length,
					   "%s%s", length ? "+" : "", check_words[i]);
	return word;
}

const struct kind kind_checks = { read_checks, checks_word, JSON_AS_TEXT };

/* --- EtherType --------------------------------------------------------------------------- */

static int read_type(const char *what, const char *word, uint64_t *value,
		     struct parse_error *err)
{
	return parse_number(what, word, 0x0600, 0xffff, value, err);
}

static struct word hex_word(uint64_t value)
{
	struct word word;

	snprintf(word.text, sizeof(word.text), "0x%04llx", (unsigned long long)value);
	return word;
}

const struct kind kind_type = { read_type, hex_word, JSON_AS_TEXT };

/* --- a range of opcodes, or one ------------------------------------------------------------ */

static int read_opcodes(const char *what, const char *word, uint64_t *value,
			struct parse_error *err)
{
	uint64_t least, greatest;
	char text[32], *end;

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

static struct word opcodes_word(uint64_t value)
{
	struct word word;
	unsigned int least = FILTER_OPCODE_MIN(value), greatest = FILTER_OPCODE_MAX(value);

	if (least == greatest)
		return hex_word(least);
	snprintf(word.text, sizeof(word.text), "0x%04x-0x%04x", least, greatest);
	return word;
}

const struct kind kind_opcodes = { read_opcodes, opcodes_word, JSON_AS_TEXT };

/* --- addresses, and what stands for 0 ------------------------------------------------------- */

static int read_address(const char *what, const char *word, const char *word_for_0,
			uint64_t *value, struct parse_error *err)
{
	uint8_t mac[MAC_LEN];
	unsigned int i;

	*value = 0;
	if (word && word_for_0 && !strcmp(word, word_for_0))
		return 0;
	if (parse_mac(what, word, mac, err))
		return -1;
	for (i = 0; i < MAC_LEN; i++)
		*value = *value << 8 | mac[i];
	if (*value || !word_for_0)
		return 0;
	return parse_refuse(err, what, word, "addresses other than zero");
}

static struct word address_word(uint64_t value)
{
	struct word word;
	size_t length = 0;
	unsigned int i;

	for (i = 0; i < MAC_LEN; i++)
		length += snprintf(word.text + length, sizeof(word.text) - length, "%s%02x",
				   i ? ":" : "", (unsigned int)(value >> 8 * (5 - i)) & 0xff);
	return word;
}

static int read_unicast(const char *what, const char *word, uint64_t *value,
			struct parse_error *err)
{
	return read_address(what, word, "own", value, err);
}

static struct word unicast_word(uint64_t value)
{
	return value ? address_word(value) : (struct word){ "own" };
}

const struct kind kind_unicast = { read_unicast, unicast_word, JSON_AS_TEXT };

static int read_multicast(const char *what, const char *word, uint64_t *value,
			  struct parse_error *err)
{
	return read_address(what, word, NULL, value, err);
}

const struct kind kind_multicast = { read_multicast, address_word, JSON_AS_TEXT };

static int read_source(const char *what, const char *word, uint64_t *value,
		       struct parse_error *err)
{
	return read_address(what, word, "none", value, err);
}

static struct word source_word(uint64_t value)
{
	return value ? address_word(value) : (struct word){ "none" };
}

const struct kind kind_source = { read_source, source_word, JSON_AS_TEXT };
