// SPDX-License-Identifier: GPL-2.0
/* station check: finds test frames of a capture that are missing, double or out of order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "station.h"

struct tally {
	unsigned long long frames, duplicates, reordered, first_ns, last_ns, gap_ns, gap_begin_ns;
	uint32_t highest;		/* sequence number */
	uint8_t *seen;			/* a bit a sequence number */
	size_t room;			/* octets of it */
};

static int seen_before(struct tally *t, uint32_t sequence)
{
	size_t at = sequence / 8, room = t->room;
	uint8_t bit = 1U << sequence % 8;

	if (at >= room) {
		t->room = 2 * at + 1024;
		t->seen = realloc(t->seen, t->room);
		if (!t->seen)
			fail("no memory for sequence %u", sequence);
		memset(t->seen + room, 0, t->room - room);
	}
	if (t->seen[at] & bit)
		return 1;
	t->seen[at] |= bit;
	return 0;
}

static void tally_add(struct tally *t, const struct record *r)
{
	if (seen_before(t, r->sequence)) {
		t->duplicates++;
		return;
	}
	if (!t->frames) {
		t->first_ns = r->time_ns;
	} else if (r->time_ns - t->last_ns > t->gap_ns) {
		t->gap_ns = r->time_ns - t->last_ns;
		t->gap_begin_ns = t->last_ns;
	}
	if (t->frames && r->sequence < t->highest)
		t->reordered++;
	else
		t->highest = r->sequence;
	t->last_ns = r->time_ns;
	t->frames++;
}

static void tally_print(const struct tally *t, int prio)
{
	unsigned long long lost = t->frames ? t->highest + 1 - t->frames : 0;

	printf("prio=%d frames=%llu lost=%llu duplicates=%llu reordered=%llu ", prio, t->frames,
	       lost, t->duplicates, t->reordered);
	printf("first=%llu last=%llu gap=%llu gap_begin=%llu\n", t->first_ns, t->last_ns,
	       t->gap_ns, t->gap_begin_ns);
}

/* Numbers begin at 0, so frames missing at the beginning count as lost, too. */
int cmd_check(char **words)
{
	struct tally tallies[PRIORITIES] = { 0 };
	const char *file = next_word(&words, "file"), *direction = *words;
	struct records all;
	size_t i;

	if (direction && strcmp(direction, "in") && strcmp(direction, "out"))
		usage("direction \"%s\": allowed are in and out", direction);

	records_read(&all, file);
	for (i = 0; i < all.count; i++) {
		const struct record *r = &all.list[i];

		if (r->priority >= 0 && (!direction || r->out == !strcmp(direction, "out")))
			tally_add(&tallies[r->priority], r);
	}
	for (i = 0; i < PRIORITIES; i++) {
		if (tallies[i].frames)
			tally_print(&tallies[i], i);
		free(tallies[i].seen);
	}
	free(all.list);
	return 0;
}
