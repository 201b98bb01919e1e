// SPDX-License-Identifier: GPL-2.0
/*
 * station faults: one request to the port of a device over and over, while the kernel lets the
 * n-th allocation of this task fail (/proc/thread-self/fail-nth), for each n there is. What a
 * try may come to:
 *
 *	it succeeds, and has done the same as without a fault;
 *	it is refused for lack of memory, and has changed nothing;
 *	nothing is heard of it but ENOBUFS: it has done all or nothing.
 *
 * What was refused is tried again with the next n, on the same port; what was done, on a new
 * one. The last try is without a fault, and is to succeed.
 *
 * Tries are in one process: to start one costs many allocations, and the test most of its time.
 * How each request is made is in faults_requests.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "faults.h"

/*
 * To begin a port takes an allocation or more for each of some hundred files: of so many, the
 * first and the last are tried, and of those in between each so manyth.
 */
#define ALL_OF		60
#define STEP		16

/* More than any request takes */
#define NO_FAULT	1000000

/* A storm or a frame asked for has gone out by then, from a tasklet. */
#define SETTLE_NS	2000000

struct tally {
	unsigned int allocations;	/* of one without a fault */
	unsigned int tries;
	unsigned int done;		/* all the same */
	unsigned int refused;
	unsigned int unanswered;
	unsigned int half;		/* neither as before nor as without a fault */
	unsigned int changed;		/* refused, but done all the same */
	unsigned int poorer;		/* succeeds, with another answer */
	unsigned int strange;		/* an error that is not about memory */
	unsigned int stuck;		/* without a fault, it fails in the end */
	unsigned int silent;		/* an event lost without a sign */
	int error;			/* the last strange one, or where it is stuck */
	unsigned int where;		/* and n of the last try that went wrong */
};

static int fail_nth;

/* 0: no fault */
static void arm(unsigned int n)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", n);
	if (pwrite(fail_nth, text, strlen(text), 0) < 0)
		fail("fail-nth: %s", strerror(errno));
}

/* How many allocations it would still have taken to fail; 0: one has. */
static unsigned int disarm(void)
{
	char text[16] = "";

	if (pread(fail_nth, text, sizeof(text) - 1, 0) < 0)
		fail("fail-nth: %s", strerror(errno));
	arm(0);
	return atoi(text);
}

static int same(const struct state *a, const struct state *b)
{
	return a->length == b->length && !memcmp(a->octets, b->octets, a->length);
}

/* One request, and what there is then, to @now. As disarm(). */
static unsigned int attempt(const struct request *request, unsigned int n,
			    struct result *result, struct state *now)
{
	unsigned int left;

	*result = (struct result) { 0 };
	arm(n);
	request->run(result);
	left = disarm();
	nap_ns(SETTLE_NS);
	faults_state(request, now);
	return left;
}

static int about_memory(int error)
{
	return error == ENOMEM || error == ENOBUFS;
}

static unsigned int wrong(const struct tally *t)
{
	return t->half + t->changed + t->poorer + t->strange + t->silent;
}

static void judge(const struct request *request, struct tally *tally, unsigned int n,
		  const struct result *result, const struct result *wanted,
		  const struct state *now, const struct state *before,
		  const struct state *after)
{
	unsigned int was = wrong(tally);

	tally->tries++;
	if (result->unanswered)
		tally->unanswered++;
	else if (result->error)
		tally->refused++;
	else
		tally->done++;
	if (!same(now, before) && !same(now, after))
		tally->half++;
	else if (!result->unanswered && !same(now, result->error ? before : after))
		tally->changed++;
	if (!result->error && result->octets != wanted->octets)
		tally->poorer++;
	if (result->error && !about_memory(result->error)) {
		tally->strange++;
		tally->error = result->error;
	}
	if (request->ends && same(now, after) && !faults_told())
		tally->silent++;
	if (wrong(tally) != was)
		tally->where = n;
}

static void print(const struct request *request, const struct tally *t)
{
	printf("request=%s allocations=%u tries=%u ", request->name, t->allocations, t->tries);
	printf("done=%u refused=%u unanswered=%u ", t->done, t->refused, t->unanswered);
	printf("half=%u changed=%u poorer=%u ", t->half, t->changed, t->poorer);
	printf("strange=%u stuck=%u silent=%u ", t->strange, t->stuck, t->silent);
	printf("error=%d where=%u\n", t->error, t->where);
}

/* The next n to try */
static unsigned int next_of(unsigned int n, unsigned int all)
{
	if (n < ALL_OF || n + ALL_OF + STEP > all)
		return n + 1;
	return n + STEP;
}

static void try_all(const struct request *request)
{
	struct result result, wanted;
	struct state before, after, now;
	struct tally tally = { 0 };
	unsigned int n;

	/* What is allocated but once, and code that is loaded, is not to be judged. */
	faults_begin(request);
	attempt(request, 0, &result, &now);
	faults_begin(request);
	faults_state(request, &before);
	tally.allocations = NO_FAULT - attempt(request, NO_FAULT, &wanted, &after);
	if (wanted.error)
		fail("faults: %s fails without a fault: %s", request->name, strerror(wanted.error));
	now = after;
	n = request->tail && tally.allocations > ALL_OF ? tally.allocations - ALL_OF : 0;
	do {
		if (!same(&now, &before) || request->ends)
			faults_begin(request);
		else
			faults_listen();
		n = next_of(n, tally.allocations);
		if (attempt(request, n, &result, &now))
			break;
		judge(request, &tally, n, &result, &wanted, &now, &before, &after);
	} while (1);
	/* The last one, without a fault */
	if (result.error || result.octets != wanted.octets || !same(&now, &after)) {
		tally.stuck++;
		tally.error = result.error;
	}
	print(request, &tally);
}

int cmd_faults(int argc, char **argv)
{
	const struct request *request;

	argc--, argv++;
	faults_device(next_word(&argc, &argv, "device"));
	fail_nth = open("/proc/thread-self/fail-nth", O_RDWR);
	if (fail_nth < 0)
		fail("fail-nth: %s", strerror(errno));
	while (argc) {
		const char *name = next_word(&argc, &argv, "request");

		for (request = faults_requests; request->name; request++)
			if (!strcmp(name, request->name))
				break;
		if (!request->name)
			usage("request \"%s\" is unknown", name);
		try_all(request);
	}
	return 0;
}
