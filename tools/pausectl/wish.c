// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <string.h>

#include <frame/frame.h>
#include <receive/filter_rule.h>
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

/* The word behind an option; "on" is understood where a switch stands alone. */
static const char *value_word(const struct setting *setting, char ***words)
{
	if (setting->kind == &kind_onoff && (!**words || is_option(**words)))
		return "on";
	return next_word(words);
}

static int read_wish(const struct setting *setting, const char *word, struct wish *wish,
		     struct parse_error *err)
{
	const char *const *names = setting_names(setting);

	if (names)
		return parse_named_values(setting->option, word, names,
					  setting->kind->parse, wish->values, &wish->given, err);
	if (setting->values > 1)
		return parse_values(setting->option, word, setting->values,
				    setting->kind->parse, wish->values, &wish->given, err);
	wish->given = 1;
	return setting->kind->parse(setting->option, word, wish->values, err);
}

int wishes_parse(char **words, struct wish *wishes, const char **device,
		 struct parse_error *err)
{
	const char *list[SETTINGS_MAX + 2] = { "dev" };
	const char **options = device ? list : list + 1;
	unsigned int i, wanted = 0;

	for (i = 0; i < setting_count; i++)
		list[i + 1] = settings[i].option;

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
		if (read_wish(&settings[i], value_word(&settings[i], &words), &wishes[i], err))
			return -1;
		wanted++;
	}
	if (!device)
		return 0;
	if (!*device)
		return take_device(device, &words, err);
	return wanted ? 0 : parse_choice("option", NULL, options + 1, &i, err);
}

/* What was not given of an array stays as it is: @data are the wishes. */
static int on_current(const struct nlmsghdr *header, void *data)
{
	const struct nlattr *attributes[PAUSECTL_A_MAX + 1];
	struct wish *wishes = data;
	uint64_t values[MAX_VALUES];
	unsigned int i, n;

	genl_attributes(header, attributes, PAUSECTL_A_MAX);
	for (i = 0; i < setting_count; i++) {
		if (!wishes[i].given || !attributes[settings[i].attribute])
			continue;
		setting_values(&settings[i], attributes[settings[i].attribute], values);
		for (n = 0; n < settings[i].values; n++)
			if (!(wishes[i].given & 1U << n))
				wishes[i].values[n] = values[n];
	}
	return MNL_CB_OK;
}

int wishes_complete(struct genl *genl, unsigned int index, struct wish *wishes)
{
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_PORT_GET, 0);
	unsigned int i;

	for (i = 0; i < setting_count; i++)
		if (wishes[i].given && wishes[i].given != all_of(&settings[i]))
			break;
	if (i == setting_count)
		return 0;
	mnl_attr_put_u32(message, PAUSECTL_A_IFINDEX, index);
	return genl_call(genl, message, on_current, wishes);
}

static uint64_t default_opcodes(unsigned int class)
{
	switch (class) {
	case PAUSECTL_FILTER_CLASS_GLOBAL_PAUSE:
		return FILTER_OPCODES(MAC_CTRL_OPCODE_PAUSE, MAC_CTRL_OPCODE_PAUSE);
	case PAUSECTL_FILTER_CLASS_PRIORITY_PAUSE:
		return FILTER_OPCODES(MAC_CTRL_OPCODE_PFC, MAC_CTRL_OPCODE_PFC);
	default:
		return FILTER_OPCODES(0, 0xffff);
	}
}

/* Value @n of an array in a port that has just begun. */
static uint64_t default_of(const struct setting *setting, unsigned int n)
{
	switch (setting->attribute) {
	case PAUSECTL_A_PRIO_TC:
	case PAUSECTL_A_PRIO_BUFFER:
		return n;
	case PAUSECTL_A_XOFF_QUANTA:
		return MAX_QUANTA;
	case PAUSECTL_A_REFRESH:
		return MAX_QUANTA / 2;
	case PAUSECTL_A_WATCHDOG_DETECT:
	case PAUSECTL_A_WATCHDOG_RESTORE:
	case PAUSECTL_A_PAUSE_IGNORE:
		return 200;
	case PAUSECTL_A_ECN_MIN:
		return 5000;
	case PAUSECTL_A_ECN_MAX:
		return 200000;
	case PAUSECTL_A_ECN_PROBABILITY:
		return 1;
	case PAUSECTL_A_ALPHA:
		return 128;
	case PAUSECTL_A_FILTER:
		return FILTER_STANDARD;
	case PAUSECTL_A_FILTER_TYPE:
		return MAC_CTRL_ETHERTYPE;
	case PAUSECTL_A_FILTER_OPCODE:
		return default_opcodes(n);
	default:
		return 0;
	}
}

void wishes_complete_new(struct wish *wishes)
{
	unsigned int i, n;

	for (i = 0; i < setting_count; i++)
		for (n = 0; n < settings[i].values; n++)
			if (wishes[i].given && !(wishes[i].given & 1U << n))
				wishes[i].values[n] = default_of(&settings[i], n);
}

void wishes_put(struct nlmsghdr *message, const struct wish *wishes)
{
	unsigned int i;

	for (i = 0; i < setting_count; i++)
		if (wishes[i].given)
			setting_put(message, &settings[i], wishes[i].values);
}
