// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

#define LINK		(COUNTER_VALUES - 1)

struct walk {
	const struct tree_port *ports;
	size_t count;
	node_fn *node;
	void *data;
	bool *told;		/* by port and timer: the XOFF is in a tree */
	int roots;
};

/* Do frames go from port to port? In a namespace without a bridge they may. */
static bool same_group(const struct recorded_port *a, const struct recorded_port *b)
{
	return !strcmp(a->netns.text, b->netns.text) && !strcmp(a->bridge.text, b->bridge.text);
}

static bool is_peer(const struct recorded_port *port, const struct recorded_port *other)
{
	return *port->peer.text && port->peer_index == other->index &&
	       !strcmp(port->peer_netns.text, other->netns.text);
}

struct tree_port *tree_ports(const struct recording *recording)
{
	const struct recorded_port *known = recording->ports;
	size_t count = recording->port_count, i, j;
	struct tree_port *ports = calloc(count + 1, sizeof(*ports));

	for (i = 0; ports && i < count; i++) {
		ports[i].place = &known[i];
		ports[i].peer = -1;
		for (j = 0; j < count && ports[i].peer < 0; j++)
			if (is_peer(&known[i], &known[j]))
				ports[i].peer = (int)j;
		while (!same_group(&known[ports[i].group], &known[i]))
			ports[i].group++;
	}
	return ports;
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
		uint64_t waits = sample->queue_bytes[i];

		if (port->reads == 1 || waits < port->least[i])
			port->least[i] = waits;
		if (waits > port->most[i])
			port->most[i] = waits;
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

/* A window begins with the last samples of the one before. */
static void begin_window(struct tree_port *port)
{
	struct tree_port next = { .place = port->place, .group = port->group, .peer = port->peer };

	if (port->reads)
		tree_add(&next, &port->last);
	*port = next;
}

int tree_windows(const struct recording *recording, struct tree_port *ports, uint64_t ns,
		 int (*window)(uint64_t from, void *data), void *data)
{
	uint64_t from = 0, time;
	int error = 0;
	size_t i, port;

	for (i = 0; error >= 0 && i < recording->sample_count; i++) {
		const struct sample *sample = &recording->samples[i];

		/* The clock may have been set back. */
		time = sample->time > recording->begin ? sample->time - recording->begin : 0;
		if (time >= from + ns) {
			error = window(from, data);
			for (port = 0; port < recording->port_count; port++)
				begin_window(&ports[port]);
			from = time / ns * ns;
		}
		tree_add(&ports[sample->port], sample);
	}
	return error < 0 ? error : window(from, data);
}

/* Does one timer hold back frames of the other? */
static bool concerns(unsigned int timer, unsigned int other)
{
	return timer == other || timer == LINK || other == LINK;
}

/* Frames that a timer is for */
static bool waits(const uint64_t *octets, unsigned int timer)
{
	unsigned int i;

	for (i = 0; i < 8; i++)
		if (octets[i] && concerns(i, timer))
			return true;
	return false;
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

static bool *told(const struct walk *walk, const struct tree_port *port, unsigned int timer)
{
	return &walk->told[(port - walk->ports) * COUNTER_VALUES + timer];
}

static void emit(struct walk *walk, enum node_kind kind, const struct tree_port *port,
		 unsigned int timer, unsigned int depth)
{
	struct node node = { kind, port, timer, depth };

	walk->roots += !depth;
	walk->node(&node, walk->data);
}

static void walk_stop(struct walk *walk, const struct tree_port *port, unsigned int timer,
		      unsigned int depth);

/* The ports that ask to stop because frames for @timer cannot leave by @port */
static void walk_causes(struct walk *walk, const struct tree_port *port, unsigned int timer,
			unsigned int depth)
{
	const struct tree_port *other = walk->ports, *end = other + walk->count;
	unsigned int i;

	for (; other < end; other++)
		for (i = 0; i < COUNTER_VALUES; i++)
			if (other != port && other->group == port->group &&
			    other->xoff & 1U << i && concerns(i, timer))
				walk_stop(walk, other, i, depth);
}

/* @port stops its partner, which stops others in its turn, if it obeys. */
static void walk_stop(struct walk *walk, const struct tree_port *port, unsigned int timer,
		      unsigned int depth)
{
	if (*told(walk, port, timer))
		return;
	*told(walk, port, timer) = true;
	emit(walk, NODE_STOP, port, timer, depth);
	if (port->peer >= 0 && tree_obeys(&walk->ports[port->peer], timer))
		walk_causes(walk, &walk->ports[port->peer], timer, depth + 1);
}

/* Does a port of this group ask to stop, although no tree tells why yet? */
static bool is_open(const struct walk *walk, const struct tree_port *port, unsigned int timer)
{
	const struct tree_port *other = walk->ports, *end = other + walk->count;

	for (; other < end; other++)
		if (other != port && other->group == port->group && other->xoff & 1U << timer &&
		    !*told(walk, other, timer))
			return true;
	return false;
}

/* Roots at ports where frames wait, @octets of them, and that nobody pauses */
static void walk_slow(struct walk *walk, bool always)
{
	const struct tree_port *port = walk->ports, *end = port + walk->count;
	unsigned int timer;

	for (; port < end; port++)
		for (timer = 0; timer < COUNTER_VALUES; timer++) {
			if (!waits(always ? port->least : port->most, timer) ||
			    is_stopped(port, timer) || !is_open(walk, port, timer))
				continue;
			emit(walk, NODE_SLOW, port, timer, 0);
			walk_causes(walk, port, timer, 1);
		}
}

/* Roots at the other ends of ports that are paused, though no port asks for that */
static void walk_strangers(struct walk *walk)
{
	const struct tree_port *port = walk->ports, *end = port + walk->count, *peer;
	unsigned int timer;

	for (; port < end; port++)
		for (timer = 0; timer < COUNTER_VALUES; timer++) {
			peer = port->peer < 0 ? NULL : &walk->ports[port->peer];
			if (!(port->paused & 1U << timer) || (peer && peer->xoff & 1U << timer))
				continue;
			emit(walk, peer ? NODE_PAUSED : NODE_STATION, port, timer, 0);
			walk_causes(walk, port, timer, 1);
		}
}

/* Does a frame wait in the group of the port, other than at the port itself? */
static bool waits_behind(const struct walk *walk, const struct tree_port *port,
			 unsigned int timer)
{
	const struct tree_port *other = walk->ports, *end = other + walk->count;

	for (; other < end; other++)
		if (other != port && other->group == port->group && waits(other->most, timer))
			return true;
	return false;
}

/* XOFFs that no tree has told: by themselves first, what is left goes round in a ring */
static void walk_rest(struct walk *walk, bool in_ring)
{
	const struct tree_port *port = walk->ports, *end = port + walk->count;
	unsigned int timer;

	for (; port < end; port++)
		for (timer = 0; timer < COUNTER_VALUES; timer++) {
			if (!(port->xoff & 1U << timer) || *told(walk, port, timer) ||
			    (!in_ring && waits_behind(walk, port, timer)))
				continue;
			emit(walk, in_ring ? NODE_RING : NODE_SENDER, port, timer, 0);
			walk_stop(walk, port, timer, 1);
		}
}

int tree_walk(const struct tree_port *ports, size_t count, node_fn *node, void *data)
{
	struct walk walk = { .ports = ports, .count = count, .node = node, .data = data };

	walk.told = calloc(count + 1, COUNTER_VALUES);
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
