// SPDX-License-Identifier: GPL-2.0
/* The actions and the counters of the watchdog of ports. */
#include <stdio.h>
#include <string.h>

#include <rules/storm_rule.h>
#include <uapi/pausectl.h>

#include "lib.h"

static const struct counter storms[] = {
#define ROW(name, NAME, values) { #name, PAUSECTL_A_STORMS_##NAME, values, false },
	PAUSECTL_STORM_COUNTERS(ROW)
#undef ROW
};

static void watchdog_print(const struct nlattr *const *attributes)
{
	const struct nlattr *seen[PAUSECTL_A_STORMS_MAX + 1];

	print_text(":");
	print_settings(attributes, true, "");
	if (!attributes[PAUSECTL_A_STORMS])
		return;
	genl_nested(attributes[PAUSECTL_A_STORMS], seen, PAUSECTL_A_STORMS_MAX);
	print_counter_rows(storms, MNL_ARRAY_SIZE(storms), seen, NULL);
}

static int watchdog_run(const struct command *self, char **words)
{
	return query(self, words, PAUSECTL_CMD_WATCHDOG_GET, watchdog_print);
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
	.run = watchdog_run,
};
