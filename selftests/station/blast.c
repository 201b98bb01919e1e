// SPDX-License-Identifier: GPL-2.0
/*
 * station blast: sends numbered test frames on several priorities at once. Each priority has a
 * socket and a thread, so that a blocked priority blocks no other. A full queue blocks the sender,
 * so a paused port loses nothing.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "station.h"

#define FRAME_MIN	60
#define FRAME_MAX	65535
#define LONGEST_BLOCK_US 10000	/* how late a blocked thread sees that it is over */

struct blast {
	unsigned int priorities;
	size_t size;
	uint64_t count;
	uint64_t for_ns;
	uint64_t every_ns;
	unsigned int burst;
	unsigned int ctag, stag;	/* the VID of a tag in the frame, UINT32_MAX: none */
	int skbprio;			/* -1: the priority, or 0 with a tag */
	int sndbuf;
	uint8_t da[6];
};

static struct blast options = {
	.priorities = 1, .size = 1000, .burst = 1, .ctag = UINT32_MAX, .stag = UINT32_MAX,
	.skbprio = -1, .da = { 0x02, 0, 0, 0, 0, 0x88 },
};

static const char *dev;

struct sender {
	pthread_t thread;
	unsigned int prio;
	int fd;
	uint8_t frame[FRAME_MAX];
	uint8_t *payload;
	unsigned long long sent;
	unsigned long long dropped;
	uint64_t end_ns;
};

static void take_priorities(void *to, const struct option *option, const char *word)
{
	(void)option;
	*(unsigned int *)to = parse_list(word);
}

static const struct option words_of_blast[] = {
	{ "prio", MEMBER(struct blast, priorities), .take = take_priorities },
	{ "size", MEMBER(struct blast, size), FRAME_MIN, FRAME_MAX },
	{ "count", MEMBER(struct blast, count), 1, UINT32_MAX },
	{ "for", MEMBER(struct blast, for_ns), .take = take_time },
	{ "every", MEMBER(struct blast, every_ns), .take = take_time },
	{ "burst", MEMBER(struct blast, burst), 1, UINT32_MAX },
	{ "tag", MEMBER(struct blast, ctag), 0, 4095 },
	{ "stag", MEMBER(struct blast, stag), 0, 4095 },
	{ "skbprio", MEMBER(struct blast, skbprio), 0, INT32_MAX },
	{ "sndbuf", MEMBER(struct blast, sndbuf), 1, INT32_MAX },
	{ "da", MEMBER(struct blast, da), .take = take_mac },
	{ }
};

static void sender_open(struct sender *s, unsigned int prio)
{
	struct timeval timeout = { .tv_usec = LONGEST_BLOCK_US };
	int tagged = options.ctag != UINT32_MAX || options.stag != UINT32_MAX;
	int stag = options.stag != UINT32_MAX;
	uint8_t *at = s->frame + 12;

	s->prio = prio;
	s->fd = packet_socket(dev, 0);
	socket_set(s->fd, SOL_SOCKET, SO_PRIORITY,
		   options.skbprio >= 0 ? options.skbprio : tagged ? 0 : (int)prio);
	if (setsockopt(s->fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout)))
		fail("packet socket: %s", strerror(errno));
	if (options.sndbuf)
		socket_set(s->fd, SOL_SOCKET, SO_SNDBUFFORCE, options.sndbuf);

	memcpy(s->frame, options.da, 6);
	device_mac(dev, s->frame + 6);
	if (tagged) {
		put16(at, stag ? ETH_TYPE_STAG : ETH_TYPE_CTAG);
		put16(at + 2, prio << 13 | (stag ? options.stag : options.ctag));
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
	fail("sending on \"%s\": %s", dev, strerror(errno));
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

int cmd_blast(char **words)
{
	static struct sender senders[PRIORITIES];
	struct sender *s;
	uint64_t start;

	dev = next_word(&words, "device");
	take_options(words_of_blast, &options, words);
	stop_by_signal();

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
		printf("prio=%u sent=%llu dropped=%llu\n", s->prio, s->sent, s->dropped);
	}
	return 0;
}
