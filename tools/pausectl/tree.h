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
 * @netns: "" is that of the tool
 * @name: of its device
 * @index: ifindex
 * @group: frames may go from port to port of one group
 * @peer: index of the port at the other end of a pair, -1: none
 * @peer_name: the device there, "": unknown
 * @peer_netns: its namespace
 * @reads: samples that were added
 * @first: the first of them
 * @last: the last of them
 * @least: octets that waited in each sample
 * @most: octets that waited in one sample
 * @charged: octets charged in one sample
 * @paused: timers that were paused for a part of the while
 * @xoff: timers that the partner was asked to stop
 */
struct tree_port {
	struct word netns;
	struct word name;
	unsigned int index;
	size_t group;
	int peer;
	struct word peer_name;
	struct word peer_netns;
	size_t reads;
	struct sample first;
	struct sample last;
	uint64_t least[8];
	uint64_t most[8];
	uint64_t charged[8];
	uint32_t paused;
	uint32_t xoff;
};

enum node_kind {
	NODE_SLOW,	/* root: frames wait at the port, and no pause stops it */
	NODE_STATION,	/* root: the other end of the port, which is no port, stops it */
	NODE_SENDER,	/* root: the port stops its partner, and no frame waits behind it */
	NODE_RING,	/* instead of a root: the ports wait for each other */
	NODE_STOP,	/* the port stops its partner, because of the node above */
};

struct node {
	enum node_kind kind;
	const struct tree_port *port;
	unsigned int timer;
	unsigned int depth;	/* 0: root */
};

typedef void node_fn(const struct node *node, void *data);

/* Add what the port did. The first sample is the begin of the while. */
void tree_add(struct tree_port *port, const struct sample *sample);
/* Call @node for each root, then for what is below it. Returns the number of roots, or -ENOMEM. */
int tree_walk(const struct tree_port *ports, size_t count, node_fn *node, void *data);

#endif /* PAUSECTL_TREE_H */
