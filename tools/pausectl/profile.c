// SPDX-License-Identifier: GPL-2.0
/* Profiles: list them, and show one. set applies them. */
#include <stdio.h>
#include <string.h>

#include "pausectl.h"

/* The first line says in a comment what it is for. With @whole, text is the whole file. */
static void print_profile(const struct profile *profile, bool whole)
{
	FILE *stream = *profile->path ? fopen(profile->path, "re") : NULL;
	char line[256] = "All settings as in a new port", *purpose = line;

	if (stream && !fgets(line, sizeof(line), stream))
		*line = '\0';
	line[strcspn(line, "\n")] = '\0';
	purpose += strspn(line, "# ");
	object_begin();
	add_string("name", profile->name);
	if (*profile->path)
		add_string("file", profile->path);
	add_string("purpose", purpose);
	print_text(whole ? "%.0s# %s" : "%-10s %s", profile->name, purpose);
	while (whole && stream && fgets(line, sizeof(line), stream))
		print_text("\n%.*s", (int)strcspn(line, "\n"), line);
	object_end();
	if (stream)
		fclose(stream);
}

static int profile_run(const struct command *self, char **words)
{
	const char *name = next_word(&words);
	struct profile profiles[PROFILES_MAX];
	size_t count = profiles_find(profiles), i;
	struct parse_error err;

	if (*words) {
		snprintf(err.text, sizeof(err.text),
			 "profile NAME DEV: gone, use \"profile %.64s\"", name);
		return usage_error(self, err.text);
	}
	if (name && profile_choose(profiles, count, name, &i))
		return STATUS_USAGE;
	list_begin();
	if (name)
		print_profile(&profiles[i], true);
	for (i = 0; !name && i < count; i++)
		print_profile(&profiles[i], false);
	list_end();
	if (count == 1)
		complain("warning: no profiles in " PROFILE_FOLDERS);
	return STATUS_OK;
}

const struct command profile_command = {
	.name = "profile",
	.brief = "settings for a purpose: list them, or show one",
	.grammar = "[NAME]",
	.help =
	"List the profiles, or show NAME. A profile is a file with settings for a purpose, and\n"
	"comments that explain them, in\n"
	PROFILE_FOLDERS ".\n"
	"\"pausectl set DEV profile NAME\" applies it; settings that stand beside it win. The others\n"
	"stay as they are, except with the profile default, which makes them those of a new port.\n"
	"\n"
	"  pausectl profile\n"
	"  pausectl profile roce\n"
	"  pausectl set eth0 profile roce speed 10gbit\n",
	.run = profile_run,
};
