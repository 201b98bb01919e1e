// SPDX-License-Identifier: GPL-2.0
/*
 * station timing: the starts of frames, from a peer's capture and a trace, and the effect of each
 * control frame on them.
 *
 *	pauses	a line for each control frame and priority that it names: see struct pause
 *	gaps	a line TIME REASON for each start that is excused or too late, then one line about
 *		all starts, which should be on the grid of a paced port
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
 * @end_ns: when the pause ends: that time after the frame came, or with its successor
 * @replaced: there is a successor before the time is over
 * @last_ns: the last start before the hook had acted, or within a quantum: from the link on,
 *	negative if before
 * @early: frames that started later than that, before the end
 * @silent_ns: from when the frame came to the first start later than @last_ns
 * @start_ns: the first start after the end, 0 if there is none
 * @late_ns: that start, from that time after the hook had acted on: negative if before
 * @late_wire_ns: from when the frame in transmission was over as well
 * @housekept: the kernel did other work between that and the start, or a timer of its own delayed
 *	the port's
 * @others: starts of each priority between reception and end
 */
struct pause {
	uint64_t asked_ns;
	uint64_t end_ns;
	int replaced;
	long long last_ns;
	unsigned int early;
	long long silent_ns;
	uint64_t start_ns;
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

/* Other work of the kernel ended in that time. */
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

/* A timer of the kernel delayed the timer of the port that was due in that time. */
static int end_held_off(uint64_t from_ns, uint64_t to_ns)
{
	size_t i;

	for (i = 0; i < line.held_count; i++)
		if (line.held[i].due_ns >= from_ns && line.held[i].due_ns <= to_ns)
			return 1;
	return 0;
}

/* A start that the pause should have held back, or that it did not need to. */
static void start_take(struct pause *p, const struct moment *at, uint64_t start_ns)
{
	long long after_ns = start_ns - at->time_ns;

	if (start_ns < at->heard_ns || after_ns <= (long long)timeline_asked_ns(&line, 1)) {
		p->last_ns = after_ns;
		return;
	}
	p->early++;
	if (p->silent_ns == NONE)
		p->silent_ns = start_ns - at->came_ns;
}

/* Frames of either direction may be out of turn in the capture: look at all. */
static void pause_watch(struct pause *p, const struct moment *at, unsigned int index)
{
	uint64_t due_ns = at->heard_ns + p->asked_ns, free_ns = 0, base_ns;
	const struct moment *m;

	p->last_ns = NONE;
	p->silent_ns = NONE;
	for (m = line.list; m < line.list + line.count; m++) {
		if (!is_data(m))
			continue;
		if (index == LINK || m->frame.priority == (int)index) {
			if (m->time_ns >= p->end_ns) {
				base_ns = free_ns > due_ns ? free_ns : due_ns;
				p->start_ns = m->time_ns;
				p->late_ns = m->time_ns - due_ns;
				p->late_wire_ns = (long long)(m->time_ns - base_ns);
				p->housekept = housekept(base_ns, m->time_ns) ||
					       end_held_off(p->end_ns, due_ns);
				if (p->silent_ns == NONE)
					p->silent_ns = m->time_ns - at->came_ns;
				return;
			}
			start_take(p, at, m->time_ns);
		}
		if (m->time_ns >= at->heard_ns && m->time_ns < p->end_ns)
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
	p.end_ns = m->came_ns + p.asked_ns;
	if (next && next->heard_ns < p.end_ns) {
		p.replaced = 1;
		p.end_ns = next->heard_ns;
	}
	pause_watch(&p, m, index);
	printf("at=%llu index=%u quanta=%u asked=%llu verdict=%u ",
	       (unsigned long long)m->time_ns, index, m->frame.quanta[index],
	       (unsigned long long)p.asked_ns, m->verdict);
	printf("received=%llu disturbed=%d replaced=%d last=%lld early=%u silent=%lld ",
	       (unsigned long long)(m->heard_ns - m->time_ns), housekept(m->time_ns, m->heard_ns),
	       p.replaced, p.last_ns, p.early, p.silent_ns);
	printf("start=%llu late=%lld late_wire=%lld housekept=%d others=",
	       (unsigned long long)p.start_ns, p.late_ns, p.late_wire_ns, p.housekept);
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

#define HELD_NS		10000	/* no reception may take longer */

/*
 * For how much processor time control frames held up a start at most: each from the sender's
 * system call to the end of reception or, if that is before, to the start. A reception that was
 * over when the start was due held up nothing. At most HELD_NS.
 */
static uint64_t held_ns(uint64_t start_ns, uint64_t due_ns)
{
	const struct moment *m;
	uint64_t sum = 0;

	for (m = line.list; m < line.list + line.count; m++) {
		if (!m->frame.out || m->queued_ns >= start_ns)
			continue;
		if (!m->done_ns)
			fail("the softirqs of reception are not in the trace");
		if (m->done_ns >= due_ns)
			sum += (m->done_ns < start_ns ? m->done_ns : start_ns) - m->queued_ns;
	}
	return sum < HELD_NS ? sum : HELD_NS;
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
#define FIRST_PS	2000000LL

static long long in_slot_ps(long long off_ps, uint64_t slot_ps, unsigned int *lost)
{
	*lost = off_ps + FIRST_PS < 0 ? 0 : (off_ps + FIRST_PS) / slot_ps;
	return off_ps - (long long)(*lost * slot_ps);
}

/*
 * How late the starts are on their grid: their median, because a start that something delays
 * says nothing about the grid. Some starts behind other work of the processor come 28 ns before
 * those of an idle one; a lower part than the half of them could end between the two kinds.
 * Prints a tenth, the half and nine tenths of them if they have a name.
 */
static long long phase_ps(const char *name, long long *off_ps, size_t count)
{
	qsort(off_ps, count, sizeof(*off_ps), compare);
	if (!count)
		return 0;
	if (name)
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
			*from_ns = line.list[i].time_ns;
		*to_ns = line.list[i].time_ns;
	}
}

/**
 * struct slot - a start of a stream that no pause interrupts
 * @before_ns: the start before
 * @start_ns: this start
 * @wire_ps: the time of the frame before on the wire: that from start to start
 * @off_ps: how late it is on the grid, without the slots that were left empty
 * @empty: how many slots were left empty right before
 */
struct slot {
	uint64_t before_ns;
	uint64_t start_ns;
	uint64_t wire_ps;
	long long off_ps;
	unsigned int empty;
};

/**
 * struct grid - what the starts of a stream are like
 * @held: starts that control frames held up
 * @excused: starts that are too late, beside other work of the kernel
 * @excused_ns: the most that these are late
 * @excused_at_ns: the last of these
 * @excess_ns: the most that another start is late beyond the processor time of its control
 *	frames, or STILL_NS if there is none, or early beyond EARLY_NS
 * @excess_at_ns: that start
 */
struct grid {
	unsigned int held;
	unsigned int excused;
	long long excused_ns;
	uint64_t excused_at_ns;
	long long excess_ns;
	uint64_t excess_at_ns;
};

#define STILL_NS	2000	/* the end of a sender holds softirqs off without a record */
#define EARLY_NS	500	/* a busy processor hears its timer sooner than an idle one */
#define LEAD_NS		3000	/* a port needs no timer for a start that is due this soon */
#define UNTIMED_NS	1500	/* how much sooner that start comes */

/* An excused start was before, and this one is nearer to it than a frame takes. */
static int catches_up(const struct grid *g, const struct slot *s)
{
	return s->before_ns == g->excused_at_ns && (s->start_ns - s->before_ns) * 1000 < s->wire_ps;
}

static void slot_judge(struct grid *g, const struct slot *s, long long grid_ps)
{
	long long late_ns = (s->off_ps - grid_ps + (long long)(s->empty * s->wire_ps)) / 1000;
	long long held = held_ns(s->start_ns, s->start_ns - late_ns);
	long long excess_ns = late_ns - (held ? held : STILL_NS);
	int untimed = s->start_ns - s->before_ns < LEAD_NS;

	if (late_ns < 0)
		excess_ns = -late_ns - (untimed ? UNTIMED_NS : EARLY_NS);
	g->held += !!held;
	if (late_ns > 0 && excess_ns > 0 &&
	    (housekept(s->before_ns, s->start_ns) || held_off(s->start_ns - late_ns) ||
	     catches_up(g, s))) {
		g->excused++;
		g->excused_at_ns = s->start_ns;
		if (late_ns > g->excused_ns)
			g->excused_ns = late_ns;
		printf("%llu excused: %lld ns late\n", (unsigned long long)s->start_ns, late_ns);
	} else if (excess_ns > g->excess_ns) {
		g->excess_ns = excess_ns;
		g->excess_at_ns = s->start_ns;
	}
}

/* The first frame of a stream waits for no other: the grid begins with the second. */
static struct slot *slots_read(size_t *count)
{
	struct slot *list = calloc(line.count + 1, sizeof(*list));
	uint64_t grid_ps = 0, origin_ns = 0;
	const struct moment *m, *before = NULL;
	unsigned int frames = 0, empty = 0, was;
	struct slot *s = list;

	if (!list)
		fail("no memory for %zu frames", line.count);
	for (m = line.list; m < line.list + line.count; m++) {
		if (!is_data(m))
			continue;
		if (++frames == 2)
			origin_ns = m->time_ns;
		if (frames > 2) {
			s->before_ns = before->time_ns;
			s->start_ns = m->time_ns;
			s->wire_ps = wire_ps(before->frame.len);
			grid_ps += s->wire_ps;
			was = empty;
			s->off_ps = in_slot_ps((long long)(m->time_ns - origin_ns) * 1000 -
					       (long long)grid_ps, s->wire_ps, &empty);
			s->empty = empty > was ? empty - was : 0;
			s++;
		}
		before = m;
	}
	*count = s - list;
	return list;
}

static void gaps(void)
{
	size_t count, half, i, n = 0;
	struct slot *slots = slots_read(&count);
	long long *off_ps = calloc(count + 1, sizeof(*off_ps));
	uint64_t shortest = ~0ULL, longest = 0, from_ns, to_ns, gap;
	unsigned int empty = 0;
	struct grid g = { .excess_ns = -EARLY_NS };
	long long phase;

	if (!off_ps)
		fail("no memory for %zu frames", count);
	for (i = 0; i < count; i++)
		off_ps[i] = slots[i].off_ps;
	phase = phase_ps(NULL, off_ps, count);
	control_span(&from_ns, &to_ns);
	for (i = 0; i < count; i++) {
		slot_judge(&g, &slots[i], phase);
		gap = slots[i].start_ns - slots[i].before_ns;
		shortest = gap < shortest ? gap : shortest;
		longest = gap > longest ? gap : longest;
		empty += slots[i].empty;
		if (slots[i].start_ns >= from_ns && slots[i].start_ns <= to_ns)
			off_ps[n++] = slots[i].off_ps;
	}
	if (g.excess_ns > 0)
		printf("%llu most off the grid\n", (unsigned long long)g.excess_at_ns);
	printf("count=%zu shortest=%llu longest=%llu empty=%u held=%u excess=%lld ", count,
	       (unsigned long long)shortest, (unsigned long long)longest, empty, g.held,
	       g.excess_ns);
	printf("excused=%u excused_ns=%lld", g.excused, g.excused_ns);
	half = n / 2;
	phase = -phase_ps("first_half_ps", off_ps, half);
	phase += phase_ps("second_half_ps", off_ps + half, n - half);
	printf(" drift_ps=%lld\n", phase);
	free(off_ps);
	free(slots);
}

int cmd_timing(char **words)
{
	const char *what = next_word(&words, "pauses or gaps");
	const char *capture = next_word(&words, "capture"), *trace = next_word(&words, "trace");
	const char *dut = next_word(&words, "device under test");
	const char *peer = next_word(&words, "its peer");
	uint64_t speed = parse_number(next_word(&words, "speed"), "speed", 1000000, 1600000000000);

	if (*words)
		skipped = parse_number(*words, "skip", 0, UINT32_MAX);
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
