// SPDX-License-Identifier: GPL-2.0
/*
 * The judge of the wire. The only evidence is a dump of the frames that passed a wire outside the
 * guest: when each began, who sent it, and its octets. The judge knows nothing of the module.
 *
 * The testing station divides the dump into parts by markers: see marker.c.
 *
 * A frame from the station stops the port from its stamp on, because a frame takes no time on this
 * wire. A stamp is rounded down to 1 us: a difference of stamps is off by less than RESOLUTION_NS.
 */
#include <pcap/pcap.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"
#include "part.h"

#define MARKER		0x88b6		/* IEEE 802 local experimental, 2 */
#define TEST_TYPE	0x88b5		/* IEEE 802 local experimental, 1: data frames */
#define TEST_MAGIC	0x50415553
#define MAC_CONTROL	0x8808
#define PAUSE		0x0001
#define PFC		0x0101
#define RESOLUTION_NS	1000
#define WARM		20		/* frames of a class before its share is measured */

static const uint8_t multicast[6] = { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x01 };

/* Shortest and longest gap of the last part with reference=1, ns; R_MAX of 31.2.1 since then */
static struct {
	uint64_t shortest, longest;
	long long r_max;
} reference;

static struct {
	char test[64];
	FILE *rows;
	int missed;
} verdicts;

static uint16_t get16(const uint8_t *at)
{
	return at[0] << 8 | at[1];
}

static uint32_t get32(const uint8_t *at)
{
	return (uint32_t)get16(at) << 16 | get16(at + 2);
}

/* Room for one more item */
static void *larger(void *list, size_t count, size_t size)
{
	list = realloc(list, (count + 1) * size);
	if (!list)
		abort();
	return list;
}

/* --- rows --- */

/* A text, valid until the third call from now on */
__attribute__((format(printf, 1, 2)))
static const char *words(const char *format, ...)
{
	static char texts[3][96];
	static unsigned int turn;
	char *text = texts[turn++ % 3];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(texts[0]), format, list);
	va_end(list);
	return text;
}

static void row(const char *what, const char *measured, const char *demanded, const char *verdict)
{
	fprintf(verdicts.rows, "%s\t%s\t%s\t%s\t%s\n", verdicts.test, what, measured, demanded,
		verdict);
}

static void judged(const char *what, const char *measured, const char *demanded, bool good)
{
	row(what, measured, demanded, good ? "ok" : "missed");
	verdicts.missed += !good;
}

/* The greatest of some times, and how many there are */
struct worst {
	int64_t ns;
	size_t count;
};

static void note(struct worst *worst, int64_t ns)
{
	if (ns < 0)
		return;
	worst->count++;
	worst->ns = ns > worst->ns ? ns : worst->ns;
}

static void judged_us(const char *what, struct worst worst, int64_t most_ns)
{
	judged(what, words("%lld us (%zu pauses)", (long long)worst.ns / 1000, worst.count),
	       words("at most %.2f us", most_ns / 1000.0), worst.ns <= most_ns);
}

/* --- reading --- */

static void parse_data(struct frame *f, const uint8_t *octets, size_t len)
{
	size_t at = 12;

	while (at + 4 <= len && (get16(octets + at) == 0x8100 || get16(octets + at) == 0x88a8)) {
		f->priority = octets[at + 2] >> 5;
		f->vid = get16(octets + at + 2) & 0xfff;
		at += 4;
	}
	at += 2;
	if (at + 12 > len || get16(octets + at - 2) != TEST_TYPE ||
	    get32(octets + at) != TEST_MAGIC || octets[at + 4] >= PRIORITIES)
		return;
	f->kind = DATA;
	if (!f->vid)
		f->priority = octets[at + 4];
	f->number = get32(octets + at + 8);
}

static void add_frame(struct part *part, const struct pcap_pkthdr *header, const uint8_t *octets)
{
	struct frame *f;

	part->list = larger(part->list, part->count, sizeof(*part->list));
	f = &part->list[part->count++];
	memset(f, 0, sizeof(*f));
	f->ns = header->ts.tv_sec * 1000000000ULL + header->ts.tv_usec * 1000ULL;
	f->len = header->len;
	f->by_port = !memcmp(octets + 6, &part->port, 6);
	memcpy(f->octets, octets, header->caplen < CONTROL_LEN ? header->caplen : CONTROL_LEN);
	if (get16(octets + 12) == MAC_CONTROL)
		f->kind = CONTROL;
	else
		parse_data(f, octets, header->caplen);
}

/* --- what must stop the port (31B.3.3, 802.1Q 36.1.3.2) --- */

/*
 * The timers that the frame sets, with their times in quanta. @nth is its number among the
 * station's frames that are no data.
 */
static unsigned int sets(const struct part *part, const struct frame *f, unsigned int nth,
			 uint16_t quanta[TIMERS])
{
	bool told = part->is[ACTS] >= 0, anyone = told && nth < 32 && part->is[ACTS] >> nth & 1;
	const uint8_t *octets = f->octets;
	bool group = anyone || !memcmp(octets, multicast, 6);
	unsigned int opcode = get16(octets + 14), i;

	if (f->by_port || (told ? !anyone : f->kind != CONTROL))
		return 0;
	if (told)
		opcode = part->obeys & 1U << LINK ? PAUSE : PFC;
	switch (opcode) {
	case PAUSE:
		quanta[LINK] = get16(octets + 16);
		return group || !memcmp(octets, &part->port, 6) ? part->obeys & 1U << LINK : 0;
	case PFC:
		for (i = 0; i < PRIORITIES; i++)
			quanta[i] = get16(octets + 18 + 2 * i);
		return group ? part->obeys & octets[17] : 0;
	}
	return 0;
}

static void add_stop(struct part *part, struct stop *stop)
{
	part->stops = larger(part->stops, part->stop_count, sizeof(*stop));
	part->stops[part->stop_count++] = *stop;
	stop->until = 0;
}

/* The last frame wins: it makes a stop longer or shorter, or ends it. */
static void find_stops(struct part *part)
{
	struct stop running[TIMERS] = { 0 }, *stop;
	uint16_t quanta[TIMERS];
	unsigned int timers, i, nth = 0;
	const struct frame *f;
	size_t at;

	for (at = 0; at < part->count; at++) {
		f = &part->list[at];
		timers = sets(part, f, nth, quanta);
		nth += !f->by_port && f->kind != DATA;
		for (i = 0; i < TIMERS; i++) {
			stop = &running[i];
			if (!(timers & 1U << i))
				continue;
			if (stop->until && stop->until <= f->ns)
				add_stop(part, stop);
			if (!stop->until && !quanta[i])
				continue;
			if (!stop->until)
				*stop = (struct stop){ .timer = i, .at = at, .from = f->ns };
			stop->until = f->ns + quanta[i] * quantum_ns(part);
		}
	}
	for (i = 0; i < TIMERS; i++)
		if (running[i].until)
			add_stop(part, &running[i]);
}

/* --- judgements --- */

static bool is_start(const struct frame *f)
{
	return f->by_port && f->kind == DATA;
}

/* All frames of each priority and VLAN, once and in order, no others. A lossy one loses some. */
static void judge_sent(const struct part *part)
{
	unsigned int priority, vlan, stream, vlans = part->vlans ?: 1, wrong_size = 0;
	uint32_t frames[PRIORITIES * 10] = { 0 }, astray[PRIORITIES * 10] = { 0 };
	uint32_t next[PRIORITIES * 10] = { 0 };
	const char *measured;
	bool lossy, good;
	const struct frame *f;

	for (f = part->list; f < part->list + part->count; f++) {
		if (!is_start(f))
			continue;
		stream = f->vid % 10 * PRIORITIES + f->priority;
		lossy = part->lossy & 1U << f->priority;
		astray[stream] += lossy ? f->number < next[stream] : f->number != next[stream];
		next[stream] = f->number + 1;
		frames[stream]++;
		wrong_size += f->len != part->is[SIZE];
	}
	for (stream = 0; stream < PRIORITIES * 10; stream++) {
		priority = stream % PRIORITIES;
		vlan = stream / PRIORITIES;
		if (!(part->prios & 1U << priority && vlans & 1U << vlan)) {
			if (frames[stream])
				judged("frames of another priority or VLAN", "some", "none", false);
			continue;
		}
		lossy = part->lossy & 1U << priority;
		good = lossy ? frames[stream] < part->is[SENT] : frames[stream] == part->is[SENT];
		measured = words("%u, %u not in their place", frames[stream], astray[stream]);
		judged(words(vlan ? "frames sent of priority %u, VLAN %u" :
			     "frames sent of priority %u", priority, vlan),
		       measured, words("%s%lld, 0 not in their place", lossy ? "less than " : "",
				       part->is[SENT]), good && !astray[stream]);
	}
	if (wrong_size)
		judged("frames of another size", words("%u", wrong_size), "0", false);
}

/* When the wire is free for the start @at: a gap of the reference after the start before it */
static uint64_t wire_free(const struct part *part, size_t at)
{
	while (at--)
		if (is_start(&part->list[at]))
			return part->list[at].ns + reference.longest;
	return 0;
}

/* A stop that ends within another of the same traffic does not show when the port resumes. */
static bool is_covered(const struct part *part, const struct stop *stop)
{
	const struct stop *other;

	for (other = part->stops; other < part->stops + part->stop_count; other++)
		if (other != stop && (other->timer == LINK || other->timer == stop->timer) &&
		    other->from <= stop->until && other->until > stop->until)
			return true;
	return false;
}

/* What the stops of a part show: last start after the XOFF, resumed before the end, after it */
struct effect {
	struct worst reaction, early, late;
};

/*
 * A start during a stop that follows the start before it without a break: the port has not stopped
 * yet. Any other start during a stop is early. The first one is the earliest.
 */
static void look(const struct part *part, const struct stop *stop, struct effect *effect)
{
	int64_t reaction = -1, early = -1;
	const struct frame *f;
	uint64_t free;
	size_t at;

	for (at = stop->at + 1; at < part->count; at++) {
		f = &part->list[at];
		if (!is_start(f) || (stop->timer != LINK && f->priority != stop->timer))
			continue;
		free = wire_free(part, at);
		if (f->ns >= stop->until) {
			free = free > stop->until ? free : stop->until;
			if (!is_covered(part, stop))
				note(&effect->late, f->ns > free ? f->ns - free : 0);
			break;
		}
		if (f->ns <= free + RESOLUTION_NS)
			reaction = f->ns - stop->from;
		else if (early < 0)
			early = stop->until - f->ns;
	}
	note(&effect->reaction, reaction);
	note(&effect->early, early);
}

static void judge_stops(const struct part *part)
{
	struct effect effect = { 0 };
	size_t i;

	if (!part->obeys || part->is[REFERENCE])
		return;
	judged("pauses", words("%zu", part->stop_count), "at least 1", part->stop_count);
	for (i = 0; i < part->stop_count; i++)
		look(part, &part->stops[i], &effect);
	judged_us("last start after the XOFF", effect.reaction, quantum_ns(part));
	judged_us("started before the end of a pause by", effect.early, RESOLUTION_NS - 1);
	if (effect.late.count)
		judged_us("resumed late", effect.late, part->is[LATE] + RESOLUTION_NS - 1);
}

/* The priorities that are stopped at some time between these two */
static unsigned int stopped(const struct part *part, uint64_t from, uint64_t until)
{
	const struct stop *stop;
	unsigned int mask = 0;

	for (stop = part->stops; stop < part->stops + part->stop_count; stop++)
		if (stop->from < until && stop->until > from)
			mask |= stop->timer == LINK ? 0xff : 1U << stop->timer;
	return mask;
}

/*
 * A pause explains a gap if it stops each priority that still has frames to send. All other gaps
 * are as in the reference. That is a sample of the kernel's own work, so the marker allows more.
 */
static void judge_gaps(const struct part *part)
{
	uint64_t shortest = UINT64_MAX, longest = 0, gap, stall = part->is[STALL];
	const struct frame *f, *last = NULL, *end = part->list + part->count;
	uint32_t left[PRIORITIES] = { 0 };
	unsigned int waiting = 0;
	const char *measured;
	size_t gaps = 0;

	for (f = part->list; f < end; f++)
		if (is_start(f) && !left[f->priority]++)
			waiting |= 1U << f->priority;
	for (f = part->list; f < end; f++) {
		if (!is_start(f))
			continue;
		if (last && (waiting & ~stopped(part, last->ns, f->ns))) {
			gap = f->ns - last->ns;
			gaps++;
			shortest = gap < shortest ? gap : shortest;
			longest = gap > longest ? gap : longest;
		}
		last = f;
		if (!--left[f->priority])
			waiting &= ~(1U << f->priority);
	}
	measured = words("%llu to %llu us (%zu gaps)", shortest / 1000ULL, longest / 1000ULL, gaps);
	if (part->is[REFERENCE]) {
		reference.shortest = shortest;
		reference.longest = longest;
		reference.r_max = 0;
		row("gaps without control frames", measured, "", "told");
		return;
	}
	judged("gaps that no pause explains", measured,
	       words("%llu to %llu us, and %.2f us", reference.shortest / 1000ULL,
		     reference.longest / 1000ULL, stall / 1000.0),
	       gaps && reference.longest && shortest + stall >= reference.shortest &&
	       longest <= reference.longest + stall);
}

/* 31B.1, 802.1Q 36.1.3.3: addresses, type, opcode, zeros to the end, minFrameSize */
static bool is_well_formed(const struct part *part, const struct frame *f)
{
	uint8_t good[CONTROL_LEN] = { 0 };
	unsigned int opcode = get16(f->octets + 14), i;

	memcpy(good, multicast, 6);
	memcpy(good + 6, &part->port, 6);
	memcpy(good + 12, f->octets + 12, opcode == PAUSE ? 6 : 22);
	good[16] = opcode == PFC ? 0 : good[16];
	for (i = 0; i < PRIORITIES && opcode == PFC; i++)
		if (!(good[17] & 1U << i))
			memset(good + 18 + 2 * i, 0, 2);
	return (opcode == PAUSE || opcode == PFC) && f->len == CONTROL_LEN &&
		!memcmp(good, f->octets, CONTROL_LEN);
}

/* R of 31.2.1: how many frames of the station made the port send the first control frame */
static void judge_r(const struct part *part, long long offered, long long r)
{
	if (part->is[PAUSES] > 0) {
		row("frames that made the port send a control frame", words("%lld", r), "", "told");
		reference.r_max = r > reference.r_max ? r : reference.r_max;
	} else {
		judged("frames without a control frame", words("%lld", offered),
		       words("at least %lld", 2 * reference.r_max),
		       offered >= 2 * reference.r_max);
	}
}

static void judge_control(const struct part *part)
{
	long long least = part->is[PAUSES] > 0 ? part->is[PAUSES] : 0;
	long long count = 0, bad = 0, offered = 0, r = 0;
	const struct frame *f;

	for (f = part->list; f < part->list + part->count; f++) {
		offered += !f->by_port && f->kind == DATA;
		if (!f->by_port || f->kind != CONTROL)
			continue;
		r = count++ ? r : offered;
		bad += !is_well_formed(part, f);
	}
	if (part->is[PAUSES] < 0 && !count)
		return;
	judged("control frames sent", words("%lld, %lld not well formed", count, bad),
	       words("%s%lld, 0 not well formed", least ? "at least " : "", least),
	       !bad && (least ? count >= least : !count));
	judge_r(part, offered, r);
}

/* When each of these priorities has begun to send and none has come to its end, in ns */
static void all_send(const struct part *part, uint64_t *from, uint64_t *until)
{
	uint64_t first[PRIORITIES] = { 0 }, last[PRIORITIES] = { 0 };
	unsigned int frames[PRIORITIES] = { 0 }, i;
	const struct frame *f;

	for (f = part->list; f < part->list + part->count; f++) {
		if (!is_start(f))
			continue;
		if (frames[f->priority]++ == WARM)
			first[f->priority] = f->ns;
		last[f->priority] = f->ns;
	}
	for (i = 0; i < PRIORITIES; i++) {
		if (!part->shares[i])
			continue;
		*from = first[i] > *from ? first[i] : *from;
		*until = last[i] < *until ? last[i] : *until;
	}
}

/* 37.1.x: in 10,000,000 bit times, each class gets its share, a tenth more or less. */
static void judge_shares(const struct part *part)
{
	const uint64_t window = 10000000 * 1000000000ULL / part->is[SPEED];
	uint64_t from = 0, until = UINT64_MAX;
	int64_t octets[PRIORITIES] = { 0 }, all = 0, share;
	const struct frame *f;
	unsigned int i;

	all_send(part, &from, &until);
	judged("all classes send, for", words("%lld us", (long long)(until - from) / 1000),
	       words("at least %llu us", window / 1000ULL),
	       until > from && until - from >= window);
	for (f = part->list; f < part->list + part->count; f++) {
		if (!is_start(f) || f->ns < from || f->ns >= from + window)
			continue;
		octets[f->priority] += f->len;
		all += f->len;
	}
	for (i = 0; i < PRIORITIES; i++) {
		share = part->shares[i];
		if (share)
			judged(words("share of priority %u", i),
			       words("%.2f %%", 100.0 * octets[i] / all),
			       words("%u %%, within a tenth of it", part->shares[i]),
			       all && llabs(1000 * octets[i] - 10 * share * all) <= share * all);
	}
}

static void judge_part(struct part *part)
{
	snprintf(verdicts.test, sizeof(verdicts.test), "%s, %lld Mb/s", part->test,
		 part->is[SPEED] / 1000000);
	find_stops(part);
	judge_sent(part);
	if (part->shared)
		judge_shares(part);
	else
		judge_gaps(part);
	judge_stops(part);
	judge_control(part);
	free(part->list);
	free(part->stops);
	*part = (struct part){ 0 };
}

/* Read the next marker or frame. Return: what is wrong, or NULL. */
static const char *take(struct part *part, bool *inside, unsigned int *parts,
			const struct pcap_pkthdr *header, const uint8_t *octets)
{
	char text[512] = "";
	size_t len = header->caplen;

	if (len < 16)
		return NULL;
	if (get16(octets + 12) != MARKER) {
		if (*inside)
			add_frame(part, header, octets);
		return NULL;
	}
	memcpy(text, octets + 14, len - 14 < sizeof(text) ? len - 14 : sizeof(text) - 1);
	if (*inside != !strcmp(text, "end"))
		return "a begin within a part, or an end without a begin";
	*inside = !*inside;
	if (*inside)
		return part_begin(part, text);
	if (!part->count)
		return "a part has no frame";
	judge_part(part);
	++*parts;
	return NULL;
}

int judge_file(const char *path, FILE *rows, FILE *why)
{
	char error[PCAP_ERRBUF_SIZE] = "";
	pcap_t *dump = pcap_open_offline(path, error);
	const char *wrong = dump ? NULL : error;
	struct pcap_pkthdr *header;
	struct part part = { 0 };
	unsigned int parts = 0;
	const uint8_t *octets;
	bool inside = false;
	int got = 1;

	memset(&reference, 0, sizeof(reference));
	memset(&verdicts, 0, sizeof(verdicts));
	verdicts.rows = rows;
	while (!wrong && (got = pcap_next_ex(dump, &header, &octets)) == 1)
		wrong = take(&part, &inside, &parts, header, octets);
	if (!wrong && got != PCAP_ERROR_BREAK)
		wrong = pcap_geterr(dump);
	if (!wrong && (inside || !parts))
		wrong = inside ? "the last part has no end" : "there is no part";
	if (wrong)
		fprintf(why, "judge: %s: %s\n", path, wrong);
	if (dump)
		pcap_close(dump);
	free(part.list);
	return wrong ? -1 : verdicts.missed;
}
