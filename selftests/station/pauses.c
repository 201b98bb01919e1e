// SPDX-License-Identifier: GPL-2.0
/*
 * station pauses: what each control frame received did to what was sent. The
 * capture is one of the paused device, so both are on one clock: the tap sees a
 * frame when it arrives, and when its transmission starts.
 */
#include <stdio.h>
#include <stdlib.h>

#include "station.h"

#define QUANTUM_BITS	512

/* The next control frame for it, which ends what this one asked for. */
static size_t successor(const struct records *all, size_t at, unsigned int index)
{
	for (at++; at < all->count; at++) {
		const struct record *r = &all->list[at];

		if (!r->out && !r->tagged && r->vector & 1U << index)
			break;
	}
	return at;
}

static int stopped_by(const struct record *r, unsigned int index)
{
	return r->out && r->priority >= 0 && (index == LINK || (unsigned int)r->priority == index);
}

/*
 * started: frames that began before the time asked for was over, early: those
 * of them later than one quantum after reception, which no clause allows; last:
 * when the latest of all began. late: from the end of the pause, or from its
 * successor where there is one before, to the next frame; -1 if there is none.
 */
static void pause_print(const struct records *all, size_t at, unsigned int index, uint64_t speed)
{
	const struct record *r = &all->list[at];
	size_t next = successor(all, at, index);
	uint64_t quantum_ns = QUANTUM_BITS * NSEC_PER_SEC / speed;
	uint64_t asked_ns = r->quanta[index] * QUANTUM_BITS * NSEC_PER_SEC / speed;
	uint64_t end_ns = r->time_ns + asked_ns, last_ns = 0;
	unsigned int started = 0, early = 0;
	int replaced = next < all->count && all->list[next].time_ns < end_ns;
	long long late_ns = -1;
	size_t i;

	if (replaced)
		end_ns = all->list[next].time_ns;
	for (i = at + 1; i < all->count; i++) {
		uint64_t begin_ns = all->list[i].time_ns;

		if (!stopped_by(&all->list[i], index))
			continue;
		if (begin_ns >= end_ns) {
			late_ns = begin_ns - end_ns;
			break;
		}
		started++;
		last_ns = begin_ns - r->time_ns;
		early += last_ns > quantum_ns;
	}
	printf("at=%llu index=%u quanta=%u asked=%llu replaced=%d started=%u early=%u last=%llu late=%lld\n",
	       (unsigned long long)r->time_ns, index, r->quanta[index],
	       (unsigned long long)asked_ns, replaced, started, early,
	       (unsigned long long)last_ns, late_ns);
}

int cmd_pauses(int argc, char **argv)
{
	struct records all;
	unsigned int index;
	const char *file;
	uint64_t speed;
	size_t i;

	argc--, argv++;
	file = next_word(&argc, &argv, "file");
	next_word(&argc, &argv, "speed");
	speed = parse_number(next_word(&argc, &argv, "speed"), "speed", 1000000, 1600000000000);

	records_read(&all, file);
	for (i = 0; i < all.count; i++)
		for (index = 0; index <= LINK; index++)
			if (!all.list[i].out && !all.list[i].tagged &&
			    all.list[i].vector & 1U << index)
				pause_print(&all, i, index, speed);
	free(all.list);
	return 0;
}
