// SPDX-License-Identifier: GPL-2.0
#include "observe.h"

#define NONE		SIZE_MAX

/*
 * A walk has a number for each timer of each port, its spot: that of the port times MAX_VALUES,
 * and the timer.
 */
struct walk {
	const struct tree *tree;
	bool *told;		/* by spot: the XOFF is in a tree */
	struct node *nodes;	/* so far */
	size_t count;
	bool news;		/* also of queues that were empty for a while */
};

/* The number of a port, @tree->count if the tree has no such port */
static size_t number_of(const struct tree *tree, const struct place *place)
{
	size_t i = 0;

	while (i < tree->count && (tree->ports[i].place.index != place->index ||
				   strcmp(tree->ports[i].place.netns.text, place->netns.text)))
		i++;
	return i;
}

struct tree_port *tree_port(struct tree *tree, const struct place *place)
{
	size_t number = number_of(tree, place), peer;
	struct tree_port *port;
	struct word bridge;

	if (number < tree->count)
		return &tree->ports[number];
	tree->ports = room_for(tree->ports, ++tree->count, sizeof(*port));
	port = &tree->ports[number];
	*port = (struct tree_port){ .place = *place, .peer = -1 };
	machine_joins(&tree->machine, place, &port->other, &bridge);
	peer = number_of(tree, &port->other);
	if (peer < tree->count) {
		port->peer = (int)peer;
		tree->ports[peer].peer = (int)number;
	}
	return port;
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
	uint64_t waits = sample->of[PAUSECTL_A_STATS_QUEUE_BYTES][timer];
	uint64_t charged = sample->of[PAUSECTL_A_STATS_OCCUPANCY][timer];

	if (!port->begun || waits < port->least[timer])
		port->least[timer] = waits;
	if (charged > port->charged[timer])
		port->charged[timer] = charged;
	if (sample->of[PAUSECTL_A_STATS_PAUSED][timer] || paused_us)
		port->paused |= 1U << timer;
	if (sample->of[PAUSECTL_A_STATS_XOFF_OUTSTANDING][timer] || xoffs)
		port->xoff |= 1U << timer;
	port->paused_us[timer] += paused_us;
	port->stopped_us += paused_us;
	if (port->begun && port->last.of[PAUSECTL_A_STATS_XOFF_OUTSTANDING][timer])
		port->stopped_us += (sample->time - port->last.time) / 1000;
	else
		port->stopped_us += !!xoffs;
}

void tree_add(struct tree_port *port, const struct sample *sample)
{
	unsigned int i;

	for (i = 0; i < MAX_VALUES; i++)
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

void tree_on_charge(struct tree *tree, const char *netns, const struct nlattr *const *attributes)
{
	struct place place = { .netns = format_name(netns) };
	struct charge charge = {
		.priority = attr_number(attributes[PAUSECTL_A_PRIORITY]),
		.timers = attr_number(attributes[PAUSECTL_A_TIMERS]),
		.octets = attr_number(attributes[PAUSECTL_A_OCTETS]),
	};

	place.index = attr_number(attributes[PAUSECTL_A_INGRESS]);
	charge.ingress = number_of(tree, &place);
	place.index = attr_number(attributes[PAUSECTL_A_IFINDEX]);
	charge.egress = number_of(tree, &place);
	/* A port that came after the samples has no place in the tree yet. */
	if (charge.ingress < tree->count && charge.egress < tree->count && charge.priority < 8)
		tree_charge(tree, &charge);
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
	machine_free(&tree->machine);
	memset(tree, 0, sizeof(*tree));
}

/* The timers that hold back frames of this timer, and those whose frames it holds back */
static uint32_t concerned(unsigned int timer)
{
	return timer == PAUSECTL_LINK ? (1U << MAX_VALUES) - 1 :
					1U << timer | 1U << PAUSECTL_LINK;
}

static const struct tree_port *port_of(const struct walk *walk, size_t spot)
{
	return &walk->tree->ports[spot / MAX_VALUES];
}

static bool is_paused(const struct walk *walk, size_t spot)
{
	return spot != NONE && port_of(walk, spot)->paused & 1U << spot % MAX_VALUES;
}

static bool has_xoff(const struct walk *walk, size_t spot)
{
	return spot != NONE && port_of(walk, spot)->xoff & 1U << spot % MAX_VALUES;
}

/* The same timer of the port at the other end, NONE: there is no such port */
static size_t peer_of(const struct walk *walk, size_t spot)
{
	int peer = port_of(walk, spot)->peer;

	return peer < 0 ? NONE : (size_t)peer * MAX_VALUES + spot % MAX_VALUES;
}

/* Is the edge one from this XOFF, to frames that are held at this spot? NONE: from, or to, any */
static bool joins(const struct charge *edge, size_t xoff, size_t held)
{
	return (xoff == NONE || (edge->ingress == xoff / MAX_VALUES &&
				 edge->timers & 1U << xoff % MAX_VALUES)) &&
	       (held == NONE || (edge->egress == held / MAX_VALUES &&
				 concerned(held % MAX_VALUES) & 1U << edge->priority));
}

/* The octets of such edges before @end; NULL: of all */
static uint64_t charges(const struct walk *walk, size_t xoff, size_t held, const struct charge *end)
{
	const struct charge *edge = walk->tree->edges;
	uint64_t octets = 0;

	if (!end)
		end = edge + walk->tree->edge_count;
	for (; edge < end; edge++)
		if (joins(edge, xoff, held))
			octets += edge->octets;
	return octets;
}

static void add_node(struct walk *walk, enum node_kind kind, size_t spot, unsigned int depth,
		     uint64_t charged)
{
	size_t peer = peer_of(walk, spot);

	walk->nodes = room_for(walk->nodes, walk->count + 1, sizeof(*walk->nodes));
	walk->nodes[walk->count++] = (struct node){
		kind, port_of(walk, spot), peer == NONE ? NULL : port_of(walk, peer),
		spot % MAX_VALUES, depth, charged, .obeys = is_paused(walk, peer),
		.again = kind == NODE_STOP && walk->told[spot],
	};
}

static void walk_causes(struct walk *walk, size_t held, unsigned int depth);

/* A port stops its partner, which stops others in its turn, if it obeys. */
static void walk_stop(struct walk *walk, size_t xoff, unsigned int depth, uint64_t charged)
{
	add_node(walk, NODE_STOP, xoff, depth, charged);
	if (walk->told[xoff])
		return;
	walk->told[xoff] = true;
	if (is_paused(walk, peer_of(walk, xoff)))
		walk_causes(walk, peer_of(walk, xoff), depth + 1);
}

/* The ports that ask to stop because frames cannot leave */
static void walk_causes(struct walk *walk, size_t held, unsigned int depth)
{
	const struct charge *edge = walk->tree->edges, *end = edge + walk->tree->edge_count;
	size_t timer, xoff;

	for (; edge < end; edge++)
		for (timer = 0; timer < MAX_VALUES; timer++) {
			xoff = edge->ingress * MAX_VALUES + timer;
			/* The first of these edges stands for all of them. */
			if (has_xoff(walk, xoff) && joins(edge, xoff, held) &&
			    !charges(walk, xoff, held, edge))
				walk_stop(walk, xoff, depth, charges(walk, xoff, held, NULL));
		}
}

/* A root at a queue that no pause stops, if a port asks to stop because of it */
static void walk_queue(struct walk *walk, size_t spot)
{
	const struct tree_port *port = port_of(walk, spot);
	unsigned int priority = spot % MAX_VALUES;
	size_t root = walk->count, i = root + 1;

	if (priority == PAUSECTL_LINK || port->paused & concerned(priority) ||
	    !(walk->news || port->least[priority]))
		return;
	add_node(walk, NODE_SLOW, spot, 0, charges(walk, NONE, spot, NULL));
	walk_causes(walk, spot, 1);
	while (i < walk->count && walk->news && walk->nodes[i].again)
		i++;
	if (i >= walk->count)
		walk->count = root;
}

/* A root at the other end of a port that is paused, though no port asks for that */
static void walk_stranger(struct walk *walk, size_t spot)
{
	size_t peer = peer_of(walk, spot);

	if (!is_paused(walk, spot) || has_xoff(walk, peer))
		return;
	add_node(walk, peer == NONE ? NODE_STATION : NODE_PAUSED, spot, 0, 0);
	walk_causes(walk, spot, 1);
}

/* An XOFF that no tree has, of a port without charges */
static void walk_sender(struct walk *walk, size_t spot)
{
	if (!has_xoff(walk, spot) || walk->told[spot] || charges(walk, spot, NONE, NULL))
		return;
	add_node(walk, NODE_SENDER, spot, 0, 0);
	walk_stop(walk, spot, 1, 0);
}

/* The XOFF that causes this one, or this one. If no tree has an XOFF, no tree has its cause. */
static size_t cause_of(const struct walk *walk, size_t xoff)
{
	const struct charge *edge = walk->tree->edges, *end = edge + walk->tree->edge_count;
	size_t timer, held, cause;

	for (; edge < end; edge++)
		for (timer = 0; timer < MAX_VALUES; timer++) {
			held = edge->egress * MAX_VALUES + timer;
			cause = peer_of(walk, held);
			if (joins(edge, xoff, held) && is_paused(walk, held) &&
			    has_xoff(walk, cause) && !walk->told[cause])
				return cause;
		}
	return xoff;
}

/* An XOFF that is left. After so many steps, the walk from cause to cause goes round. */
static void walk_ring(struct walk *walk, size_t spot)
{
	size_t steps = walk->tree->count * MAX_VALUES;

	if (!has_xoff(walk, spot) || walk->told[spot])
		return;
	while (steps--)
		spot = cause_of(walk, spot);
	add_node(walk, NODE_RING, spot, 0, 0);
	walk_stop(walk, spot, 1, charges(walk, spot, NONE, NULL));
}

size_t tree_walk(const struct tree *tree, struct node **nodes)
{
	/* Standing queues first, because a queue that was empty for a while is no better reason. */
	static void (*const walks[])(struct walk *walk, size_t spot) = {
		walk_queue, walk_stranger, walk_sender, walk_queue, walk_ring
	};
	size_t spots = tree->count * MAX_VALUES, spot, i;
	struct walk walk = { .tree = tree, .told = room_for(NULL, spots + 1, sizeof(bool)) };

	memset(walk.told, false, spots * sizeof(bool));
	for (i = 0; i < MNL_ARRAY_SIZE(walks); i++, walk.news = true)
		for (spot = 0; spot < spots; spot++)
			walks[i](&walk, spot);
	free(walk.told);
	*nodes = walk.nodes;
	return walk.count;
}
