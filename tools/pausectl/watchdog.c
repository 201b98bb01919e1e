// SPDX-License-Identifier: GPL-2.0
/* The actions and the counters of the watchdog of ports. */
#include <stdio.h>
#include <string.h>

#include <rules/storm_rule.h>
#include <uapi/pausectl.h>

#include "counters.h"
#include "netlink.h"
#include "output.h"
#include "query.h"
#include "settings.h"

static const struct counter storms[] = {
#define ROW(name, NAME, values) { #name, PAUSECTL_A_STORMS_##NAME, values, false },
	PAUSECTL_STORM_COUNTERS(ROW)
#undef ROW
};

/* Of one pause timer, the latest first. Text has only timers that were paused in that time. */
static void print_history(const char *name, const uint32_t *us)
{
	uint64_t values[STORM_HISTORY], any = 0;
	char key[32];
	unsigned int i;

	for (i = 0; i < STORM_HISTORY; i++)
		any |= values[i] = us[i];
	snprintf(key, sizeof(key), "history_us_%s", name);
	add_numbers(key, values, STORM_HISTORY);
	if (!any)
		return;
	print_text("\n    %-22s", key);
	for (i = 0; i < STORM_HISTORY; i++)
		print_text(" %llu", (unsigned long long)values[i]);
}

static void print_histories(const struct nlattr *attribute)
{
	uint32_t us[PAUSECTL_LINK + 1][STORM_HISTORY];
	char name[2] = "0";
	unsigned int i;

	if (!attribute || mnl_attr_get_payload_len(attribute) < sizeof(us))
		return;
	memcpy(us, mnl_attr_get_payload(attribute), sizeof(us));
	for (i = 0; i < PAUSECTL_LINK; i++) {
		name[0] = (char)('0' + i);
		print_history(name, us[i]);
	}
	print_history("link", us[PAUSECTL_LINK]);
}

static void print(const struct nlattr *const *attributes)
{
	const struct nlattr *seen[PAUSECTL_A_STORMS_MAX + 1];

	print_text(":");
	print_settings(attributes, true, "");
	if (!attributes[PAUSECTL_A_STORMS])
		return;
	genl_nested(attributes[PAUSECTL_A_STORMS], seen, PAUSECTL_A_STORMS_MAX);
	print_counter_table(storms, MNL_ARRAY_SIZE(storms), seen);
	print_histories(seen[PAUSECTL_A_STORMS_HISTORY]);
}

static int run(const struct command *self, char **words)
{
	return query(self, words, PAUSECTL_CMD_WATCHDOG_GET, print);
}

const struct command watchdog_command = {
	.name = "watchdog",
	.grammar = "[[dev] DEV]",
	.help =
	"Show the watchdog of DEV, or of all ports: its actions, the storms that it has\n"
	"detected, the frames that left or were dropped in all storms and in the last one, and\n"
	"the microseconds that each priority was paused between the last 16 looks, the latest\n"
	"first. \"pausectl set dev DEV watchdog ...\" switches the watchdog on.\n"
	"\n"
	"  pausectl watchdog dev eth0\n"
	"  pausectl -j watchdog dev eth0 | jq '.[0].last_drop_packets[3]'\n",
	.run = run,
};
