// SPDX-License-Identifier: GPL-2.0
/*
 * station faults: repeats one request to the port of a device, while the kernel lets the n-th
 * allocation of this task fail (/proc/thread-self/fail-nth), for each n there is. A try has one of
 * these results:
 *
 *	the request succeeds, and has the same effect as without a fault;
 *	the request is refused for lack of memory, and changes nothing;
 *	the only answer is ENOBUFS: the request has its whole effect or none.
 *
 * After a refusal, the next n is tried on the same port. After a success, it is tried on a new
 * port. The last try is without a fault and must succeed.
 *
 * All tries are in one process, because the start of a process costs many allocations and most of
 * the time of the test. faults_requests.c makes the requests. faults_namespace.c ends network
 * namespaces, which no task asks for.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "faults.h"

/*
 * So many of the last allocations of a load of the module fail. Some 50 are the module's own, most
 * of them for the files of its cache in sysfs, and the kernel makes 7 after these. The number also
 * covers earlier allocations of any module, or of gcov, so that none of the module's own is left
 * out.
 */
#define TAIL		160

static int fail_nth;

/* A task that has ended does not take the setting. */
void faults_arm(int fd, unsigned int n)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", n);
	if (pwrite(fd, text, strlen(text), 0) < 0 && errno != ESRCH)
		fail("fail-nth: %s", strerror(errno));
}

unsigned int faults_left(int fd)
{
	char text[16] = "";

	if (pread(fd, text, sizeof(text) - 1, 0) < 0)
		fail("fail-nth: %s", strerror(errno));
	return atoi(text);
}

int faults_same(const struct state *a, const struct state *b)
{
	return a->length == b->length && !memcmp(a->octets, b->octets, a->length);
}

/* One request, and what there is then, to @now. As faults_left(). */
static unsigned int attempt(const struct request *request, unsigned int n,
			    struct result *result, struct state *now)
{
	unsigned int left;

	*result = (struct result) { 0 };
	faults_arm(fail_nth, n);
	faults_run(request, result);
	left = faults_left(fail_nth);
	faults_arm(fail_nth, 0);
	nap_ns(SETTLE_NS);
	faults_state(request, now);
	return left;
}

static int about_memory(int error)
{
	return error == ENOMEM || error == ENOBUFS;
}

unsigned int faults_wrong(const struct tally *t)
{
	return t->half + t->changed + t->poorer + t->strange + t->stuck + t->silent;
}

static void judge(const struct request *request, struct tally *tally, unsigned int n,
		  const struct result *result, const struct result *wanted,
		  const struct state *now, const struct state *before,
		  const struct state *after)
{
	unsigned int was = faults_wrong(tally);

	tally->tries++;
	if (result->unanswered)
		tally->unanswered++;
	else if (result->error)
		tally->refused++;
	else
		tally->done++;
	if (!faults_same(now, before) && !faults_same(now, after))
		tally->half++;
	else if (!result->unanswered && !faults_same(now, result->error ? before : after))
		tally->changed++;
	if (!result->error && result->octets != wanted->octets)
		tally->poorer++;
	if (result->error && !about_memory(result->error)) {
		tally->strange++;
		tally->error = result->error;
	}
	if (request->ends && faults_same(now, after) && !faults_told())
		tally->silent++;
	if (faults_wrong(tally) != was)
		tally->where = n;
}

static void print(const char *name, const struct tally *t)
{
	printf("request=%s allocations=%u tries=%u ", name, t->allocations, t->tries);
	printf("done=%u refused=%u unanswered=%u ", t->done, t->refused, t->unanswered);
	printf("half=%u changed=%u poorer=%u ", t->half, t->changed, t->poorer);
	printf("strange=%u stuck=%u silent=%u ", t->strange, t->stuck, t->silent);
	printf("error=%d where=%u\n", t->error, t->where);
}

static void try_all(const struct request *request, struct tally *tally)
{
	struct result result, wanted;
	struct state before, after, now;
	unsigned int n;

	/* What is allocated but once, and code that is loaded, is not to be judged. */
	faults_begin(request);
	attempt(request, 0, &result, &now);
	faults_begin(request);
	faults_state(request, &before);
	tally->allocations = NO_FAULT - attempt(request, NO_FAULT, &wanted, &after);
	if (wanted.error)
		fail("faults: %s fails without a fault: %s", request->name, strerror(wanted.error));
	now = after;
	n = request->tail && tally->allocations > TAIL ? tally->allocations - TAIL : 0;
	do {
		/* What begins without a port may leave behind what is none. */
		if (!faults_same(&now, &before) || request->ends || request->bare)
			faults_begin(request);
		else
			faults_listen();
		if (attempt(request, ++n, &result, &now))
			break;
		judge(request, tally, n, &result, &wanted, &now, &before, &after);
	} while (1);
	/* The last one, without a fault */
	if (result.error || result.octets != wanted.octets || !faults_same(&now, &after)) {
		tally->stuck++;
		tally->error = result.error;
	}
}

int cmd_faults(char **words)
{
	const char *device, *name;

	device = next_word(&words, "device");
	fail_nth = open("/proc/thread-self/fail-nth", O_RDWR);
	if (fail_nth < 0)
		fail("fail-nth: %s", strerror(errno));
	while (*words) {
		struct tally tally = { 0 };

		name = next_word(&words, "request");
		faults_device(device);
		if (!strcmp(name, "namespace"))
			faults_namespace(&tally);
		else
			try_all(faults_request(name), &tally);
		print(name, &tally);
	}
	return 0;
}
