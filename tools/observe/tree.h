/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who pauses whom. A port is congested, asks its partner to stop, and so the partner becomes
 * congested in its turn: this is a tree, whose root cannot send, or stops others by itself.
 */
#ifndef PAUSECTL_TREE_H
#define PAUSECTL_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counters.h"
#include "machine.h"

/* Counters and gauges of a port at one time, in ns of any clock. */
struct sample {
	uint64_t time;
	uint64_t queue_bytes[8];
	uint64_t occupancy[8];
	uint64_t paused[COUNTER_VALUES];
	uint64_t pause_duration_us[COUNTER_VALUES];
	uint64_t xoff_outstanding[COUNTER_VALUES];
	uint64_t tx_xoff[COUNTER_VALUES];
};

/* Charges of one look: @octets of an ingress port wait in a queue of the egress port. */
struct charge {
	size_t ingress;		/* numbers of ports in the tree */
	size_t egress;
	unsigned int priority;	/* of the queue */
	uint32_t timers;	/* that the ingress port stops if such charges are too many */
	uint64_t octets;
};

/**
 * struct tree_port - a port, and what it did in a while
 * @place: its name, and its other end
 * @peer: number of the port at the other end of a pair, -1: none
 * @reads: samples that were added
 * @carried: the first one is of the while before
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
	struct place place;
	int peer;
	size_t reads;
	bool carried;
	struct sample first;
	struct sample last;
	uint64_t least[8];
	uint64_t charged[8];
	uint32_t paused;
	uint32_t xoff;
	uint64_t stopped_us;
};

/**
 * struct tree - ports, and what joins them in a while
 * @ports: all
 * @count: number of them
 * @edges: where charges waited; @octets is the most of one look
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

/* The number of a port, @tree->count if the tree has no such port. */
size_t tree_find(const struct tree *tree, const char *netns, unsigned int index);
/* The port, also if it is new; @fresh says so. NULL without memory. */
struct tree_port *tree_port(struct tree *tree, const char *netns, unsigned int index, bool *fresh);
/* Add what the port did to @port. The first sample is the begin of the while. */
void tree_add(struct tree_port *port, const struct sample *sample);
/* Add charges of one look. 0 or -ENOMEM. */
int tree_charge(struct tree *tree, const struct charge *charge);
/* Begin a new while, with the last sample of each port that had one in this while. */
void tree_next(struct tree *tree);
/* Was the port paused by an XOFF for @timer? */
bool tree_obeys(const struct tree_port *port, unsigned int timer);
/* Call @node for each root, then for what is below it. Returns the number of roots, or -ENOMEM. */
int tree_walk(const struct tree *tree, node_fn *node, void *data);
void tree_free(struct tree *tree);

#endif /* PAUSECTL_TREE_H */
