// SPDX-License-Identifier: GPL-2.0
/*
 * Counters of ports. Those of the kernel never go back, because programs add up what they read.
 * "stats clear" keeps them in a file, and text shows what came since.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <uapi/pausectl.h>

#include "lib.h"

#define FOLDER	"/run/pausectl"

/* A file of another version is none: its counters may stand in other places. */
static const char version[16] = PAUSECTL_VERSION;

struct snapshot {
	char version[sizeof(version)];
	time_t time;
	struct counted counted;
};

/* A device is known by its namespace and its ifindex. Its name may change. */
static FILE *open_snapshot(const struct nlattr *index, const char *mode)
{
	struct stat netns;
	char path[64];

	if (!index || stat("/proc/self/ns/net", &netns))
		return NULL;
	snprintf(path, sizeof(path), FOLDER "/stats-%llu-%u", (unsigned long long)netns.st_ino,
		 mnl_attr_get_u32(index));
	return fopen(path, mode);
}

/* Has the port, which may be a new one, counted at least as much? */
static bool is_before(const struct counted *old, const struct counted *now)
{
	size_t i;
	unsigned int j;

	for (i = 0; i < port_counter_count; i++)
		for (j = 0; j < COUNTER_VALUES && !port_counters[i].gauge; j++)
			if (old->value[i][j] > now->value[i][j])
				return false;
	return true;
}

static bool read_snapshot(const struct nlattr *const *attributes, struct snapshot *snapshot)
{
	FILE *file = open_snapshot(attributes[PAUSECTL_A_IFINDEX], "re");
	struct counted now;
	bool whole;

	if (!file)
		return false;
	whole = fread(snapshot, sizeof(*snapshot), 1, file) == 1;
	fclose(file);
	counters_read(attributes[PAUSECTL_A_STATS], &now);
	return whole && !memcmp(snapshot->version, version, sizeof(version)) &&
	       is_before(&snapshot->counted, &now);
}

static void stats_print(const struct nlattr *const *attributes)
{
	struct snapshot snapshot;
	char clock[32];
	struct tm local;
	bool cleared;

	if (!attributes[PAUSECTL_A_STATS])
		return;
	cleared = read_snapshot(attributes, &snapshot);
	print_text(":");
	if (cleared) {
		localtime_r(&snapshot.time, &local);
		strftime(clock, sizeof(clock), "%Y-%m-%d %H:%M:%S", &local);
		print_text(" since %s:", clock);
	}
	if (!print_counters(attributes[PAUSECTL_A_STATS], cleared ? &snapshot.counted : NULL))
		print_text(" all counters are 0");
	print_headroom(attributes, "\n   ");
}

static int forget_status;

static void forget_before(const struct nlattr *const *attributes)
{
	struct snapshot snapshot = { .time = time(NULL) };
	FILE *file;
	bool bad = true;

	if (!attributes[PAUSECTL_A_STATS])
		return;
	memcpy(snapshot.version, version, sizeof(version));
	counters_read(attributes[PAUSECTL_A_STATS], &snapshot.counted);
	if (!mkdir(FOLDER, 0755) || errno == EEXIST) {
		file = open_snapshot(attributes[PAUSECTL_A_IFINDEX], "we");
		if (file) {
			bad = fwrite(&snapshot, sizeof(snapshot), 1, file) != 1;
			bad |= fclose(file);
		}
	}
	if (bad)
		forget_status = refused("stats clear", FOLDER ": %s", strerror(errno));
	print_text(bad ? ": not cleared" : ": cleared");
}

static int stats_run(const struct command *self, char **words)
{
	int status;

	if (!*words || strcmp(*words, "clear"))
		return query(self, words, PAUSECTL_CMD_STATS_GET, stats_print);
	forget_status = STATUS_OK;
	status = query(self, words + 1, PAUSECTL_CMD_STATS_GET, forget_before);
	return status ? status : forget_status;
}

const struct command stats_command = {
	.name = "stats",
	.brief = "counters, or what came since \"stats clear\"",
	.grammar = "[clear] [[dev] DEV]",
	.help =
	"Show the counters of the port of DEV, or of all ports, that are not 0; with -d, all. A\n"
	"counter of priorities has a column for each; in JSON it is an array, with the link at\n"
	"index 8. JSON has all counters. \"pausectl top\" shows how fast they grow.\n"
	"\n"
	"With clear, text shows from then on what came since. The counters of the kernel, and so JSON\n"
	"and all other views, do not change. Another clear, the end of the port, or of the machine,\n"
	"ends this.\n"
	"\n"
	"  pausectl stats eth0\n"
	"  pausectl -d stats eth0\n"
	"  pausectl stats clear eth0\n"
	"  pausectl -j stats dev eth0 | jq '.[0].rx_pfc[3]'\n",
	.all_netns = true,
	.run = stats_run,
};
