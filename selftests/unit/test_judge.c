// SPDX-License-Identifier: GPL-2.0
/* The judge of the wire against dumps made up here: a good port, and each defect it must see. */
#include <unistd.h>
#include <pcap/pcap.h>

#include "unit.h"
#include "../wire/judge.h"

#define SPEED	100000000ULL
#define SIZE	1514
#define GAP_NS	123040		/* of a frame of SIZE and its preamble, FCS and gap */
#define QUANTUM_NS 5120

static const uint8_t port[6] = { 2, 0, 0, 0, 0, 0x0a };
static const uint8_t station[6] = { 2, 0, 0, 0, 0, 0x0b };
static const uint8_t group[6] = { 0x01, 0x80, 0xc2, 0, 0, 0x01 };

static struct {
	char path[32];
	pcap_t *pcap;
	pcap_dumper_t *dump;
	uint64_t ns;		/* when the next frame starts */
	uint32_t number;
	char *rows, *why;
	int missed;
} wire;

static void put(uint64_t ns, const uint8_t *octets, unsigned int len)
{
	struct pcap_pkthdr header = {
		.ts = { ns / 1000000000, ns / 1000 % 1000000 }, .caplen = len, .len = len,
	};

	pcap_dump((u_char *)wire.dump, &header, octets);
}

static void begin_dump(void)
{
	snprintf(wire.path, sizeof(wire.path), "/tmp/judge.XXXXXX");
	close(mkstemp(wire.path));
	wire.pcap = pcap_open_dead(DLT_EN10MB, 65535);
	wire.dump = pcap_dump_open(wire.pcap, wire.path);
	wire.ns = 1000000;
}

static void mark(const char *text)
{
	uint8_t octets[600] = { 0 };

	memset(octets, 0xff, 6);
	memcpy(octets + 6, station, 6);
	octets[12] = 0x88;
	octets[13] = 0xb6;
	memcpy(octets + 14, text, strlen(text));
	put(wire.ns, octets, 14 + strlen(text) + 46);
	wire.number = 0;
}

static void part_begins(const char *keys)
{
	char text[512];

	snprintf(text, sizeof(text), "begin T port=02:00:00:00:00:0a speed=%llu size=%u %s",
		 SPEED, SIZE, keys);
	mark(text);
}

static void data_of(unsigned int priority, uint32_t number, uint64_t ns, unsigned int len)
{
	uint8_t octets[SIZE + 100] = { 0 };

	memcpy(octets + 6, port, 6);
	memcpy(octets + 12, (uint8_t[]){ 0x88, 0xb5, 0x50, 0x41, 0x55, 0x53, priority }, 7);
	octets[24] = number >> 8;
	octets[25] = number;
	put(ns, octets, len);
}

/* @count frames back to back */
static void data(unsigned int count)
{
	for (; count--; wire.ns += GAP_NS)
		data_of(0, wire.number++, wire.ns, SIZE);
}

static void control(uint64_t ns, const uint8_t *to, const uint8_t *from, unsigned int opcode,
		    unsigned int value)
{
	uint8_t octets[60] = { 0 };

	memcpy(octets, to, 6);
	memcpy(octets + 6, from, 6);
	memcpy(octets + 12, (uint8_t[]){ 0x88, 0x08, opcode >> 8, opcode, value >> 8, value }, 6);
	put(ns, octets, sizeof(octets));
}

/* A PAUSE frame 10 us before the next start would be, and a silence of @silent_ns from then on */
static void pause_for(unsigned int quanta, uint64_t silent_ns)
{
	wire.ns -= 10000;
	control(wire.ns, group, station, 1, quanta);
	wire.ns += silent_ns;
}

static void end_dump(void)
{
	size_t size;
	FILE *rows, *why;

	mark("end");
	pcap_dump_close(wire.dump);
	pcap_close(wire.pcap);
	rows = open_memstream(&wire.rows, &size);
	why = open_memstream(&wire.why, &size);
	wire.missed = judge_file(wire.path, rows, why);
	fclose(rows);
	fclose(why);
	unlink(wire.path);
}

static void forget(void)
{
	free(wire.rows);
	free(wire.why);
}

/* A dump with a good part for reference, and a part that begins with these keys */
static void part_of(const char *keys)
{
	begin_dump();
	part_begins("prios=0 sent=50 obeys=none reference=1");
	data(50);
	mark("end");
	part_begins(keys);
}

/* One row is missed, that on @what, or none. */
static void demand(const char *what)
{
	char *row;

	end_dump();
	for (row = wire.rows; what && wire.missed == 1; row = strchr(row, '\n') + 1)
		if (strstr(row, "\tmissed\n") < strchr(row, '\n'))
			break;
	if (wire.missed != !!what ||
	    (what && strncmp(strchr(row, '\t') + 1, what, strlen(what))))
		fail_msg("%d missed, why \"%s\":\n%s", wire.missed, wire.why, wire.rows);
	forget();
}

/* Rows are missed, and a row has this text. */
static void demand_row(const char *row)
{
	end_dump();
	if (!wire.missed || !strstr(wire.rows, row))
		fail_msg("%d missed:\n%s", wire.missed, wire.rows);
	forget();
}

/* What happens on the wire: frames of the port back to back, frames of the station, and time */
enum what {
	END,
	DATA,		/* @count frames of the port */
	LATER,		/* @ns pass */
	SKIP,		/* the numbers of the frames go on by @count */
	CONTROL,	/* a PAUSE frame of @count quanta, @ns after the next start would be */
	PAUSE,		/* such a frame 10 us before the next start, and a silence of @ns */
};

struct step {
	enum what what;
	int count;
	int64_t ns;
};

/* A part that begins with the keys @part. The judge misses the demand @missed, or none. */
static const struct scenario {
	const char *name, *part, *missed;
	struct step steps[9];
} scenarios[] = {
	{ "good_port", "prios=0 sent=40 obeys=link", NULL,
	  { { DATA, 10 }, { PAUSE, 100, 100 * QUANTUM_NS + 1000 },
	    { DATA, 10 }, { PAUSE, 65535, 65535LL * QUANTUM_NS },
	    { DATA, 10 }, { CONTROL, 0, -50000 }, { DATA, 10 } } },
	/* A frame in transmission, and one that begins within a quantum */
	{ "late_start_within_a_quantum", "prios=0 sent=20 obeys=link", NULL,
	  { { DATA, 10 }, { CONTROL, 1000, -4000 }, { DATA, 1 },
	    { LATER, 0, 1000 * QUANTUM_NS - GAP_NS - 4000 }, { DATA, 9 } } },
	{ "late_start_beyond_a_quantum", "prios=0 sent=20 obeys=link",
	  "last start after the XOFF",
	  { { DATA, 10 }, { CONTROL, 1000, -8000 }, { DATA, 1 },
	    { LATER, 0, 1000 * QUANTUM_NS - GAP_NS - 8000 }, { DATA, 9 } } },
	/* Data flows on for 5 ms, as if the hook ran that late. */
	{ "late_hook", "prios=0 sent=100 obeys=link", "last start after the XOFF",
	  { { DATA, 10 }, { CONTROL, 10000 }, { DATA, 41 },
	    { LATER, 0, 10000 * QUANTUM_NS - 41 * GAP_NS }, { DATA, 49 } } },
	{ "short_pause", "prios=0 sent=20 obeys=link", "started before the end of a pause",
	  { { DATA, 10 }, { PAUSE, 1000, 1000 * QUANTUM_NS - 2000 }, { DATA, 10 } } },
	{ "pause_one_quantum_short", "prios=0 sent=20 obeys=link",
	  "started before the end of a pause",
	  { { DATA, 10 }, { PAUSE, 1000, 999 * QUANTUM_NS }, { DATA, 10 } } },
	{ "late_resumption", "prios=0 sent=20 obeys=link", "resumed late",
	  { { DATA, 10 }, { PAUSE, 1000, 1000 * QUANTUM_NS + 10000000 }, { DATA, 10 } } },
	{ "ignored_pause", "prios=0 sent=20 obeys=link", "last start after the XOFF",
	  { { DATA, 10 }, { CONTROL, 60000, -50000 }, { DATA, 10 } } },
	{ "ignored_xon", "prios=0 sent=20 obeys=link", "resumed late",
	  { { DATA, 10 }, { PAUSE, 60000, 1000 * QUANTUM_NS }, { CONTROL, 0 },
	    { LATER, 0, 59000LL * QUANTUM_NS }, { DATA, 10 } } },
	{ "stall_behind_a_zero_time", "prios=0 sent=20 obeys=link", "gaps that no pause explains",
	  { { DATA, 5 }, { PAUSE, 100, 100 * QUANTUM_NS }, { DATA, 5 }, { CONTROL, 0 },
	    { LATER, 0, 33550000 }, { DATA, 10 } } },
	{ "stall_of_one_frame", "prios=0 sent=20 obeys=none", "gaps that no pause explains",
	  { { DATA, 10 }, { LATER, 0, GAP_NS }, { DATA, 10 } } },
	/* More than a quantum beyond the reference */
	{ "stall_of_two_quanta", "prios=0 sent=20 obeys=none", "gaps that no pause explains",
	  { { DATA, 10 }, { LATER, 0, 2 * QUANTUM_NS }, { DATA, 10 } } },
	{ "gap_too_short", "prios=0 sent=20 obeys=none", "gaps that no pause explains",
	  { { DATA, 10 }, { LATER, 0, -10000 }, { DATA, 10 } } },
	{ "lost_frame", "prios=0 sent=21 obeys=none", "frames sent of priority 0",
	  { { DATA, 10 }, { SKIP, 1 }, { DATA, 10 } } },
	{ "frame_twice", "prios=0 sent=20 obeys=none", "frames sent of priority 0",
	  { { DATA, 10 }, { SKIP, -1 }, { DATA, 10 } } },
	{ "no_pause_at_all", "prios=0 sent=20 obeys=link", "pauses", { { DATA, 20 } } },
};

TEST_EACH(scenario, scenarios)
{
	const struct scenario *scenario = *state;
	const struct step *step;

	part_of(scenario->part);
	for (step = scenario->steps; step->what != END; step++)
		switch (step->what) {
		case DATA:
			data(step->count);
			break;
		case SKIP:
			wire.number += step->count;
			break;
		case CONTROL:
			control(wire.ns + step->ns, group, station, 1, step->count);
			break;
		case PAUSE:
			pause_for(step->count, step->ns);
			break;
		default:
			wire.ns += step->ns;
		}
	demand(scenario->missed);
}

TEST(frame_of_another_size)
{
	part_of("prios=0 sent=11 obeys=none");
	data(10);
	data_of(0, 10, wire.ns, SIZE - 1);
	demand("frames of another size");
}

/* Frames to other addresses, of other opcodes, and of timers that the port does not obey */
TEST(frames_that_stop_nobody)
{
	static const uint8_t other[6] = { 2, 0, 0, 0, 0, 0x0c };

	part_of("prios=0 sent=40 obeys=link");
	data(10);
	control(wire.ns - 20000, other, station, 1, 60000);
	data(10);
	control(wire.ns - 20000, group, station, 2, 60000);
	control(wire.ns - 10000, group, station, 0x101, 0xff);
	data(10);
	pause_for(10, 10 * QUANTUM_NS);
	data(10);
	demand(NULL);
}

TEST(own_address_stops)
{
	part_of("prios=0 sent=20 obeys=link");
	data(10);
	control(wire.ns - 50000, port, station, 1, 60000);
	data(10);
	demand("last start after the XOFF");
}

/* Priority 3 is stopped, and priority 4 fills its time. */
static void pfc(uint64_t late_ns, unsigned int other)
{
	uint8_t octets[60] = { 0 };
	uint32_t number[8] = { 0 };
	unsigned int i;

	memcpy(octets, group, 6);
	memcpy(octets + 6, station, 6);
	memcpy(octets + 12, (uint8_t[]){ 0x88, 0x08, 0x01, 0x01, 0, 1 << 3 }, 6);
	octets[24] = 1;			/* 256 quanta, 10.65 frames */
	part_of("prios=3,4 sent=20 obeys=3 late=130000");
	for (i = 0; i < 20; i++, wire.ns += GAP_NS)
		data_of(i & 1 ? 3 : 4, number[i & 1 ? 3 : 4]++, wire.ns, SIZE);
	put(wire.ns - 10000, octets, 60);
	wire.ns += other == 4 ? 0 : 256 * QUANTUM_NS;
	for (i = 0; other == 4 && i < 10; i++, wire.ns += GAP_NS)
		data_of(4, number[4]++, wire.ns, SIZE);
	wire.ns += late_ns;
	while (number[3] < 20 || number[4] < 20) {
		i = number[3] <= number[4] - 9 && number[3] < 20 ? 3 : number[4] < 20 ? 4 : 3;
		data_of(i, number[i]++, wire.ns, SIZE);
		wire.ns += GAP_NS;
	}
}

TEST(one_priority_stops)
{
	pfc(256 * QUANTUM_NS - 10 * GAP_NS - 10000, 4);
	demand(NULL);
}

TEST(other_priority_stops_too)
{
	pfc(0, 3);
	demand("gaps that no pause explains");
}

TEST(control_frames_of_the_port)
{
	part_of("prios=0 sent=10 obeys=none pauses=1");
	data(5);
	control(wire.ns - 1000, group, port, 1, 0xffff);
	data(5);
	demand(NULL);

	part_of("prios=0 sent=10 obeys=none pauses=0");
	data(5);
	control(wire.ns - 1000, group, port, 1, 0xffff);
	data(5);
	demand("control frames sent");
}

TEST(ill_formed_control_frame_of_the_port)
{
	part_of("prios=0 sent=10 obeys=none pauses=1");
	data(5);
	control(wire.ns - 1000, group, port, 0x101, 0x103);
	data(5);
	demand("control frames sent");
}

/* The station sends @count data frames of @priority. */
static void offer(unsigned int count)
{
	uint8_t octets[60] = { 0 };

	memcpy(octets + 6, station, 6);
	memcpy(octets + 12, (uint8_t[]){ 0x88, 0xb5, 0x50, 0x41, 0x55, 0x53 }, 6);
	while (count--)
		put(wire.ns - 1000, octets, sizeof(octets));
}

/* 31.2.1: 7 frames make the port send a PAUSE frame. 13 do not show that it sends none. */
TEST(too_few_frames_to_show_silence)
{
	unsigned int frames;

	for (frames = 13; frames <= 14; frames++) {
		part_of("prios=0 sent=10 obeys=none pauses=1");
		data(5);
		offer(7);
		control(wire.ns - 1000, group, port, 1, 0xffff);
		data(5);
		mark("end");
		part_begins("prios=0 sent=10 obeys=none pauses=0");
		data(5);
		offer(frames);
		data(5);
		demand(frames == 14 ? NULL : "frames without a control frame");
	}
}

/* Two priorities send @count frames each. While both send, @ones of 100 are of priority 1. */
static void two_classes(unsigned int ones, unsigned int count)
{
	uint32_t number[3] = { 0 };
	unsigned int i, due = 0;
	char keys[80];

	snprintf(keys, sizeof(keys), "prios=1,2 sent=%u obeys=none shares=1:15,2:85", count);
	part_of(keys);
	while (number[1] < count || number[2] < count) {
		due += ones;
		i = due >= 100 || number[2] == count ? 1 : 2;
		due %= 100;
		data_of(i, number[i]++, wire.ns, SIZE);
		wire.ns += GAP_NS;
	}
}

TEST(shares_within_a_tenth)
{
	two_classes(14, 1000);
	demand(NULL);
}

TEST(shares_beyond_a_tenth)
{
	two_classes(13, 1000);
	demand("share of priority 1");
}

/* Priority 2 has sent all its frames before 10,000,000 bit times are over. */
TEST(source_runs_out)
{
	two_classes(15, 600);
	demand_row("all classes send, for\t69");
}

/* 37.1.6: three frames of each class, without one of a class. Frame @again has an old number. */
static void lossy_class(uint32_t lost, unsigned int class_of_lost, uint32_t again)
{
	uint32_t number;
	unsigned int i;

	part_of("prios=1,2 sent=3 lossy=2 obeys=none");
	for (number = 0; number < 3; number++)
		for (i = 1; i <= 2; i++, wire.ns += GAP_NS)
			if (number != lost || i != class_of_lost)
				data_of(i, number - (i == 2 && number == again), wire.ns, SIZE);
			else
				wire.ns -= GAP_NS;
}

TEST(lossy_class_loses)
{
	lossy_class(1, 2, 9);
	demand(NULL);
}

TEST(lossy_class_loses_none)
{
	lossy_class(9, 2, 9);
	demand("frames sent of priority 2");
}

TEST(lossy_class_out_of_order)
{
	lossy_class(0, 2, 2);
	demand("frames sent of priority 2");
}

TEST(lossless_class_loses)
{
	lossy_class(1, 1, 9);
	demand_row("priority 1\t2, 1 not in their place\t3, 0 not in their place\tm");
}

/* PG292: by the checks of the port, the second frame is a PAUSE frame of another type. */
static void second_of_two_frames_acts(void)
{
	uint8_t octets[60] = { 0 };

	memcpy(octets + 6, station, 6);
	memcpy(octets + 12, (uint8_t[]){ 0x88, 0xb9, 0, 1, 0, 100 }, 6);
	part_of("prios=0 sent=20 obeys=link acts=0x2");
	data(10);
	control(wire.ns - 20000, group, station, 1, 60000);
	wire.ns -= 10000;
	put(wire.ns, octets, sizeof(octets));
}

TEST(frames_that_act_are_named)
{
	second_of_two_frames_acts();
	wire.ns += 100 * QUANTUM_NS;
	data(10);
	demand(NULL);
	second_of_two_frames_acts();
	wire.ns += 10000;
	data(10);
	demand("last start after the XOFF");
}

static void demand_no_judgement(const char *why)
{
	end_dump();
	if (wire.missed != -1 || !strstr(wire.why, why))
		fail_msg("%d missed, why \"%s\"", wire.missed, wire.why);
	forget();
}

TEST(dumps_without_a_judgement)
{
	begin_dump();
	demand_no_judgement("an end without a begin");
	begin_dump();
	part_begins("prios=0 sent=1 obeys=none");
	demand_no_judgement("a part has no frame");
	begin_dump();
	part_begins("prios=0 sent=1 obeys=all");
	demand_no_judgement("not understood");
	begin_dump();
	part_begins("prios=0 sent=1 obeys=none shares=1:15,8:85");
	demand_no_judgement("not understood");
	begin_dump();
	part_begins("prios=0 obeys=none");
	demand_no_judgement("lacks one of");
	begin_dump();
	part_begins("prios=0 sent=5 obeys=none");
	data(5);
	part_begins("prios=0 sent=5 obeys=none");
	demand_no_judgement("a begin within a part");
	assert_int_equal(judge_file("/nowhere", stderr, stderr), -1);
}
