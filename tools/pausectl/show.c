// SPDX-License-Identifier: GPL-2.0
/* What ports are and do: show, their counters, their watchdogs, and events as they happen. */
#include <sys/socket.h>
#include <sys/stat.h>

#include <rules/storm_rule.h>

#include "observe.h"

/* --- show ------------------------------------------------------------------------------------- */

static void print_statistics(const struct nlattr *const *attributes, void *data)
{
	if (!attributes[PAUSECTL_A_STATS])
		return;
	object_begin();
	print_counters(port_counters, port_counter_count, attributes[PAUSECTL_A_STATS], NULL);
	member_end("stats");
}

static int show_print(const struct nlattr *const *attributes)
{
	bool drops = ring_drops(attr_text(attributes[PAUSECTL_A_IFNAME]));

	print_text(":");
	print_state(attributes, "\n   ");
	add_bool("ring_drops", drops);
	if (drops)
		print_text(" ring drops what its reader fetches late\n   ");
	print_settings(attributes, output.details, "\n   ");
	print_facts(attributes, "\n   ");
	/* A port that has just gone has no counters. */
	if (output.statistics && attributes[PAUSECTL_A_IFINDEX])
		query_ports("show", PAUSECTL_CMD_STATS_GET,
			    mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]), print_statistics,
			    NULL);
	return STATUS_OK;
}

const struct command show_command = {
	.name = "show",
	.brief = "what ports do now, and settings unlike those of a new port",
	.grammar = "[[dev] DEV]",
	.help =
	"Show the port of DEV, or all ports: what it does just now, then mode, speed, and the settings\n"
	"that are not as in a new port. With -d, show all settings; with -s, also counters.\n"
	"\n"
	"  pausectl show eth0\n"
	"  pausectl -d show eth0\n"
	"  pausectl -s show eth0\n"
	"  pausectl -n all show\n"
	"  pausectl -j show | jq -r '.[].ifname'\n",
	.all_netns = true,
	.request = PAUSECTL_CMD_PORT_GET,
	.print = show_print,
};

/* --- stats ------------------------------------------------------------------------------------ */

/*
 * The counters of the kernel never go back, because programs add up what they read. "stats clear"
 * keeps them in a file, and text shows what came since.
 */
#define FOLDER	"/run/pausectl"

/*
 * A device is known by its ifindex, and by the cookie of its namespace, which no later namespace
 * has. A file of another version or size is none: its counters may stand in other places.
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
static bool is_before(const struct sample *old, const struct sample *now)
{
	size_t i;
	unsigned int j;

	for (i = 0; i < port_counter_count; i++)
		for (j = 0; j < MAX_VALUES && !port_counters[i].gauge; j++)
			if (old->of[port_counters[i].attribute][j] >
			    now->of[port_counters[i].attribute][j])
				return false;
	return true;
}

/* When the counters were cleared, and what they were then; 0: they were not */
static time_t read_snapshot(const struct nlattr *const *attributes, struct sample *old)
{
	FILE *file = open_snapshot(attributes, "re");
	struct stat written;
	struct sample now;
	bool whole;

	if (!file)
		return 0;
	whole = fread(old, sizeof(*old), 1, file) == 1 && !fstat(fileno(file), &written) &&
		written.st_size == sizeof(*old);
	fclose(file);
	return whole && sample_read(&now, attributes) && is_before(old, &now) ?
	       written.st_mtime : 0;
}

static int stats_print(const struct nlattr *const *attributes)
{
	struct sample old;
	time_t when;

	if (!attributes[PAUSECTL_A_STATS])
		return STATUS_OK;
	when = read_snapshot(attributes, &old);
	print_text(":");
	if (when)
		print_text(" since %s:", format_clock(when, "%Y-%m-%d %H:%M:%S").text);
	if (!print_counters(port_counters, port_counter_count, attributes[PAUSECTL_A_STATS],
			    when ? &old : NULL))
		print_text(" all counters are 0");
	print_headroom(attributes, "\n   ");
	return STATUS_OK;
}

static int stats_clear(const struct nlattr *const *attributes)
{
	struct sample sample;
	FILE *file = NULL;
	bool bad;

	if (!sample_read(&sample, attributes))
		return STATUS_OK;
	if (!mkdir(FOLDER, 0755) || errno == EEXIST)
		file = open_snapshot(attributes, "we");
	bad = !file || fwrite(&sample, sizeof(sample), 1, file) != 1;
	bad |= file && fclose(file);
	if (bad)
		refused("stats clear", FOLDER ": %s", strerror(errno));
	print_text(bad ? ": not cleared" : ": cleared");
	return bad ? STATUS_REFUSED : STATUS_OK;
}

static int stats_run(const struct command *self, char **words)
{
	bool clear = *words && !strcmp(*words, "clear");
	const char *device = NULL;

	if (take_words(MAY_DEVICE, &device, words + clear, NULL))
		return usage_error(self, "%s", parse_error);
	return query(self, device, PAUSECTL_CMD_STATS_GET, clear ? stats_clear : stats_print);
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

/* --- watchdog --------------------------------------------------------------------------------- */

static const struct counter storms[] = {
#define ROW(name, NAME, values) { #name, PAUSECTL_A_STORMS_##NAME, values, false, NULL },
	PAUSECTL_STORM_COUNTERS(ROW)
#undef ROW
};

static int watchdog_print(const struct nlattr *const *attributes)
{
	print_text(":");
	print_settings(attributes, true, "");
	if (attributes[PAUSECTL_A_STORMS])
		print_counters(storms, MNL_ARRAY_SIZE(storms), attributes[PAUSECTL_A_STORMS], NULL);
	return STATUS_OK;
}

const struct command watchdog_command = {
	.name = "watchdog",
	.brief = "storms that the watchdog has detected",
	.grammar = "[[dev] DEV]",
	.help =
	"Show the watchdog of DEV, or of all ports: its actions, the storms that it has detected,\n"
	"and what it dropped. \"pausectl set DEV watchdog ...\" switches it on.\n"
	"\n"
	"  pausectl watchdog dev eth0\n"
	"  pausectl -j watchdog dev eth0 | jq '.[0].last_drop_packets[3]'\n",
	.request = PAUSECTL_CMD_WATCHDOG_GET,
	.print = watchdog_print,
};

/* --- monitor ---------------------------------------------------------------------------------- */

struct monitor {
	unsigned int index;	/* of the device, 0: all */
	uint64_t left;		/* events to print, 0: no end */
	bool done;
};

static void monitor_on_event(const struct nlattr *const *attributes, void *data)
{
	struct monitor *monitor = data;

	if (monitor->done || (attributes && monitor->index &&
			      attr_number(attributes[PAUSECTL_A_IFINDEX]) != monitor->index))
		return;
	print_event(attributes);
	monitor->done = attributes && monitor->left && --monitor->left == 0;
}

static int monitor_run(const struct command *self, char **words)
{
	struct monitor monitor = { 0 };
	uint64_t for_ns = 0;
	const struct named_value values[] = {
		{ "count", &monitor.left, parse_number, 1, UINT32_MAX, NULL, NULL },
		VALUE_FOR(&for_ns),
		{ 0 }
	};
	struct listeners listeners;
	const char *device = NULL;
	struct word asked;
	uint64_t end;
	int status, error = 0;

	if (take_words(MAY_DEVICE, &device, words, values))
		return usage_error(self, "%s", parse_error);
	if (device && netns_all)
		return usage_error(self, "-n all: allowed only without a device");
	asked = word_printf("monitor%s%s", device ? " dev " : "", device ?: "");
	if (find_device(asked.text, device, &monitor.index))
		return STATUS_REFUSED;
	status = listen_begin(&listeners, asked.text);
	if (status == STATUS_OK) {
		fputs("pausectl: listening\n", stderr);
		end = for_ns ? now_msec() + msec_of(for_ns) : UINT64_MAX;
		while (!error && !monitor.done && !listen_stopped(&listeners) && now_msec() < end)
			error = listen_wait(&listeners, end, monitor_on_event, &monitor);
		if (!error)
			error = listen_last(&listeners, monitor_on_event, &monitor);
		if (error)
			status = refused(asked.text, "%s", strerror(-error));
	}
	listen_end(&listeners);
	return status;
}

const struct command monitor_command = {
	.name = "monitor",
	.brief = "print events as they happen",
	.grammar = "[[dev] DEV] [count N] [for TIME]",
	.help =
	"Print a line, or with -j a JSON object, for each event of DEV or of all ports.\n"
	"\"pausectl: listening\" on stderr means that the command misses none from then on. It ends\n"
	"after N events, after TIME, or on a signal.\n"
	"\n"
	"  pausectl monitor dev eth0\n"
	"  pausectl -j monitor count 2 for 0.5\n"
	"  pausectl -n all monitor\n",
	.all_netns = true,
	.run = monitor_run,
};
