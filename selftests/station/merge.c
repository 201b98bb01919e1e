// SPDX-License-Identifier: GPL-2.0
/*
 * Adds the times of a trace to the frames of a capture. The peer's capture tells which frames went
 * each way, and in what order. The trace tells when the device under test started each of its
 * frames. It tells when the link had each control frame, when that frame came to the device, and
 * when the receive hook had acted on it. A link keeps the order, so the n-th start is the n-th
 * frame.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "station.h"
#include "timing.h"

#define QUANTUM_BITS	512
#define NET_RX_SOFTIRQ	3

struct cursor {
	struct timeline *line;
	const char *dut;
	const char *peer;
	size_t next_start;		/* frame of the device to start next */
	size_t next_sent;		/* frame of the peer to be sent next */
	size_t next_heard;		/* control frame to be received next */
	size_t next_done;		/* frame of the peer whose reception is to end next */
	uint64_t queued_ns;		/* when the peer's frame on its way was handed over */
	size_t skip;			/* control frames whose deadline is of another speed */
	int ticked;			/* what came before was a timer of the kernel */
	uint64_t before_ns;		/* when that was */
};

static int is_control(const struct moment *m)
{
	return m->frame.out && m->frame.type == ETH_TYPE_MAC_CONTROL && !m->frame.tagged;
}

static int is_sent(const struct moment *m)
{
	return m->frame.out;
}

/* All frames of the device under test, test frames and others */
static int is_start(const struct moment *m)
{
	return !m->frame.out;
}

static struct moment *next(struct cursor *c, size_t *at, int (*wanted)(const struct moment *),
			   const char *what)
{
	struct timeline *line = c->line;

	while (*at < line->count && !wanted(&line->list[*at]))
		(*at)++;
	if (*at == line->count)
		fail("trace and capture disagree: the trace has more frames %s", what);
	return &line->list[(*at)++];
}

uint64_t timeline_asked_ns(const struct timeline *line, unsigned int quanta)
{
	uint64_t quantum_ps = (QUANTUM_BITS * 1000 * NSEC_PER_SEC + line->speed - 1) / line->speed;

	return (quanta * quantum_ps + 999) / 1000;
}

/* The frame is about to reach the hook. */
static void came(struct cursor *c, uint64_t time_ns)
{
	size_t at = c->next_heard;

	next(c, &at, is_control, "received")->came_ns = time_ns;
}

/* The deadline that the port tells has to count from a time within its hook. */
static void gate_closed(struct cursor *c, uint64_t time_ns, const char *rest)
{
	unsigned int index, quanta;
	unsigned long long deadline;
	size_t at = c->next_heard;
	struct moment *m = next(c, &at, is_control, "received");

	if (sscanf(rest, "%u %u %llu", &index, &quanta, &deadline) != 3 || index > LINK)
		fail("trace: \"closed %s\" is not understood", rest);
	if (!(m->frame.vector & 1U << index) || m->frame.quanta[index] != quanta)
		fail("trace and capture disagree: a pause of %u quanta nobody asked for", quanta);
	deadline -= timeline_asked_ns(c->line, quanta);
	if (!c->skip && (deadline < m->came_ns || deadline > time_ns))
		fail("a deadline does not count from reception, but %lld ns after that",
		     (long long)(deadline - m->came_ns));
}

static void received(struct cursor *c, uint64_t time_ns, const char *rest)
{
	struct moment *m = next(c, &c->next_heard, is_control, "received");
	unsigned int opcode, vector;

	if (sscanf(rest, "%u %u %u", &opcode, &vector, &m->verdict) != 3)
		fail("trace: \"receive %s\" is not understood", rest);
	m->heard_ns = time_ns;
	c->skip -= !!c->skip;
}

static void started(struct cursor *c, const char *dev, uint64_t time_ns, const char *rest)
{
	struct moment *m;

	if (!strcmp(dev, c->dut)) {
		m = next(c, &c->next_start, is_start, "started");
		m->time_ns = time_ns;
		if (m->frame.len != strtoul(rest, NULL, 10))
			fail("trace and capture disagree: %u octets, %s in the trace",
			     m->frame.len, rest);
	} else if (!strcmp(dev, c->peer)) {
		m = next(c, &c->next_sent, is_sent, "sent");
		m->queued_ns = c->queued_ns;
		m->time_ns = time_ns;
	}
}

/* The softirq of reception is over, and with it the reception of all frames before. */
static void reception_over(struct cursor *c, uint64_t time_ns)
{
	for (; c->next_done < c->next_sent; c->next_done++)
		if (is_sent(&c->line->list[c->next_done]))
			c->line->list[c->next_done].done_ns = time_ns;
}

static void softirq(struct cursor *c, uint64_t time_ns, unsigned long vec)
{
	struct timeline *line = c->line;

	if (vec == NET_RX_SOFTIRQ) {
		reception_over(c, time_ns);
		return;
	}
	line->softirqs = realloc(line->softirqs, (line->softirq_count + 1) * sizeof(uint64_t));
	if (!line->softirqs)
		fail("no memory for %zu softirqs", line->softirq_count);
	line->softirqs[line->softirq_count++] = time_ns;
}

/*
 * A timer of the port ran late. The kernel is the reason if a timer of the kernel, which runs with
 * interrupts off, came right before it, or if nothing at all was traced since the timer was due:
 * then the kernel had interrupts off for something else. get_random_u32() does so for some 10 us,
 * when the kernel makes new random numbers in a system call of the sender.
 */
static void timer_heard(const struct cursor *c, uint64_t due_ns, uint64_t time_ns)
{
	struct timeline *line = c->line;

	if (!c->ticked && c->before_ns >= due_ns)
		return;
	line->held = realloc(line->held, (line->held_count + 1) * sizeof(*line->held));
	if (!line->held)
		fail("no memory for %zu timers", line->held_count);
	line->held[line->held_count++] = (struct held){ due_ns, time_ns };
}

static void line_take(struct cursor *c, const char *line)
{
	unsigned long long time_ns;
	char word[16], dev[32];
	int rest;

	if (sscanf(line, "%llu %15s %31s %n", &time_ns, word, dev, &rest) != 3)
		fail("trace: line \"%s\" is none of a trace", line);
	if (!strcmp(word, "queue") && !strcmp(dev, c->peer))
		c->queued_ns = time_ns;
	else if (!strcmp(word, "start"))
		started(c, dev, time_ns, line + rest);
	else if (!strcmp(word, "heard"))
		timer_heard(c, strtoull(dev, NULL, 10), time_ns);
	else if (!strcmp(word, "softirq") || !strcmp(word, "tick"))
		softirq(c, time_ns, strtoul(dev, NULL, 10));
	else if (!strcmp(dev, c->dut) && !strcmp(word, "receive_skb"))
		came(c, time_ns);
	else if (!strcmp(dev, c->dut) && !strcmp(word, "closed"))
		gate_closed(c, time_ns, line + rest);
	else if (!strcmp(dev, c->dut) && !strcmp(word, "receive"))
		received(c, time_ns, line + rest);
	c->ticked = !strcmp(word, "tick");
	c->before_ns = time_ns;
}

static void trace_read(struct cursor *c, const char *file)
{
	FILE *from = fopen(file, "r");
	char line[256];
	int complete = 0;

	if (!from)
		fail("%s: %s", file, strerror(errno));
	while (fgets(line, sizeof(line), from)) {
		if (!strncmp(line, "# traced ", 9))
			complete = 1;
		else
			line_take(c, line);
	}
	fclose(from);
	if (!complete)
		fail("%s: the trace was cut short", file);
}

static void all_timed(const struct timeline *line)
{
	const struct moment *m;

	for (m = line->list; m < line->list + line->count; m++)
		if (!m->time_ns || (is_control(m) && (!m->came_ns || !m->heard_ns)))
			fail("frame %zu of the capture is not in the trace",
			     m - line->list + 1);
}

void timeline_read(struct timeline *line, const char *capture, const char *trace,
		   const char *dut, const char *peer, uint64_t speed, size_t skip)
{
	struct cursor c = { .line = line, .dut = dut, .peer = peer, .skip = skip };
	struct records all;
	size_t i;

	records_read(&all, capture);
	line->speed = speed;
	line->count = all.count;
	line->list = calloc(all.count + 1, sizeof(*line->list));
	if (!line->list)
		fail("no memory for %zu frames", all.count);
	for (i = 0; i < all.count; i++)
		line->list[i].frame = all.list[i];
	free(all.list);
	trace_read(&c, trace);
	all_timed(line);
}
