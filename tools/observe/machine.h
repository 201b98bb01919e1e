/* SPDX-License-Identifier: GPL-2.0 */
/* The network namespaces of the machine, their devices, and how these are joined. */
#ifndef PAUSECTL_MACHINE_H
#define PAUSECTL_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

#include <libmnl/libmnl.h>

#include "format.h"
#include "pausectl.h"

/**
 * struct device - a network device
 * @netns: index of its namespace
 * @index: ifindex
 * @master: ifindex of the bridge that it is a port of, 0: none. Between them may be a bond.
 * @is_bridge: it is a bridge
 * @up: it is switched on
 * @has_link: a frame can leave
 * @link: ifindex of the device at the other end of a pair such as veth, 0: none
 * @link_nsid: number that @netns has for the namespace of @link, -1: @netns itself
 * @peer: index of that device, -1: none is known
 * @queues: for sending
 * @qdisc: kind of its root qdisc
 * @mtu: longest packet
 * @carrier_changes: times that its link went up or down
 * @rx_packets: packets received
 * @tx_dropped: packets that the device or its driver dropped on the way out
 * @rx_missed: frames that found no room in the device
 * @name: as format_name() writes it
 */
struct device {
	size_t netns;
	unsigned int index;
	unsigned int master;
	bool is_bridge;
	bool up;
	bool has_link;
	unsigned int link;
	int link_nsid;
	int peer;
	unsigned int queues;
	char qdisc[16];
	unsigned int mtu;
	uint64_t carrier_changes;
	uint64_t rx_packets;
	uint64_t tx_dropped;
	uint64_t rx_missed;
	struct word name;
};

/**
 * struct place - a port, and what it is joined to
 * @netns: its namespace, "" for the one of the tool
 * @index: ifindex
 * @name: of the device
 * @bridge: "" if it is in none, or if nothing is known
 * @peer: the device at the other end of a pair, "" if none is known
 * @peer_netns: its namespace, "" for the one of the tool
 * @peer_index: its ifindex
 */
struct place {
	struct word netns;
	unsigned int index;
	struct word name;
	struct word bridge;
	struct word peer;
	struct word peer_netns;
	unsigned int peer_index;
};

struct machine {
	struct netns_list netns;	/* of those that are missing there are no devices */
	struct device *devices;
	size_t count;
};

/* Ask rtnetlink of the present namespace. 0 or a negative errno. */
int machine_ask(struct nlmsghdr *request, mnl_cb_t answer, void *data);
/* Read all namespaces that the tool may enter, at least its own. 0 or a negative errno. */
int machine_read(struct machine *machine);
void machine_free(struct machine *machine);

/* The device of an ifindex in a namespace, and the one at its other end. NULL: none is known. */
const struct device *machine_device(const struct machine *machine, size_t netns,
				    unsigned int index);
const struct device *machine_peer(const struct machine *machine, const struct device *device);
/* Fill in the bridge and the other end of a device. They stay as they are if nothing is known. */
void machine_place(const struct machine *machine, struct place *place);

/*
 * Does the ring of a device in the present namespace drop frames that its reader does not fetch in
 * time? The ring of a tap does, unless the owner of the tap has set IFF_BACKPRESSURE.
 */
bool ring_drops(const char *device);

#endif /* PAUSECTL_MACHINE_H */
