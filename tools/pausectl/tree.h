/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who pauses whom. A port is congested, asks its partner to stop, and so the partner becomes
 * congested in its turn: this is a tree, whose root cannot send, or stops others by itself.
 */
#ifndef PAUSECTL_TREE_H
#define PAUSECTL_TREE_H

#include "recording.h"

/**
 * struct tree_port - a port, and what it did in a while
 * @place: its name, and its other end
 * @peer: index of the port at the other end of a pair, -1: none
 * @reads: samples that were added
 * @first: the first of them
 * @last: the last of them
 * @least: octets that waited in each sample
 * @charged: octets charged in one sample
 * @paused: timers that were paused for a part of the while
 * @xoff: timers that the partner was asked to stop
 * @stopped_us: the sum of the times that timers were paused and that the partner was asked to stop;
 *	an XOFF that no sample shows has 1 us
 */
struct tree_port {
	const struct recorded_port *place;
	int peer;
	size_t reads;
	struct sample first;
	struct sample last;
	uint64_t least[8];
	uint64_t charged[8];
	uint32_t paused;
	uint32_t xoff;
	uint64_t stopped_us;
};

/**
 * struct tree - the ports of a recording, and what joins them in a while
 * @ports: all
 * @count: number of them
 * @edges: where charges waited; @octets is the most of one look, @sample of no use
 * @edge_count: number of them
 * @last_edge: the one that was added to last
 */
struct tree {
	struct tree_port *ports;
	size_t count;
	struct charge *edges;
	size_t edge_count;
	size_t last_edge;
};

enum node_kind {
	NODE_SLOW,	/* root: charges wait at the port, and no pause stops it */
	NODE_STATION,	/* root: the other end of the port, which is no port, stops it */
	NODE_SENDER,	/* root: the port stops its partner, and none of its charges wait */
	NODE_PAUSED,	/* root: the port is paused, and its partner port asks for nothing */
	NODE_RING,	/* instead of a root: the ports wait for each other */
	NODE_STOP,	/* the port sends XOFF to its partner, because of the node above */
};

struct node {
	enum node_kind kind;
	const struct tree_port *port;
	unsigned int timer;
	unsigned int depth;	/* 0: root */
	uint64_t charged;	/* octets that wait: of NODE_SLOW here, of NODE_STOP above */
	bool again;		/* NODE_STOP: what is below it was below an earlier node */
};

typedef void node_fn(const struct node *node, void *data);

/* Add what the port did to @port. The first sample is the begin of the while. */
void tree_add(struct tree_port *port, const struct sample *sample);
/* Add charges of one look. 0 or -ENOMEM. */
int tree_charge(struct tree *tree, const struct charge *charge);
/*
 * Call @window for each @ns of the recording, when @tree has what the ports did from @from ns
 * after the begin on, until @window returns a negative value. Returns the last value, or -ENOMEM.
 */
int tree_windows(const struct recording *recording, uint64_t ns,
		 int (*window)(const struct tree *tree, uint64_t from, void *data), void *data);
/* Was the port paused by an XOFF for @timer? */
bool tree_obeys(const struct tree_port *port, unsigned int timer);
/* Call @node for each root, then for what is below it. Returns the number of roots, or -ENOMEM. */
int tree_walk(const struct tree *tree, node_fn *node, void *data);

#endif /* PAUSECTL_TREE_H */
