// SPDX-License-Identifier: GPL-2.0
/* Who pauses whom, now over all network namespaces that the tool may enter, or in a recording. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <uapi/pausectl.h>

#include "machine.h"
#include "netlink.h"
#include "output.h"
#include "pausectl.h"
#include "plot.h"
#include "query.h"
#include "tree.h"

#define DEFAULT_MSEC	200
/* Looks at the ports in that time: a queue that is never empty then is a standing one. */
#define LOOKS		6

struct tracer {
	const char *file;		/* NULL: look now */
	uint64_t msec;
	struct machine machine;
	struct recording recording;
	const struct tree *tree;	/* that is printed */
	uint64_t most_us;		/* how much ports were stopped, when they were most */
	uint64_t from;			/* when that was, in ns after the begin */
	int roots;
};

static void take_sample(struct sample *sample, const struct nlattr *stats)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];

	genl_nested(stats, sent, PAUSECTL_A_STATS_MAX);
	counters_take(sample->queue_bytes, sent[PAUSECTL_A_STATS_QUEUE_BYTES], 8);
	counters_take(sample->occupancy, sent[PAUSECTL_A_STATS_OCCUPANCY], 8);
	counters_take(sample->paused, sent[PAUSECTL_A_STATS_PAUSED], COUNTER_VALUES);
	counters_take(sample->pause_duration_us, sent[PAUSECTL_A_STATS_PAUSE_DURATION_US],
		      COUNTER_VALUES);
	counters_take(sample->xoff_outstanding, sent[PAUSECTL_A_STATS_XOFF_OUTSTANDING],
		      COUNTER_VALUES);
	counters_take(sample->tx_xoff, sent[PAUSECTL_A_STATS_TX_XOFF], COUNTER_VALUES);
}

static void on_port(const struct nlattr *const *attributes, void *data)
{
	struct tracer *tracer = data;
	const struct netns_list *list = &tracer->machine.netns;
	struct recorded_port *port;

	if (!attributes[PAUSECTL_A_IFINDEX] || !attributes[PAUSECTL_A_IFNAME] ||
	    !attributes[PAUSECTL_A_STATS])
		return;
	port = recording_port(&tracer->recording, format_name(list->each[list->now].name).text,
			      mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]));
	if (!port)
		return;
	if (!*port->name.text) {
		port->name = format_name(mnl_attr_get_str(attributes[PAUSECTL_A_IFNAME]));
		machine_place(&tracer->machine, list->now, port);
	}
	take_sample(&port->last, attributes[PAUSECTL_A_STATS]);
	recording_sample(&tracer->recording, port);
}

static void on_charge(const struct nlattr *const *attributes, void *data)
{
	struct charge_row row = charge_row(attributes);
	struct tracer *tracer = data;
	const struct netns_list *list = &tracer->machine.netns;
	struct charge charge = { .priority = row.priority, .timers = row.timers,
				 .octets = row.octets };

	recording_charge(&tracer->recording, format_name(list->each[list->now].name).text,
			 row.ingress, row.egress, &charge);
}

/* Look at all ports of the present namespace. A status. */
static int look_here(void *data)
{
	return query_ports("trace", PAUSECTL_CMD_STATS_GET, 0, on_port, data) ?:
	       query_ports("trace", PAUSECTL_CMD_CHARGES_GET, 0, on_charge, data);
}

/* Make a recording without times. A status. */
static int look(struct tracer *tracer)
{
	struct timespec gap = {
		.tv_sec = tracer->msec / (LOOKS - 1) / 1000,
		.tv_nsec = tracer->msec * 1000000 / (LOOKS - 1) % 1000000000,
	};
	int error = machine_read(&tracer->machine), status, i;

	if (error)
		return refused("trace", "%s", strerror(-error));
	status = netns_each(&tracer->machine.netns, look_here, tracer);
	for (i = 1; !status && tracer->recording.port_count && i < LOOKS; i++) {
		nanosleep(&gap, NULL);
		status = netns_each(&tracer->machine.netns, look_here, tracer);
	}
	netns_tell_missing(&tracer->machine.netns);
	if (!status && tracer->recording.no_memory)
		status = refused("trace", "%s", strerror(ENOMEM));
	return status;
}

static uint64_t octets_of(const uint64_t *octets, unsigned int timer)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < 8; i++)
		if (i == timer || timer == PAUSECTL_LINK)
			sum += octets[i];
	return sum;
}

/* Why nothing is known of a device: trace itself looks at all ports. */
static const char *no_port(const struct tracer *tracer)
{
	return tracer->file ? "no port in the recording" : "no port";
}

static void add_timer(unsigned int timer)
{
	if (timer == PAUSECTL_LINK)
		add_string("priority", "link");
	else
		add_number("priority", timer);
}

static void add_device(const char *name_key, const struct word *name, const char *netns_key,
		       const struct word *netns)
{
	if (*name->text)
		add_string(name_key, name->text);
	if (*name->text && *netns->text)
		add_string(netns_key, netns->text);
}

/* What the XOFF of the port does to the other end */
static void print_obedience(const struct node *node, const struct tree_port *peer)
{
	uint64_t us = peer->last.pause_duration_us[node->timer];
	bool obeys = tree_obeys(peer, node->timer);

	add_bool("obeys", obeys);
	/* Less than at first: the port is a new one. */
	if (us >= peer->first.pause_duration_us[node->timer])
		us -= peer->first.pause_duration_us[node->timer];
	add_number("paused_us", us);
	if (obeys)
		print_text(", paused for %llu us", (unsigned long long)us);
	else
		print_text(", not paused");
}

/* Does the other end obey, as far as is known? */
static bool stops(const struct tracer *tracer, const struct node *node)
{
	int peer = node->port->peer;

	return peer >= 0 && tree_obeys(&tracer->tree->ports[peer], node->timer);
}

static void print_stop(const struct tracer *tracer, const struct node *node)
{
	const struct tree_port *port = node->port;
	const struct recorded_port *place = port->place;
	const struct tree_port *peer = port->peer < 0 ? NULL : &tracer->tree->ports[port->peer];

	add_number("charged", node->charged);
	add_device("stops", &place->peer, "stops_netns", &place->peer_netns);
	print_text("%*s%s %s %s: %llu octets charged", 4 * node->depth, "",
		   recording_label(&place->name, &place->netns).text,
		   stops(tracer, node) ? "stops" : "sends XOFF to",
		   *place->peer.text ? recording_label(&place->peer, &place->peer_netns).text :
		   "the station at its other end", (unsigned long long)node->charged);
	if (node->again)
		add_bool("again", true);
	if (node->again)
		print_text(", as above");
	else if (peer)
		print_obedience(node, peer);
	else if (*place->peer.text)
		print_text(", %s", no_port(tracer));
}

static void print_station(const struct tracer *tracer, const struct recorded_port *place)
{
	struct label label = recording_label(&place->name, &place->netns);

	add_device("station", &place->peer, "station_netns", &place->peer_netns);
	if (*place->peer.text)
		print_text("%s is the root: it has %s, and stops %s",
			   recording_label(&place->peer, &place->peer_netns).text,
			   no_port(tracer), label.text);
	else
		print_text("the station behind %s is the root: it stops %s", label.text,
			   label.text);
}

static void print_root(const struct tracer *tracer, const struct node *node)
{
	const struct recorded_port *place = node->port->place;
	struct label label = recording_label(&place->name, &place->netns);
	uint64_t charged = octets_of(node->port->charged, node->timer);

	switch (node->kind) {
	case NODE_SLOW:
		add_number("waiting", node->charged);
		print_text("%s is the root: no pause stops it, and %llu octets wait", label.text,
			   (unsigned long long)node->charged);
		break;
	case NODE_STATION:
		print_station(tracer, place);
		break;
	case NODE_SENDER:
		print_text("%s is the root: it %s", label.text,
			   stops(tracer, node) ? "stops its partner" : "sends XOFF");
		if (charged)
			print_text(", and %llu octets are charged there",
				   (unsigned long long)charged);
		else
			print_text(", and nothing waits there");
		break;
	case NODE_PAUSED:
		add_device("partner", &place->peer, "partner_netns", &place->peer_netns);
		print_text("%s is the root: it is paused, and %s asks for nothing: ", label.text,
			   recording_label(&place->peer, &place->peer_netns).text);
		print_text("an XOFF from before or of another program, ");
		print_text("or XOFF by hand that is received");
		break;
	default:
		print_text("no root: ports wait for each other in a ring");
		break;
	}
}

static void print_node(const struct node *node, void *data)
{
	static const char *const kinds[] = {
		"slow", "station", "sender", "paused", "ring", "stop"
	};
	const struct tracer *tracer = data;

	object_begin();
	add_number("depth", node->depth);
	add_string("kind", kinds[node->kind]);
	add_device("ifname", &node->port->place->name, "netns", &node->port->place->netns);
	add_timer(node->timer);
	if (node->kind == NODE_STOP) {
		print_stop(tracer, node);
	} else {
		print_text("%s: ", plot_timer(node->timer).text);
		print_root(tracer, node);
	}
	object_end();
}

/* Find the window in which ports were stopped most, the first one of such windows. */
static int on_window(const struct tree *tree, uint64_t from, void *data)
{
	struct tracer *tracer = data;
	uint64_t stopped_us = 0;
	size_t i;

	for (i = 0; i < tree->count; i++)
		stopped_us += tree->ports[i].stopped_us;
	if (stopped_us > tracer->most_us) {
		tracer->most_us = stopped_us;
		tracer->from = from;
	}
	return 0;
}

static int print_window(const struct tree *tree, uint64_t from, void *data)
{
	struct tracer *tracer = data;

	if (from != tracer->from)
		return 0;
	tracer->tree = tree;
	return tracer->roots = tree_walk(tree, print_node, tracer);
}

/* Tell of which time of the file the tree is. */
static void tell_time(const struct tracer *tracer, uint64_t window)
{
	uint64_t end = tracer->recording.end - tracer->recording.begin;

	if (tracer->from + window < end)
		end = tracer->from + window;
	complain("%s: from %.3f s to %.3f s, when ports were stopped most", tracer->file,
		 (double)tracer->from / 1e9, (double)end / 1e9);
}

static int print_tree(struct tracer *tracer)
{
	uint64_t window = tracer->msec * 1000000;
	size_t count = tracer->recording.port_count;
	int error = tree_windows(&tracer->recording, window, on_window, tracer);

	if (error >= 0) {
		if (tracer->file && tracer->most_us)
			tell_time(tracer, window);
		list_begin();
		error = tree_windows(&tracer->recording, window, print_window, tracer);
		list_end();
	}
	if (error < 0)
		return refused("trace", "%s", strerror(-error));
	if (!tracer->roots && count)
		print_text("no port of %zu is paused, or stops another\n", count);
	else if (!tracer->roots)
		print_text("there is no port\n");
	return STATUS_OK;
}

static int trace(struct tracer *tracer)
{
	int status = tracer->file ? recording_read(tracer->file, &tracer->recording) :
				    look(tracer);

	if (!status && tracer->file)
		status = recording_need_charges(&tracer->recording, tracer->file);
	if (!status)
		status = print_tree(tracer);
	recording_free(&tracer->recording);
	machine_free(&tracer->machine);
	return status;
}

static int run(const struct command *self, char **words)
{
	static const char *const options[] = { "for", NULL };
	struct tracer tracer = { 0 };
	struct parse_error err;
	unsigned int option;

	if (*words && strcmp(*words, "for"))
		tracer.file = next_word(&words);
	while (*words) {
		if (parse_choice("option", next_word(&words), options, &option, &err) ||
		    (tracer.msec && parse_twice(&err, "option", "for")) ||
		    parse_seconds("for", next_word(&words), &tracer.msec, &err))
			return usage_error(self, err.text);
	}
	if (tracer.file && access(tracer.file, F_OK) &&
	    !parse_seconds("for", tracer.file, &tracer.msec, &err)) {
		parse_refuse(&err, "file", tracer.file, "files; \"for\" comes before seconds");
		return usage_error(self, err.text);
	}
	if (!tracer.msec)
		tracer.msec = DEFAULT_MSEC;
	return trace(&tracer);
}

const struct command trace_command = {
	.name = "trace",
	.grammar = "[FILE] [for SECONDS]",
	.help =
	"Look at the ports of all network namespaces for SECONDS, by default 0.2, and say who pauses\n"
	"whom: for each root, the port that cannot send or that stops others by itself, a tree of\n"
	"ports that are stopped because of the root. With a FILE of pausectl record, do this for\n"
	"those SECONDS of the recording in which ports were stopped most.\n"
	"\n"
	"  pausectl trace\n"
	"  pausectl -j trace for 1 | jq '.[] | select(.depth == 0)'\n"
	"  pausectl trace pauses.json\n",
	.run = run,
};
