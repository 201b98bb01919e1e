// SPDX-License-Identifier: GPL-2.0
/* Profiles: list them, and show what one would change. set applies them. */
#include <stdio.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "pausectl.h"

#define NEW_PORT	"All settings as in a new port"

/* The profile to compare ports with. */
static struct wishes wishes;

/* The first line of a profile says in a comment what it is for. */
static void print_purpose(const struct profile *profile)
{
	FILE *stream = fopen(profile->path, "re");
	char line[128] = "", *text = line;

	if (stream && !fgets(line, sizeof(line), stream))
		*line = '\0';
	if (stream)
		fclose(stream);
	line[strcspn(line, "\n")] = '\0';
	text += strspn(text, "# ");
	object_begin();
	add_string("name", profile->name);
	add_string("file", profile->path);
	add_string("purpose", text);
	print_text("%-10s %s", profile->name, text);
	object_end();
}

static int list(void)
{
	struct profile profiles[PROFILES_MAX];
	size_t count = profiles_find(profiles), i;

	list_begin();
	object_begin();
	add_string("name", PROFILE_DEFAULT);
	add_string("purpose", NEW_PORT);
	print_text("%-10s %s", PROFILE_DEFAULT, NEW_PORT);
	object_end();
	for (i = 0; i < count; i++)
		print_purpose(&profiles[i]);
	list_end();
	if (!count)
		complain("warning: no profiles in " PROFILE_FOLDERS);
	return STATUS_OK;
}

static bool changes_apps(const struct nlattr *const *attributes, const char *before)
{
	struct apps apps, table;

	if (!app_wished(&wishes.apps))
		return false;
	apps_of(attributes[PAUSECTL_A_APP_TABLE], &apps);
	if (app_resolve(&wishes.apps, &apps, &table)) {
		complain("warning: the APP table would have more than %d entries", APPS_MAX);
		print_text("%s set refuses the profile", before);
		return true;
	}
	return print_app_changes(&apps, &table, before);
}

/* What the profile would change. */
static void print(const struct nlattr *const *attributes)
{
	const char *before = ":";
	bool prio = false;
	unsigned int i, j;

	for (i = 0; i < setting_count; i++)
		prio |= settings[i].kind == &kind_priorities && wishes.settings[i].values[0];
	for (i = 0; i < setting_count; i++) {
		const struct wish *wish = &wishes.settings[i];
		uint64_t old[MAX_VALUES], values[MAX_VALUES];
		/* Priorities make the mode. */
		bool follows = prio && settings[i].attribute == PAUSECTL_A_MODE;

		if ((!wish->given && !follows) || !attributes[settings[i].attribute])
			continue;
		setting_values(&settings[i], attributes[settings[i].attribute], old);
		for (j = 0; j < settings[i].values; j++)
			values[j] = follows ? PAUSECTL_MODE_PFC :
				    wish->given & 1U << j ? wish->values[j] : old[j];
		if (!memcmp(old, values, settings[i].values * sizeof(*values)))
			continue;
		add_setting(&settings[i], values);
		print_text("%s ", before);
		print_change(&settings[i], old, values);
		before = "";
	}
	if (!changes_apps(attributes, before) && *before)
		print_text(": changes nothing");
}

static int run(const struct command *self, char **words)
{
	bool rest;
	int status;

	if (!*words)
		return list();
	memset(&wishes, 0, sizeof(wishes));
	status = profile_read(*words++, &wishes, &rest);
	if (!status && rest)
		wishes_fill(&wishes);
	return status ? status : query(self, words, PAUSECTL_CMD_PORT_GET, print);
}

const struct command profile_command = {
	.name = "profile",
	.grammar = "[NAME [[dev] DEV]]",
	.help =
	"List the profiles, or show what NAME would change at DEV, or at all ports. A profile is\n"
	"a file with settings for a purpose, and comments that explain them, in\n"
	PROFILE_FOLDERS ".\n"
	"\"pausectl set DEV profile NAME\" applies it; settings that stand beside it win. The others\n"
	"stay as they are, except with the profile default, which makes them those of a new port.\n"
	"\n"
	"  pausectl profile\n"
	"  pausectl profile roce eth0\n"
	"  pausectl set eth0 profile roce speed 10gbit\n",
	.run = run,
};
