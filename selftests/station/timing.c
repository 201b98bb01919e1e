// SPDX-License-Identifier: GPL-2.0
/*
 * station timing: the starts of frames, from a peer's capture and a trace, and the effect of each
 * control frame on them.
 *
 *	pauses	a line for each control frame and priority that it names: see struct pause
 *	gaps	one line about all starts, which should be on the grid of a paced port
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "timing.h"

#define WIRE_OVERHEAD	24		/* preamble and SFD 8, FCS 4, gap 12 octets */
#define FRAME_MIN	60
#define LOOK_NS		220	/* from the tracepoint of a timer to the first look at the clock */
#define NONE		(-1LL)

/**
 * struct pause - what a control frame asked of a priority or the link, and got
 * @asked_ns: the time asked for
 * @end_ns: when the pause ends: in that time, or with its successor
 * @replaced: there is a successor before the time is over
 * @new_starts: frames that started more than a quantum after reception, before the end
 * @last_ns: the last start before that, from reception on: negative if before
 * @silent_ns: from reception to the first start more than a quantum later, NONE if there is none
 * @late_ns: from the end to the next start, NONE if there is none
 * @late_wire_ns: from when the frame in transmission was over as well
 * @housekept: the kernel did other work between that and the start, or a timer of its own kept the
 *	port's waiting until after the end
 * @others: starts of each priority between reception and end
 */
struct pause {
	uint64_t asked_ns;
	uint64_t end_ns;
	int replaced;
	unsigned int new_starts;
	long long last_ns;
	long long silent_ns;
	long long late_ns;
	long long late_wire_ns;
	int housekept;
	unsigned int others[PRIORITIES];
};

static struct timeline line;
static size_t skipped;

static uint64_t wire_ps(unsigned int len)
{
	uint64_t octet_ps = (8 * 1000 * NSEC_PER_SEC + line.speed - 1) / line.speed;

	return ((len < FRAME_MIN ? FRAME_MIN : len) + WIRE_OVERHEAD) * octet_ps;
}

static int is_data(const struct moment *m)
{
	return !m->frame.out && m->frame.priority >= 0;
}

static int is_request(const struct moment *m, unsigned int index)
{
	return m->frame.out && !m->frame.tagged && m->frame.type == ETH_TYPE_MAC_CONTROL &&
	       m->frame.vector & 1U << index;
}

/* The next control frame for the same priority ends what this one asked for. */
static const struct moment *successor(const struct moment *m, unsigned int index)
{
	for (m++; m < line.list + line.count; m++)
		if (is_request(m, index))
			return m;
	return NULL;
}

static int housekept(uint64_t begin_ns, uint64_t end_ns)
{
	size_t i;

	for (i = 0; i < line.softirq_count; i++)
		if (line.softirqs[i] >= begin_ns && line.softirqs[i] < end_ns)
			return 1;
	return 0;
}

/*
 * A timer of the port was due before that time. A timer of the kernel delayed it, so that the port
 * first looked at the clock after that time.
 */
static int held_off(uint64_t end_ns)
{
	size_t i;

	for (i = 0; i < line.held_count; i++)
		if (line.held[i].due_ns < end_ns &&
		    line.held[i].heard_ns + LOOK_NS >= end_ns)
			return 1;
	return 0;
}

/* A start that the pause should have held back, or that it did not need to. */
static void start_take(struct pause *p, long long after_ns, long long quantum_ns)
{
	if (after_ns <= quantum_ns) {
		p->last_ns = after_ns;
		return;
	}
	p->new_starts++;
	if (p->silent_ns == NONE)
		p->silent_ns = after_ns;
}

/* Frames of either direction may be out of turn in the capture: look at all. */
static void pause_watch(struct pause *p, const struct moment *at, unsigned int index)
{
	uint64_t quantum_ns = timeline_asked_ns(&line, 1), free_ns = 0, base_ns;
	const struct moment *m;

	p->last_ns = NONE;
	p->silent_ns = NONE;
	p->late_ns = NONE;
	p->late_wire_ns = NONE;
	for (m = line.list; m < line.list + line.count; m++) {
		if (!is_data(m))
			continue;
		if (index == LINK || m->frame.priority == (int)index) {
			if (m->time_ns >= p->end_ns) {
				base_ns = free_ns > p->end_ns ? free_ns : p->end_ns;
				p->late_ns = m->time_ns - p->end_ns;
				p->late_wire_ns = (long long)(m->time_ns - base_ns);
				p->housekept = housekept(base_ns, m->time_ns) ||
					       held_off(p->end_ns);
				if (p->silent_ns == NONE)
					p->silent_ns = m->time_ns - at->time_ns;
				return;
			}
			start_take(p, m->time_ns - at->time_ns, quantum_ns);
		}
		if (m->time_ns >= at->time_ns && m->time_ns < p->end_ns)
			p->others[m->frame.priority]++;
		free_ns = m->time_ns + wire_ps(m->frame.len) / 1000;
	}
}

static void pause_print(const struct moment *m, unsigned int index)
{
	const struct moment *next = successor(m, index);
	struct pause p = { 0 };
	unsigned int i;

	p.asked_ns = timeline_asked_ns(&line, m->frame.quanta[index]);
	p.end_ns = m->time_ns + p.asked_ns;
	if (next && next->time_ns < p.end_ns) {
		p.replaced = 1;
		p.end_ns = next->time_ns;
	}
	pause_watch(&p, m, index);
	printf("at=%llu index=%u quanta=%u asked=%llu exact=%d verdict=%u hook=%llu replaced=%d ",
	       (unsigned long long)m->time_ns, index, m->frame.quanta[index],
	       (unsigned long long)p.asked_ns, m->exact, m->verdict,
	       (unsigned long long)(m->time_ns - m->wire_ns), p.replaced);
	printf("new=%u last=%lld silent=%lld late=%lld late_wire=%lld housekept=%d others=",
	       p.new_starts, p.last_ns, p.silent_ns, p.late_ns, p.late_wire_ns, p.housekept);
	for (i = 0; i < PRIORITIES; i++)
		printf("%s%u", i ? "," : "", p.others[i]);
	putchar('\n');
}

static void pauses(void)
{
	unsigned int index;
	size_t i, nth = 0;

	for (i = 0; i < line.count; i++) {
		if (!line.list[i].frame.out || nth++ < skipped)
			continue;
		for (index = 0; index <= LINK; index++)
			if (is_request(&line.list[i], index))
				pause_print(&line.list[i], index);
	}
}

/* A start that reception held up follows its end within this time. */
#define LINGER_NS	2000

/*
 * For how much processor time control frames held up a start at most: each from the sender's
 * system call to the end of reception or, if that is before, to the start. None where the
 * last reception was over long before.
 */
static uint64_t held_ns(uint64_t start_ns)
{
	const struct moment *m;
	uint64_t sum = 0;

	for (m = line.list; m < line.list + line.count; m++) {
		if (!m->frame.out || m->queued_ns >= start_ns)
			continue;
		if (!m->done_ns)
			fail("the softirqs of reception are not in the trace");
		if (m->done_ns + LINGER_NS >= start_ns)
			sum += (m->done_ns < start_ns ? m->done_ns : start_ns) - m->queued_ns;
	}
	return sum;
}

/**
 * struct grid - the starts of a stream that no pause interrupts
 * @frames: how many there are
 * @disturbed: gaps of which control frames held up a start, and no other work of the kernel
 * @left_out: gaps of which control frames and other work of the kernel held up a start
 * @shortest_ns: the shortest gap
 * @longest_ns: the longest gap
 * @empty: slots of the grid without a start
 * @moved_ns: the most that a gap differs from the time on the wire: the others, these
 * @excess_ns: the most of that beyond the processor time of these control frames
 * @excess_at_ns: the start that ends that gap
 */
struct grid {
	unsigned int frames;
	unsigned int disturbed;
	unsigned int left_out;
	unsigned int empty;
	uint64_t shortest_ns;
	uint64_t longest_ns;
	uint64_t moved_ns[2];
	long long excess_ns;
	uint64_t excess_at_ns;
};

static void gap_take(struct grid *g, uint64_t before_ns, uint64_t now_ns, uint64_t wire_ns)
{
	uint64_t gap = now_ns - before_ns;
	uint64_t moved = gap > wire_ns ? gap - wire_ns : wire_ns - gap;
	uint64_t first = held_ns(before_ns), second = held_ns(now_ns);
	uint64_t held = first > second ? first : second;
	int other = housekept(before_ns - LINGER_NS, now_ns) || held_off(before_ns + wire_ns);
	int hit = held && !other;

	if (hit && (!g->disturbed || (long long)(moved - held) > g->excess_ns)) {
		g->excess_ns = moved - held;
		g->excess_at_ns = now_ns;
	}
	g->disturbed += hit;
	g->left_out += held && other;
	if (moved > g->moved_ns[hit])
		g->moved_ns[hit] = moved;
	if (gap < g->shortest_ns)
		g->shortest_ns = gap;
	if (gap > g->longest_ns)
		g->longest_ns = gap;
}

static int compare(const void *a, const void *b)
{
	const long long *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/*
 * How late a start is in its slot of the grid, of which it may have lost some. It may also
 * be somewhat early, as the first of them was late itself.
 */
#define EARLY_PS	2000000LL

static long long in_slot_ps(long long off_ps, uint64_t slot_ps, unsigned int *lost)
{
	*lost = off_ps + EARLY_PS < 0 ? 0 : (off_ps + EARLY_PS) / slot_ps;
	return off_ps - (long long)(*lost * slot_ps);
}

/*
 * How late the starts are on their grid: their median, because a start that something delays
 * says nothing about the grid. Some starts behind other work of the processor come 28 ns before
 * those of an idle one; a lower part than the half of them could end between the two kinds.
 * Prints a tenth, the half and nine tenths of them.
 */
static long long phase_ps(const char *name, long long *off_ps, size_t count)
{
	qsort(off_ps, count, sizeof(*off_ps), compare);
	if (!count)
		return 0;
	printf(" %s=%lld,%lld,%lld", name, off_ps[count / 10], off_ps[count / 2],
	       off_ps[count * 9 / 10]);
	return off_ps[count / 2];
}

/*
 * From the first control frame that is looked at to the last, all the time if there is
 * none. Their sender spins between them, and a processor that does hears its timer
 * some 140 ns earlier than an idle one.
 */
static void control_span(uint64_t *from_ns, uint64_t *to_ns)
{
	size_t i, nth = 0;

	*from_ns = 0;
	*to_ns = ~0ULL;
	for (i = 0; i < line.count; i++) {
		if (!line.list[i].frame.out || nth++ < skipped)
			continue;
		if (nth == skipped + 1)
			*from_ns = line.list[i].wire_ns;
		*to_ns = line.list[i].wire_ns;
	}
}

/* The first frame of a stream waits for no other: the grid begins with the second. */
static void gaps(void)
{
	struct grid g = { .shortest_ns = ~0ULL };
	const struct moment *m, *before = NULL;
	long long *off_ps = calloc(line.count + 1, sizeof(*off_ps));
	uint64_t grid_ps = 0, origin_ns = 0;
	uint64_t from_ns, to_ns;
	long long phase;
	size_t half, count = 0;

	if (!off_ps)
		fail("no memory for %zu frames", line.count);
	control_span(&from_ns, &to_ns);
	for (m = line.list; m < line.list + line.count; m++) {
		if (!is_data(m))
			continue;
		g.frames++;
		if (g.frames == 2)
			origin_ns = m->time_ns;
		if (g.frames > 2) {
			gap_take(&g, before->time_ns, m->time_ns,
				 wire_ps(before->frame.len) / 1000);
			grid_ps += wire_ps(before->frame.len);
			phase = in_slot_ps((long long)(m->time_ns - origin_ns) * 1000 -
					   (long long)grid_ps, wire_ps(m->frame.len), &g.empty);
			if (m->time_ns >= from_ns && m->time_ns <= to_ns)
				off_ps[count++] = phase;
		}
		before = m;
	}
	half = count / 2;
	printf("frames=%u disturbed=%u left_out=%u shortest=%llu longest=%llu", g.frames,
	       g.disturbed, g.left_out, (unsigned long long)g.shortest_ns,
	       (unsigned long long)g.longest_ns);
	printf(" empty=%u moved=%llu moved_at_control=%llu excess=%lld ",
	       g.empty, (unsigned long long)g.moved_ns[0], (unsigned long long)g.moved_ns[1],
	       g.excess_ns);
	printf("excess_at=%llu", (unsigned long long)g.excess_at_ns);
	phase = -phase_ps("first_half_ps", off_ps, half);
	phase += phase_ps("second_half_ps", off_ps + half, count - half);
	printf(" drift_ps=%lld\n", phase);
	free(off_ps);
}

int cmd_timing(int argc, char **argv)
{
	const char *what, *capture, *trace, *dut, *peer;
	uint64_t speed;

	argc--, argv++;
	what = next_word(&argc, &argv, "pauses or gaps");
	capture = next_word(&argc, &argv, "capture");
	trace = next_word(&argc, &argv, "trace");
	dut = next_word(&argc, &argv, "device under test");
	peer = next_word(&argc, &argv, "its peer");
	speed = parse_number(next_word(&argc, &argv, "speed"), "speed", 1000000, 1600000000000);
	if (argc)
		skipped = parse_number(next_word(&argc, &argv, "skip"), "skip", 0, UINT32_MAX);

	timeline_read(&line, capture, trace, dut, peer, speed, skipped);
	if (!strcmp(what, "pauses"))
		pauses();
	else if (!strcmp(what, "gaps"))
		gaps();
	else
		usage("timing \"%s\": allowed are pauses and gaps", what);
	free(line.list);
	return 0;
}
