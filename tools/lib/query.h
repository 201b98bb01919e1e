/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAUSECTL_QUERY_H
#define PAUSECTL_QUERY_H

#include "netlink.h"
#include "pausectl.h"

/* The namespace of a port, with "-n all": text is "NETNS/". */
void print_netns(void);
/* The device of a message, and before it the namespace. */
void print_device(const struct nlattr *const *attributes);

/* Gets a port: its attributes in a table up to PAUSECTL_A_MAX. */
typedef void port_fn(const struct nlattr *const *attributes, void *data);

/*
 * Ask the kernel for the port with @index, or with 0 for all ports, and give each to @port. With
 * "-n all", these are the ports of all network namespaces. Returns a status; @asked names the
 * request in an error.
 */
int query_ports(const char *asked, uint8_t request, unsigned int index, port_fn *port, void *data);
/* Ask in the namespace of an open socket. @port may be NULL. 0 or a negative errno. */
int query_socket(struct genl *genl, uint8_t request, unsigned int index, port_fn *port, void *data);

/*
 * The command "NAME [[dev] DEV]": ask the kernel for the port of DEV, or for all ports, and print a
 * list with one object for each port. With "-n all", DEV may be in several namespaces. @print
 * prints one port. It gets the attributes of the port, in a table up to PAUSECTL_A_MAX.
 */
int query(const struct command *command, char **words, uint8_t request,
	  void (*print)(const struct nlattr *const *attributes));

#endif /* PAUSECTL_QUERY_H */
