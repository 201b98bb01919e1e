// SPDX-License-Identifier: GPL-2.0
/* Settings: read and write their attributes, and print them for show and monitor. */
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

void setting_values(const struct setting *setting, const struct nlattr *attribute, uint64_t *values)
{
	attr_numbers(attribute, setting->kind->size, values, setting->values);
}

/* A value of one octet is the only one. */
void setting_put(struct nlmsghdr *message, const struct setting *setting, const uint64_t *values)
{
	size_t size = setting->kind->size;
	uint32_t words[MAX_VALUES];
	unsigned int i;

	for (i = 0; i < setting->values; i++)
		words[i] = values[i];
	if (size == sizeof(uint8_t))
		mnl_attr_put_u8(message, setting->attribute, values[0]);
	else
		mnl_attr_put(message, setting->attribute, setting->values * size,
			     size == sizeof(*words) ? (const void *)words : values);
}

/* Words with commas between them, as an array; @none stands for no word. */
static void add_list(const char *key, const char *list, const char *none)
{
	const char *rest = strcmp(list, none) ? list : NULL;
	struct word item;

	list_begin();
	while (next_item(&rest, ',', &item))
		add_string(NULL, item.text);
	member_end(key);
}

static void add_setting(const struct setting *setting, const uint64_t *values)
{
	enum json_as as = setting->kind->json;
	const char *key = setting->option;
	unsigned int i;

	if (setting->values > 1)
		list_begin();
	for (i = 0; i < setting->values; i++) {
		struct word word = setting_word(setting, values[i]);

		if (as == JSON_AS_NUMBER)
			add_number(key, values[i]);
		else if (as == JSON_AS_BOOL)
			add_bool(key, values[i]);
		else if (as == JSON_AS_BITS)
			add_bits(key, values[i], PRIORITIES);
		else if (as == JSON_AS_LIST)
			add_list(key, word.text, "none");
		else
			add_string(key, word.text);
	}
	if (setting->values > 1)
		member_end(key);
}

void print_values(const struct setting *setting, const uint64_t *values, const uint64_t *known)
{
	const char *before = "";
	unsigned int i, same = 1;

	while (same < setting->values && values[same] == values[0])
		same++;
	if (same == setting->values) {
		print_text("%s", setting_word(setting, values[0]).text);
		return;
	}
	for (i = 0; i < setting->values; i++) {
		if (known && values[i] == known[i])
			continue;
		print_text("%s%s:%s", before,
			   setting->elements ? setting->elements[i] : format_timers(1U << i).text,
			   setting_word(setting, values[i]).text);
		before = ",";
	}
}

uint64_t bits_per_second(const struct nlattr *const *attributes)
{
	return attr_number(attributes[PAUSECTL_A_SPEED]) ?:
	       attr_number(attributes[PAUSECTL_A_SPEED_MBPS]) * 1000000;
}

static const char *speed_source(const struct nlattr *const *attributes)
{
	return word_of(speed_source_words, attr_number(attributes[PAUSECTL_A_SPEED_SOURCE]));
}

/* The speed, its source, and whether frames leave at that speed. */
static struct word speed_in_force(const struct nlattr *const *attributes)
{
	if (!attributes[PAUSECTL_A_SPEED_MBPS])
		return word_printf("unknown");
	return word_printf("%.24s (%.16s%s)", format_rate(bits_per_second(attributes)).text,
			   speed_source(attributes),
			   attr_number(attributes[PAUSECTL_A_PACE]) ? "" : ", quanta only");
}

/* JSON has the speed that is set, the speed in force, and its source. */
static void add_speed(uint64_t rate, const struct nlattr *const *attributes)
{
	if (rate)
		add_number("speed", rate);
	else
		add_string("speed", "auto");
	add_number("speed_mbps", attr_number(attributes[PAUSECTL_A_SPEED_MBPS]));
	add_string("speed_source", speed_source(attributes));
}

bool repeats_prio(const struct nlattr *const *attributes)
{
	uint64_t prio = attr_number(attributes[PAUSECTL_A_PRIO]);

	return attr_number(attributes[PAUSECTL_A_RX_PRIO]) == prio &&
	       attr_number(attributes[PAUSECTL_A_TX_PRIO]) == prio;
}

static bool is_news(const struct setting *setting, const uint64_t *values,
		    const struct nlattr *const *attributes)
{
	bool changed = memcmp(values, setting->defaults, setting->values * sizeof(*values));

	switch (setting->attribute) {
	case PAUSECTL_A_MODE:
	case PAUSECTL_A_SPEED:
		return true;
	case PAUSECTL_A_RX:
	case PAUSECTL_A_TX:
		/* As ethtool -a says. In mode pfc they have no effect. */
		return changed || attr_number(attributes[PAUSECTL_A_MODE]) == PAUSECTL_MODE_PAUSE;
	case PAUSECTL_A_RX_PRIO:
	case PAUSECTL_A_TX_PRIO:
		return !repeats_prio(attributes);
	default:
		return changed;
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

void print_apps(const struct apps *apps, const char *before, const char *behind)
{
	char text[APP_TEXT];
	unsigned int i;

	for (i = 0; i < APP_WORDS; i++) {
		app_format(&app_words[i], apps, text);
		if (!*behind)
			add_list(app_words[i].option, text, "default");
		if (!strcmp(text, "default"))
			continue;
		print_text("%s%s %s%s", before, app_words[i].option, text, behind);
		before = *behind ? before : " ";
	}
}

void print_settings(const struct nlattr *const *attributes, bool all, const char *line_break)
{
	const struct setting *setting;
	uint64_t values[MAX_VALUES];
	bool begins = false;
	struct apps apps;

	for (setting = settings; setting < settings + setting_count; setting++) {
		begins |= setting->begins && setting != settings;
		if (!attributes[setting->attribute])
			continue;
		setting_values(setting, attributes[setting->attribute], values);
		if (setting->attribute == PAUSECTL_A_SPEED)
			add_speed(values[0], attributes);
		else
			add_setting(setting, values);
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
	if (attributes[PAUSECTL_A_APP_TABLE]) {
		apps_of(attributes[PAUSECTL_A_APP_TABLE], &apps);
		print_apps(&apps, word_printf("%s ", line_break).text, "");
	}
	print_agreement(attributes, line_break);
}
