// SPDX-License-Identifier: GPL-2.0
/* Kinds of value of the receive checks. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <rules/filter_rule.h>
#include <uapi/pausectl.h>

#include "kind.h"

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
