// SPDX-License-Identifier: GPL-2.0
/* How sysfs writes and reads the values of receive checks. */
#include <linux/etherdevice.h>

#include "settings/settings.h"
#include "views/sysfs.h"
#include "views/views.h"

/* The words of a mask of checks: for 0, for ENABLE alone, then of each bit from 1 on. */
static int emit_checks(const struct pausectl_setting *row, u32 checks,
		       char *buf, int at)
{
	unsigned long left = checks & ~PAUSECTL_FILTER_CHECK_ENABLE;
	unsigned int bit;
	int begin = at;

	if (!left)
		return sysfs_emit_at(buf, at, "%s", row->words[!!checks]);
	for_each_set_bit(bit, &left, BITS_PER_LONG)
		at += sysfs_emit_at(buf, at, "%s%s", at > begin ? "+" : "",
				    row->words[bit + 1]);
	return at - begin;
}

static int emit_opcodes(u32 opcodes, char *buf, int at)
{
	u32 least = FILTER_OPCODE_MIN(opcodes);
	u32 greatest = FILTER_OPCODE_MAX(opcodes);

	if (least == greatest)
		return sysfs_emit_at(buf, at, "0x%04x", least);
	return sysfs_emit_at(buf, at, "0x%04x-0x%04x", least, greatest);
}

static int emit_address(const struct pausectl_setting *row, u64 address,
			char *buf, int at)
{
	u8 mac[ETH_ALEN];

	if (row->words && !address)
		return sysfs_emit_at(buf, at, "%s", row->words[0]);
	u64_to_ether_addr(address, mac);
	return sysfs_emit_at(buf, at, "%pM", mac);
}

/* Return: how many octets were written. */
int pausectl_sysfs_emit_filter(const struct pausectl_setting *row, u64 value,
			       char *buf, int at)
{
	switch (row->format) {
	case PAUSECTL_FORMAT_CHECKS:
		return emit_checks(row, value, buf, at);
	case PAUSECTL_FORMAT_TYPE:
		return sysfs_emit_at(buf, at, "0x%04llx", value);
	case PAUSECTL_FORMAT_OPCODES:
		return emit_opcodes(value, buf, at);
	default:
		return emit_address(row, value, buf, at);
	}
}

static int parse_checks(const struct pausectl_setting *row, char *text,
			u64 *value)
{
	char *word;
	int choice;

	*value = 0;
	if (sysfs_streq(text, row->words[0]))
		return 0;
	*value = PAUSECTL_FILTER_CHECK_ENABLE;
	if (sysfs_streq(text, row->words[1]))
		return 0;
	while ((word = strsep(&text, "+"))) {
		choice = __sysfs_match_string(row->words, -1, word);
		if (choice < 2 || *value & BIT(choice - 1))
			return -EINVAL;
		*value |= BIT(choice - 1);
	}
	return 0;
}

static int parse_opcodes(char *text, u64 *value)
{
	char *end = strchr(text, '-');
	u16 least, greatest;
	int err;

	if (end)
		*end++ = '\0';
	err = kstrtou16(text, 0, &least);
	if (!err)
		err = kstrtou16(end ?: text, 0, &greatest);
	if (!err)
		*value = FILTER_OPCODES(least, greatest);
	return err;
}

static int parse_address(const struct pausectl_setting *row, const char *text,
			 u64 *value)
{
	u8 mac[ETH_ALEN];

	*value = 0;
	if (row->words && sysfs_streq(text, row->words[0]))
		return 0;
	if (strlen(text) != 3 * ETH_ALEN - 1 || !mac_pton(text, mac))
		return -EINVAL;
	*value = ether_addr_to_u64(mac);
	/* What netlink tells by 0 has a word here. */
	return *value ? 0 : -EINVAL;
}

/* @text is one word, and may be cut. Return: 0, -EINVAL or -ERANGE. */
int pausectl_sysfs_parse_filter(const struct pausectl_setting *row, char *text,
				u64 *value)
{
	switch (row->format) {
	case PAUSECTL_FORMAT_CHECKS:
		return parse_checks(row, text, value);
	case PAUSECTL_FORMAT_TYPE:
		return kstrtou64(text, 0, value);
	case PAUSECTL_FORMAT_OPCODES:
		return parse_opcodes(text, value);
	default:
		return parse_address(row, text, value);
	}
}
