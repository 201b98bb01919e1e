// SPDX-License-Identifier: GPL-2.0
/* Who pauses whom now, over all network namespaces that the tool may enter. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
	struct machine machine;
	struct tree_port *ports;
	size_t *netns;			/* of each port */
	size_t count;
	size_t room;
	bool no_memory;
	uint64_t msec;
};

static void take_values(uint64_t *values, const struct nlattr *attr, size_t count)
{
	if (attr && mnl_attr_get_payload_len(attr) >= count * sizeof(*values))
		memcpy(values, mnl_attr_get_payload(attr), count * sizeof(*values));
}

static void take_sample(struct sample *sample, const struct nlattr *stats)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];

	genl_nested(stats, sent, PAUSECTL_A_STATS_MAX);
	take_values(sample->queue_bytes, sent[PAUSECTL_A_STATS_QUEUE_BYTES], 8);
	take_values(sample->occupancy, sent[PAUSECTL_A_STATS_OCCUPANCY], 8);
	take_values(sample->paused, sent[PAUSECTL_A_STATS_PAUSED], COUNTER_VALUES);
	take_values(sample->pause_duration_us, sent[PAUSECTL_A_STATS_PAUSE_DURATION_US],
		    COUNTER_VALUES);
	take_values(sample->xoff_outstanding, sent[PAUSECTL_A_STATS_XOFF_OUTSTANDING],
		    COUNTER_VALUES);
	take_values(sample->tx_xoff, sent[PAUSECTL_A_STATS_TX_XOFF], COUNTER_VALUES);
}

/* NULL: none */
static struct tree_port *find_port(const struct tracer *tracer, size_t netns, unsigned int index)
{
	size_t i;

	for (i = 0; i < tracer->count; i++)
		if (tracer->netns[i] == netns && tracer->ports[i].index == index)
			return &tracer->ports[i];
	return NULL;
}

static struct tree_port *add_port(struct tracer *tracer, unsigned int index, const char *name)
{
	struct tree_port *port;

	if (tracer->count == tracer->room) {
		size_t room = tracer->room ? 2 * tracer->room : 16;
		void *ports = reallocarray(tracer->ports, room, sizeof(*tracer->ports));
		void *netns = ports ? reallocarray(tracer->netns, room, sizeof(size_t)) : NULL;

		tracer->ports = ports ? ports : tracer->ports;
		tracer->netns = netns ? netns : tracer->netns;
		if (!netns)
			return NULL;
		tracer->room = room;
	}
	tracer->netns[tracer->count] = tracer->machine.netns.now;
	port = &tracer->ports[tracer->count++];
	memset(port, 0, sizeof(*port));
	port->index = index;
	port->peer = -1;
	port->name = format_name(name);
	return port;
}

static void on_port(const struct nlattr *const *attributes, void *data)
{
	struct sample sample = { 0 };
	struct tracer *tracer = data;
	struct tree_port *port;
	unsigned int index;

	if (!attributes[PAUSECTL_A_IFINDEX] || !attributes[PAUSECTL_A_IFNAME] ||
	    !attributes[PAUSECTL_A_STATS])
		return;
	index = mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]);
	port = find_port(tracer, tracer->machine.netns.now, index);
	if (!port)
		port = add_port(tracer, index, mnl_attr_get_str(attributes[PAUSECTL_A_IFNAME]));
	if (!port) {
		tracer->no_memory = true;
		return;
	}
	take_sample(&sample, attributes[PAUSECTL_A_STATS]);
	tree_add(port, &sample);
}

/* Look at all ports of the present namespace. A status. */
static int look_here(void *data)
{
	struct tracer *tracer = data;
	int status = query_ports("trace", PAUSECTL_CMD_STATS_GET, 0, on_port, tracer);

	return tracer->no_memory ? refused("trace", "%s", strerror(ENOMEM)) : status;
}

static int look(struct tracer *tracer)
{
	struct timespec gap = {
		.tv_sec = tracer->msec / (LOOKS - 1) / 1000,
		.tv_nsec = tracer->msec * 1000000 / (LOOKS - 1) % 1000000000,
	};
	int status = netns_each(&tracer->machine.netns, look_here, tracer), i;

	for (i = 1; !status && tracer->count && i < LOOKS; i++) {
		nanosleep(&gap, NULL);
		status = netns_each(&tracer->machine.netns, look_here, tracer);
	}
	return status;
}

/* Join a port with the others: those of its bridge, and the one at its other end. */
static void join(struct tracer *tracer, size_t number, const struct device **devices)
{
	const struct machine *machine = &tracer->machine;
	struct tree_port *port = &tracer->ports[number], *peer;
	const struct device *device = devices[number], *other;
	size_t i;

	port->netns = format_name(machine->netns.each[tracer->netns[number]].name);
	for (i = 0; i < number; i++)
		if (device && devices[i] && devices[i]->netns == device->netns &&
		    devices[i]->master == device->master)
			break;
	port->group = i;
	if (!device || device->peer < 0)
		return;
	other = &machine->devices[device->peer];
	port->peer_name = other->name;
	port->peer_netns = format_name(machine->netns.each[other->netns].name);
	peer = find_port(tracer, other->netns, other->index);
	if (peer)
		port->peer = (int)(peer - tracer->ports);
}

/* 0 or a negative errno */
static int join_all(struct tracer *tracer)
{
	const struct device **devices = calloc(tracer->count + 1, sizeof(*devices));
	size_t i;

	if (!devices)
		return -ENOMEM;
	for (i = 0; i < tracer->count; i++)
		devices[i] = machine_find(&tracer->machine, tracer->netns[i],
					  tracer->ports[i].index);
	for (i = 0; i < tracer->count; i++)
		join(tracer, i, devices);
	free(devices);
	return 0;
}

struct label {
	char text[160];
};

/* "NAME", or "NAME in NETNS" */
static struct label label_of(const struct word *name, const struct word *netns)
{
	struct label label;

	snprintf(label.text, sizeof(label.text), "%s%s%s", name->text,
		 *netns->text ? " in " : "", netns->text);
	return label;
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

static void print_stop(const struct tracer *tracer, const struct node *node)
{
	const struct tree_port *port = node->port;
	const struct tree_port *peer = port->peer < 0 ? NULL : &tracer->ports[port->peer];
	uint64_t charged = octets_of(port->charged, node->timer), us;

	add_number("charged", charged);
	add_device("stops", &port->peer_name, "stops_netns", &port->peer_netns);
	print_text("%*s%s stops %s: %llu octets charged", 4 * node->depth, "",
		   label_of(&port->name, &port->netns).text,
		   *port->peer_name.text ? label_of(&port->peer_name, &port->peer_netns).text :
		   "the station at its other end", (unsigned long long)charged);
	if (!peer)
		return;
	us = peer->last.pause_duration_us[node->timer];
	/* Less than at first: the port is a new one. */
	if (us >= peer->first.pause_duration_us[node->timer])
		us -= peer->first.pause_duration_us[node->timer];
	add_number("paused_us", us);
	print_text(", paused for %llu us", (unsigned long long)us);
}

static void print_root(const struct node *node)
{
	const struct tree_port *port = node->port;
	struct label label = label_of(&port->name, &port->netns);
	struct label other = label_of(&port->peer_name, &port->peer_netns);
	uint64_t waiting = octets_of(port->most, node->timer);

	switch (node->kind) {
	case NODE_SLOW:
		add_number("waiting", waiting);
		print_text("%s is the root: no pause stops it, and %llu octets wait", label.text,
			   (unsigned long long)waiting);
		break;
	case NODE_STATION:
		add_device("station", &port->peer_name, "station_netns", &port->peer_netns);
		print_text("%s%s is the root: it has no port, and stops %s",
			   *port->peer_name.text ? other.text : "the station behind ",
			   *port->peer_name.text ? "" : label.text, label.text);
		break;
	case NODE_SENDER:
		print_text("%s is the root: it stops its partner, and nothing waits there",
			   label.text);
		break;
	default:
		print_text("no root: ports wait for each other in a ring");
		break;
	}
}

static void print_node(const struct node *node, void *data)
{
	static const char *const kinds[] = { "slow", "station", "sender", "ring", "stop" };
	const struct tracer *tracer = data;

	object_begin();
	add_number("depth", node->depth);
	add_string("kind", kinds[node->kind]);
	add_device("ifname", &node->port->name, "netns", &node->port->netns);
	add_timer(node->timer);
	if (node->kind == NODE_STOP) {
		print_stop(tracer, node);
	} else {
		print_text("%s: ", plot_timer(node->timer).text);
		print_root(node);
	}
	object_end();
}

static int print_tree(struct tracer *tracer)
{
	int roots = join_all(tracer);

	if (!roots) {
		list_begin();
		roots = tree_walk(tracer->ports, tracer->count, print_node, tracer);
		list_end();
	}
	if (roots < 0)
		return refused("trace", "%s", strerror(-roots));
	if (!roots)
		print_text("no port of %zu is paused, or stops another\n", tracer->count);
	netns_tell_missing(&tracer->machine.netns);
	return STATUS_OK;
}

static int trace(struct tracer *tracer)
{
	int error = machine_read(&tracer->machine), status;

	if (error)
		return refused("trace", "%s", strerror(-error));
	status = look(tracer);
	if (!status)
		status = print_tree(tracer);
	free(tracer->ports);
	free(tracer->netns);
	machine_free(&tracer->machine);
	return status;
}

static int run(const struct command *self, char **words)
{
	static const char *const options[] = { "for", NULL };
	struct tracer tracer = { 0 };
	struct parse_error err;
	unsigned int option;

	while (*words) {
		if (parse_choice("option", next_word(&words), options, &option, &err) ||
		    (tracer.msec && parse_twice(&err, "option", "for")) ||
		    parse_seconds("for", next_word(&words), &tracer.msec, &err))
			return usage_error(self, err.text);
	}
	if (!tracer.msec)
		tracer.msec = DEFAULT_MSEC;
	return trace(&tracer);
}

const struct command trace_command = {
	.name = "trace",
	.grammar = "[for SECONDS]",
	.help =
	"Look at the ports of all network namespaces for SECONDS, by default 0.2, and say who pauses\n"
	"whom: for each root, the port that cannot send or that stops others by itself, a tree of\n"
	"ports that are stopped because of the root.\n"
	"\n"
	"  pausectl trace\n"
	"  pausectl -j trace for 1 | jq '.[] | select(.depth == 0)'\n",
	.run = run,
};
