// SPDX-License-Identifier: GPL-2.0
/*
 * station blast: sends numbered test frames on several priorities at once. Each priority has a
 * socket and a thread, so that a blocked priority blocks no other. A full queue blocks the sender,
 * so a paused port loses nothing.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "station.h"

#define FRAME_MIN	60
#define FRAME_MAX	65535
#define LONGEST_BLOCK_US 10000	/* how late a blocked thread sees that it is over */

static struct {
	const char *dev;
	unsigned int priorities;
	size_t size;
	uint64_t count;
	uint64_t for_ns;
	uint64_t every_ns;
	unsigned int burst;
	unsigned int tpid;		/* 0: no tag in the frame */
	unsigned int vid;
	int skbprio;			/* -1: the priority, or 0 with a tag */
	int sndbuf;
	uint8_t da[6];
} options = {
	.priorities = 1, .size = 1000, .burst = 1, .skbprio = -1,
	.da = { 0x02, 0, 0, 0, 0, 0x88 },
};

struct sender {
	pthread_t thread;
	unsigned int prio;
	int fd;
	uint8_t frame[FRAME_MAX];
	uint8_t *payload;
	uint64_t sent;
	uint64_t dropped;
	uint64_t end_ns;
};

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	(void)signal;
	stopped = 1;
}

static void blast_option(int *argc, char ***argv)
{
	const char *key = next_word(argc, argv, "option");
	const char *word = next_word(argc, argv, key);

	if (!strcmp(key, "prio")) {
		options.priorities = parse_list(word);
	} else if (!strcmp(key, "size")) {
		options.size = parse_number(word, key, FRAME_MIN, FRAME_MAX);
	} else if (!strcmp(key, "count")) {
		options.count = parse_number(word, key, 1, UINT32_MAX);
	} else if (!strcmp(key, "for")) {
		options.for_ns = parse_time_ns(word);
	} else if (!strcmp(key, "every")) {
		options.every_ns = parse_time_ns(word);
	} else if (!strcmp(key, "burst")) {
		options.burst = parse_number(word, key, 1, UINT32_MAX);
	} else if (!strcmp(key, "tag") || !strcmp(key, "stag")) {
		options.tpid = *key == 's' ? ETH_TYPE_STAG : ETH_TYPE_CTAG;
		options.vid = parse_number(word, key, 0, 4095);
	} else if (!strcmp(key, "skbprio")) {
		options.skbprio = parse_number(word, key, 0, INT32_MAX);
	} else if (!strcmp(key, "sndbuf")) {
		options.sndbuf = parse_number(word, key, 1, INT32_MAX);
	} else if (!strcmp(key, "da")) {
		parse_mac(word, options.da);
	} else {
		usage("option \"%s\" is unknown, see station --help", key);
	}
}

static void sender_open(struct sender *s, unsigned int prio)
{
	struct timeval timeout = { .tv_usec = LONGEST_BLOCK_US };
	uint8_t *at = s->frame + 12;
	int skbprio = options.skbprio;

	if (skbprio < 0)
		skbprio = options.tpid ? 0 : prio;
	s->prio = prio;
	s->fd = packet_socket(options.dev, 0);
	if (setsockopt(s->fd, SOL_SOCKET, SO_PRIORITY, &skbprio, sizeof(skbprio)) ||
	    setsockopt(s->fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout)) ||
	    (options.sndbuf && setsockopt(s->fd, SOL_SOCKET, SO_SNDBUFFORCE, &options.sndbuf,
					  sizeof(options.sndbuf))))
		fail("packet socket: %s", strerror(errno));

	memcpy(s->frame, options.da, 6);
	device_mac(options.dev, s->frame + 6);
	if (options.tpid) {
		put16(at, options.tpid);
		put16(at + 2, prio << 13 | options.vid);
		at += 4;
	}
	put16(at, ETH_TYPE_TEST);
	s->payload = at + 2;
}

/* Returns 0 when the device is gone. */
static int send_next(struct sender *s)
{
	put_test_payload(s->payload, s->prio, s->sent + s->dropped);
	if (send(s->fd, s->frame, options.size, 0) >= 0) {
		s->sent++;
		return 1;
	}
	switch (errno) {
	case ENOBUFS:			/* the qdisc dropped it */
	case ENOMEM:			/* there was none for it */
		s->dropped++;
		return 1;
	case EAGAIN:
	case EINTR:
		return 1;
	case ENETDOWN:			/* not taken: the same number again later */
		nap_ns(1000000);
		return 1;
	case ENXIO:
	case ENODEV:
		return 0;
	}
	fail("sending on \"%s\": %s", options.dev, strerror(errno));
}

static void *sender_run(void *context)
{
	struct sender *s = context;
	uint64_t now, next = clock_ns();
	unsigned int in_burst = 0;

	while (!stopped && (!options.count || s->sent + s->dropped < options.count)) {
		now = clock_ns();
		if (s->end_ns && now >= s->end_ns)
			break;
		if (options.every_ns && in_burst == options.burst) {
			in_burst = 0;
			next += options.every_ns;
			if (next < now)		/* was held back: no catching up */
				next = now;
			sleep_until(next);
		}
		in_burst++;
		if (!send_next(s))
			break;
	}
	return NULL;
}

int cmd_blast(int argc, char **argv)
{
	static struct sender senders[PRIORITIES];
	struct sender *s;
	uint64_t start;

	argc--, argv++;
	options.dev = next_word(&argc, &argv, "device");
	while (argc)
		blast_option(&argc, &argv);
	signal(SIGTERM, stop);
	signal(SIGINT, stop);

	start = clock_ns();
	for (s = senders; s < senders + PRIORITIES; s++) {
		if (!(options.priorities & 1U << (s - senders)))
			continue;
		sender_open(s, s - senders);
		s->end_ns = options.for_ns ? start + options.for_ns : 0;
		errno = pthread_create(&s->thread, NULL, sender_run, s);
		if (errno)
			fail("thread: %s", strerror(errno));
	}
	for (s = senders; s < senders + PRIORITIES; s++) {
		if (!(options.priorities & 1U << (s - senders)))
			continue;
		pthread_join(s->thread, NULL);
		printf("prio=%u sent=%llu dropped=%llu\n", s->prio,
		       (unsigned long long)s->sent, (unsigned long long)s->dropped);
	}
	return 0;
}
