// SPDX-License-Identifier: GPL-2.0
/* Who pauses whom, now over all network namespaces that the tool may enter, or in a recording. */
#include <errno.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
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

static void trace_on_port(const struct nlattr *const *attributes, void *data)
{
	roots_sample(data, netns_now(data), attributes, now_msec() * 1000000);
}

static void trace_on_charge(const struct nlattr *const *attributes, void *data)
{
	roots_charge(data, netns_now(data), attributes);
}

/* Look at all ports of the present namespace. A status. */
static int look_here(void *data)
{
	return query_ports("trace", PAUSECTL_CMD_STATS_GET, 0, trace_on_port, data) ?:
	       query_ports("trace", PAUSECTL_CMD_CHARGES_GET, 0, trace_on_charge, data);
}

/* A status */
static int trace_look(struct roots *roots, uint64_t msec)
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

/* The nodes of a walk, so that trees without the device can be left out */
struct nodes {
	const struct roots *roots;
	struct node *each;
	size_t count;
	bool no_memory;
};

static void keep_node(const struct node *node, void *data)
{
	struct nodes *nodes = data;
	struct node *each = reallocarray(nodes->each, nodes->count + 1, sizeof(*each));

	nodes->no_memory |= !each;
	if (!each)
		return;
	each[nodes->count++] = *node;
	nodes->each = each;
}

/* Is the node about the device @index of the present namespace, or about the port at its end? */
static bool trace_is_about(const struct node *node, unsigned int index)
{
	const struct place *place = &node->port->place;

	return (!*place->netns.text && place->index == index) ||
	       (*place->peer.text && !*place->peer_netns.text && place->peer_index == index);
}

/* The nodes of a tree, if it has the device; 0: all trees. Returns whether it has. */
static bool print_one(const struct nodes *nodes, size_t begin, size_t end, unsigned int index)
{
	bool has = !index;
	size_t i;

	for (i = begin; i < end && !has; i++)
		has = trace_is_about(&nodes->each[i], index);
	for (i = begin; i < end && has; i++) {
		object_begin();
		roots_print(nodes->roots, &nodes->each[i]);
		object_end();
	}
	return has;
}

static int print_trees(const struct roots *roots, const char *device, unsigned int index)
{
	struct nodes nodes = { .roots = roots };
	int found = tree_walk(&roots->tree, keep_node, &nodes);
	size_t begin, end;
	bool any = false;

	if (nodes.no_memory)
		found = -ENOMEM;
	list_begin();
	for (begin = 0; found > 0 && begin < nodes.count; begin = end) {
		end = begin + 1;
		while (end < nodes.count && nodes.each[end].depth)
			end++;
		any |= print_one(&nodes, begin, end, index);
	}
	list_end();
	free(nodes.each);
	if (found < 0)
		return refused("trace", "%s", strerror(-found));
	if (!roots->tree.count)
		print_text("there is no port\n");
	else if (!any && device)
		print_text("%s is in no tree: nothing stops it, and it stops nobody\n", device);
	else if (!any)
		print_text("no port of %zu is paused, or stops another\n", roots->tree.count);
	return STATUS_OK;
}

static int trace(const char *device, uint64_t msec)
{
	unsigned int index = device ? device_index("trace", device) : 0;
	struct roots roots = { 0 };
	int status;

	if (device && !index)
		return STATUS_REFUSED;
	status = trace_look(&roots, msec) ?: print_trees(&roots, device, index);
	roots_free(&roots);
	return status;
}

static int trace_run(const struct command *self, char **words)
{
	static const char *const options[] = { "dev", "for", NULL };
	const char *file = NULL, *device = NULL;
	struct parse_error err;
	unsigned int option;
	uint64_t msec = 0;

	/* The first word is a file if it is no device. */
	if (*words && strcmp(*words, "for") && strcmp(*words, "dev")) {
		if (if_nametoindex(*words))
			device = next_word(&words);
		else
			file = next_word(&words);
	}
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
		return plot_draw(file, output_format(), NULL);
	while (*words) {
		if (parse_choice("option", next_word(&words), options, &option, &err) ||
		    (option && msec && parse_twice(&err, "option", "for")) ||
		    (option ? parse_msec("for", next_word(&words), &msec, &err) :
			      take_device(&device, &words, &err)))
			return usage_error(self, err.text);
	}
	return trace(device, msec ? msec : DEFAULT_MSEC);
}

const struct command trace_command = {
	.name = "trace",
	.brief = "who pauses whom, and the root",
	.grammar = "[FILE | [dev] DEV] [for TIME]",
	.help =
	"Look at the ports of all network namespaces for TIME, by default 200ms, and say who pauses\n"
	"whom: for each root, the port that cannot send or that stops others by itself, a tree of\n"
	"ports that are stopped because of the root. With DEV, show only the trees that DEV or the\n"
	"other end of its link is in. With a FILE of pausectl record, show the trees of that 0.1 s of\n"
	"the recording in which ports were stopped most. This needs jq.\n"
	"\n"
	"  pausectl trace\n"
	"  pausectl trace eth0\n"
	"  pausectl -j trace for 1 | jq '.[] | select(.depth == 0)'\n"
	"  pausectl trace pauses.json\n",
	.run = trace_run,
};
