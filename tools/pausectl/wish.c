// SPDX-License-Identifier: GPL-2.0
#include <net/if.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "pausectl.h"
#include "wish.h"

static uint32_t all_of(const struct setting *setting)
{
	return (1U << setting->values) - 1;
}

static bool is_option(const char *word)
{
	return setting_named(word) || !strcmp(word, "dev");
}

/* The word behind an option. A switch without a word means "on". */
static const char *value_word(const struct setting *setting, char ***words)
{
	if (setting->kind == &kind_switch && (!**words || is_option(**words)))
		return "on";
	return next_word(words);
}

/*
 * "3:on 4:on" is a value of two words, as in dcb. The words of a value become one, with commas
 * between them.
 */
static const char *join_pairs(const char *word, char ***words, char *room, size_t size)
{
	size_t used;

	if (!word || !strchr(word, ':') || strlen(word) >= size)
		return word;
	used = snprintf(room, size, "%s", word);
	while (**words && strchr(**words, ':') && used + strlen(**words) + 1 < size)
		used += snprintf(room + used, size - used, ",%s", next_word(words));
	return room;
}

static int parse_value(const struct setting *setting, char ***words, struct wish *wish,
		       bool may_change, struct parse_error *err)
{
	const char *word = value_word(setting, words);
	uint32_t before = wish->given;
	char pairs[128];

	if (setting->kind == &kind_priorities)
		word = join_pairs(word, words, pairs, sizeof(pairs));
	if (parse_values(setting, word, wish->values, &wish->given, err))
		return -1;
	/* A later line of a file may change some elements of one that has set all. */
	if (!may_change && before & wish->given &&
	    (before != all_of(setting) || wish->given == all_of(setting)))
		return parse_twice(err, "option", setting->option);
	wish->given |= before;
	if (may_change || setting->kind != &kind_priorities || !kept_priorities(wish->values[0]))
		return 0;
	return parse_refuse(err, setting->option, word, "lists like 3,4 or 0-7, all, none");
}

/* Does the list of values that a setting has take this word, too? */
static bool continues(const struct setting *setting, const char *word)
{
	struct parse_error ignored;
	uint64_t values[MAX_VALUES];
	uint32_t given;

	return (setting->kind == &kind_priorities || setting->kind == &kind_order ||
		strchr(word, ':')) && strcmp(word, "default") &&
	       !parse_values(setting, word, values, &given, &ignored);
}

bool wishes_any(const struct wish *wishes)
{
	unsigned int i;

	for (i = 0; i < setting_count; i++)
		if (wishes[i].given)
			return true;
	return false;
}

int wishes_parse(char **words, struct wish *wishes, const char **device,
		 struct parse_error *err)
{
	const char *list[SETTINGS_MAX + 2] = { "dev" };
	const char **options = device ? list : list + 1;
	const struct setting *last = NULL;
	bool seen[SETTINGS_MAX] = { false };
	unsigned int i;

	for (i = 0; i < setting_count; i++)
		list[i + 1] = settings[i].option;

	if (device)
		take_bare_device(device, &words, list);
	while (*words) {
		const char *option = next_word(&words);

		if (parse_choice("option", option, options, &i, err)) {
			if (last && continues(last, option))
				parse_refuse(err, "option", option,
					     "settings; a list has commas, like 3,4");
			else if (device && !*device && if_nametoindex(option))
				parse_refuse(err, "option", option,
					     "settings, because a device comes first");
			return -1;
		}
		if (device && i == 0) {
			if (take_device(device, &words, err))
				return -1;
			continue;
		}
		i -= !!device;
		if (seen[i])
			return parse_twice(err, "option", option);
		seen[i] = true;
		/* tc makes new ports, too, so it has no old priorities to change. */
		last = &settings[i];
		if (parse_value(last, &words, &wishes[i], device, err))
			return -1;
	}
	if (!device)
		return 0;
	if (!*device)
		return take_device(device, &words, err);
	return 0;
}

static bool is_change(const struct setting *setting, const struct wish *wish)
{
	return wish->given && setting->kind == &kind_priorities &&
	       kept_priorities(wish->values[0]);
}

bool wishes_need_port(const struct wish *wishes)
{
	unsigned int i;

	for (i = 0; i < setting_count; i++)
		if (is_change(&settings[i], &wishes[i]))
			return true;
	return false;
}

/* A change of prio is the same change of rx-prio and tx-prio, which may differ. */
static void change_both(struct wish *wishes, struct wish *prio)
{
	unsigned int i;

	for (i = 0; i < setting_count; i++)
		if (settings[i].kind == &kind_priorities && !wishes[i].given)
			wishes[i] = *prio;
	prio->given = 0;
}

void wishes_resolve(struct wish *wishes, const struct nlattr *const *port)
{
	uint64_t now[MAX_VALUES], *value;
	unsigned int i;

	/* In the table, prio comes before rx-prio and tx-prio. */
	for (i = 0; i < setting_count; i++) {
		value = wishes[i].values;
		if (!is_change(&settings[i], &wishes[i]) || !port[settings[i].attribute])
			continue;
		if (settings[i].attribute == PAUSECTL_A_PRIO) {
			change_both(wishes, &wishes[i]);
			continue;
		}
		setting_values(&settings[i], port[settings[i].attribute], now);
		*value = (now[0] & kept_priorities(*value)) | (*value & 0xff);
	}
}

/* Priorities make the mode, and prio makes rx-prio and tx-prio. */
void wishes_fill(struct wish *wishes)
{
	bool any_prio = false, prio = false;
	unsigned int i, j;

	for (i = 0; i < setting_count; i++) {
		any_prio |= settings[i].kind == &kind_priorities && wishes[i].given;
		prio |= settings[i].attribute == PAUSECTL_A_PRIO && wishes[i].given;
	}
	for (i = 0; i < setting_count; i++) {
		if (settings[i].attribute == PAUSECTL_A_MODE ? any_prio :
		    settings[i].kind == &kind_priorities &&
		    (prio || settings[i].attribute == PAUSECTL_A_PRIO))
			continue;
		for (j = 0; j < settings[i].values; j++)
			if (!(wishes[i].given & 1U << j))
				wishes[i].values[j] = settings[i].defaults[j];
		wishes[i].given = all_of(&settings[i]);
	}
}

/* Name the elements of arrays that were given in part. The kernel keeps the other elements. */
static void put_elements(struct nlmsghdr *message, const struct wish *wishes)
{
	uint32_t pairs[SETTINGS_MAX][2];
	unsigned int i, count = 0;

	for (i = 0; i < setting_count; i++) {
		if (!wishes[i].given || wishes[i].given == all_of(&settings[i]))
			continue;
		pairs[count][0] = settings[i].attribute;
		pairs[count++][1] = wishes[i].given;
	}
	if (count)
		mnl_attr_put(message, PAUSECTL_A_ELEMENTS, count * sizeof(pairs[0]), pairs);
}

void wishes_put(struct nlmsghdr *message, const struct wish *wishes)
{
	unsigned int i;

	for (i = 0; i < setting_count; i++)
		if (wishes[i].given)
			setting_put(message, &settings[i], wishes[i].values);
	put_elements(message, wishes);
}
