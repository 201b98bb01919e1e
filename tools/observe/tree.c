// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe.h"

#define LINK		(COUNTER_VALUES - 1)

struct walk {
	const struct tree *tree;
	node_fn *node;
	void *data;
	bool *told;		/* by port and timer: the XOFF is in a tree */
	int roots;
};

/* Room for one more element; NULL without memory. */
static void *tree_grow(void *elements, size_t count, size_t size)
{
	return count & (count - 1) ? elements : reallocarray(elements, count ? 2 * count : 1, size);
}

size_t tree_find(const struct tree *tree, const char *netns, unsigned int index)
{
	size_t i = 0;

	while (i < tree->count && (tree->ports[i].place.index != index ||
				   strcmp(tree->ports[i].place.netns.text, netns)))
		i++;
	return i;
}

struct tree_port *tree_port(struct tree *tree, const char *netns, unsigned int index, bool *fresh)
{
	size_t i = tree_find(tree, netns, index);
	struct tree_port *ports;

	*fresh = i == tree->count;
	if (!*fresh)
		return &tree->ports[i];
	ports = tree_grow(tree->ports, i, sizeof(*ports));
	if (!ports)
		return NULL;
	tree->ports = ports;
	tree->count++;
	ports[i] = (struct tree_port){ .place.index = index, .peer = -1 };
	snprintf(ports[i].place.netns.text, sizeof(ports[i].place.netns.text), "%s", netns);
	return &ports[i];
}

/* Add the time since the last sample in which the port was stopped, or stopped its partner. */
static void add_stops(struct tree_port *port, const struct sample *sample)
{
	const struct sample *last = &port->last;
	unsigned int i;

	for (i = 0; i < COUNTER_VALUES; i++) {
		if (sample->pause_duration_us[i] > last->pause_duration_us[i])
			port->stopped_us += sample->pause_duration_us[i] -
					    last->pause_duration_us[i];
		if (last->xoff_outstanding[i] && sample->time > last->time)
			port->stopped_us += (sample->time - last->time) / 1000;
		else if (sample->tx_xoff[i] > last->tx_xoff[i])
			port->stopped_us++;
	}
}

void tree_add(struct tree_port *port, const struct sample *sample)
{
	unsigned int i;

	if (!port->reads++)
		port->first = *sample;
	else
		add_stops(port, sample);
	port->last = *sample;
	for (i = 0; i < 8; i++) {
		if (port->reads == 1 || sample->queue_bytes[i] < port->least[i])
			port->least[i] = sample->queue_bytes[i];
		if (sample->occupancy[i] > port->charged[i])
			port->charged[i] = sample->occupancy[i];
	}
	for (i = 0; i < COUNTER_VALUES; i++) {
		if (sample->paused[i] ||
		    sample->pause_duration_us[i] > port->first.pause_duration_us[i])
			port->paused |= 1U << i;
		if (sample->xoff_outstanding[i] || sample->tx_xoff[i] > port->first.tx_xoff[i])
			port->xoff |= 1U << i;
	}
}

int tree_charge(struct tree *tree, const struct charge *charge)
{
	size_t i, at;
	struct charge *edge;

	/* Each look tells the charges in one order. */
	for (i = 0; i < tree->edge_count; i++) {
		at = (tree->last_edge + 1 + i) % tree->edge_count;
		edge = &tree->edges[at];
		if (edge->ingress != charge->ingress || edge->egress != charge->egress ||
		    edge->priority != charge->priority || edge->timers != charge->timers)
			continue;
		if (edge->octets < charge->octets)
			edge->octets = charge->octets;
		tree->last_edge = at;
		return 0;
	}
	edge = tree_grow(tree->edges, i, sizeof(*edge));
	if (!edge)
		return -ENOMEM;
	tree->edges = edge;
	edge[i] = *charge;
	tree->last_edge = tree->edge_count++;
	return 0;
}

void tree_next(struct tree *tree)
{
	struct tree_port *port = tree->ports, *end = port + tree->count;

	for (; port < end; port++) {
		struct tree_port next = { .place = port->place, .peer = port->peer };

		/* A port without new samples has ended. */
		next.carried = port->reads > port->carried;
		if (next.carried)
			tree_add(&next, &port->last);
		*port = next;
	}
	tree->edge_count = 0;
	tree->last_edge = 0;
}

void tree_free(struct tree *tree)
{
	free(tree->ports);
	free(tree->edges);
	memset(tree, 0, sizeof(*tree));
}

/* Does one timer hold back frames of the other? */
static bool concerns(unsigned int timer, unsigned int other)
{
	return timer == other || timer == LINK || other == LINK;
}

/* Was the port paused, so that frames for this timer could not leave? */
static bool is_stopped(const struct tree_port *port, unsigned int timer)
{
	unsigned int i;

	for (i = 0; i < COUNTER_VALUES; i++)
		if (port->paused & 1U << i && concerns(i, timer))
			return true;
	return false;
}

bool tree_obeys(const struct tree_port *port, unsigned int timer)
{
	return port->paused & 1U << timer;
}

static const struct tree_port *tree_peer_of(const struct walk *walk, const struct tree_port *port)
{
	return port->peer < 0 ? NULL : &walk->tree->ports[port->peer];
}

static bool *told(const struct walk *walk, const struct tree_port *port, unsigned int timer)
{
	return &walk->told[(port - walk->tree->ports) * COUNTER_VALUES + timer];
}

/* Is the edge one from the XOFF of a port, to frames for @timer at @egress? NULL: of, or at, any */
static bool joins(const struct walk *walk, const struct charge *edge,
		  const struct tree_port *ingress, unsigned int xoff,
		  const struct tree_port *egress, unsigned int timer)
{
	const struct tree_port *ports = walk->tree->ports;

	return (!ingress || (&ports[edge->ingress] == ingress && edge->timers & 1U << xoff)) &&
	       (!egress || (&ports[edge->egress] == egress && concerns(edge->priority, timer)));
}

/* The octets of such edges. *@first is the first of these, or untouched. */
static uint64_t charges(const struct walk *walk, const struct tree_port *ingress,
			unsigned int xoff, const struct tree_port *egress, unsigned int timer,
			const struct charge **first)
{
	const struct charge *edge = walk->tree->edges, *end = edge + walk->tree->edge_count;
	uint64_t octets = 0;

	for (; edge < end; edge++)
		if (joins(walk, edge, ingress, xoff, egress, timer)) {
			if (!octets && first)
				*first = edge;
			octets += edge->octets;
		}
	return octets;
}

static void emit(struct walk *walk, enum node_kind kind, const struct tree_port *port,
		 unsigned int timer)
{
	struct node node = { .kind = kind, .port = port, .timer = timer };

	if (kind == NODE_SLOW)
		node.charged = charges(walk, NULL, 0, port, timer, NULL);
	walk->roots++;
	walk->node(&node, walk->data);
}

static void walk_causes(struct walk *walk, const struct tree_port *port, unsigned int timer,
			unsigned int depth);

/* @port stops its partner, which stops others in its turn, if it obeys. */
static void walk_stop(struct walk *walk, const struct tree_port *port, unsigned int timer,
		      unsigned int depth, uint64_t charged)
{
	bool *before = told(walk, port, timer);
	struct node node = { NODE_STOP, port, timer, depth, charged, *before };
	const struct tree_port *peer = tree_peer_of(walk, port);

	walk->node(&node, walk->data);
	if (*before)
		return;
	*before = true;
	if (peer && tree_obeys(peer, timer))
		walk_causes(walk, peer, timer, depth + 1);
}

/* The ports that ask to stop because frames for @timer cannot leave by @port */
static void walk_causes(struct walk *walk, const struct tree_port *port, unsigned int timer,
			unsigned int depth)
{
	const struct charge *edge = walk->tree->edges, *end = edge + walk->tree->edge_count, *first;
	const struct tree_port *ingress;
	uint64_t octets;
	unsigned int i;

	for (; edge < end; edge++)
		for (i = 0; i < COUNTER_VALUES; i++) {
			ingress = &walk->tree->ports[edge->ingress];
			if (!(ingress->xoff & 1U << i) ||
			    !joins(walk, edge, ingress, i, port, timer))
				continue;
			octets = charges(walk, ingress, i, port, timer, &first);
			if (first == edge)
				walk_stop(walk, ingress, i, depth, octets);
		}
}

/* Do frames wait at @port because of which a port asks to stop? @news: one that no tree has */
static bool has_cause(const struct walk *walk, const struct tree_port *port, unsigned int priority,
		      bool news)
{
	const struct charge *edge = walk->tree->edges, *end = edge + walk->tree->edge_count;
	const struct tree_port *ingress;
	unsigned int i;

	for (; edge < end; edge++)
		for (i = 0; i < COUNTER_VALUES; i++) {
			ingress = &walk->tree->ports[edge->ingress];
			if (ingress->xoff & 1U << i && !(news && *told(walk, ingress, i)) &&
			    joins(walk, edge, ingress, i, port, priority))
				return true;
		}
	return false;
}

/* Roots at queues that no pause stops: those that were never empty, or all with news */
static void walk_slow(struct walk *walk, bool always)
{
	const struct tree_port *port = walk->tree->ports, *end = port + walk->tree->count;
	unsigned int i;

	for (; port < end; port++)
		for (i = 0; i < 8; i++) {
			if ((always && !port->least[i]) || is_stopped(port, i) ||
			    !has_cause(walk, port, i, !always))
				continue;
			emit(walk, NODE_SLOW, port, i);
			walk_causes(walk, port, i, 1);
		}
}

/* Roots at the other ends of ports that are paused, though no port asks for that */
static void walk_strangers(struct walk *walk)
{
	const struct tree_port *port = walk->tree->ports, *end = port + walk->tree->count, *peer;
	unsigned int timer;

	for (; port < end; port++)
		for (timer = 0; timer < COUNTER_VALUES; timer++) {
			peer = tree_peer_of(walk, port);
			if (!(port->paused & 1U << timer) || (peer && peer->xoff & 1U << timer))
				continue;
			emit(walk, peer ? NODE_PAUSED : NODE_STATION, port, timer);
			walk_causes(walk, port, timer, 1);
		}
}

/* If no tree has an XOFF, no tree has its cause. Find that cause. */
static void climb(const struct walk *walk, const struct tree_port **port, unsigned int *timer)
{
	const struct charge *edge = walk->tree->edges, *end = edge + walk->tree->edge_count;
	const struct tree_port *egress, *peer;
	unsigned int i;

	for (; edge < end; edge++)
		for (i = 0; i < COUNTER_VALUES; i++) {
			egress = &walk->tree->ports[edge->egress];
			peer = tree_peer_of(walk, egress);
			if (!peer || !joins(walk, edge, *port, *timer, egress, i) ||
			    !tree_obeys(egress, i) || !(peer->xoff & 1U << i) ||
			    *told(walk, peer, i))
				continue;
			*port = peer;
			*timer = i;
			return;
		}
}

/* After so many steps, the walk from cause to cause goes round. */
static void walk_ring(struct walk *walk, const struct tree_port *port, unsigned int timer)
{
	size_t steps = walk->tree->count * COUNTER_VALUES;

	while (steps--)
		climb(walk, &port, &timer);
	emit(walk, NODE_RING, port, timer);
	walk_stop(walk, port, timer, 1, charges(walk, port, timer, NULL, 0, NULL));
}

/* XOFFs that no tree has: of ports without charges first, the others go round in a ring */
static void walk_rest(struct walk *walk, bool in_ring)
{
	const struct tree_port *port = walk->tree->ports, *end = port + walk->tree->count;
	unsigned int timer;

	for (; port < end; port++)
		for (timer = 0; timer < COUNTER_VALUES; timer++) {
			if (!(port->xoff & 1U << timer) || *told(walk, port, timer))
				continue;
			if (in_ring) {
				walk_ring(walk, port, timer);
			} else if (!charges(walk, port, timer, NULL, 0, NULL)) {
				emit(walk, NODE_SENDER, port, timer);
				walk_stop(walk, port, timer, 1, 0);
			}
		}
}

int tree_walk(const struct tree *tree, node_fn *node, void *data)
{
	struct walk walk = { .tree = tree, .node = node, .data = data };

	walk.told = calloc(tree->count + 1, COUNTER_VALUES);
	if (!walk.told)
		return -ENOMEM;
	walk_slow(&walk, true);
	walk_strangers(&walk);
	walk_rest(&walk, false);
	walk_slow(&walk, false);
	walk_rest(&walk, true);
	free(walk.told);
	return walk.roots;
}
