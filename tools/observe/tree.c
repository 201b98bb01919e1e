// SPDX-License-Identifier: GPL-2.0
#include "observe.h"

#define LINK		(COUNTER_VALUES - 1)

struct walk {
	const struct tree *tree;
	bool *told;		/* by port and timer: the XOFF is in a tree */
	struct node *nodes;	/* so far */
	size_t count;
	bool news;		/* also of queues that were empty for a while */
};

size_t tree_find(const struct tree *tree, const struct place *place)
{
	size_t i = 0;

	while (i < tree->count && (tree->ports[i].place.index != place->index ||
				   strcmp(tree->ports[i].place.netns.text, place->netns.text)))
		i++;
	return i;
}

struct tree_port *tree_port(struct tree *tree, const struct place *place)
{
	size_t i = tree_find(tree, place);

	if (i == tree->count) {
		tree->ports = room_for(tree->ports, ++tree->count, sizeof(*tree->ports));
		tree->ports[i] = (struct tree_port){ .place = *place, .peer = -1 };
	}
	return &tree->ports[i];
}

/* What came since the last sample of the while. If a port begins anew, its counters do, too. */
static uint64_t growth(const struct tree_port *port, const struct sample *sample,
		       unsigned int counter, unsigned int timer)
{
	uint64_t before = port->last.of[counter][timer], now = sample->of[counter][timer];

	return port->begun && now > before ? now - before : 0;
}

static void add_timer(struct tree_port *port, const struct sample *sample, unsigned int timer)
{
	uint64_t paused_us = growth(port, sample, PAUSECTL_A_STATS_PAUSE_DURATION_US, timer);
	uint64_t xoffs = growth(port, sample, PAUSECTL_A_STATS_TX_XOFF, timer);
	const uint64_t *xoff_before = port->last.of[PAUSECTL_A_STATS_XOFF_OUTSTANDING];

	if (sample->of[PAUSECTL_A_STATS_PAUSED][timer] || paused_us)
		port->paused |= 1U << timer;
	if (sample->of[PAUSECTL_A_STATS_XOFF_OUTSTANDING][timer] || xoffs)
		port->xoff |= 1U << timer;
	port->paused_us[timer] += paused_us;
	port->stopped_us += paused_us;
	if (port->begun && xoff_before[timer])
		port->stopped_us += (sample->time - port->last.time) / 1000;
	else
		port->stopped_us += !!xoffs;
}

void tree_add(struct tree_port *port, const struct sample *sample)
{
	const uint64_t *waits = sample->of[PAUSECTL_A_STATS_QUEUE_BYTES];
	const uint64_t *charged = sample->of[PAUSECTL_A_STATS_OCCUPANCY];
	unsigned int i;

	for (i = 0; i < 8; i++) {
		if (!port->begun || waits[i] < port->least[i])
			port->least[i] = waits[i];
		if (charged[i] > port->charged[i])
			port->charged[i] = charged[i];
	}
	for (i = 0; i < COUNTER_VALUES; i++)
		add_timer(port, sample, i);
	port->last = *sample;
	port->begun = true;
	port->fresh = true;
}

void tree_charge(struct tree *tree, const struct charge *charge)
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
		return;
	}
	tree->edges = room_for(tree->edges, i + 1, sizeof(*edge));
	tree->edges[i] = *charge;
	tree->last_edge = tree->edge_count++;
}

void tree_next(struct tree *tree)
{
	struct tree_port *port = tree->ports, *end = port + tree->count;

	for (; port < end; port++) {
		struct tree_port before = *port;

		*port = (struct tree_port){ .place = before.place, .other = before.other,
					    .peer = before.peer, .last = before.last };
		/* A port without new samples has ended. */
		if (before.fresh)
			tree_add(port, &before.last);
		port->fresh = false;
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

/* The timers that hold back frames of this timer, and those whose frames it holds back */
static uint32_t concerned(unsigned int timer)
{
	return timer == LINK ? (1U << COUNTER_VALUES) - 1 : 1U << timer | 1U << LINK;
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
	       (!egress || (&ports[edge->egress] == egress &&
			    concerned(timer) & 1U << edge->priority));
}

/* The octets of such edges before @end; NULL: of all */
static uint64_t charges(const struct walk *walk, const struct tree_port *ingress,
			unsigned int xoff, const struct tree_port *egress, unsigned int timer,
			const struct charge *end)
{
	const struct charge *edge = walk->tree->edges;
	uint64_t octets = 0;

	if (!end)
		end = edge + walk->tree->edge_count;
	for (; edge < end; edge++)
		if (joins(walk, edge, ingress, xoff, egress, timer))
			octets += edge->octets;
	return octets;
}

static void add_node(struct walk *walk, const struct node *node)
{
	walk->nodes = room_for(walk->nodes, walk->count + 1, sizeof(*node));
	walk->nodes[walk->count++] = *node;
}

static void add_root(struct walk *walk, enum node_kind kind, const struct tree_port *port,
		     unsigned int timer)
{
	struct node node = { .kind = kind, .port = port, .timer = timer };

	if (kind == NODE_SLOW)
		node.charged = charges(walk, NULL, 0, port, timer, NULL);
	add_node(walk, &node);
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

	add_node(walk, &node);
	if (*before)
		return;
	*before = true;
	if (peer && peer->paused & 1U << timer)
		walk_causes(walk, peer, timer, depth + 1);
}

/* The ports that ask to stop because frames for @timer cannot leave by @port */
static void walk_causes(struct walk *walk, const struct tree_port *port, unsigned int timer,
			unsigned int depth)
{
	const struct charge *edge = walk->tree->edges, *end = edge + walk->tree->edge_count;
	const struct tree_port *ingress;
	unsigned int i;

	for (; edge < end; edge++)
		for (i = 0; i < COUNTER_VALUES; i++) {
			ingress = &walk->tree->ports[edge->ingress];
			/* The first of these edges stands for all of them. */
			if (ingress->xoff & 1U << i &&
			    joins(walk, edge, ingress, i, port, timer) &&
			    !charges(walk, ingress, i, port, timer, edge))
				walk_stop(walk, ingress, i, depth,
					  charges(walk, ingress, i, port, timer, NULL));
		}
}

/* A root at a queue that no pause stops, if a port asks to stop because of it */
static void walk_queue(struct walk *walk, const struct tree_port *port, unsigned int priority)
{
	size_t root = walk->count, i = root + 1;

	if (priority == LINK || port->paused & concerned(priority) ||
	    !(walk->news || port->least[priority]))
		return;
	add_root(walk, NODE_SLOW, port, priority);
	walk_causes(walk, port, priority, 1);
	while (i < walk->count && walk->news && walk->nodes[i].again)
		i++;
	if (i >= walk->count)
		walk->count = root;
}

/* A root at the other end of a port that is paused, though no port asks for that */
static void walk_stranger(struct walk *walk, const struct tree_port *port, unsigned int timer)
{
	const struct tree_port *peer = tree_peer_of(walk, port);

	if (!(port->paused & 1U << timer) || (peer && peer->xoff & 1U << timer))
		return;
	add_root(walk, peer ? NODE_PAUSED : NODE_STATION, port, timer);
	walk_causes(walk, port, timer, 1);
}

/* An XOFF that no tree has, of a port without charges */
static void walk_sender(struct walk *walk, const struct tree_port *port, unsigned int timer)
{
	if (!(port->xoff & 1U << timer) || *told(walk, port, timer) ||
	    charges(walk, port, timer, NULL, 0, NULL))
		return;
	add_root(walk, NODE_SENDER, port, timer);
	walk_stop(walk, port, timer, 1, 0);
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
			    !(egress->paused & peer->xoff & 1U << i) || *told(walk, peer, i))
				continue;
			*port = peer;
			*timer = i;
			return;
		}
}

/* An XOFF that is left. After so many steps, the walk from cause to cause goes round. */
static void walk_ring(struct walk *walk, const struct tree_port *port, unsigned int timer)
{
	size_t steps = walk->tree->count * COUNTER_VALUES;

	if (!(port->xoff & 1U << timer) || *told(walk, port, timer))
		return;
	while (steps--)
		climb(walk, &port, &timer);
	add_root(walk, NODE_RING, port, timer);
	walk_stop(walk, port, timer, 1, charges(walk, port, timer, NULL, 0, NULL));
}

size_t tree_walk(const struct tree *tree, struct node **nodes)
{
	/* Standing queues first, because a queue that was empty for a while is no better reason. */
	static void (*const walks[])(struct walk *walk, const struct tree_port *port,
				     unsigned int timer) = {
		walk_queue, walk_stranger, walk_sender, walk_queue, walk_ring
	};
	size_t timers = tree->count * COUNTER_VALUES, i, j;
	struct walk walk = { .tree = tree, .told = room_for(NULL, timers + 1, sizeof(bool)) };

	memset(walk.told, false, timers * sizeof(bool));
	for (i = 0; i < MNL_ARRAY_SIZE(walks); i++, walk.news = true)
		for (j = 0; j < timers; j++)
			walks[i](&walk, &tree->ports[j / COUNTER_VALUES], j % COUNTER_VALUES);
	free(walk.told);
	*nodes = walk.nodes;
	return walk.count;
}
