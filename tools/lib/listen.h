/* SPDX-License-Identifier: GPL-2.0 */
/* The events of this network namespace, or with "-n all" of all that there are. */
#ifndef PAUSECTL_LISTEN_H
#define PAUSECTL_LISTEN_H

#include <poll.h>
#include <stdbool.h>

#include "netlink.h"

/* A network namespace, and the sockets for its events and, if the caller asks, for requests. */
struct listener {
	struct genl events;
	struct genl requests;
	char *netns;		/* NULL: that of the process at its start */
	bool overrun;		/* events were lost, and nothing was told about it yet */
};

/* @fds: of the @count listeners, in their order, and behind them two places for the caller */
struct listeners {
	unsigned int count;
	struct listener *each;
	struct pollfd *fds;
	const char *asked;
	bool asks;		/* set before listen_begin(): open the sockets for requests, too */
};

/*
 * Gets the attributes of an event, in a table up to PAUSECTL_A_MAX, or NULL if events were lost.
 * netns_name() is their namespace.
 */
typedef void event_fn(const struct nlattr *const *attributes, void *data);

/* From now on no event is missed. A status; @asked names the command in an error. */
int listen_begin(struct listeners *listeners, const char *asked);
/* Also after listen_begin() has failed. */
void listen_end(struct listeners *listeners);
/*
 * Wait @timeout ms, -1: without an end, for events, for what the caller waits for, or for a signal.
 * Give each event to @event. 0 or a negative errno.
 */
int listen_wait(struct listeners *listeners, int timeout, event_fn *event, void *data);
/* Give the events that have come to @event. No event can join them. 0 or a negative errno. */
int listen_last(struct listeners *listeners, event_fn *event, void *data);

#endif /* PAUSECTL_LISTEN_H */
