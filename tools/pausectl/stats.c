// SPDX-License-Identifier: GPL-2.0
#include <uapi/pausectl.h>

#include "counters.h"
#include "output.h"
#include "query.h"
#include "settings.h"

static void print(const struct nlattr *const *attributes)
{
	if (!attributes[PAUSECTL_A_STATS])
		return;
	print_text(":");
	print_counters(attributes[PAUSECTL_A_STATS]);
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
	"Show the counters of the port of DEV, or of all ports. A counter of priorities\n"
	"has a column for each; in JSON it is an array, with the link at index 8.\n"
	"\n"
	"  pausectl stats dev eth0\n"
	"  pausectl -j stats dev eth0 | jq '.[0].rx_pfc[3]'\n",
	.run = run,
};
