// SPDX-License-Identifier: GPL-2.0
/* Settings: read and write their attributes, and print them for show and monitor. */
#include <stdio.h>
#include <string.h>

#include <rules/filter_rule.h>
#include <uapi/pausectl.h>

#include "lib.h"

const struct setting *setting_named(const char *option)
{
	size_t i;

	for (i = 0; i < setting_count; i++)
		if (!strcmp(option, settings[i].option) ||
		    (settings[i].dcb && !strcmp(option, settings[i].dcb)))
			return &settings[i];
	return NULL;
}

void setting_values(const struct setting *setting, const struct nlattr *attribute,
		    uint64_t *values)
{
	const uint8_t *octets = mnl_attr_get_payload(attribute);
	unsigned int i;

	memset(values, 0, setting->values * sizeof(*values));
	if (mnl_attr_get_payload_len(attribute) < setting->values * setting->size)
		return;
	for (i = 0; i < setting->values; i++, octets += setting->size) {
		uint32_t value32;

		switch (setting->size) {
		case 1:
			values[i] = *octets;
			break;
		case 4:
			memcpy(&value32, octets, sizeof(value32));
			values[i] = value32;
			break;
		default:
			memcpy(&values[i], octets, sizeof(values[i]));
			break;
		}
	}
}

void setting_put(struct nlmsghdr *message, const struct setting *setting,
		 const uint64_t *values)
{
	uint8_t octets[MAX_VALUES * sizeof(uint64_t)];
	unsigned int i;

	for (i = 0; i < setting->values; i++) {
		uint8_t *to = octets + i * setting->size;
		uint32_t value32 = values[i];

		switch (setting->size) {
		case 1:
			*to = values[i];
			break;
		case 4:
			memcpy(to, &value32, sizeof(value32));
			break;
		default:
			memcpy(to, &values[i], sizeof(values[i]));
			break;
		}
	}
	mnl_attr_put(message, setting->attribute, setting->values * setting->size, octets);
}

static void add_words(const struct setting *setting, const uint64_t *values)
{
	struct word words[MAX_VALUES];
	const char *texts[MAX_VALUES];
	unsigned int i;

	for (i = 0; i < setting->values; i++) {
		words[i] = setting->kind->format(setting, values[i]);
		texts[i] = words[i].text;
	}
	if (setting->values == 1)
		add_string(setting->key, texts[0]);
	else
		add_strings(setting->key, texts, setting->values);
}

/* "none", or words with commas between them, as an array */
static void add_list(const char *key, const char *list)
{
	const char *words[MAX_VALUES];
	char text[64], *rest = text;
	unsigned int count = 0;

	snprintf(text, sizeof(text), "%s", list);
	if (strcmp(text, "none"))
		while (count < MAX_VALUES && (words[count] = strsep(&rest, ",")))
			count++;
	add_strings(key, words, count);
}

static void add_setting(const struct setting *setting, const uint64_t *values)
{
	switch (setting->kind->json) {
	case JSON_AS_BOOL:
		add_bool(setting->key, values[0]);
		break;
	case JSON_AS_BITS:
		add_bits(setting->key, values[0], PRIORITIES);
		break;
	case JSON_AS_TEXT:
		add_words(setting, values);
		break;
	case JSON_AS_LIST:
		add_list(setting->key, setting->kind->format(setting, values[0]).text);
		break;
	case JSON_AS_NUMBER:
		if (setting->values == 1)
			add_number(setting->key, values[0]);
		else
			add_numbers(setting->key, values, setting->values);
		break;
	}
}

static void print_element(const struct setting *setting, unsigned int i)
{
	if (setting->elements)
		print_text("%s", setting->elements[i]);
	else if (i == PRIORITIES)
		print_text("link");
	else
		print_text("%u", i);
}

void print_values(const struct setting *setting, const uint64_t *values, const uint64_t *known)
{
	const char *before = "";
	unsigned int i, same = 1;

	while (same < setting->values && values[same] == values[0])
		same++;
	if (same == setting->values) {
		print_text("%s", setting->kind->format(setting, values[0]).text);
		return;
	}
	for (i = 0; i < setting->values; i++) {
		if (known && values[i] == known[i])
			continue;
		print_text("%s", before);
		print_element(setting, i);
		print_text(":%s", setting->kind->format(setting, values[i]).text);
		before = ",";
	}
}

uint64_t bits_per_second(const struct nlattr *const *attributes)
{
	const struct nlattr *mbps = attributes[PAUSECTL_A_SPEED_MBPS];
	const struct nlattr *set = attributes[PAUSECTL_A_SPEED];
	uint64_t rate = set ? mnl_attr_get_u64(set) : 0;

	if (rate || !mbps)
		return rate;
	return mnl_attr_get_u32(mbps) * 1000000ULL;
}

struct word speed_in_force(const struct nlattr *const *attributes)
{
	const struct nlattr *mbps = attributes[PAUSECTL_A_SPEED_MBPS];
	const struct nlattr *source = attributes[PAUSECTL_A_SPEED_SOURCE];
	const struct nlattr *pace = attributes[PAUSECTL_A_PACE];
	struct word word = { "unknown" };

	if (!mbps || !source)
		return word;
	snprintf(word.text, sizeof(word.text), "%.24s (%.16s%s)",
		 format_rate(bits_per_second(attributes)).text,
		 word_of(speed_source_words, mnl_attr_get_u32(source)),
		 pace && mnl_attr_get_u8(pace) ? "" : ", quanta only");
	return word;
}

/* JSON has the speed that is set, the speed in force, and its source. */
static void add_speed(uint64_t rate, const struct nlattr *const *attributes)
{
	if (!attributes[PAUSECTL_A_SPEED_MBPS] || !attributes[PAUSECTL_A_SPEED_SOURCE])
		return;
	if (rate)
		add_number("speed", rate);
	else
		add_string("speed", "auto");
	add_number("speed_mbps", mnl_attr_get_u32(attributes[PAUSECTL_A_SPEED_MBPS]));
	add_string("speed_source",
		   word_of(speed_source_words,
			   mnl_attr_get_u32(attributes[PAUSECTL_A_SPEED_SOURCE])));
}

bool repeats_prio(const struct nlattr *const *attributes)
{
	static const uint16_t directions[] = { PAUSECTL_A_RX_PRIO, PAUSECTL_A_TX_PRIO };
	const struct nlattr *prio = attributes[PAUSECTL_A_PRIO];
	unsigned int i;

	for (i = 0; i < MNL_ARRAY_SIZE(directions); i++)
		if (!prio || !attributes[directions[i]] ||
		    mnl_attr_get_u32(attributes[directions[i]]) != mnl_attr_get_u32(prio))
			return false;
	return true;
}

static bool is_mode_pause(const struct nlattr *const *attributes)
{
	const struct nlattr *mode = attributes[PAUSECTL_A_MODE];

	return mode && mnl_attr_get_u32(mode) == PAUSECTL_MODE_PAUSE;
}

static bool is_news(const struct setting *setting, const uint64_t *values,
		    const struct nlattr *const *attributes)
{
	switch (setting->attribute) {
	case PAUSECTL_A_MODE:
	case PAUSECTL_A_SPEED:
		return true;
	case PAUSECTL_A_RX:
	case PAUSECTL_A_TX:
		/* As ethtool -a says. In mode pfc they have no effect. */
		return is_mode_pause(attributes) ||
		       memcmp(values, setting->defaults, sizeof(*values));
	case PAUSECTL_A_RX_PRIO:
	case PAUSECTL_A_TX_PRIO:
		return !repeats_prio(attributes);
	default:
		return memcmp(values, setting->defaults, setting->values * sizeof(*values));
	}
}

void apps_of(const struct nlattr *attribute, struct apps *apps)
{
	size_t octets = attribute ? mnl_attr_get_payload_len(attribute) : 0;

	if (octets > sizeof(apps->entries))
		octets = sizeof(apps->entries);
	apps->count = octets / sizeof(*apps->entries);
	if (octets)
		memcpy(apps->entries, mnl_attr_get_payload(attribute), octets);
	app_sort(apps);
}

void add_settings(const struct nlattr *const *attributes)
{
	const struct setting *setting;
	uint64_t values[MAX_VALUES];
	struct apps apps;

	for (setting = settings; setting < settings + setting_count; setting++) {
		if (!attributes[setting->attribute])
			continue;
		setting_values(setting, attributes[setting->attribute], values);
		if (setting->attribute == PAUSECTL_A_SPEED)
			add_speed(values[0], attributes);
		else
			add_setting(setting, values);
	}
	if (attributes[PAUSECTL_A_APP_TABLE]) {
		apps_of(attributes[PAUSECTL_A_APP_TABLE], &apps);
		add_apps(&apps);
	}
}

void print_settings(const struct nlattr *const *attributes, bool all, const char *line_break)
{
	const struct setting *setting;
	uint64_t values[MAX_VALUES];
	bool begins = false;
	char before[16];
	struct apps apps;

	add_settings(attributes);
	for (setting = settings; setting < settings + setting_count; setting++) {
		begins |= setting->begins && setting != settings;
		if (!attributes[setting->attribute])
			continue;
		setting_values(setting, attributes[setting->attribute], values);
		if (!all && !is_news(setting, values, attributes))
			continue;
		if (begins)
			print_text("%s", line_break);
		begins = false;
		print_text(" %s ", setting->option);
		if (setting->attribute == PAUSECTL_A_SPEED)
			print_text("%s", speed_in_force(attributes).text);
		else
			print_values(setting, values, all ? NULL : setting->defaults);
	}
	apps_of(attributes[PAUSECTL_A_APP_TABLE], &apps);
	snprintf(before, sizeof(before), "%s ", line_break);
	print_apps(&apps, before, "");
	print_agreement(attributes, line_break);
}
