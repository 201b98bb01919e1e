// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "pausectl.h"

/* What the lines of the file become: batch() passes only words. */
static struct wishes *target;

static int take_line(char **words)
{
	struct parse_error err;

	return wishes_parse(words, target, NULL, &err) ? usage_error(&set_command, err.text) :
							 STATUS_OK;
}

int config_read(const char *file, struct wishes *wishes)
{
	target = wishes;
	return batch(file, false, take_line);
}

static const char *const folders[] = {
	CONFIG_FOLDER "/profiles", "/usr/local/share/pausectl/profiles",
	"/usr/share/pausectl/profiles"
};

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && entry->d_type != DT_DIR &&
	       strlen(entry->d_name) < PROFILE_OCTETS &&
	       strcmp(entry->d_name, PROFILE_DEFAULT);
}

static bool is_known(const struct profile *profiles, size_t count, const char *name)
{
	while (count)
		if (!strcmp(profiles[--count].name, name))
			return true;
	return false;
}

size_t profiles_find(struct profile *profiles)
{
	struct dirent **entries;
	size_t count = 0, i;
	int found, j;

	for (i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		found = scandir(folders[i], &entries, is_visible, alphasort);
		for (j = 0; j < found; j++) {
			if (count < PROFILES_MAX &&
			    !is_known(profiles, count, entries[j]->d_name)) {
				struct profile *new = &profiles[count++];

				snprintf(new->path, sizeof(new->path), "%s/%.63s", folders[i],
					 entries[j]->d_name);
				new->name = strrchr(new->path, '/') + 1;
			}
			free(entries[j]);
		}
		if (found >= 0)
			free(entries);
	}
	return count;
}

static int bad_profile(const char *path)
{
	complain("%s: the profile has no setting", path);
	return STATUS_USAGE;
}

int profile_read(const char *name, struct wishes *wishes, bool *rest)
{
	struct profile profiles[PROFILES_MAX];
	const char *names[PROFILES_MAX + 2] = { PROFILE_DEFAULT };
	struct parse_error err;
	unsigned int i;
	size_t count;
	int status;

	count = profiles_find(profiles);
	for (i = 0; i < count; i++)
		names[i + 1] = profiles[i].name;
	if (parse_choice("profile", name, names, &i, &err)) {
		if (!count)
			parse_refuse(&err, "profile", name,
				     "default, and files in " PROFILE_FOLDERS "; none is there");
		return usage_error(&profile_command, err.text);
	}
	*rest = i == 0;
	if (*rest)
		return STATUS_OK;
	status = config_read(profiles[i - 1].path, wishes);
	if (!status && !wishes_any(wishes))
		return bad_profile(profiles[i - 1].path);
	return status;
}
