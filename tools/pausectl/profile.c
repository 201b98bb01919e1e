// SPDX-License-Identifier: GPL-2.0
/* Profiles: find them, list them, show one, and make one wishes for set. */
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "pausectl.h"

#define PROFILES_MAX	64
#define FOLDERS \
	CONFIG_FOLDER "/profiles, or share/pausectl/profiles below /usr/local or /usr"

/* Both begin with PROFILE_DEFAULT. The path of that is "", because it is no file. */
struct profiles {
	const char *names[PROFILES_MAX + 1];	/* the ends of the paths, and NULL */
	char paths[PROFILES_MAX][128];
	unsigned int count;
};

/* One of the administrator hides one of the package. */
static void profiles_find(struct profiles *profiles)
{
	static const char *const patterns[] = {
		CONFIG_FOLDER "/profiles/*", "/usr/local/share/pausectl/profiles/*",
		"/usr/share/pausectl/profiles/*"
	};
	unsigned int known;
	glob_t files = { 0 };
	size_t i;

	*profiles = (struct profiles){ .names = { PROFILE_DEFAULT }, .count = 1 };
	for (i = 0; i < MNL_ARRAY_SIZE(patterns); i++)
		glob(patterns[i], i ? GLOB_MARK | GLOB_APPEND : GLOB_MARK, NULL, &files);
	for (i = 0; i < files.gl_pathc && profiles->count < PROFILES_MAX; i++) {
		const char *name = strrchr(files.gl_pathv[i], '/') + 1;
		char *path = profiles->paths[profiles->count];

		for (known = 0; known < profiles->count; known++)
			if (!strcmp(profiles->names[known], name))
				break;
		/* Folders end with a slash. */
		if (!*name || known < profiles->count ||
		    strlen(files.gl_pathv[i]) >= sizeof(*profiles->paths))
			continue;
		snprintf(path, sizeof(*profiles->paths), "%s", files.gl_pathv[i]);
		profiles->names[profiles->count++] = strrchr(path, '/') + 1;
	}
	globfree(&files);
}

static int profile_choose(struct profiles *profiles, const char *name, unsigned int *chosen)
{
	struct parse_error err;

	profiles_find(profiles);
	if (!parse_choice("profile", name, profiles->names, chosen, &err))
		return STATUS_OK;
	if (profiles->count == 1)
		parse_refuse(&err, "profile", name,
			     "default, and files in " FOLDERS "; none is there");
	return usage_error(&profile_command, err.text);
}

int profile_read(const char *name, struct wishes *wishes, bool *rest)
{
	struct profiles profiles;
	unsigned int chosen;
	int status = profile_choose(&profiles, name, &chosen);

	*rest = !status && !chosen;
	if (status || *rest)
		return status;
	status = config_read(profiles.paths[chosen], wishes);
	if (!status && !wishes->any) {
		complain("%s: the profile has no setting", profiles.paths[chosen]);
		return STATUS_USAGE;
	}
	return status;
}

/* The first line says in a comment what it is for. With @whole, text is the whole file. */
static void print_profile(const char *name, const char *path, bool whole)
{
	FILE *stream = *path ? fopen(path, "re") : NULL;
	char line[256] = "All settings as in a new port", *purpose = line;

	if (stream && !fgets(line, sizeof(line), stream))
		*line = '\0';
	line[strcspn(line, "\n")] = '\0';
	purpose += strspn(line, "# ");
	object_begin();
	add_string("name", name);
	if (*path)
		add_string("file", path);
	add_string("purpose", purpose);
	print_text(whole ? "%.0s# %s" : "%-10s %s", name, purpose);
	while (whole && stream && fgets(line, sizeof(line), stream))
		print_text("\n%.*s", (int)strcspn(line, "\n"), line);
	object_end();
	if (stream)
		fclose(stream);
}

static int profile_run(const struct command *self, char **words)
{
	const char *name = next_word(&words);
	struct profiles profiles;
	struct parse_error err;
	unsigned int i;

	if (*words) {
		snprintf(err.text, sizeof(err.text),
			 "profile NAME DEV: gone, use \"profile %.64s\"", name);
		return usage_error(self, err.text);
	}
	if (name && profile_choose(&profiles, name, &i))
		return STATUS_USAGE;
	if (!name)
		profiles_find(&profiles);
	list_begin();
	if (name)
		print_profile(profiles.names[i], profiles.paths[i], true);
	for (i = 0; !name && i < profiles.count; i++)
		print_profile(profiles.names[i], profiles.paths[i], false);
	list_end();
	if (profiles.count == 1)
		complain("warning: no profiles in " FOLDERS);
	return STATUS_OK;
}

const struct command profile_command = {
	.name = "profile",
	.brief = "settings for a purpose: list them, or show one",
	.grammar = "[NAME]",
	.help =
	"List the profiles, or show NAME: a file with settings for a purpose, and comments, in\n"
	FOLDERS ".\n"
	"\"pausectl set DEV profile NAME\" applies it. The others stay as they are, except with the\n"
	"profile default, which makes them those of a new port.\n"
	"\n"
	"  pausectl profile\n"
	"  pausectl profile roce\n"
	"  pausectl set eth0 profile roce speed 10gbit\n",
	.run = profile_run,
};
