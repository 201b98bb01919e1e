// SPDX-License-Identifier: GPL-2.0
#include <uapi/pausectl.h>

#include "lib.h"

static void print(const struct nlattr *const *attributes)
{
	if (!attributes[PAUSECTL_A_STATS])
		return;
	print_text(":");
	if (!print_counters(attributes[PAUSECTL_A_STATS]))
		print_text(" all counters are 0");
	print_headroom(attributes, "\n   ");
}

static int run(const struct command *self, char **words)
{
	return query(self, words, PAUSECTL_CMD_STATS_GET, print);
}

const struct command stats_command = {
	.name = "stats",
	.grammar = "[[dev] DEV]",
	.help =
	"Show the counters of the port of DEV, or of all ports, that are not 0; with -d, all. A\n"
	"counter of priorities has a column for each; in JSON it is an array, with the link at\n"
	"index 8. JSON has all counters. \"pausectl top\" shows how fast they grow.\n"
	"\n"
	"  pausectl stats eth0\n"
	"  pausectl -d stats eth0\n"
	"  pausectl -j stats dev eth0 | jq '.[0].rx_pfc[3]'\n",
	.all_netns = true,
	.run = run,
};
