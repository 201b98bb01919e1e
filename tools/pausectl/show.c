// SPDX-License-Identifier: GPL-2.0
#include <uapi/pausectl.h>

#include "observe.h"

static void print_statistics(const struct nlattr *const *attributes, void *data)
{
	(void)data;
	if (!attributes[PAUSECTL_A_STATS])
		return;
	object_begin();
	print_counters(attributes[PAUSECTL_A_STATS], NULL);
	member_end("stats");
}

static void show_print(const struct nlattr *const *attributes)
{
	const struct nlattr *ifname = attributes[PAUSECTL_A_IFNAME];
	bool drops = ifname && ring_drops(mnl_attr_get_str(ifname));

	print_text(":");
	print_state(attributes, "\n   ");
	add_bool("ring_drops", drops);
	if (drops)
		print_text(" ring drops what its reader fetches late\n   ");
	print_settings(attributes, output.details, "\n   ");
	print_facts(attributes, "\n   ");
	/* A port that has just gone has no counters. */
	if (show_statistics && attributes[PAUSECTL_A_IFINDEX])
		query_ports("show", PAUSECTL_CMD_STATS_GET,
			    mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]), print_statistics,
			    NULL);
}

static int show_run(const struct command *self, char **words)
{
	return query(self, words, PAUSECTL_CMD_PORT_GET, show_print);
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
	.run = show_run,
};
