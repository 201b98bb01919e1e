// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <net/if.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "pausectl.h"

/* --- words become wishes -------------------------------------------------------------------- */

static uint32_t all_of(const struct setting *setting)
{
	return (1U << setting->values) - 1;
}

static const struct app_word *app_word_named(const char *option)
{
	unsigned int i;

	for (i = 0; i < APP_WORDS; i++)
		if (!strcmp(option, app_words[i].option))
			return &app_words[i];
	return NULL;
}

static bool set_is_option(const char *word)
{
	return setting_named(word) || app_word_named(word) || gone_setting(word) ||
	       !strcmp(word, "dev");
}

static int refuse_gone(const char *option, struct parse_error *err)
{
	snprintf(err->text, sizeof(err->text), "option \"%s\": gone, use \"%s\"", option,
		 gone_setting(option));
	return -1;
}

/* A file of the release before this one goes on without the setting and its value. */
static void skip_gone(const char *option, char ***words)
{
	struct parse_error warning;

	refuse_gone(option, &warning);
	complain("warning: %s", warning.text);
	if (**words && !set_is_option(**words))
		next_word(words);
}

/* The word behind an option. A switch without a word means "on". */
static const char *value_word(const struct setting *setting, char ***words)
{
	if (setting->kind == &kind_switch && (!**words || set_is_option(**words)))
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

static int parse_apps(const struct app_word *app, char ***words, struct app_wish *wish,
		      bool again, struct parse_error *err)
{
	char pairs[APP_TEXT];
	const char *word = join_pairs(next_word(words), words, pairs, sizeof(pairs));

	return app_parse(app, word, again, wish, err);
}

static int parse_value(const struct setting *setting, char ***words, struct wish *wish,
		       bool may_change, struct parse_error *err)
{
	const char *word = value_word(setting, words);
	uint32_t before = wish->given;
	char pairs[128];

	if (setting->kind == &kind_priorities || setting->values > 1)
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

bool wishes_any(const struct wishes *wishes)
{
	unsigned int i;

	for (i = 0; i < setting_count; i++)
		if (wishes->settings[i].given)
			return true;
	return app_wished(&wishes->apps);
}

static bool is_change(const struct setting *setting, const struct wish *wish)
{
	return wish->given && setting->kind == &kind_priorities &&
	       kept_priorities(wish->values[0]);
}

/* A change of prio is the same change of rx-prio and tx-prio, which may differ. */
static void split_change(struct wishes *wishes)
{
	struct wish *prio = NULL;
	unsigned int i;

	/* In the table, prio comes before rx-prio and tx-prio. */
	for (i = 0; i < setting_count; i++) {
		if (settings[i].attribute == PAUSECTL_A_PRIO &&
		    is_change(&settings[i], &wishes->settings[i]))
			prio = &wishes->settings[i];
		else if (prio && settings[i].kind == &kind_priorities && !wishes->settings[i].given)
			wishes->settings[i] = *prio;
	}
	if (prio)
		prio->given = 0;
}

int wishes_parse(char **words, struct wishes *wishes, const char **device,
		 struct parse_error *err)
{
	const char *list[SETTINGS_MAX + APP_WORDS + 2] = { "dev" };
	const char **options = device ? list : list + 1;
	const struct setting *last = NULL;
	bool seen[SETTINGS_MAX + APP_WORDS] = { false };
	unsigned int i;

	for (i = 0; i < setting_count; i++)
		list[i + 1] = settings[i].option;
	for (i = 0; i < APP_WORDS; i++)
		list[setting_count + i + 1] = app_words[i].option;

	if (device)
		take_bare_device(device, &words, list);
	while (*words) {
		const char *option = next_word(&words);
		const struct setting *named = setting_named(option);

		if (named)
			option = named->option;
		if (gone_setting(option)) {
			if (device)
				return refuse_gone(option, err);
			skip_gone(option, &words);
			last = NULL;
			continue;
		}
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
		if (i >= setting_count) {
			last = NULL;
			if (parse_apps(&app_words[i - setting_count], &words, &wishes->apps,
				       device, err))
				return -1;
			continue;
		}
		/* tc makes new ports, too, so it has no old priorities to change. */
		last = &settings[i];
		if (parse_value(last, &words, &wishes->settings[i], device, err))
			return -1;
	}
	split_change(wishes);
	if (device && !*device)
		return take_device(device, &words, err);
	return 0;
}

bool wishes_need_port(const struct wishes *wishes)
{
	unsigned int i;

	for (i = 0; i < setting_count; i++)
		if (is_change(&settings[i], &wishes->settings[i]))
			return true;
	return false;
}

/* Priorities make the mode, and prio makes rx-prio and tx-prio. */
void wishes_fill(struct wishes *wishes)
{
	bool any_prio = false, prio = false;
	unsigned int i, j;

	for (i = 0; i < setting_count; i++) {
		any_prio |= settings[i].kind == &kind_priorities && wishes->settings[i].given;
		prio |= settings[i].attribute == PAUSECTL_A_PRIO && wishes->settings[i].given;
	}
	for (i = 0; i < setting_count; i++) {
		if (settings[i].attribute == PAUSECTL_A_MODE ? any_prio :
		    settings[i].kind == &kind_priorities &&
		    (prio || settings[i].attribute == PAUSECTL_A_PRIO))
			continue;
		for (j = 0; j < settings[i].values; j++)
			if (!(wishes->settings[i].given & 1U << j))
				wishes->settings[i].values[j] = settings[i].defaults[j];
		wishes->settings[i].given = all_of(&settings[i]);
	}
	wishes->apps.words = APP_ALL_WORDS;
}

/* The elements that a wish sets, as in PAUSECTL_A_ELEMENTS; 0: all */
static uint32_t elements_of(const struct setting *setting, const struct wish *wish)
{
	if (is_change(setting, wish))
		return ~kept_priorities(wish->values[0]) & 0xff;
	return wish->given == all_of(setting) ? 0 : wish->given;
}

/* The kernel keeps the elements that are not named. */
void wishes_put(struct nlmsghdr *message, const struct wishes *wishes)
{
	uint32_t pairs[SETTINGS_MAX][2], changes[APP_CHANGES_MAX];
	unsigned int i, count = 0;
	size_t apps;

	for (i = 0; i < setting_count; i++) {
		const struct wish *wish = &wishes->settings[i];
		uint32_t elements = elements_of(&settings[i], wish);

		if (!wish->given)
			continue;
		setting_put(message, &settings[i], wish->values);
		if (!elements)
			continue;
		pairs[count][0] = settings[i].attribute;
		pairs[count++][1] = elements;
	}
	if (count)
		mnl_attr_put(message, PAUSECTL_A_ELEMENTS, count * sizeof(pairs[0]), pairs);
	apps = app_changes(&wishes->apps, changes);
	if (apps)
		mnl_attr_put(message, PAUSECTL_A_APP_CHANGE, apps * sizeof(*changes), changes);
}

/* --- set ------------------------------------------------------------------------------------ */

static int change(struct genl *genl, unsigned int index, const struct wishes *wishes)
{
	union genl_request request;
	struct nlmsghdr *message = genl_prepare(&request, PAUSECTL_CMD_PORT_SET, 0);

	mnl_attr_put_u32(message, PAUSECTL_A_IFINDEX, index);
	wishes_put(message, wishes);
	return genl_call(genl, message, NULL, NULL);
}

int set_wishes(const char *asked, const char *device, const struct wishes *wishes)
{
	unsigned int index = device_index(asked, device);
	struct genl genl;
	int error;

	if (!index)
		return STATUS_REFUSED;
	error = genl_open(&genl);
	if (error)
		return genl_open_refused(&genl, asked, error);
	error = change(&genl, index, wishes);
	genl_close(&genl);
	return error ? genl_refused(&genl, asked, error) : STATUS_OK;
}

/* The first @word of @words; a name behind "dev" is none. */
static char **find_word(char **words, const char *word)
{
	while (*words && strcmp(*words, word))
		words += !strcmp(*words, "dev") && words[1] ? 2 : 1;
	return words;
}

bool take_word(char **words, const char *word)
{
	char **found = find_word(words, word);
	bool any = *found;

	for (; *found; found++)
		*found = found[1];
	return any;
}

/* Take "profile NAME" out of @words, and make its settings wishes. @rest as in profile_read() */
static int take_profile(const struct command *self, char **words, struct wishes *wishes, bool *rest)
{
	char **word = find_word(words, "profile");
	struct parse_error err;
	int status;

	if (!*word)
		return STATUS_OK;
	if (word[1] && *find_word(word + 2, "profile")) {
		parse_twice(&err, "option", "profile");
		return usage_error(self, err.text);
	}
	status = profile_read(word[1], wishes, rest);
	for (; !status && *word; word++)
		*word = word[1] ? word[2] : NULL;
	return status;
}

int set_parse(const struct command *self, char **words, struct wishes *wishes,
	      const char **device)
{
	struct parse_error err;
	char asked[64];
	bool rest = false;
	int status, bad;

	status = take_profile(self, words, wishes, &rest);
	if (status)
		return status;
	bad = wishes_parse(words, wishes, device, &err);
	if (!bad && rest)
		wishes_fill(wishes);
	if (!bad && rest && wishes_need_port(wishes))
		bad = parse_refuse(&err, "profile", PROFILE_DEFAULT,
				   "other profiles, beside a change like prio +5");
	if (!bad && self == &set_command && !wishes_any(wishes))
		bad = parse_refuse(&err, "setting", NULL,
				   "those of help, like \"prio 3\" or \"mode pause\"");
	snprintf(asked, sizeof(asked), "%s dev %s", self->name, *device ? *device : "");
	/* The first of two mistakes: in "set roce eth0" the device. */
	if (bad && *device && !device_index(asked, *device))
		return STATUS_REFUSED;
	return bad ? usage_error(self, err.text) : STATUS_OK;
}

static int set_run(const struct command *self, char **words)
{
	struct wishes wishes = { 0 };
	const char *device = NULL;
	char asked[64];
	int status = set_parse(self, words, &wishes, &device);

	if (status)
		return status;
	snprintf(asked, sizeof(asked), "set dev %s", device);
	return set_wishes(asked, device, &wishes);
}

const struct command set_command = {
	.name = "set",
	.brief = "change settings of a port, all of them or none",
	.grammar = settings_grammar,
	.help =
	"Change settings of the port of DEV: all that are given, or none if one of them is\n"
	"refused. Lists of pairs change what they name; one value without a colon is for all. The\n"
	"value default stands for the default of any setting. A switch without a value means on. A\n"
	"LIST of priorities that begins with + or - is added to those of the port, or removed.\n"
	"prio 3:on,4:off or 3:on 4:off does both. profile NAME sets what \"pausectl profile NAME\"\n"
	"shows; settings beside it win. \"pausectl help prio\" and\n"
	"\"pausectl help set watchdog\" are about one setting.\n"
	"\n"
	"  pausectl set dev eth0 prio 3,4\n"
	"  pausectl set dev eth0 prio +5 tx-prio -4\n"
	"  pausectl set dev eth0 mode pause speed 10gbit pace on\n"
	"  pausectl set eth0 profile roce speed 10gbit\n"
	"  pausectl set dev eth0 tsa 0:ets,1:ets tc-bw 0:70,1:30\n"
	"  pausectl set dev eth0 advertise pause-asym require rx\n"
	"  pausectl set dev eth0 trust pcp,dscp dscp-prio 26:3,48:6\n"
	"  pausectl set dev eth0 speed default ecn 3:default\n"
	"  pausectl set dev eth0 prio 3,4 watchdog 3:drop,4:drop watchdog-detect-ms 400\n"
	"  pausectl set dev eth0 filter global-pause:unicast+type+opcode\n"
	"  pausectl set dev eth0 buffer-size 3:256k buffer-xoff 3:128k xoff-quanta 3:1000\n",
	.run = set_run,
};
