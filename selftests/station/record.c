// SPDX-License-Identifier: GPL-2.0
/* Reads the lines that station capture prints. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "station.h"

static void record_control(struct record *r, const char *at)
{
	unsigned int n, value;
	int used;

	if (sscanf(at, "pause=%u", &value) == 1) {
		r->vector = 1U << LINK;
		r->quanta[LINK] = value;
	} else if (sscanf(at, "vector=%u pfc=%n", &value, &used) == 1) {
		r->vector = value & 0xff;
		at += used;
		for (n = 0; n < PRIORITIES && sscanf(at, "%u%n", &r->quanta[n], &used) == 1; n++)
			at += used + (at[used] == ',');
	}
}

static int record_parse(struct record *r, const char *line)
{
	char direction[4], prio[12], sequence[12];
	unsigned long long time_ns;
	const char *op;

	memset(r, 0, sizeof(*r));
	if (sscanf(line, "%llu %3s %u %x %11s %11s", &time_ns, direction, &r->len, &r->type,
		   prio, sequence) != 6)
		return 0;
	r->time_ns = time_ns;
	r->out = !strcmp(direction, "out");
	r->priority = *prio == '-' ? -1 : atoi(prio);
	r->sequence = strtoul(sequence, NULL, 10);
	r->tagged = !!strstr(line, " vlan=");
	r->opcode = -1;
	op = strstr(line, " op=");
	if (op) {
		r->opcode = strtol(op + 4, NULL, 16);
		record_control(r, op + strcspn(op + 1, " ") + 2);
	}
	return 1;
}

/*
 * A capture that is cut short, or has lost frames, proves nothing. So its last line must be there
 * and say that no frame was lost.
 */
void records_read(struct records *all, const char *file)
{
	unsigned int captured, lost;
	size_t room = 0;
	int complete = 0;
	char line[256];
	FILE *from = fopen(file, "r");

	if (!from)
		fail("%s: %s", file, strerror(errno));
	all->list = NULL;
	all->count = 0;
	while (fgets(line, sizeof(line), from)) {
		if (sscanf(line, "# captured %u lost %u", &captured, &lost) == 2) {
			if (lost)
				fail("%s: the capture lost %u frames", file, lost);
			complete = 1;
			continue;
		}
		if (!strncmp(line, "# stamps ", 9))
			continue;
		if (all->count == room) {
			room = room ? 2 * room : 1024;
			all->list = realloc(all->list, room * sizeof(*all->list));
			if (!all->list)
				fail("no memory for %zu frames", room);
		}
		if (!record_parse(&all->list[all->count], line))
			fail("%s: line \"%s\" is none of a capture", file, line);
		all->count++;
	}
	fclose(from);
	if (!complete)
		fail("%s: the capture was cut short", file);
}
