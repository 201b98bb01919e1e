// SPDX-License-Identifier: GPL-2.0
#include <uapi/pausectl.h>

#include "output.h"
#include "query.h"
#include "settings.h"

static void print(const struct nlattr *const *attributes)
{
	print_text(":");
	print_state(attributes, "\n   ");
	print_settings(attributes, output_details(), "\n   ");
	print_facts(attributes, "\n   ");
}

static int run(const struct command *self, char **words)
{
	return query(self, words, PAUSECTL_CMD_PORT_GET, print);
}

const struct command show_command = {
	.name = "show",
	.grammar = "[[dev] DEV]",
	.help =
	"Show the port of DEV, or all ports: what it does just now, if it does anything\n"
	"(pauses, storms, congestion, errors), then mode, speed, and the settings that are not\n"
	"as in a new port. With -d, show all settings.\n"
	"\n"
	"  pausectl show eth0\n"
	"  pausectl -d show eth0\n"
	"  pausectl -j show | jq -r '.[].ifname'\n",
	.run = run,
};
