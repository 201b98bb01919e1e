/* SPDX-License-Identifier: GPL-2.0 */
/* Generic netlink: the family, requests, and the kernel's answers. */
#ifndef PAUSECTL_NETLINK_H
#define PAUSECTL_NETLINK_H

#include <stdint.h>

#include <libmnl/libmnl.h>

/* A request in the making: libmnl appends attributes to the header. */
union genl_request {
	struct nlmsghdr header;
	char octets[4096];
};

union genl_reply {
	struct nlmsghdr header;
	char octets[32768];
};

struct genl {
	struct mnl_socket *socket;
	uint16_t family;
	uint32_t events;	/* id of the multicast group */
	uint32_t sequence;
	char message[256];	/* the kernel's message about the last request */
};

/* Functions that return int: 0 or a negative errno. */

/* -ENOENT: the kernel does not know the family. */
int genl_open(struct genl *genl);
/* Also after genl_open() has failed */
void genl_close(struct genl *genl);

/* Start a request, before or after genl_open(); @flags as NLM_F_DUMP. */
struct nlmsghdr *genl_prepare(union genl_request *request, uint8_t command, uint16_t flags);
/*
 * Send the request. Once the whole answer is there, give each of its messages to @answer, which may
 * be NULL. If ports come or go during a dump, the dump is torn, and the tool asks again. -EINTR:
 * each of DUMP_TRIES dumps was torn.
 */
int genl_call(struct genl *genl, struct nlmsghdr *request, mnl_cb_t answer, void *data);
/* The same by rtnetlink, with a message of @type. genl_close() closes this, too. */
int route_open(struct genl *genl);
int route_call(struct genl *genl, uint16_t type, struct nlmsghdr *request, mnl_cb_t answer,
	       void *data);
/* Receive the events from now on, with room for a burst of them. */
int genl_subscribe(struct genl *genl);
int genl_unsubscribe(struct genl *genl);

/* Attributes of a generic netlink message by type, 0 to @max; others are ignored. */
void genl_attributes(const struct nlmsghdr *header, const struct nlattr **table, uint16_t max);
void genl_nested(const struct nlattr *nest, const struct nlattr **table, uint16_t max);

/* Print why the kernel refused @asked, and return the status. */
int genl_refused(const struct genl *genl, const char *asked, int error);
/* The same after genl_open(). */
int genl_open_refused(const struct genl *genl, const char *asked, int error);

#endif /* PAUSECTL_NETLINK_H */
