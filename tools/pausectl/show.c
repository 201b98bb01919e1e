// SPDX-License-Identifier: GPL-2.0
#include <uapi/pausectl.h>

#include "output.h"
#include "query.h"
#include "settings.h"

static void print(const struct nlattr *const *attributes)
{
	print_text(":");
	print_settings(attributes, "\n   ");
}

static int run(const struct command *self, char **words)
{
	return query(self, words, PAUSECTL_CMD_PORT_GET, print);
}

const struct command show_command = {
	.name = "show",
	.grammar = "[[dev] DEV]",
	.help =
	"Show the settings of the port of DEV, or of all ports.\n"
	"\n"
	"  pausectl show dev eth0\n"
	"  pausectl -j show | jq -r '.[].ifname'\n",
	.run = run,
};
