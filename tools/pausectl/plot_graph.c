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
	struct tree_port *ports;
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

static bool same_group(const struct recorded_port *a, const struct recorded_port *b)
{
	return !strcmp(a->bridge.text, b->bridge.text);
}

/* The recorded port at the other end; -1: none. */
static int peer_of(const struct recording *recording, const struct recorded_port *port)
{
	size_t i;

	if (!*port->peer.text || *port->peer_netns.text)
		return -1;
	for (i = 0; i < recording->port_count; i++)
		if (recording->ports[i].index == port->peer_index)
			return (int)i;
	return -1;
}

static void make_ports(struct graph *graph)
{
	const struct recording *recording = graph->recording;
	size_t i, first;

	for (i = 0; i < recording->port_count; i++) {
		const struct recorded_port *port = &recording->ports[i];

		for (first = 0; !same_group(&recording->ports[first], port); first++)
			;
		graph->ports[i].group = first;
		graph->ports[i].peer = peer_of(recording, port);
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

/* Find the roots of a window. The next one begins with the last samples of this one. */
static int end_window(struct graph *graph)
{
	size_t count = graph->recording->port_count, i;
	int roots = tree_walk(graph->ports, count, on_node, graph);

	for (i = 0; i < count; i++) {
		struct tree_port *port = &graph->ports[i];
		struct tree_port next = { .group = port->group, .peer = port->peer };

		if (port->reads)
			tree_add(&next, &port->last);
		*port = next;
	}
	return roots < 0 ? roots : 0;
}

static int find_roots(struct graph *graph)
{
	const struct recording *recording = graph->recording;
	uint64_t end = recording->begin + WINDOW_NS;
	int error = 0;
	size_t i;

	for (i = 0; !error && i < recording->sample_count; i++) {
		const struct sample *sample = &recording->samples[i];

		if (sample->time >= end) {
			error = end_window(graph);
			end += (sample->time - end) / WINDOW_NS * WINDOW_NS + WINDOW_NS;
		}
		tree_add(&graph->ports[sample->port], sample);
	}
	return error ? error : end_window(graph);
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
	write_text(graph->stream, graph->recording->ports[index].name.text);
	write_colour(graph, graph->root[index]);
}

/* Each bridge is a box around its ports. */
static void write_ports(const struct graph *graph)
{
	const struct recording *recording = graph->recording;
	size_t i, j;

	for (i = 0; i < recording->port_count; i++) {
		if (graph->ports[i].group != i)
			continue;
		fprintf(graph->stream, "\tsubgraph %s%zu {\n\t\tlabel=\"",
			*recording->ports[i].bridge.text ? "cluster" : "group", i);
		write_text(graph->stream, recording->ports[i].bridge.text);
		fputs("\"\n", graph->stream);
		for (j = i; j < recording->port_count; j++)
			if (graph->ports[j].group == i)
				write_port(graph, j);
		fputs("\t}\n", graph->stream);
	}
}

/* The other end of a port, if that is not recorded */
static void write_station(const struct graph *graph, size_t index)
{
	const struct recorded_port *port = &graph->recording->ports[index];

	fprintf(graph->stream, "\tother%zu [shape=ellipse, label=\"", index);
	write_text(graph->stream, *port->peer.text ? port->peer.text : "other end of ");
	if (!*port->peer.text)
		write_text(graph->stream, port->name.text);
	if (*port->peer_netns.text) {
		fputs("\\nin ", graph->stream);
		write_text(graph->stream, port->peer_netns.text);
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
	int peer = graph->ports[index].peer;
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
		if (graph->ports[i].peer >= 0)
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

	graph.ports = calloc(count + 1, sizeof(*graph.ports));
	graph.causes = calloc(count + 1, count + 1);
	graph.root = calloc(count + 1, sizeof(*graph.root));
	graph.station = calloc(count + 1, sizeof(*graph.station));
	if (graph.ports && graph.causes && graph.root && graph.station) {
		make_ports(&graph);
		error = find_roots(&graph);
	}
	if (!error) {
		fputs("digraph pauses {\n"
		      "\trankdir=LR\n"
		      "\tfontname=\"DejaVu Sans\"\n"
		      "\tnode [shape=box, fontname=\"DejaVu Sans\"]\n"
		      "\tedge [fontname=\"DejaVu Sans\", fontsize=10]\n", stream);
		write_ports(&graph);
		write_arrows(&graph);
		fputs("}\n", stream);
	}
	free(graph.ports);
	free(graph.causes);
	free(graph.root);
	free(graph.station);
	return error;
}
