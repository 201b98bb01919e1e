/* SPDX-License-Identifier: GPL-2.0 */
/* What the commands that watch ports share: one section a file. */
#ifndef PAUSECTL_OBSERVE_H
#define PAUSECTL_OBSERVE_H

#include "lib.h"

/* --- machine.c ------------------------------------------------------------------------------ */

/* The network namespaces of the machine, their devices, and how these are joined. */

/* A network device */
struct device {
	size_t netns;	/* index of its namespace */
	unsigned int index;	/* ifindex */
	unsigned int upper;	/* ifindex of the bridge, bond or other device that it is part of */
	char kind[16];	/* as in "bridge" or "vlan", "" for hardware */
	bool filters_vlans;	/* the bridge does */
	bool up;	/* it is switched on */
	bool has_link;	/* a frame can leave */
	/* ifindex of the device at the other end of a pair such as veth, 0: none */
	unsigned int link;
	int link_nsid;	/* number that @netns has for the namespace of @link, -1: @netns itself */
	int peer;	/* index of that device, -1: none is known */
	unsigned int queues;	/* for sending */
	char qdisc[16];	/* kind of its root qdisc */
	unsigned int mtu;	/* longest packet */
	uint64_t carrier_changes;	/* times that its link went up or down */
	uint64_t rx_packets;
	uint64_t tx_dropped;	/* packets that the device or its driver dropped on the way out */
	uint64_t rx_missed;	/* frames that found no room in the device */
	struct word name;	/* as format_name() writes it */
	struct counts *counts;	/* of doctor */
};

struct machine {
	struct netns_list netns;	/* of those that are missing there are no devices */
	struct device *devices;
	size_t count;
};

/*
 * Ask rtnetlink of the present namespace, by a request of a type, of @size octets, and of one
 * attribute, 0: none. 0 or a negative errno.
 */
int machine_ask(uint16_t type, const void *octets, size_t size, uint16_t attribute, uint32_t value,
		mnl_cb_t answer, void *data);
/* Read all namespaces that the tool may enter, at least its own. 0 or a negative errno. */
int machine_read(struct machine *machine);
void machine_free(struct machine *machine);

/* The device of an ifindex in a namespace, and the one at its other end. NULL: none is known. */
const struct device *machine_device(const struct machine *machine, size_t netns,
				    unsigned int index);
const struct device *machine_peer(const struct machine *machine, const struct device *device);
/* The bridge that a device is a port of, also by a bond. NULL: none */
const struct device *machine_bridge(const struct machine *machine, const struct device *device);
/* The other end of a device, and its bridge. They stay as they are if nothing is known. */
void machine_joins(const struct machine *machine, const struct place *place, struct place *other,
		   struct word *bridge);

/*
 * Does the ring of a device in the present namespace drop frames that its reader does not fetch in
 * time? The ring of a tap does, unless the owner of the tap has set IFF_BACKPRESSURE.
 */
bool ring_drops(const char *device);

/* --- tree.c --------------------------------------------------------------------------------- */

/*
 * Who pauses whom. A port is congested, asks its partner to stop, and so the partner becomes
 * congested in its turn: this is a tree, whose root cannot send, or stops others by itself.
 */

/* Charges of one look: @octets of an ingress port wait in a queue of the egress port. */
struct charge {
	size_t ingress;		/* numbers of ports in the tree */
	size_t egress;
	unsigned int priority;	/* of the queue */
	uint32_t timers;	/* that the ingress port stops if such charges are too many */
	uint64_t octets;
};

/* A port, and what it did in a while */
struct tree_port {
	struct place place;
	struct place other;	/* the device at the other end of a pair */
	int peer;	/* number of the port that this device is, -1: none */
	struct sample last;	/* perhaps of an earlier while; @time 0: none */
	bool begun;	/* @last is the begin of the while, or a part of it */
	bool fresh;	/* it is a part of it */
	uint64_t least[MAX_VALUES];	/* octets that waited in each sample */
	uint64_t charged[MAX_VALUES];	/* octets charged in one sample */
	uint32_t paused;	/* timers that were paused for a part of the while */
	uint32_t xoff;	/* timers that the partner was asked to stop */
	uint64_t paused_us[MAX_VALUES];	/* how long they were paused */
	/*
	 * the sum of the times that timers were paused and that the partner was asked to stop; an
	 * XOFF that no sample shows has 1 us
	 */
	uint64_t stopped_us;
};

/* Ports, and what joins them in a while */
struct tree {
	struct machine machine;	/* its devices join the ports */
	const char *no_port;	/* what is said of a device that has none here */
	struct tree_port *ports;	/* all */
	size_t count;	/* number of them */
	struct charge *edges;	/* where charges waited; @octets is the most of one look */
	size_t edge_count;	/* number of them */
	size_t last_edge;	/* the one that was added to last */
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
	const struct tree_port *peer;	/* at the other end, NULL: there is no such port */
	unsigned int timer;
	unsigned int depth;	/* 0: root */
	uint64_t charged;	/* octets that wait: of NODE_SLOW here, of NODE_STOP above */
	bool obeys;		/* that port is paused, as far as is known */
	bool again;		/* NODE_STOP: what is below it was below an earlier node */
};

/* The port of a place, also if it is new */
struct tree_port *tree_port(struct tree *tree, const struct place *place);
/* Add what the port did to @port. The first sample is the begin of the while. */
void tree_add(struct tree_port *port, const struct sample *sample);
/* Add charges of one look. */
void tree_charge(struct tree *tree, const struct charge *charge);
/* The same by a message of charges-get, from a namespace: "" is the one of the tool. */
void tree_on_charge(struct tree *tree, const char *netns, const struct nlattr *const *attributes);
/* Begin a new while, with the last sample of each port that had one in this while. */
void tree_next(struct tree *tree);
/* Each root, and after it what is below it. The caller frees *@nodes. Returns their number. */
size_t tree_walk(const struct tree *tree, struct node **nodes);
void tree_free(struct tree *tree);

/* --- trace.c -------------------------------------------------------------------------------- */

/* JSON only: a device, if it is known, and its namespace, if that is another one */
void add_place(const char *name_key, const char *netns_key, const struct place *place);
/* Print a node of the tree, in words and in JSON, without an end of the object or line. */
void print_node(const struct tree *tree, const struct node *node);

#endif /* PAUSECTL_OBSERVE_H */
