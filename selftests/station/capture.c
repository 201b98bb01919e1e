// SPDX-License-Identifier: GPL-2.0
/*
 * station capture: prints a line for each frame that a device receives or starts to send, on the
 * kernel's clock. The kernel writes frames to a ring. The program reads the ring at the end, or
 * seldom, so that the capture hardly disturbs the traffic.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/if_packet.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "station.h"

#define ETH_TYPE_ALL	0x0003
#define SNAPLEN		96		/* enough for two tags and a PFC frame */
#define SLOT_SIZE	256		/* of the ring: that and what the kernel adds */
#define SLOTS		(1U << 17)
#define BLOCK_SIZE	(1U << 18)
#define CLOCK_WRAP_S	4000000ULL	/* times stay exact in a double */

static const char *dev;

static struct capture {
	uint64_t for_ns;
	uint64_t count;
	int type;			/* -1: any */
	unsigned int octets;		/* of control frames to print as they are */
	unsigned int proto;
	int hardware;			/* its timestamps, where the device has them */
} options = { .type = -1, .proto = ETH_TYPE_ALL };

static uint64_t printed;
static uint64_t stamped;		/* of those, by the device's hardware */

static int capture_open(uint8_t **ring)
{
	struct sock_filter keep[] = { BPF_STMT(BPF_RET | BPF_K, SNAPLEN) };
	struct sock_fprog filter = { .len = 1, .filter = keep };
	struct tpacket_req req = {
		.tp_block_size = BLOCK_SIZE,
		.tp_block_nr = SLOTS / (BLOCK_SIZE / SLOT_SIZE),
		.tp_frame_size = SLOT_SIZE,
		.tp_frame_nr = SLOTS,
	};
	int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	struct sockaddr_ll where = {
		.sll_family = AF_PACKET,
		.sll_protocol = options.proto << 8 | options.proto >> 8,
		.sll_ifindex = device_index(dev),
	};

	/* Bound last: nothing arrives before ring and filter are in place. */
	if (fd < 0)
		fail("packet socket: %s", strerror(errno));
	/* Not 3: its blocks fill with time, too, and would have to be read meanwhile. */
	socket_set(fd, SOL_PACKET, PACKET_VERSION, TPACKET_V2);
	if (setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof(filter)) ||
	    setsockopt(fd, SOL_PACKET, PACKET_RX_RING, &req, sizeof(req)))
		fail("packet socket: %s", strerror(errno));
	*ring = mmap(NULL, (size_t)SLOT_SIZE * SLOTS, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (*ring == MAP_FAILED)
		fail("packet ring: %s", strerror(errno));
	if (bind(fd, (struct sockaddr *)&where, sizeof(where)))
		fail("packet socket on \"%s\": %s", dev, strerror(errno));
	return fd;
}

static void print_control(const uint8_t *octets, size_t room)
{
	unsigned int opcode, i;

	if (room < 2)
		return;
	opcode = get16(octets);
	printf(" op=%04x", opcode);
	if (opcode == 0x0001 && room >= 4) {
		printf(" pause=%u", get16(octets + 2));
	} else if (opcode == 0x0101 && room >= 20) {
		printf(" vector=%u pfc=", get16(octets + 2));
		for (i = 0; i < PRIORITIES; i++)
			printf("%s%u", i ? "," : "", get16(octets + 4 + 2 * i));
	}
}

static void print_octets(const uint8_t *octets, unsigned int len)
{
	unsigned int i;

	printf(" octets=");
	for (i = 0; i < len && i < options.octets; i++)
		printf("%02x", octets[i]);
}

/* The ECN field of IPv4 or IPv6, and whether the checksum of the IPv4 header is right. */
static void print_ecn(unsigned int type, const uint8_t *ip, size_t room)
{
	unsigned int i, sum = 0;

	if (type == ETH_TYPE_IPV6 && room >= 2)
		printf(" ecn=%u", ip[1] >> 4 & 3);
	if (type != ETH_TYPE_IPV4 || room < 20)
		return;
	for (i = 0; i < 20; i += 2)
		sum += get16(ip + i);
	sum = (sum & 0xffff) + (sum >> 16);
	printf(" ecn=%u%s", ip[1] & 3, sum == 0xffff ? "" : " badsum");
}

/* The kernel's clock, or the device's, told as a time of the kernel's. */
static uint64_t frame_time_ns(const struct tpacket2_hdr *h)
{
	uint64_t time_ns = h->tp_sec * NSEC_PER_SEC + h->tp_nsec;

	if (!(h->tp_status & TP_STATUS_TS_RAW_HARDWARE))
		return time_ns;
	stamped++;
	return hardware_to_system(time_ns);
}

/* The length is that on the wire, so a tag that the kernel keeps beside the frame counts. */
static void print_frame(const struct tpacket2_hdr *h)
{
	const struct sockaddr_ll *from = (const void *)((const uint8_t *)h +
							TPACKET_ALIGN(sizeof(*h)));
	const uint8_t *octets = (const uint8_t *)h + h->tp_mac;
	unsigned int at = 14, len = h->tp_len, type = get16(octets + 12), prio;
	int tci = -1;
	uint32_t sequence;

	if (h->tp_status & TP_STATUS_VLAN_VALID) {
		tci = h->tp_vlan_tci;
		len += 4;
	}
	while ((type == ETH_TYPE_CTAG || type == ETH_TYPE_STAG) && at + 4 <= h->tp_snaplen) {
		if (tci < 0)
			tci = get16(octets + at);
		type = get16(octets + at + 2);
		at += 4;
	}
	if (options.type >= 0 && (unsigned int)options.type != type)
		return;

	printf("%llu %s %u %04x",
	       (unsigned long long)(frame_time_ns(h) % (CLOCK_WRAP_S * NSEC_PER_SEC)),
	       from->sll_pkttype == PACKET_OUTGOING ? "out" : "in", len, type);
	if (type == ETH_TYPE_TEST &&
	    get_test_payload(octets + at, h->tp_snaplen - at, &prio, &sequence))
		printf(" %u %u", prio, sequence);
	else
		printf(" - -");
	if (tci >= 0)
		printf(" vlan=%u:%u", tci & 0xfff, tci >> 13);
	print_ecn(type, octets + at, at < h->tp_snaplen ? h->tp_snaplen - at : 0);
	if (type == ETH_TYPE_MAC_CONTROL) {
		print_control(octets + at, h->tp_snaplen - at);
		if (options.octets)
			print_octets(octets, h->tp_snaplen);
	}
	printf("\n");
	printed++;
}

/* Tell who has made the timestamps, for options.hardware. */
static void print_stamps(const char *why)
{
	if (why)
		printf("# stamps software: %s\n", why);
	else
		printf("# stamps hardware for %llu of %llu frames\n", (unsigned long long)stamped,
		       (unsigned long long)printed);
}

static int enough(void)
{
	return options.count && printed >= options.count;
}

/* Print the frames that have come, in their order. */
static void drain(uint8_t *ring)
{
	static unsigned int next;
	struct tpacket2_hdr *h;

	hardware_update();
	while (!enough()) {
		h = (void *)(ring + (size_t)SLOT_SIZE * next);
		if (!(__atomic_load_n(&h->tp_status, __ATOMIC_ACQUIRE) & TP_STATUS_USER))
			break;
		print_frame(h);
		__atomic_store_n(&h->tp_status, TP_STATUS_KERNEL, __ATOMIC_RELEASE);
		next = (next + 1) % SLOTS;
	}
}

/* Without count the program sleeps until the end, and reads the ring then. */
static void watch(int fd, uint8_t *ring, const sigset_t *unblocked)
{
	struct pollfd poll = { .fd = options.count ? fd : -1, .events = POLLIN };
	uint64_t now, end = options.for_ns ? clock_ns() + options.for_ns : 0;
	struct timespec left;

	while (!stopped && !enough()) {
		now = clock_ns();
		if (end && now >= end)
			break;
		left.tv_sec = end ? (end - now) / NSEC_PER_SEC : 0;
		left.tv_nsec = end ? (end - now) % NSEC_PER_SEC : 0;
		ppoll(&poll, 1, end ? &left : NULL, unblocked);
		if (options.count)
			drain(ring);
	}
}

static void take_hex(void *to, const struct option *option, const char *word)
{
	(void)option;
	*(unsigned int *)to = strtoul(word, NULL, 16);
}

static void take_stamps(void *to, const struct option *option, const char *word)
{
	if (strcmp(word, "hardware") && strcmp(word, "software"))
		usage("%s \"%s\": allowed are hardware and software", option->key, word);
	*(int *)to = !strcmp(word, "hardware");
}

static const struct option words_of_capture[] = {
	{ "for", MEMBER(struct capture, for_ns), .take = take_time },
	{ "count", MEMBER(struct capture, count), 1, UINT32_MAX },
	{ "octets", MEMBER(struct capture, octets), 1, SNAPLEN },
	{ "type", MEMBER(struct capture, type), .take = take_hex },
	{ "proto", MEMBER(struct capture, proto), .take = take_hex },
	{ "stamps", MEMBER(struct capture, hardware), .take = take_stamps },
	{ }
};

int cmd_capture(char **words)
{
	struct tpacket_stats stats;
	socklen_t len = sizeof(stats);
	sigset_t blocked, unblocked;
	const char *why = NULL;
	uint8_t *ring;
	int fd;

	dev = next_word(&words, "device");
	take_options(words_of_capture, &options, words);
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGTERM);
	sigaddset(&blocked, SIGINT);
	sigprocmask(SIG_BLOCK, &blocked, &unblocked);
	stop_by_signal();

	fd = capture_open(&ring);
	if (options.hardware)
		why = hardware_begin(fd, dev);
	say_ready();
	watch(fd, ring, &unblocked);
	drain(ring);
	hardware_end(fd);
	if (getsockopt(fd, SOL_PACKET, PACKET_STATISTICS, &stats, &len))
		fail("packet socket: %s", strerror(errno));
	printf("# captured %u lost %u\n", stats.tp_packets, stats.tp_drops);
	if (options.hardware)
		print_stamps(why);
	if (stats.tp_drops)
		fprintf(stderr, "station: the capture on \"%s\" lost %u frames\n", dev,
			stats.tp_drops);
	return stats.tp_drops ? 3 : 0;
}
