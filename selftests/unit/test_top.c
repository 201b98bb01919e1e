// SPDX-License-Identifier: GPL-2.0
/*
 * When top makes its rates anew. This program includes the file under test, moves its clock, and
 * types. There is no terminal: without one, ncurses draws nothing.
 */
#define _GNU_SOURCE

#include <ncurses.h>

#include "unit.h"

#undef getch
#define getch		test_key
#define now_msec	test_msec
#define clock_ns	test_clock
#define query_ports	test_ports
#define sample_read	test_sample
#define listen_wait	test_wait

static int test_key(void);

#include "top.c"

uint64_t interval_ns;

static uint64_t now_ns, key_ns;	/* time of the next key */
static const char *keys;
static uint64_t frames;		/* XOFF frames that the port has received */

uint64_t test_msec(void)
{
	return now_ns / NS_PER_MS;
}

/* Drawing takes no time of the processor. */
uint64_t test_clock(clockid_t clock)
{
	return 0;
}

bool test_sample(struct sample *sample, const struct nlattr *const *attributes)
{
	memset(sample, 0, sizeof(*sample));
	sample->place.index = 1;
	sample->time = now_ns;
	sample->of[PAUSECTL_A_STATS_RX_XOFF][0] = frames;
	return true;
}

int test_ports(const char *asked, uint8_t request, unsigned int index, port_fn *port, void *data)
{
	port(NULL, data);
	return STATUS_OK;
}

/* poll() waits as many ms from now, and not from the last full one. */
int test_wait(struct listeners *listeners, uint64_t until, port_fn *event, void *data)
{
	uint64_t end = now_ns + (until - test_msec()) * NS_PER_MS;

	frames = 100;
	now_ns = key_ns < end ? key_ns : end;
	return 0;
}

static int test_key(void)
{
	bool typed = now_ns >= key_ns;

	key_ns += typed ? 700 * NS_PER_MS : 0;
	return typed ? *keys++ : ERR;
}

/* A key that is typed meanwhile puts nothing off. */
TEST(rates_are_new_after_the_interval)
{
	/* Within a millisecond, at which the first look is, and the first key */
	static const uint64_t times[][2] = { { 0, 900000 }, { 900000, 200000 }, { 999999, 0 } };
	struct pollfd fds[2] = { 0 };
	unsigned int i;

	for (i = 0; i < MNL_ARRAY_SIZE(times); i++) {
		struct top top = { .devices = (char *[]){ NULL }, .listeners.fds = fds };

		frames = 0;
		keys = "rq";
		now_ns = 10 * NS_PER_S + times[i][0];
		key_ns = 10 * NS_PER_S + 500 * NS_PER_MS + times[i][1];
		assert_int_equal(top_watch(&top), STATUS_OK);
		assert_int_equal(top.rows[0].rate[XOFF_IN], 100);
		free(top.rows);
		free(top.shown);
	}
}
