// SPDX-License-Identifier: GPL-2.0
/* Settings in files: profiles, and those that save writes and restore reads. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <uapi/pausectl.h>

#include "pausectl.h"

/* --- files and profiles --------------------------------------------------------------------- */

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

static int config_is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && entry->d_type != DT_DIR &&
	       strlen(entry->d_name) < PROFILE_OCTETS;
}

static bool config_is_known(const struct profile *profiles, size_t count, const char *name)
{
	while (count)
		if (!strcmp(profiles[--count].name, name))
			return true;
	return false;
}

size_t profiles_find(struct profile *profiles)
{
	struct dirent **entries;
	size_t count = 1, i;
	int found, j;

	profiles[0] = (struct profile){ .name = PROFILE_DEFAULT };

	for (i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		found = scandir(folders[i], &entries, config_is_visible, alphasort);
		for (j = 0; j < found; j++) {
			if (count < PROFILES_MAX &&
			    !config_is_known(profiles, count, entries[j]->d_name)) {
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

int profile_choose(const struct profile *profiles, size_t count, const char *name, size_t *chosen)
{
	const char *names[PROFILES_MAX + 1] = { NULL };
	struct parse_error err;
	unsigned int place;
	size_t i;

	for (i = 0; i < count; i++)
		names[i] = profiles[i].name;
	if (parse_choice("profile", name, names, &place, &err)) {
		if (count == 1)
			parse_refuse(&err, "profile", name,
				     "default, and files in " PROFILE_FOLDERS "; none is there");
		return usage_error(&profile_command, err.text);
	}
	*chosen = place;
	return STATUS_OK;
}

int profile_read(const char *name, struct wishes *wishes, bool *rest)
{
	struct profile profiles[PROFILES_MAX];
	size_t chosen;
	int status = profile_choose(profiles, profiles_find(profiles), name, &chosen);

	if (status)
		return status;
	*rest = !chosen;
	if (*rest)
		return STATUS_OK;
	status = config_read(profiles[chosen].path, wishes);
	if (!status && !wishes_any(wishes)) {
		complain("%s: the profile has no setting", profiles[chosen].path);
		return STATUS_USAGE;
	}
	return status;
}

/* --- save and restore ----------------------------------------------------------------------- */

#define SUFFIX		".conf"
#define PATH_OCTETS	512

static int save_status;

/* The files of a network namespace are where ip netns exec shows them as those of /etc. */
static void folder_path(char *path)
{
	const char *netns = netns_name();

	if (netns)
		snprintf(path, PATH_OCTETS, "/etc/netns/%s/pausectl", netns);
	else
		snprintf(path, PATH_OCTETS, CONFIG_FOLDER);
}

static void file_path(const char *device, char *path)
{
	size_t length;

	folder_path(path);
	length = strlen(path);
	snprintf(path + length, PATH_OCTETS - length, "/%.64s" SUFFIX, device);
}

/* The settings that are not as in a new port, one a line, in the order and groups of the table. */
static void write_settings(const struct nlattr *const *attributes)
{
	const struct setting *setting;
	bool repeats = repeats_prio(attributes), priorities;
	struct apps apps;
	uint64_t values[MAX_VALUES];

	for (setting = settings; setting < settings + setting_count; setting++) {
		priorities = setting->kind == &kind_priorities;
		if (!attributes[setting->attribute] ||
		    (priorities && setting->attribute != PAUSECTL_A_PRIO && repeats))
			continue;
		setting_values(setting, attributes[setting->attribute], values);
		/* Behind prio, one of rx-prio and tx-prio may have to say none. */
		if (setting->attribute != PAUSECTL_A_MODE && !(priorities && !repeats) &&
		    !memcmp(values, setting->defaults, setting->values * sizeof(*values)))
			continue;
		print_text("%s ", setting->option);
		print_values(setting, values, setting->defaults);
		print_text("\n");
	}
	apps_of(attributes[PAUSECTL_A_APP_TABLE], &apps);
	print_apps(&apps, "", "\n");
}

static int failed(const char *path)
{
	complain("%s: %s", path, strerror(errno));
	return STATUS_REFUSED;
}

/* A reader finds the old file or the new one, never a part. */
static int config_write_file(const char *path, const struct nlattr *const *attributes)
{
	char draft[PATH_OCTETS + sizeof(".new")];
	FILE *stream;
	int bad;

	snprintf(draft, sizeof(draft), "%s.new", path);
	stream = fopen(draft, "we");
	if (!stream)
		return failed(draft);
	fputs("# written by pausectl save\n", stream);
	output_to(stream);
	write_settings(attributes);
	output_to(NULL);
	bad = fflush(stream) || ferror(stream) || fsync(fileno(stream));
	if (fclose(stream) || bad || rename(draft, path)) {
		failed(path);
		unlink(draft);
		return STATUS_REFUSED;
	}
	return STATUS_OK;
}

/* Its parents too. */
static int make_path(char *path)
{
	bool more = true;
	char *end;

	for (end = path + 1; more; *end++ = '/') {
		end += strcspn(end, "/");
		more = *end;
		*end = '\0';
		if (mkdir(path, 0755) && errno != EEXIST)
			return failed(path);
	}
	return STATUS_OK;
}

/* ip mounts the folder of a namespace on the one of /etc, and complains if that is not there. */
static int make_folder(void)
{
	char path[PATH_OCTETS] = CONFIG_FOLDER;
	int status = make_path(path);

	if (status || !netns_name())
		return status;
	folder_path(path);
	return make_path(path);
}

static void save(const struct nlattr *const *attributes)
{
	const struct nlattr *name = attributes[PAUSECTL_A_IFNAME];
	char path[PATH_OCTETS];
	int status;

	file_path(name ? mnl_attr_get_str(name) : "", path);
	status = make_folder() ?: config_write_file(path, attributes);
	if (!save_status)
		save_status = status;
	if (status) {
		print_text(": not saved");
		return;
	}
	add_string("file", path);
	print_text(": saved to %s", path);
}

static int run_save(const struct command *self, char **words)
{
	int status;

	save_status = STATUS_OK;
	status = query(self, words, PAUSECTL_CMD_PORT_GET, save);
	return status ? status : save_status;
}

static int restore(const char *device)
{
	struct wishes wishes = { 0 };
	char path[PATH_OCTETS], asked[PATH_OCTETS + 32];
	int status;

	file_path(device, path);
	status = config_read(path, &wishes);
	if (status)
		return status;
	wishes_fill(&wishes);
	snprintf(asked, sizeof(asked), "%s: dev %.15s", path, device);
	return set_wishes(asked, device, &wishes);
}

static int is_config(const struct dirent *entry)
{
	const char *end = strrchr(entry->d_name, '.');

	return end && end != entry->d_name && !strcmp(end, SUFFIX);
}

/* Each file, also behind one that fails. The status of the first that failed. */
static int restore_all(void)
{
	int status = STATUS_OK, count, i;
	struct dirent **entries;
	char path[PATH_OCTETS];

	folder_path(path);
	count = scandir(path, &entries, is_config, alphasort);
	if (count < 0 && errno != ENOENT)
		return failed(path);
	if (count <= 0)
		complain("warning: %s has no file of a port", path);
	if (count < 0)
		return STATUS_OK;
	for (i = 0; i < count; i++) {
		char device[sizeof(entries[i]->d_name)];
		int one;

		snprintf(device, sizeof(device), "%.*s",
			 (int)(strlen(entries[i]->d_name) - strlen(SUFFIX)), entries[i]->d_name);
		one = restore(device);
		if (!status)
			status = one;
		free(entries[i]);
	}
	free(entries);
	return status;
}

static int run_restore(const struct command *self, char **words)
{
	const char *device = NULL;
	struct parse_error err;

	if (take_only_device(&device, words, &err))
		return usage_error(self, err.text);
	if (device && strchr(device, '/')) {
		parse_refuse(&err, "dev", device, "names of network devices");
		return usage_error(self, err.text);
	}
	return device ? restore(device) : restore_all();
}

const struct command save_command = {
	.name = "save",
	.brief = "write the settings of ports to /etc/pausectl",
	.grammar = "[[dev] DEV]",
	.help =
	"Write the settings of the port of DEV, or of all ports, to\n"
	CONFIG_FOLDER "/DEV" SUFFIX ": those that are not as in a new port, one a line.\n"
	"With -n NETNS the folder is /etc/netns/NETNS/pausectl.\n"
	"\n"
	"  pausectl save eth0\n",
	.run = run_save,
};

const struct command restore_command = {
	.name = "restore",
	.brief = "set ports as their files in /etc/pausectl say",
	.grammar = "[[dev] DEV]",
	.help =
	"Make the port of DEV as its file in " CONFIG_FOLDER " says, or each port that has a\n"
	"file there. Settings that the file does not name get their defaults. A file that is\n"
	"wrong changes nothing, and the others are still read.\n"
	"\n"
	"  pausectl restore eth0\n"
	"  pausectl restore\n",
	.run = run_restore,
};
