// SPDX-License-Identifier: GPL-2.0
/* Settings in files: save writes them, and restore reads them. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <uapi/pausectl.h>

#include "pausectl.h"

#define SUFFIX		".conf"
#define PATH_OCTETS	512

/* The files of a network namespace are where ip netns exec shows them as those of /etc. */
static int folder_path(char *path)
{
	const char *netns = netns_name();

	return snprintf(path, PATH_OCTETS, netns ? "/etc/netns/%s/pausectl" : CONFIG_FOLDER, netns);
}

static void file_path(const char *device, char *path)
{
	int length = folder_path(path);

	snprintf(path + length, PATH_OCTETS - length, "/%.64s" SUFFIX, device);
}

/* --- save ----------------------------------------------------------------------------------- */

static int save_status;

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

/* ip mounts the folder of a namespace on the one of /etc, and complains if that is not there. */
static int make_folders(void)
{
	char netns[PATH_OCTETS], folder[PATH_OCTETS];
	const char *const folders[] = { CONFIG_FOLDER, "/etc/netns", netns, folder };
	size_t count = netns_name() ? MNL_ARRAY_SIZE(folders) : 1, i;

	snprintf(netns, sizeof(netns), "/etc/netns/%s", netns_name() ?: "");
	folder_path(folder);
	for (i = 0; i < count; i++)
		if (mkdir(folders[i], 0755) && errno != EEXIST)
			return refused(folders[i], "%s", strerror(errno));
	return STATUS_OK;
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
		return refused(draft, "%s", strerror(errno));
	fputs("# written by pausectl save\n", stream);
	output.text = stream;
	write_settings(attributes);
	output.text = NULL;
	bad = fflush(stream) || ferror(stream) || fsync(fileno(stream));
	if (!fclose(stream) && !bad && !rename(draft, path))
		return STATUS_OK;
	refused(path, "%s", strerror(errno));
	unlink(draft);
	return STATUS_REFUSED;
}

static void save(const struct nlattr *const *attributes)
{
	char path[PATH_OCTETS];
	int status;

	file_path(mnl_attr_get_str(attributes[PAUSECTL_A_IFNAME]), path);
	status = make_folders() ?: config_write_file(path, attributes);
	if (!save_status)
		save_status = status;
	if (!status)
		add_string("file", path);
	print_text(status ? ": not saved" : ": saved to %s", path);
}

static int run_save(const struct command *self, char **words)
{
	int status;

	save_status = STATUS_OK;
	status = query(self, words, PAUSECTL_CMD_PORT_GET, save);
	return status ? status : save_status;
}

/* --- restore -------------------------------------------------------------------------------- */

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
	struct dirent **entries = NULL;
	int status = STATUS_OK, count, one, i;
	char path[PATH_OCTETS];

	folder_path(path);
	count = scandir(path, &entries, is_config, alphasort);
	if (count < 0 && errno != ENOENT)
		return refused(path, "%s", strerror(errno));
	if (count <= 0)
		complain("warning: %s has no file of a port", path);
	for (i = 0; i < count; i++) {
		*strrchr(entries[i]->d_name, '.') = '\0';
		one = restore(entries[i]->d_name);
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
	int bad = take_words(MAY_DEVICE, &device, words, NULL, &err);

	if (!bad && device && strchr(device, '/'))
		bad = parse_refuse(&err, "dev", device, "names of network devices");
	if (bad)
		return usage_error(self, err.text);
	return device ? restore(device) : restore_all();
}

const struct command save_command = {
	.name = "save",
	.brief = "write the settings of ports to /etc/pausectl",
	.grammar = "[[dev] DEV]",
	.help =
	"Write the settings of the port of DEV, or of all ports, that are not as in a new port to\n"
	CONFIG_FOLDER "/DEV" SUFFIX ", one a line.\n"
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
