// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib.h"

struct remembered {
	struct remembered *next;
	unsigned int index;
	char netns[NETNS_NAME];	/* empty: that of the process at its start */
	max_align_t data[];
};

static const char *netns(void)
{
	return netns_name() ?: "";
}

/* The link to the port in the list, or to its end. */
static struct remembered **find(struct remembered **link, unsigned int index)
{
	while (*link && ((*link)->index != index || strcmp((*link)->netns, netns())))
		link = &(*link)->next;
	return link;
}

void *recall(struct remembered *list, unsigned int index)
{
	struct remembered *port = *find(&list, index);

	return port ? port->data : NULL;
}

void *remember(struct remembered **list, unsigned int index, size_t size)
{
	struct remembered **link = find(list, index);

	if (!*link) {
		*link = calloc(1, sizeof(**link) + size);
		if (!*link)
			return NULL;
		(*link)->index = index;
		snprintf((*link)->netns, sizeof((*link)->netns), "%s", netns());
	}
	return (*link)->data;
}

void forget_all(struct remembered **list)
{
	struct remembered *port;

	while ((port = *list)) {
		*list = port->next;
		free(port);
	}
}

void forget(struct remembered **list, unsigned int index)
{
	struct remembered **link = find(list, index), *port = *link;

	if (!port)
		return;
	*link = port->next;
	free(port);
}
