// SPDX-License-Identifier: GPL-2.0
/*
 * Files, one line after the other: commands of a batch, and settings. save writes those of devices,
 * and restore reads them. Profiles are for set. # begins a comment.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <glob.h>
#include <signal.h>
#include <sys/stat.h>

#include "pausectl.h"

#define CONFIG_FOLDER	"/etc/pausectl"
#define SUFFIX		".conf"
#define PATH_OCTETS	512

/* --- lines ---------------------------------------------------------------------------------- */

#define LINE_MOST	4095

/* Blanks separate words. A word that begins with # begins a comment. */
static void split(char *line, char **words)
{
	char *word;

	while ((word = strsep(&line, " \t\r\n")) && *word != '#')
		if (*word)
			*words++ = word;
	*words = NULL;
}

/* @length: of the line with its end, -1: it cannot be read */
static int run_line(char *line, ssize_t length, int (*run)(char **words))
{
	char *words[LINE_MOST / 2 + 2];

	if (length < 0) {
		complain("%s", strerror(errno));
	} else if (strlen(line) != (size_t)length) {
		complain("the line has an octet 0");
	} else if (line[length - 1] != '\n') {
		complain("the line has no end, so the file may be cut off");
	} else if (length > LINE_MOST + 1) {
		complain("the line is too long, allowed are %u octets", LINE_MOST);
	} else {
		split(line, words);
		return *words ? run(words) : STATUS_OK;
	}
	return STATUS_USAGE;
}

int batch(const char *file, bool force, int (*run)(char **words))
{
	FILE *stream = strcmp(file, "-") ? fopen(file, "re") : stdin;
	int status, result = STATUS_OK;
	struct source outer = source;
	unsigned int number;
	char *line = NULL;
	sigset_t signals;
	size_t room = 0;
	ssize_t length;

	if (!stream) {
		complain("%s: %s", file, strerror(errno));
		return STATUS_USAGE;
	}
	sigprocmask(SIG_SETMASK, NULL, &signals);
	for (number = 1; force || !result; number++) {
		length = getline(&line, &room, stream);
		if (length < 0 && feof(stream))
			break;
		source = (struct source){ file, number };
		status = run_line(line, length, run);
		if (!result)
			result = status;
		if (length < 0 || fflush(stdout))
			break;
		/* A signal that ended monitor ends the batch here. */
		sigprocmask(SIG_SETMASK, &signals, NULL);
	}
	source = outer;
	free(line);
	if (stream != stdin)
		fclose(stream);
	return result;
}

/* --- save ----------------------------------------------------------------------------------- */

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

/* The settings that are not as in a new port, one a line, in the order and groups of the table. */
static void write_settings(FILE *stream, const void *data)
{
	const struct nlattr *const *attributes = data;
	bool repeats = repeats_prio(attributes), priorities;
	const struct setting *setting;
	uint64_t values[MAX_VALUES];
	struct apps apps;

	fputs("# written by pausectl save\n", stream);
	output.text = stream;
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
	output.text = NULL;
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

static int save(const struct nlattr *const *attributes)
{
	char path[PATH_OCTETS];
	int status;

	file_path(mnl_attr_get_str(attributes[PAUSECTL_A_IFNAME]), path);
	status = make_folders() ?: write_file("", path, write_settings, attributes);
	if (!status)
		add_string("file", path);
	print_text(status ? ": not saved" : ": saved to %s", path);
	return status;
}

/* --- restore -------------------------------------------------------------------------------- */

/* What the lines of the file become: batch() passes only words. */
static struct wishes *target;

static int take_line(char **words)
{
	return wishes_parse(words, target, NULL) ? usage_error(&set_command, "%s", parse_error) :
							 STATUS_OK;
}

static int config_read(const char *file, struct wishes *wishes)
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

/* Each file, also behind one that fails. The status of the first that failed. */
static int restore_all(void)
{
	struct dirent **entries = NULL;
	int status = STATUS_OK, count, one, i;
	char path[PATH_OCTETS], *end;
	bool any = false;

	folder_path(path);
	count = scandir(path, &entries, NULL, alphasort);
	if (count < 0 && errno != ENOENT)
		return refused(path, "%s", strerror(errno));
	for (i = 0; i < count; i++) {
		end = strrchr(entries[i]->d_name, '.');
		if (end && end != entries[i]->d_name && !strcmp(end, SUFFIX)) {
			any = true;
			*end = '\0';
			one = restore(entries[i]->d_name);
			status = status ?: one;
		}
		free(entries[i]);
	}
	free(entries);
	if (!any)
		complain("warning: %s has no file of a port", path);
	return status;
}

static int run_restore(const struct command *self, char **words)
{
	const char *device = NULL;
	int bad = take_words(MAY_DEVICE, &device, words, NULL);

	if (!bad && device && strchr(device, '/'))
		bad = parse_refuse("dev", device, "names of network devices");
	if (bad)
		return usage_error(self, "%s", parse_error);
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
	.request = PAUSECTL_CMD_PORT_GET,
	.print = save,
};

const struct command restore_command = {
	.name = "restore",
	.brief = "set ports as their files in /etc/pausectl say",
	.grammar = "[[dev] DEV]",
	.help =
	"Set the port of DEV as its file in " CONFIG_FOLDER " says, or each port that has a\n"
	"file there. Settings that the file does not name get their defaults. A file that is\n"
	"wrong changes nothing, and the others are still read.\n"
	"\n"
	"  pausectl restore eth0\n"
	"  pausectl restore\n",
	.run = run_restore,
};

/* --- profiles: find them, list them, show one, and make one wishes for set -------------------- */

#define PROFILES_MAX	64
#define FOLDERS \
	CONFIG_FOLDER "/profiles, or share/pausectl/profiles below /usr/local or /usr"

/* Both begin with PROFILE_DEFAULT. The path of that is "", because it is no file. */
static struct profiles {
	const char *names[PROFILES_MAX + 1];	/* the ends of the paths, and NULL */
	const char *paths[PROFILES_MAX];
	unsigned int count;
} profiles;

/* One of the administrator hides one of the package. */
static void profiles_find(void)
{
	static glob_t files;
	unsigned int known;
	const char *name;
	size_t i;

	profiles = (struct profiles){ { PROFILE_DEFAULT }, { "" }, 1 };
	globfree(&files);
	glob("{" CONFIG_FOLDER ",/usr/local/share/pausectl,/usr/share/pausectl}/profiles/*",
	     GLOB_MARK | GLOB_BRACE, NULL, &files);
	for (i = 0; i < files.gl_pathc && profiles.count < PROFILES_MAX; i++) {
		name = strrchr(files.gl_pathv[i], '/') + 1;
		/* Folders end with a slash. */
		if (!*name || !parse_choice("profile", name, profiles.names, &known))
			continue;
		profiles.paths[profiles.count] = files.gl_pathv[i];
		profiles.names[profiles.count++] = name;
	}
}

static int profile_choose(const char *name, unsigned int *chosen)
{
	profiles_find();
	if (!parse_choice("profile", name, profiles.names, chosen))
		return STATUS_OK;
	if (profiles.count == 1)
		parse_refuse("profile", name, "default, and files in " FOLDERS "; none is there");
	return usage_error(&profile_command, "%s", parse_error);
}

int profile_read(const char *name, struct wishes *wishes, bool *rest)
{
	unsigned int chosen;
	int status = profile_choose(name, &chosen);

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
	unsigned int chosen, i;

	if (*words)
		return usage_error(self, "profile NAME DEV: gone, use \"profile %.64s\"", name);
	if (!name)
		profiles_find();
	else if (profile_choose(name, &chosen))
		return STATUS_USAGE;
	list_begin();
	for (i = 0; i < profiles.count; i++)
		if (!name || i == chosen)
			print_profile(profiles.names[i], profiles.paths[i], name);
	member_end(NULL);
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
