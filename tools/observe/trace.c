// SPDX-License-Identifier: GPL-2.0
/*
 * Who pauses whom, now over all network namespaces that the tool may enter, or in a file of record:
 * a script draws such a file, with jq and gnuplot, and tells what trace would have said.
 */
#define _GNU_SOURCE
#include <net/if.h>
#include <spawn.h>
#include <sys/wait.h>

#include "observe.h"

#define DEFAULT_NS	200000000
/* Looks at the ports in that time: a queue that is never empty then is a standing one. */
#define LOOKS		6

/* --- a node in words and in JSON ------------------------------------------------------------ */

/* "NAME", or "NAME in NETNS" */
static struct text label_of(const struct place *place)
{
	struct text label;

	snprintf(label.text, sizeof(label.text), "%s%s%s", place->name.text,
		 *place->netns.text ? " in " : "", place->netns.text);
	return label;
}

void add_place(const char *name_key, const char *netns_key, const struct place *place)
{
	if (!*place->name.text)
		return;
	add_string(name_key, place->name.text);
	if (*place->netns.text)
		add_string(netns_key, place->netns.text);
}

static void print_stop(const struct tree *tree, const struct node *node)
{
	const struct place *other = &node->port->other;

	add_number("charged", node->charged);
	add_place("stops", "stops_netns", other);
	print_text("%*s%s %s %s: %" PRIu64 " octets charged", 4 * node->depth, "",
		   label_of(&node->port->place).text, node->obeys ? "stops" : "sends XOFF to",
		   *other->name.text ? label_of(other).text : "the station at its other end",
		   node->charged);
	if (node->again) {
		add_bool("again", true);
		print_text(", as above");
	} else if (node->peer) {
		add_bool("obeys", node->obeys);
		add_number("paused_us", node->peer->paused_us[node->timer]);
		if (node->obeys)
			print_text(", paused for %" PRIu64 " us",
				   node->peer->paused_us[node->timer]);
		else
			print_text(", not paused");
	} else if (*other->name.text) {
		print_text(", %s", tree->no_port);
	}
}

static void print_sender(const struct node *node, const char *port)
{
	uint64_t charged = 0;
	unsigned int i;

	for (i = 0; i < 8; i++)
		if (i == node->timer || node->timer == PAUSECTL_LINK)
			charged += node->port->charged[i];
	print_text("%s is the root: it %s", port, node->obeys ? "stops its partner" : "sends XOFF");
	if (charged)
		print_text(", and %" PRIu64 " octets are charged there", charged);
	else
		print_text(", and nothing waits there");
}

static void print_root(const struct tree *tree, const struct node *node)
{
	const struct place *other = &node->port->other;
	struct text port = label_of(&node->port->place), station = label_of(other);

	print_text("%s%s: ", node->timer == PAUSECTL_LINK ? "" : "priority ",
		   format_timers(1U << node->timer).text);
	switch (node->kind) {
	case NODE_SLOW:
		add_number("waiting", node->charged);
		print_text("%s is the root: no pause stops it, and %" PRIu64 " octets wait",
			   port.text, node->charged);
		break;
	case NODE_STATION:
		add_place("station", "station_netns", other);
		if (*other->name.text)
			print_text("%s is the root: it has %s, and stops %s", station.text,
				   tree->no_port, port.text);
		else
			print_text("the station behind %s is the root: it stops %s", port.text,
				   port.text);
		break;
	case NODE_SENDER:
		print_sender(node, port.text);
		break;
	case NODE_PAUSED:
		add_place("partner", "partner_netns", other);
		print_text("%s is the root: it is paused, and %s asks for nothing: %s%s", port.text,
			   station.text, "an XOFF from before or of another program, ",
			   "or XOFF by hand that is received");
		break;
	default:
		print_text("no root: ports wait for each other in a ring");
		break;
	}
}

void print_node(const struct tree *tree, const struct node *node)
{
	static const char *const kinds[] = {
		"slow", "station", "sender", "paused", "ring", "stop"
	};
	const struct place *place = &node->port->place;

	add_number("depth", node->depth);
	add_string("kind", kinds[node->kind]);
	add_place("ifname", "netns", place);
	add_number("ifindex", place->index);
	if (node->timer == PAUSECTL_LINK)
		add_string("priority", "link");
	else
		add_number("priority", node->timer);
	if (node->kind == NODE_STOP)
		print_stop(tree, node);
	else
		print_root(tree, node);
}

/* --- the command ---------------------------------------------------------------------------- */

/* The namespace that netns_each() is in */
static const char *netns_now(const struct tree *tree)
{
	return tree->machine.netns.each[tree->machine.netns.now].name;
}

static void trace_on_port(const struct nlattr *const *attributes, void *data)
{
	struct tree *tree = data;
	struct sample sample;

	if (!sample_read(&sample, attributes))
		return;
	sample.place.netns = format_name(netns_now(tree));
	tree_add(tree_port(tree, &sample.place), &sample);
}

static void trace_on_charge(const struct nlattr *const *attributes, void *data)
{
	tree_on_charge(data, netns_now(data), attributes);
}

/* Look at all ports of the present namespace. A status. */
static int look_here(void *data)
{
	return query_ports("trace", PAUSECTL_CMD_STATS_GET, 0, trace_on_port, data) ?:
	       query_ports("trace", PAUSECTL_CMD_CHARGES_GET, 0, trace_on_charge, data);
}

/* A status */
static int trace_look(struct tree *tree, uint64_t ns)
{
	struct timespec gap = { ns / (LOOKS - 1) / NS_PER_S, ns / (LOOKS - 1) % NS_PER_S };
	int error = machine_read(&tree->machine), status, i;

	if (error)
		return refused("trace", "%s", strerror(-error));
	status = netns_each(&tree->machine.netns, look_here, tree);
	for (i = 1; !status && tree->count && i < LOOKS; i++) {
		nanosleep(&gap, NULL);
		status = netns_each(&tree->machine.netns, look_here, tree);
	}
	netns_tell_missing(&tree->machine.netns);
	return status;
}

/* Is it the device @index of the present namespace? */
static bool is_device(const struct place *place, unsigned int index)
{
	return *place->name.text && !*place->netns.text && place->index == index;
}

/* Print the trees that have the device @index, or 0: all. Returns whether there is one. */
static bool print_trees(const struct tree *tree, unsigned int index)
{
	struct node *nodes, *root, *next;
	size_t count = tree_walk(tree, &nodes);
	bool any = false;

	for (root = nodes; root < nodes + count; root = next) {
		bool has = !index;

		for (next = root; next == root || (next < nodes + count && next->depth); next++)
			has |= is_device(&next->port->place, index) ||
			       is_device(&next->port->other, index);
		any |= has;
		for (; has && root < next; root++) {
			object_begin();
			print_node(tree, root);
			object_end();
		}
	}
	free(nodes);
	return any;
}

/* --- a recording ----------------------------------------------------------------------------- */

/*
 * The script is in share/pausectl/plot of the folder that sbin is in, or, where the sources are
 * built, in the folder plot beside the program. 0, or -1.
 */
static int find_script(char path[PATH_MAX])
{
	static const char *const places[] = { "../share/pausectl/plot/plot", "plot/plot" };
	char program[PATH_MAX];
	unsigned int i;

	if (!realpath("/proc/self/exe", program))
		return -1;
	*strrchr(program, '/') = '\0';
	for (i = 0; i < 2; i++)
		if (snprintf(path, PATH_MAX, "%s/%s", program, places[i]) < PATH_MAX &&
		    !access(path, X_OK))
			return 0;
	return -1;
}

/*
 * Let the script plot/plot make @format of a recording, on standard output, or in the file
 * @output if that is not NULL. "": as the name of @output ends. "text" and "json" are what trace
 * says. A status.
 */
static int plot_draw(const char *file, const char *format, const char *output)
{
	char script[PATH_MAX];
	char *const words[] = { script, (char *)file, (char *)format, (char *)output, NULL };
	int status, error;
	pid_t pid;

	if (find_script(script))
		return refused("plot", "the script share/pausectl/plot/plot is missing");
	fflush(stdout);
	error = posix_spawn(&pid, script, NULL, NULL, words, environ);
	if (error)
		return refused("plot", "%s: %s", script, strerror(error));
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_REFUSED;
}

static int trace_run(const struct command *self, char **words)
{
	const char *device = NULL;
	uint64_t for_ns = DEFAULT_NS;
	const struct named_value values[] = { VALUE_FOR(&for_ns), { 0 } };
	struct tree tree = { .no_port = "no port" };
	unsigned int index;
	int status;
	bool any;

	/* A first word that is no device is a file. */
	if (*words && strcmp(*words, "for") && strcmp(*words, "dev") && !if_nametoindex(*words)) {
		if (access(*words, F_OK) &&
		    !parse_time("for", *words, NS_PER_MS, MAX_TIME, &for_ns))
			return usage_error(self, "file \"%.64s\": allowed are files; %s", *words,
					   "\"for\" comes before a time");
		if (words[1])
			return usage_error(self, "option \"%.64s\": allowed only without a file",
					   words[1]);
		return plot_draw(*words, !output.json ? "text" : output.pretty ? "pretty" : "json",
				 NULL);
	}
	if (take_words(MAY_DEVICE, &device, words, values))
		return usage_error(self, "%s", parse_error);
	status = find_device("trace", device, &index) ?: trace_look(&tree, for_ns);
	if (!status) {
		list_begin();
		any = print_trees(&tree, index);
		member_end(NULL);
		if (!tree.count)
			print_text("there is no port\n");
		else if (!any && device)
			print_text("%s is in no tree: nothing stops it, and it stops nobody\n",
				   device);
		else if (!any)
			print_text("no port of %zu is paused, or stops another\n", tree.count);
	}
	tree_free(&tree);
	return status;
}

const struct command trace_command = {
	.name = "trace",
	.brief = "who pauses whom, and the root",
	.grammar = "[FILE | [dev] DEV] [for TIME]",
	.help =
	"Look at the ports of all network namespaces for TIME, by default 200ms, and say who pauses whom:\n"
	"for each root, the port that cannot send or that stops others by itself, a tree of ports that\n"
	"are stopped because of it. With DEV, show only trees that DEV or the other end of its link is in.\n"
	"With a FILE of pausectl record, show those of the 0.1 s in which ports were stopped most, by jq.\n"
	"\n"
	"  pausectl trace\n"
	"  pausectl trace eth0\n"
	"  pausectl -j trace for 1 | jq '.[] | select(.depth == 0)'\n"
	"  pausectl trace pauses.json\n",
	.run = trace_run,
};

static int plot_run(const struct command *self, char **words)
{
	static const char *const formats[] = { "svg", "png", "trace", "dot", NULL };
	const char *file = next_word(&words), *output = NULL;
	uint64_t format = MNL_ARRAY_SIZE(formats) - 1;
	const struct named_value values[] = {
		{ "format", .value = &format, .choices = formats },
		{ "output", .file = &output },
		{ 0 }
	};

	if (!file)
		parse_refuse("FILE", NULL, "files of pausectl record");
	if (!file || take_words(NO_DEVICE, NULL, words, values))
		return usage_error(self, "%s", parse_error);
	return plot_draw(file, formats[format] ?: "", output);
}

const struct command plot_command = {
	.name = "plot",
	.brief = "draw such a file",
	.grammar = "FILE [format svg|png|trace|dot] [output FILE]",
	.help =
	"Draw a FILE of pausectl record, to a file or to stdout, with jq. svg (the default) and png are\n"
	"pictures by gnuplot. trace is a timeline that https://ui.perfetto.dev opens. dot is a graph for\n"
	"graphviz: who paused whom, with roots in red. Without format, the name of the output decides.\n"
	"\n"
	"  pausectl plot pauses.json output pauses.svg\n"
	"  pausectl plot pauses.json format trace output trace.json\n"
	"  pausectl plot pauses.json format dot | dot -Tsvg > graph.svg\n",
	.run = plot_run,
};
