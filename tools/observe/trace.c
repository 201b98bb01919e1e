// SPDX-License-Identifier: GPL-2.0
/* Who pauses whom, now over all network namespaces that the tool may enter, or in a recording. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <uapi/pausectl.h>

#include "observe.h"

#define DEFAULT_MSEC	200
/* Looks at the ports in that time: a queue that is never empty then is a standing one. */
#define LOOKS		6

/* The namespace that netns_each() is in */
static const char *netns_now(const struct roots *roots)
{
	return roots->machine.netns.each[roots->machine.netns.now].name;
}

static void on_port(const struct nlattr *const *attributes, void *data)
{
	roots_sample(data, netns_now(data), attributes, now_msec() * 1000000);
}

static void on_charge(const struct nlattr *const *attributes, void *data)
{
	roots_charge(data, netns_now(data), attributes);
}

/* Look at all ports of the present namespace. A status. */
static int look_here(void *data)
{
	return query_ports("trace", PAUSECTL_CMD_STATS_GET, 0, on_port, data) ?:
	       query_ports("trace", PAUSECTL_CMD_CHARGES_GET, 0, on_charge, data);
}

/* A status */
static int look(struct roots *roots, uint64_t msec)
{
	struct timespec gap = {
		.tv_sec = msec / (LOOKS - 1) / 1000,
		.tv_nsec = msec * 1000000 / (LOOKS - 1) % 1000000000,
	};
	int error = machine_read(&roots->machine), status, i;

	if (error)
		return refused("trace", "%s", strerror(-error));
	status = netns_each(&roots->machine.netns, look_here, roots);
	for (i = 1; !status && roots->tree.count && i < LOOKS; i++) {
		nanosleep(&gap, NULL);
		status = netns_each(&roots->machine.netns, look_here, roots);
	}
	netns_tell_missing(&roots->machine.netns);
	if (!status && roots->no_memory)
		status = refused("trace", "%s", strerror(ENOMEM));
	return status;
}

static void print_node(const struct node *node, void *data)
{
	object_begin();
	roots_print(data, node);
	object_end();
}

static int print_tree(struct roots *roots)
{
	int found;

	list_begin();
	found = tree_walk(&roots->tree, print_node, roots);
	list_end();
	if (found < 0)
		return refused("trace", "%s", strerror(-found));
	if (!found && roots->tree.count)
		print_text("no port of %zu is paused, or stops another\n", roots->tree.count);
	else if (!found)
		print_text("there is no port\n");
	return STATUS_OK;
}

static int trace(uint64_t msec)
{
	struct roots roots = { 0 };
	int status = look(&roots, msec) ?: print_tree(&roots);

	roots_free(&roots);
	return status;
}

static int run(const struct command *self, char **words)
{
	static const char *const options[] = { "for", NULL };
	const char *file = *words && strcmp(*words, "for") ? next_word(&words) : NULL;
	struct parse_error err;
	unsigned int option;
	uint64_t msec = 0;

	if (file && access(file, F_OK) && !parse_msec("for", file, &msec, &err)) {
		parse_refuse(&err, "file", file, "files; \"for\" comes before a time");
		return usage_error(self, err.text);
	}
	if (file && *words) {
		snprintf(err.text, sizeof(err.text),
			 "option \"%.64s\": allowed only without a file", *words);
		return usage_error(self, err.text);
	}
	if (file)
		return plot_run(file, output_format(), NULL);
	while (*words) {
		if (parse_choice("option", next_word(&words), options, &option, &err) ||
		    (msec && parse_twice(&err, "option", "for")) ||
		    parse_msec("for", next_word(&words), &msec, &err))
			return usage_error(self, err.text);
	}
	return trace(msec ? msec : DEFAULT_MSEC);
}

const struct command trace_command = {
	.name = "trace",
	.brief = "who pauses whom, and the root",
	.grammar = "[FILE | for TIME]",
	.help =
	"Look at the ports of all network namespaces for TIME, by default 200ms, and say who pauses\n"
	"whom: for each root, the port that cannot send or that stops others by itself, a tree of\n"
	"ports that are stopped because of the root. With a FILE of pausectl record, show the trees\n"
	"of that 0.1 s of the recording in which ports were stopped most. This needs jq.\n"
	"\n"
	"  pausectl trace\n"
	"  pausectl -j trace for 1 | jq '.[] | select(.depth == 0)'\n"
	"  pausectl trace pauses.json\n",
	.run = run,
};
