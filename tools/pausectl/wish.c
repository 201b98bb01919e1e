// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
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
	size_t i;

	for (i = 0; i < setting_count; i++)
		if (!strcmp(word, settings[i].option))
			return true;
	return !strcmp(word, "dev");
}

/* The word behind an option. A switch without a word means "on". */
static const char *value_word(const struct setting *setting, char ***words)
{
	if (setting->kind == &kind_switch && (!**words || is_option(**words)))
		return "on";
	return next_word(words);
}

int wishes_parse(char **words, struct wish *wishes, const char **device,
		 struct parse_error *err)
{
	const char *list[SETTINGS_MAX + 2] = { "dev" };
	const char **options = device ? list : list + 1;
	unsigned int i, wanted = 0;

	for (i = 0; i < setting_count; i++)
		list[i + 1] = settings[i].option;

	if (device)
		take_bare_device(device, &words, list);
	while (*words) {
		const char *option = next_word(&words);

		if (parse_choice("option", option, options, &i, err))
			return -1;
		if (device && i == 0) {
			if (take_device(device, &words, err))
				return -1;
			continue;
		}
		i -= !!device;
		if (wishes[i].given)
			return parse_twice(err, "option", option);
		if (parse_values(&settings[i], value_word(&settings[i], &words),
				 wishes[i].values, &wishes[i].given, err))
			return -1;
		wanted++;
	}
	if (!device)
		return 0;
	if (!*device)
		return take_device(device, &words, err);
	return wanted ? 0 : parse_choice("option", NULL, options + 1, &i, err);
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
