/* SPDX-License-Identifier: GPL-2.0 */
/* The network namespaces of the machine, their devices, and how these are joined. */
#ifndef PAUSECTL_MACHINE_H
#define PAUSECTL_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "format.h"

/**
 * struct netns - a network namespace
 * @name: below /run/netns, or "pid N" of a process in it; "" is the one that the tool runs in
 * @fd: open file
 * @inode: tells it from others
 */
struct netns {
	char name[64];
	int fd;
	ino_t inode;
};

/**
 * struct device - a network device
 * @netns: index of its namespace
 * @index: ifindex
 * @master: ifindex of the bridge that it is a port of, 0: none. Between them may be a bond.
 * @is_bridge: it is a bridge
 * @link: ifindex of the device at the other end of a pair such as veth, 0: none
 * @link_nsid: number that @netns has for the namespace of @link, -1: @netns itself
 * @peer: index of that device, -1: none is known
 * @name: as format_name() writes it
 */
struct device {
	size_t netns;
	unsigned int index;
	unsigned int master;
	bool is_bridge;
	unsigned int link;
	int link_nsid;
	int peer;
	struct word name;
};

struct machine {
	struct netns *netns;
	size_t netns_count;
	struct device *devices;
	size_t count;
	size_t missing;		/* namespaces that the tool may not enter */
};

/*
 * Read all namespaces that the tool may enter, at least its own, which comes first. 0 or a negative
 * errno. The tool is in its own namespace afterwards.
 */
int machine_read(struct machine *machine);
void machine_free(struct machine *machine);

/* Sockets opened from now on belong to this namespace. 0 or a negative errno. */
int machine_enter(const struct machine *machine, size_t netns);

/* The device of an ifindex in a namespace; NULL: none. */
struct device *machine_find(const struct machine *machine, size_t netns, unsigned int index);

/* "NAME", or "NAME in NETNS" if that is not the namespace of the tool. */
struct label {
	char text[160];
};

struct label machine_label(const struct machine *machine, const struct device *device);

#endif /* PAUSECTL_MACHINE_H */
