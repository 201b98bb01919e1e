/* SPDX-License-Identifier: GPL-2.0 */
/* The events of this network namespace, or with "-n all" of all that there are. */
#ifndef PAUSECTL_LISTEN_H
#define PAUSECTL_LISTEN_H

#include <poll.h>
#include <stdbool.h>

#include "netlink.h"

/* A network namespace, and the socket for its events. */
struct listener {
	struct genl genl;
	char *netns;		/* NULL: that of the process at its start */
	bool overrun;		/* events were lost, and nothing was told about it yet */
};

/* @fds: of the @count listeners, in their order, and behind them two places for the caller */
struct listeners {
	unsigned int count;
	struct listener *each;
	struct pollfd *fds;
	const char *asked;
};

/* From now on no event is missed. A status; @asked names the command in an error. */
int listen_begin(struct listeners *listeners, const char *asked);
/* Also after listen_begin() has failed. */
void listen_end(struct listeners *listeners);
/*
 * Receive events from the socket, and give each to @event with its attributes, in a table up to
 * PAUSECTL_A_MAX. netns_name() is their namespace. 0 or a negative errno.
 */
int listen_receive(struct listener *listener,
		   void (*event)(const struct nlattr *const *attributes, void *data), void *data);

#endif /* PAUSECTL_LISTEN_H */
