// SPDX-License-Identifier: GPL-2.0
/*
 * A graph for graphviz. A full arrow goes from a port to the one that it has paused. A broken arrow
 * goes on, inside of a switch, to the ports whose frames could not leave. Roots are red.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "plot.h"
#include "tree.h"

/* In each such time, another port may be the root. */
#define WINDOW_NS	100000000ULL

struct graph {
	const struct recording *recording;
	FILE *stream;
	const struct tree_port *ports;	/* of the window */
	bool *causes;			/* from port to port */
	uint64_t *root;			/* by port: windows in which the port is a root */
	uint64_t *station;		/* the same for its other end */
	/* The port whose frames wait because of the node at each depth; NULL: no port. */
	const struct tree_port *above[64];
};

/* A string of graphviz without its quotes */
static void write_text(FILE *stream, const char *text)
{
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			putc('\\', stream);
		putc(*text, stream);
	}
}

/* A name, and its namespace in a line of its own */
static void write_name(FILE *stream, const struct word *name, const struct word *netns)
{
	write_text(stream, name->text);
	if (*netns->text) {
		fputs("\\nin ", stream);
		write_text(stream, netns->text);
	}
}

static void on_node(const struct node *node, void *data)
{
	struct graph *graph = data;
	const struct tree_port *port = node->port, **above = graph->above;
	unsigned int depth = node->depth < 62 ? node->depth : 62;
	size_t index = port - graph->ports;

	above[depth] = node->kind == NODE_SLOW || node->kind == NODE_STATION ? port : NULL;
	graph->root[index] += node->kind == NODE_SLOW || node->kind == NODE_SENDER;
	graph->station[index] += node->kind == NODE_STATION;
	if (node->kind != NODE_STOP)
		return;
	above[depth] = port->peer < 0 ? NULL : &graph->ports[port->peer];
	if (above[depth - 1])
		graph->causes[(above[depth - 1] - graph->ports) * graph->recording->port_count +
			      index] = true;
}

/* Find the roots of a window. */
static int on_window(const struct tree *tree, uint64_t from, void *data)
{
	struct graph *graph = data;

	(void)from;
	graph->ports = tree->ports;
	return tree_walk(tree, on_node, graph);
}

/* The time has steps of a window, so it may be less. */
static void write_colour(const struct graph *graph, uint64_t windows)
{
	uint64_t ns = windows * WINDOW_NS, most = graph->recording->end - graph->recording->begin;

	if (windows)
		fprintf(graph->stream, "\\nroot for up to %llu ms%s\n",
			(unsigned long long)((ns < most ? ns : most) / 1000000),
			"\", color=\"#c8553d\", penwidth=3]");
	else
		fputs("\"]\n", graph->stream);
}

static void write_port(const struct graph *graph, size_t index)
{
	fprintf(graph->stream, "\t\tport%zu [label=\"", index);
	write_name(graph->stream, &graph->recording->ports[index].name,
		   &graph->recording->ports[index].netns);
	write_colour(graph, graph->root[index]);
}

/* The first port of the bridge, or of those of the namespace that are in none */
static size_t group_of(const struct recording *recording, size_t index)
{
	const struct recorded_port *port = &recording->ports[index], *first = recording->ports;

	while (strcmp(first->netns.text, port->netns.text) ||
	       strcmp(first->bridge.text, port->bridge.text))
		first++;
	return first - recording->ports;
}

/* Each bridge is a box around its ports. */
static void write_ports(const struct graph *graph)
{
	const struct recording *recording = graph->recording;
	size_t i, j;

	for (i = 0; i < recording->port_count; i++) {
		if (group_of(recording, i) != i)
			continue;
		fprintf(graph->stream, "\tsubgraph %s%zu {\n\t\tlabel=\"",
			*recording->ports[i].bridge.text ? "cluster" : "group", i);
		write_text(graph->stream, recording->ports[i].bridge.text);
		fputs("\"\n", graph->stream);
		for (j = i; j < recording->port_count; j++)
			if (group_of(recording, j) == i)
				write_port(graph, j);
		fputs("\t}\n", graph->stream);
	}
}

/* The other end of a port, if that is not recorded */
static void write_station(const struct graph *graph, size_t index)
{
	const struct recorded_port *port = &graph->recording->ports[index];

	fprintf(graph->stream, "\tother%zu [shape=ellipse, label=\"", index);
	if (*port->peer.text) {
		write_name(graph->stream, &port->peer, &port->peer_netns);
	} else {
		fputs("other end of ", graph->stream);
		write_name(graph->stream, &port->name, &port->netns);
	}
	write_colour(graph, graph->station[index]);
}

/* How often the timer was paused, or XOFF was sent for it, and how long */
static bool sum_up(const struct recording *recording, enum span_kind kind, size_t port,
		   unsigned int timer, uint64_t *times, uint64_t *ns)
{
	const struct span *span = recording->spans, *end = span + recording->span_count;

	*times = 0;
	*ns = 0;
	for (; span < end; span++)
		if (span->kind == kind && span->port == port && span->timer == timer) {
			++*times;
			*ns += span->to - span->from;
		}
	return *times;
}

/* The arrow that ends or begins at a port. Returns whether there is any. */
static bool write_arrow(const struct graph *graph, size_t index, enum span_kind kind)
{
	int peer = recording_peer(graph->recording, index);
	char other[32], port[32];
	uint64_t times, ns;
	unsigned int timer;
	bool any = false;

	snprintf(port, sizeof(port), "port%zu", index);
	snprintf(other, sizeof(other), peer < 0 ? "other%d" : "port%d",
		 peer < 0 ? (int)index : peer);
	for (timer = 0; timer < COUNTER_VALUES; timer++) {
		if (!sum_up(graph->recording, kind, index, timer, &times, &ns))
			continue;
		fprintf(graph->stream, any ? "\\n" : "\t%s -> %s [label=\"",
			kind == SPAN_XOFF ? port : other, kind == SPAN_XOFF ? other : port);
		fprintf(graph->stream, "%s: %llu pause%s, %.3f ms", plot_timer(timer).text,
			(unsigned long long)times, times == 1 ? "" : "s", (double)ns / 1e6);
		any = true;
	}
	if (any)
		fputs("\"]\n", graph->stream);
	return any;
}

static void write_arrows(const struct graph *graph)
{
	size_t count = graph->recording->port_count, i;

	for (i = 0; i < count; i++) {
		bool any = write_arrow(graph, i, SPAN_PAUSED);

		/* If both ends are recorded, the pauses of the other end tell. */
		if (recording_peer(graph->recording, i) >= 0)
			continue;
		if (write_arrow(graph, i, SPAN_XOFF) || any)
			write_station(graph, i);
	}
	for (i = 0; i < count * count; i++)
		if (graph->causes[i])
			fprintf(graph->stream, "\tport%zu -> port%zu [style=dashed]\n", i / count,
				i % count);
}

int plot_graph(const struct recording *recording, FILE *stream)
{
	size_t count = recording->port_count;
	struct graph graph = { .recording = recording, .stream = stream };
	int error = -ENOMEM;

	graph.causes = calloc(count + 1, count + 1);
	graph.root = calloc(count + 1, sizeof(*graph.root));
	graph.station = calloc(count + 1, sizeof(*graph.station));
	if (graph.causes && graph.root && graph.station)
		error = tree_windows(recording, WINDOW_NS, on_window, &graph);
	if (error >= 0) {
		fputs("digraph pauses {\n"
		      "\trankdir=LR\n"
		      "\tfontname=\"DejaVu Sans\"\n"
		      "\tnode [shape=box, fontname=\"DejaVu Sans\"]\n"
		      "\tedge [fontname=\"DejaVu Sans\", fontsize=10]\n", stream);
		write_ports(&graph);
		write_arrows(&graph);
		fputs("}\n", stream);
	}
	free(graph.causes);
	free(graph.root);
	free(graph.station);
	return error < 0 ? error : 0;
}
