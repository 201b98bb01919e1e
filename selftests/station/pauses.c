// SPDX-License-Identifier: GPL-2.0
/*
 * station pauses: the effect of each received control frame on the frames sent. The capture is of
 * the paused device, so both are on one clock: the tap sees a frame when it arrives, and when its
 * transmission starts.
 */
#include <stdio.h>
#include <stdlib.h>

#include "station.h"

#define QUANTUM_BITS	512

/**
 * struct pause - what a control frame asked of a priority or the link, and got
 * @asked_ns: the time asked for
 * @end_ns: when the pause ends: in that time, or with its successor
 * @replaced: there is a successor before the time is over
 * @started: frames that began before the end
 * @early: those later than one quantum after reception, which no clause allows
 * @last_ns: when the latest of them began, from reception on
 * @late_ns: from the end to the next frame, -1 if there is none
 * @others: frames that each priority began before the end
 */
struct pause {
	unsigned long long asked_ns;
	unsigned long long end_ns;
	int replaced;
	unsigned int started;
	unsigned int early;
	unsigned long long last_ns;
	long long late_ns;
	unsigned int others[PRIORITIES];
};

/* The next control frame for the same priority ends what this one asked for. */
static size_t successor(const struct records *all, size_t at, unsigned int index)
{
	for (at++; at < all->count; at++) {
		const struct record *r = &all->list[at];

		if (!r->out && !r->tagged && r->vector & 1U << index)
			break;
	}
	return at;
}

static void pause_watch(struct pause *p, const struct records *all, size_t at,
			unsigned int index, uint64_t quantum_ns)
{
	uint64_t begin_ns = all->list[at].time_ns;
	size_t i;

	p->late_ns = -1;
	for (i = at + 1; i < all->count && p->late_ns < 0; i++) {
		const struct record *r = &all->list[i];

		if (!r->out || r->priority < 0)
			continue;
		if (r->time_ns < p->end_ns)
			p->others[r->priority]++;
		if (index != LINK && r->priority != (int)index)
			continue;
		if (r->time_ns >= p->end_ns) {
			p->late_ns = r->time_ns - p->end_ns;
			continue;
		}
		p->started++;
		p->last_ns = r->time_ns - begin_ns;
		p->early += p->last_ns > quantum_ns;
	}
}

/* The fewest frames that any other priority began */
static unsigned int fewest(const struct pause *p, unsigned int index)
{
	unsigned int i, least = ~0U;

	for (i = 0; i < PRIORITIES; i++)
		if (i != index && p->others[i] < least)
			least = p->others[i];
	return least;
}

static void pause_print(const struct records *all, size_t at, unsigned int index, uint64_t speed)
{
	const struct record *r = &all->list[at];
	size_t next = successor(all, at, index);
	struct pause p = { 0 };

	p.asked_ns = r->quanta[index] * QUANTUM_BITS * NSEC_PER_SEC / speed;
	p.end_ns = r->time_ns + p.asked_ns;
	if (next < all->count && all->list[next].time_ns < p.end_ns) {
		p.replaced = 1;
		p.end_ns = all->list[next].time_ns;
	}
	pause_watch(&p, all, at, index, QUANTUM_BITS * NSEC_PER_SEC / speed);
	printf("at=%llu index=%u quanta=%u asked=%llu replaced=%d ",
	       (unsigned long long)r->time_ns, index, r->quanta[index], p.asked_ns, p.replaced);
	printf("started=%u early=%u last=%llu late=%lld others=%u\n", p.started, p.early,
	       p.last_ns, p.late_ns, fewest(&p, index));
}

int cmd_pauses(char **words)
{
	const char *file = next_word(&words, "file");
	struct records all;
	unsigned int index;
	uint64_t speed;
	size_t i;

	next_word(&words, "speed");
	speed = parse_number(next_word(&words, "speed"), "speed", 1000000, 1600000000000);

	records_read(&all, file);
	for (i = 0; i < all.count; i++)
		for (index = 0; index <= LINK; index++)
			if (!all.list[i].out && !all.list[i].tagged &&
			    all.list[i].vector & 1U << index)
				pause_print(&all, i, index, speed);
	free(all.list);
	return 0;
}
