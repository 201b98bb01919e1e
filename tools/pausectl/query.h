/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAUSECTL_QUERY_H
#define PAUSECTL_QUERY_H

#include <libmnl/libmnl.h>

#include "pausectl.h"

/*
 * The command "NAME [[dev] DEV]": ask the kernel for the port of DEV, or for all ports, and print a
 * list with one object for each port. @print prints one port. It gets the attributes of the port,
 * in a table up to PAUSECTL_A_MAX.
 */
int query(const struct command *command, char **words, uint8_t request,
	  void (*print)(const struct nlattr *const *attributes));

#endif /* PAUSECTL_QUERY_H */
