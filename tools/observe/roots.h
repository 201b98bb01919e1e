/* SPDX-License-Identifier: GPL-2.0 */
/* The ports of the machine as a tree, and its roots in words and in JSON: for trace and record. */
#ifndef PAUSECTL_ROOTS_H
#define PAUSECTL_ROOTS_H

#include "machine.h"
#include "tree.h"

/* @recorded: other ports may be there */
struct roots {
	struct machine machine;
	struct tree tree;
	bool recorded;
	bool no_memory;		/* something is missing */
};

/* "NAME", or "NAME in NETNS" */
struct label {
	char text[160];
};

/* Add a message of stats-get, or of charges-get, from a namespace: "" is the one of the tool. */
void roots_sample(struct roots *roots, const char *netns, const struct nlattr *const *attributes,
		  uint64_t time);
void roots_charge(struct roots *roots, const char *netns, const struct nlattr *const *attributes);
/* Print a node of the tree, without an end of the object or line. */
void roots_print(const struct roots *roots, const struct node *node);
void roots_free(struct roots *roots);

#endif /* PAUSECTL_ROOTS_H */
