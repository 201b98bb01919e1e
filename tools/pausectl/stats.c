// SPDX-License-Identifier: GPL-2.0
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include <uapi/pausectl.h>

#include "lib.h"

/* NULL without an interval, or without memory: then the counters are printed as they are. */
static struct counter_memory *memory_of(const struct nlattr *index)
{
	static struct remembered *ports;

	return interval_msec && index ?
	       remember(&ports, mnl_attr_get_u32(index), sizeof(struct counter_memory)) : NULL;
}

static void print(const struct nlattr *const *attributes)
{
	struct counter_memory *memory = memory_of(attributes[PAUSECTL_A_IFINDEX]);
	bool rates = memory && memory->msec;

	if (!attributes[PAUSECTL_A_STATS])
		return;
	print_text(":");
	if (!print_counters(attributes[PAUSECTL_A_STATS], memory))
		print_text(rates ? " nothing happens" : " all counters are 0");
	print_headroom(attributes, "\n   ");
}

static int run(const struct command *self, char **words)
{
	struct pollfd signals = { .events = POLLIN };
	int status;

	if (!interval_msec)
		return query(self, words, PAUSECTL_CMD_STATS_GET, print);
	signals.fd = signals_open();
	if (signals.fd < 0)
		return refused("stats", "%s", strerror(-signals.fd));
	do
		status = query(self, words, PAUSECTL_CMD_STATS_GET, print);
	while (status == STATUS_OK && poll(&signals, 1, (int)interval_msec) == 0);
	close(signals.fd);
	return status;
}

const struct command stats_command = {
	.name = "stats",
	.grammar = "[[dev] DEV]",
	.help =
	"Show the counters of the port of DEV, or of all ports, that are not 0; with -d, all. A\n"
	"counter of priorities has a column for each; in JSON it is an array, with the link at\n"
	"index 8. JSON has all counters.\n"
	"\n"
	"With -i SECONDS, show them again and again, until SIGINT or SIGTERM: first the counters,\n"
	"then how fast they grow by the second, as NAME/s. JSON has the counters each time.\n"
	"\n"
	"  pausectl stats eth0\n"
	"  pausectl -d stats eth0\n"
	"  pausectl -i 1 stats eth0\n"
	"  pausectl -j stats dev eth0 | jq '.[0].rx_pfc[3]'\n",
	.all_netns = true,
	.run = run,
};
