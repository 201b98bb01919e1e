// SPDX-License-Identifier: GPL-2.0
/* Who pauses whom, now over all network namespaces that the tool may enter, or in a recording. */
#include <net/if.h>

#include "observe.h"

#define DEFAULT_NS	200000000
/* Looks at the ports in that time: a queue that is never empty then is a standing one. */
#define LOOKS		6

/* --- the ports of the machine as a tree ----------------------------------------------------- */

/* A new port may be the other end of an older one. */
static void join(struct tree *tree)
{
	struct tree_port *port = tree->ports, *end = port + tree->count;
	size_t peer;

	for (; port < end; port++) {
		peer = tree_find(tree, &port->other);
		port->peer = peer < tree->count ? (int)peer : -1;
	}
}

struct tree_port *roots_port(struct roots *roots, const struct sample *sample)
{
	size_t known = roots->tree.count;
	struct tree_port *port = tree_port(&roots->tree, &sample->place);
	struct word bridge;

	if (roots->tree.count > known) {
		machine_joins(&roots->machine, &port->place, &port->other, &bridge);
		join(&roots->tree);
	}
	return port;
}

void roots_charge(struct roots *roots, const char *netns, const struct nlattr *const *attributes)
{
	struct place place = { .netns = format_name(netns) };
	struct charge charge = {
		.priority = attr_number(attributes[PAUSECTL_A_PRIORITY]),
		.timers = attr_number(attributes[PAUSECTL_A_TIMERS]),
		.octets = attr_number(attributes[PAUSECTL_A_OCTETS]),
	};

	place.index = attr_number(attributes[PAUSECTL_A_INGRESS]);
	charge.ingress = tree_find(&roots->tree, &place);
	place.index = attr_number(attributes[PAUSECTL_A_IFINDEX]);
	charge.egress = tree_find(&roots->tree, &place);
	/* A port that came after the samples has no place in the tree yet. */
	if (charge.ingress < roots->tree.count && charge.egress < roots->tree.count &&
	    charge.priority < 8)
		tree_charge(&roots->tree, &charge);
}

void roots_free(struct roots *roots)
{
	tree_free(&roots->tree);
	machine_free(&roots->machine);
}

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

/* Why nothing is known of a device: trace looks at all ports. */
static const char *no_port(const struct roots *roots)
{
	return roots->recorded ? "no port in the recording" : "no port";
}

/* The other end of a port that sends XOFF. *@obeys: as far as is known */
static const struct tree_port *partner_of(const struct roots *roots, const struct node *node,
					  bool *obeys)
{
	const struct tree_port *peer = node->port->peer < 0 ? NULL :
				       &roots->tree.ports[node->port->peer];

	*obeys = peer && peer->paused & 1U << node->timer;
	return peer;
}

static void print_stop(const struct roots *roots, const struct node *node)
{
	const struct place *other = &node->port->other;
	bool obeys;
	const struct tree_port *peer = partner_of(roots, node, &obeys);

	add_number("charged", node->charged);
	add_place("stops", "stops_netns", other);
	print_text("%*s%s %s %s: %llu octets charged", 4 * node->depth, "",
		   label_of(&node->port->place).text, obeys ? "stops" : "sends XOFF to",
		   *other->name.text ? label_of(other).text : "the station at its other end",
		   (unsigned long long)node->charged);
	if (node->again) {
		add_bool("again", true);
		print_text(", as above");
	} else if (peer) {
		add_bool("obeys", obeys);
		add_number("paused_us", peer->paused_us[node->timer]);
		if (obeys)
			print_text(", paused for %llu us",
				   (unsigned long long)peer->paused_us[node->timer]);
		else
			print_text(", not paused");
	} else if (*other->name.text) {
		print_text(", %s", no_port(roots));
	}
}

static void print_station(const struct roots *roots, const struct place *station, const char *port)
{
	add_place("station", "station_netns", station);
	if (*station->name.text)
		print_text("%s is the root: it has %s, and stops %s", label_of(station).text,
			   no_port(roots), port);
	else
		print_text("the station behind %s is the root: it stops %s", port, port);
}

static void print_sender(const struct roots *roots, const struct node *node, const char *port)
{
	uint64_t charged = 0;
	unsigned int i;
	bool obeys;

	partner_of(roots, node, &obeys);
	for (i = 0; i < 8; i++)
		if (i == node->timer || node->timer == PAUSECTL_LINK)
			charged += node->port->charged[i];
	print_text("%s is the root: it %s", port, obeys ? "stops its partner" : "sends XOFF");
	if (charged)
		print_text(", and %llu octets are charged there", (unsigned long long)charged);
	else
		print_text(", and nothing waits there");
}

static void print_root(const struct roots *roots, const struct node *node)
{
	const struct place *other = &node->port->other;
	struct text port = label_of(&node->port->place);

	if (node->timer == PAUSECTL_LINK)
		print_text("link: ");
	else
		print_text("priority %u: ", node->timer);
	switch (node->kind) {
	case NODE_SLOW:
		add_number("waiting", node->charged);
		print_text("%s is the root: no pause stops it, and %llu octets wait", port.text,
			   (unsigned long long)node->charged);
		break;
	case NODE_STATION:
		print_station(roots, other, port.text);
		break;
	case NODE_SENDER:
		print_sender(roots, node, port.text);
		break;
	case NODE_PAUSED:
		add_place("partner", "partner_netns", other);
		print_text("%s is the root: it is paused, and %s asks for nothing: ", port.text,
			   label_of(other).text);
		print_text("an XOFF from before or of another program, ");
		print_text("or XOFF by hand that is received");
		break;
	default:
		print_text("no root: ports wait for each other in a ring");
		break;
	}
}

void roots_print(const struct roots *roots, const struct node *node)
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
		print_stop(roots, node);
	else
		print_root(roots, node);
}

/* --- the command ---------------------------------------------------------------------------- */

/* The namespace that netns_each() is in */
static const char *netns_now(const struct roots *roots)
{
	return roots->machine.netns.each[roots->machine.netns.now].name;
}

static void trace_on_port(const struct nlattr *const *attributes, void *data)
{
	struct roots *roots = data;
	struct sample sample;

	if (!sample_read(&sample, attributes))
		return;
	sample.place.netns = format_name(netns_now(roots));
	tree_add(roots_port(roots, &sample), &sample);
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
	uint64_t ns = msec * NS_PER_MS / (LOOKS - 1);
	struct timespec gap = { ns / NS_PER_S, ns % NS_PER_S };
	int error = machine_read(&roots->machine), status, i;

	if (error)
		return refused("trace", "%s", strerror(-error));
	status = netns_each(&roots->machine.netns, look_here, roots);
	for (i = 1; !status && roots->tree.count && i < LOOKS; i++) {
		nanosleep(&gap, NULL);
		status = netns_each(&roots->machine.netns, look_here, roots);
	}
	netns_tell_missing(&roots->machine.netns);
	return status;
}

/* Is it the device @index of the present namespace? */
static bool is_device(const struct place *place, unsigned int index)
{
	return *place->name.text && !*place->netns.text && place->index == index;
}

/* Print the trees that have the device @index, or 0: all. Returns whether there is one. */
static bool print_trees(const struct roots *roots, const struct node *nodes, size_t count,
			unsigned int index)
{
	const struct node *node = nodes, *end = nodes + count, *root;
	bool has, any = false;

	while (node < end) {
		has = !index;
		root = node;
		do
			has |= is_device(&node->port->place, index) ||
			       is_device(&node->port->other, index);
		while (++node < end && node->depth);
		for (; has && root < node; root++) {
			object_begin();
			roots_print(roots, root);
			object_end();
		}
		any |= has;
	}
	return any;
}

static void trace_print(const struct roots *roots, const char *device, unsigned int index)
{
	struct node *nodes;
	size_t count = tree_walk(&roots->tree, &nodes);
	bool any;

	list_begin();
	any = print_trees(roots, nodes, count, index);
	list_end();
	free(nodes);
	if (!roots->tree.count)
		print_text("there is no port\n");
	else if (!any && device)
		print_text("%s is in no tree: nothing stops it, and it stops nobody\n", device);
	else if (!any)
		print_text("no port of %zu is paused, or stops another\n", roots->tree.count);
}

static int trace(const char *device, uint64_t msec)
{
	unsigned int index = device ? device_index("trace", device) : 0;
	struct roots roots = { 0 };
	int status;

	if (device && !index)
		return STATUS_REFUSED;
	status = trace_look(&roots, msec);
	if (!status)
		trace_print(&roots, device, index);
	roots_free(&roots);
	return status;
}

/* The first word, which is no device */
static int trace_file(const struct command *self, const char *file, const char *next)
{
	uint64_t ns;

	if (access(file, F_OK) && !parse_time("for", file, NS_PER_MS, MAX_TIME, &ns)) {
		parse_refuse("file", file, "files; \"for\" comes before a time");
		return usage_error(self, "%s", parse_error);
	}
	if (!next)
		return plot_draw(file, !output.json ? "text" : output.pretty ? "pretty" : "json",
				 NULL);
	return usage_error(self, "option \"%.64s\": allowed only without a file", next);
}

static int trace_run(const struct command *self, char **words)
{
	const char *device = NULL;
	uint64_t for_ns = DEFAULT_NS;
	const struct named_value values[] = { VALUE_FOR(&for_ns), { 0 } };

	if (*words && strcmp(*words, "for") && strcmp(*words, "dev") && !if_nametoindex(*words))
		return trace_file(self, words[0], words[1]);
	if (take_words(MAY_DEVICE, &device, words, values))
		return usage_error(self, "%s", parse_error);
	return trace(device, msec_of(for_ns));
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
