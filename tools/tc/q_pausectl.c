// SPDX-License-Identifier: GPL-2.0
/*
 * The plugin of tc for the qdisc pausectl. Options of the qdisc are the settings of its port, and
 * statistics are its counters. The plugin parses words and prints values by the code of the tool.
 */
#include <stdlib.h>
#include <string.h>

#include <uapi/pausectl.h>

#include "counters.h"
#include "netlink.h"
#include "output.h"
#include "pausectl.h"
#include "tc.h"
#include "wish.h"

static int usage(void)
{
	size_t i;

	fputs("Usage: ... pausectl", stderr);
	for (i = 0; i < setting_count; i++)
		fprintf(stderr, "%s[ %s VALUE%s ]", i % 6 == 4 ? "\n       " : " ",
			settings[i].option, settings[i].values > 1 ? "S" : "");
	fputs("\nVALUE and VALUES are those of \"pausectl set\", see pausectl(8)\n", stderr);
	return -1;
}

/* argv does not end with NULL, so make a list that does. */
static char **words_of(int argc, char **argv)
{
	char **words = calloc(argc + 1, sizeof(*words));

	if (words)
		memcpy(words, argv, argc * sizeof(*words));
	return words;
}

static int parse_options(struct qdisc_util *util, int argc, char **argv,
			 struct nlmsghdr *message, const char *device)
{
	struct wishes wishes = { 0 };
	struct parse_error err;
	struct nlattr *nest;
	char **words;
	int bad;

	(void)util;
	(void)device;
	if (!tc_is_known())
		return -1;
	if (argc && !strcmp(*argv, "help"))
		return usage();
	words = words_of(argc, argv);
	if (!words)
		return -1;
	bad = wishes_parse(words, &wishes, NULL, &err);
	free(words);
	if (!bad && app_wished(&wishes.apps)) {
		snprintf(err.text, sizeof(err.text),
			 "the qdisc takes no entries of the APP table, \"pausectl set\" does");
		bad = -1;
	}
	if (bad) {
		fprintf(stderr, "pausectl: %s; see pausectl help set\n", err.text);
		return -1;
	}
	nest = mnl_attr_nest_start(message, TCA_OPTIONS);
	wishes_put(message, &wishes);
	mnl_attr_nest_end(message, nest);
	return 0;
}

static int print_options(struct qdisc_util *util, FILE *to, struct rtattr *options)
{
	const struct nlattr *attributes[PAUSECTL_A_MAX + 1];

	(void)util;
	(void)to;
	if (!options || !tc_is_known())
		return 0;
	genl_nested((const struct nlattr *)options, attributes, PAUSECTL_A_MAX);
	print_state(attributes, "\n ");
	print_settings(attributes, false, "\n ");
	print_facts(attributes, "\n ");
	return 0;
}

/* A name may be that of a counter of tc, so JSON has them in an object of their own. */
static int print_statistics(struct qdisc_util *util, FILE *to, struct rtattr *statistics)
{
	(void)util;
	(void)to;
	if (!statistics || !tc_is_known())
		return 0;
	if (is_json_context())
		open_json_object("statistics");
	print_counters((const struct nlattr *)statistics, NULL);
	if (is_json_context())
		close_json_object();
	return 0;
}

__attribute__((visibility("default")))
struct qdisc_util pausectl_qdisc_util = {
	.id = "pausectl",
	.parse_qopt = parse_options,
	.print_qopt = print_options,
	.print_xstats = print_statistics,
};
