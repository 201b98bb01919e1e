// SPDX-License-Identifier: GPL-2.0
/* Settings: read and write their attributes, and print them for show and monitor. */
#include <stdio.h>
#include <string.h>

#include <rules/filter_rule.h>
#include <uapi/pausectl.h>

#include "output.h"
#include "settings.h"

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

void print_device(const struct nlattr *const *attributes)
{
	const struct nlattr *name = attributes[PAUSECTL_A_IFNAME];
	const struct nlattr *index = attributes[PAUSECTL_A_IFINDEX];

	if (name) {
		struct word shown = format_name(mnl_attr_get_str(name));

		add_string("ifname", shown.text);
		print_text("%s", shown.text);
	}
	if (index)
		add_number("ifindex", mnl_attr_get_u32(index));
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

static void add_json(const struct setting *setting, const uint64_t *values)
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

/* One word if all values are equal, else the pairs that set takes. */
static void print_values(const struct setting *setting, const uint64_t *values)
{
	const char *const *names = setting->elements;
	unsigned int i, same = 1;

	print_text(" %s ", setting->option);
	while (same < setting->values && values[same] == values[0])
		same++;
	if (same == setting->values) {
		print_text("%s", setting->kind->format(setting, values[0]).text);
		return;
	}
	for (i = 0; i < setting->values; i++) {
		print_text("%s", i ? "," : "");
		if (names)
			print_text("%s", names[i]);
		else if (i == PRIORITIES)
			print_text("link");
		else
			print_text("%u", i);
		print_text(":%s", setting->kind->format(setting, values[i]).text);
	}
}

/*
 * The speed that is set, the speed in force, and its source. Text has one property, and says where
 * frames do not leave at that speed.
 */
static void print_speed(uint64_t rate, const struct nlattr *mbps, const struct nlattr *source,
			const struct nlattr *pace)
{
	const char *word = word_of(speed_source_words, mnl_attr_get_u32(source));

	if (rate)
		add_number("speed", rate);
	else
		add_string("speed", "auto");
	add_number("speed_mbps", mnl_attr_get_u32(mbps));
	add_string("speed_source", word);
	if (!rate)
		rate = mnl_attr_get_u32(mbps) * 1000000ULL;
	print_text(" speed %s (%s%s)", format_rate(rate).text, word,
		   pace && mnl_attr_get_u8(pace) ? "" : ", quanta only");
}

/* Bits of the priorities and, last, the link. */
static void print_timers(const char *key, const char *text, uint32_t timers)
{
	uint32_t priorities = timers & ((1U << PAUSECTL_LINK) - 1);

	add_bits(key, timers, MAX_VALUES);
	if (timers)
		print_text(" %s ", text);
	if (priorities)
		print_text("%s", format_priorities(priorities).text);
	if (timers & 1U << PAUSECTL_LINK)
		print_text("%slink", priorities ? "," : "");
}

/* Of each priority and the link. Text has only running pauses. */
static void print_pause_states(const struct nlattr *attribute)
{
	const char *words[MAX_VALUES], *before = " pause ";
	uint32_t states[MAX_VALUES];
	unsigned int i;

	if (mnl_attr_get_payload_len(attribute) < sizeof(states))
		return;
	memcpy(states, mnl_attr_get_payload(attribute), sizeof(states));
	for (i = 0; i < MAX_VALUES; i++) {
		words[i] = word_of(pause_state_words, states[i]);
		if (!states[i])
			continue;
		print_text("%s", before);
		print_text(i == PRIORITIES ? "link" : "%u", i);
		print_text(":%s", words[i]);
		before = ",";
	}
	add_strings("pause_state", words, MAX_VALUES);
}

/* Text in units of mb, as settings have them. */
static void print_capacity(uint64_t octets)
{
	add_number("capacity", octets);
	print_text(" capacity %.1fmb", (double)octets / (1 << 20));
}

void print_settings(const struct nlattr *const *attributes, const char *line_break)
{
	const struct nlattr *mbps = attributes[PAUSECTL_A_SPEED_MBPS];
	const struct nlattr *source = attributes[PAUSECTL_A_SPEED_SOURCE];
	const struct setting *setting;
	uint64_t values[MAX_VALUES];

	for (setting = settings; setting < settings + setting_count; setting++) {
		if (!attributes[setting->attribute])
			continue;
		setting_values(setting, attributes[setting->attribute], values);
		if (setting->begins && setting != settings)
			print_text("%s", line_break);
		if (setting->attribute == PAUSECTL_A_SPEED) {
			if (mbps && source)
				print_speed(values[0], mbps, source, attributes[PAUSECTL_A_PACE]);
			continue;
		}
		add_json(setting, values);
		print_values(setting, values);
	}
	print_agreement(attributes, line_break);
	if (attributes[PAUSECTL_A_FORCED])
		print_timers("forced", "xoff", mnl_attr_get_u32(attributes[PAUSECTL_A_FORCED]));
	if (attributes[PAUSECTL_A_PAUSE_STATE])
		print_pause_states(attributes[PAUSECTL_A_PAUSE_STATE]);
	if (attributes[PAUSECTL_A_PAUSE_IGNORED])
		print_timers("pause_ignored", "ignored",
			     mnl_attr_get_u32(attributes[PAUSECTL_A_PAUSE_IGNORED]));
	if (!attributes[PAUSECTL_A_HOOK] || !attributes[PAUSECTL_A_QDISCS])
		return;
	print_text("%s", line_break);
	print_string("hook", "hook",
		     word_of(hook_words, mnl_attr_get_u32(attributes[PAUSECTL_A_HOOK])));
	print_number("qdiscs", "qdiscs", mnl_attr_get_u32(attributes[PAUSECTL_A_QDISCS]));
	if (attributes[PAUSECTL_A_PAUSE_PRECISION])
		print_string("pause_precision", "precision",
			     word_of(pause_precision_words,
				     mnl_attr_get_u32(attributes[PAUSECTL_A_PAUSE_PRECISION])));
	if (attributes[PAUSECTL_A_CAPACITY])
		print_capacity(mnl_attr_get_u64(attributes[PAUSECTL_A_CAPACITY]));
	print_headroom(attributes, line_break);
	if (attributes[PAUSECTL_A_PARTNER_OBEYS])
		add_bits("partner_obeys",
			 mnl_attr_get_u32(attributes[PAUSECTL_A_PARTNER_OBEYS]), MAX_VALUES);
}
