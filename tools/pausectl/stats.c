// SPDX-License-Identifier: GPL-2.0
/*
 * Counters of ports. Those of the kernel never go back, because programs add up what they read.
 * "stats clear" keeps them in a file, and text shows what came since.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <uapi/pausectl.h>

#include "lib.h"

#define FOLDER	"/run/pausectl"

/*
 * A device is known by its ifindex, and by the cookie of its namespace, which no later namespace
 * has. A file of another version is none: its counters may stand in other places.
 */
static FILE *open_snapshot(const struct nlattr *const *attributes, const char *mode)
{
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	unsigned long long netns = 0;
	socklen_t size = sizeof(netns);
	char path[64];

	getsockopt(fd, SOL_SOCKET, SO_NETNS_COOKIE, &netns, &size);
	close(fd);
	snprintf(path, sizeof(path), FOLDER "/stats-" PAUSECTL_VERSION "-%llu-%u", netns,
		 mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]));
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

/* False if the counters were not cleared */
static bool read_snapshot(const struct nlattr *const *attributes, struct counted *old, time_t *when)
{
	FILE *file = open_snapshot(attributes, "re");
	struct stat written;
	struct counted now;
	bool whole;

	if (!file)
		return false;
	whole = fread(old, sizeof(*old), 1, file) == 1 && !fstat(fileno(file), &written);
	fclose(file);
	*when = whole ? written.st_mtime : 0;
	counters_read(attributes[PAUSECTL_A_STATS], &now);
	return whole && is_before(old, &now);
}

static void stats_print(const struct nlattr *const *attributes)
{
	struct counted old;
	time_t when;
	bool cleared;

	if (!attributes[PAUSECTL_A_STATS])
		return;
	cleared = read_snapshot(attributes, &old, &when);
	print_text(":");
	if (cleared)
		print_text(" since %s:", format_clock(when, "%Y-%m-%d %H:%M:%S").text);
	if (!print_counters(attributes[PAUSECTL_A_STATS], cleared ? &old : NULL))
		print_text(" all counters are 0");
	print_headroom(attributes, "\n   ");
}

static int clear_status;

static void stats_clear(const struct nlattr *const *attributes)
{
	struct counted counted;
	FILE *file = NULL;
	bool bad;

	if (!attributes[PAUSECTL_A_STATS])
		return;
	counters_read(attributes[PAUSECTL_A_STATS], &counted);
	if (!mkdir(FOLDER, 0755) || errno == EEXIST)
		file = open_snapshot(attributes, "we");
	bad = !file || fwrite(&counted, sizeof(counted), 1, file) != 1;
	bad |= file && fclose(file);
	if (bad)
		clear_status = refused("stats clear", FOLDER ": %s", strerror(errno));
	print_text(bad ? ": not cleared" : ": cleared");
}

static int stats_run(const struct command *self, char **words)
{
	int status;

	if (!*words || strcmp(*words, "clear"))
		return query(self, words, PAUSECTL_CMD_STATS_GET, stats_print);
	clear_status = STATUS_OK;
	status = query(self, words + 1, PAUSECTL_CMD_STATS_GET, stats_clear);
	return status ? status : clear_status;
}

const struct command stats_command = {
	.name = "stats",
	.brief = "counters, or what came since \"stats clear\"",
	.grammar = "[clear] [[dev] DEV]",
	.help =
	"Show the counters of the port of DEV, or of all ports, that are not 0; with -d, all. A\n"
	"counter of priorities has a column for each, and in JSON an array, with the link at index\n"
	"8. With clear, text shows from then on what came since.\n"
	"\n"
	"  pausectl stats eth0\n"
	"  pausectl -d stats eth0\n"
	"  pausectl stats clear eth0\n"
	"  pausectl -j stats dev eth0 | jq '.[0].rx_pfc[3]'\n",
	.all_netns = true,
	.run = stats_run,
};
