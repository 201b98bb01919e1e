// SPDX-License-Identifier: GPL-2.0
/* station frame: sends control frames, right and wrong, and any other octets. */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <linux/if_packet.h>
#include <linux/virtio_net.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "station.h"

#define FRAME_ROOM	65536
#define FRAME_MIN	60	/* without FCS */
#define FIELDS_MAX	64	/* no field of a frame lies beyond */
#define HEADER_LEN	14
#define OPCODE_PAUSE	0x0001
#define OPCODE_PFC	0x0101

struct frame {
	const char *dev;
	size_t len;
	unsigned int prio;
	uint64_t count;
	uint64_t every_ns;
	uint64_t after_ns;
	uint64_t spin_ns;
	int sndbuf;
	int bypass;
	int persist;
	struct sockaddr_ll to;	/* the device, and the type that the kernel takes it for, if any */
	int vnet;	/* send what follows before the frame */
	struct virtio_net_hdr vnet_header;
	uint8_t octets[FRAME_ROOM];
};

static void frame_begin(struct frame *f, const char *dev)
{
	static const uint8_t mac_control_address[6] = { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x01 };

	/* Only what the frame before has filled: all of it would take 65 us. */
	memset(f->octets, 0, f->len > FIELDS_MAX ? f->len : FIELDS_MAX);
	memset(f, 0, offsetof(struct frame, octets));
	memcpy(f->octets, mac_control_address, 6);
	device_mac(dev, f->octets + 6);
	put16(f->octets + 12, ETH_TYPE_MAC_CONTROL);
	f->dev = dev;
	f->len = FRAME_MIN;
	f->count = 1;
}

/* PRIO:QUANTA[,PRIO:QUANTA]... or none */
static void put_pfc(uint8_t *octets, const char *word)
{
	unsigned int prio, quanta, vector = 0;
	int used;

	if (strcmp(word, "none")) {
		do {
			if (sscanf(word, "%u:%u%n", &prio, &quanta, &used) != 2 ||
			    prio >= PRIORITIES || quanta > 0xffff)
				usage("pfc \"%s\": allowed is PRIO:QUANTA, 0 to 7 and 0 to 65535",
				      word);
			vector |= 1U << prio;
			put16(octets + 18 + 2 * prio, quanta);
			word += used;
		} while (*word++ == ',');
		if (word[-1])
			usage("pfc: \"%s\" is not understood", word - 1);
	}
	put16(octets + 16, vector);
}

static void frame_kind(struct frame *f, char ***words)
{
	const char *kind = next_word(words, "kind of frame");
	const char *word = next_word(words, kind);

	if (!strcmp(kind, "pause")) {
		put16(f->octets + 14, OPCODE_PAUSE);
		put16(f->octets + 16, parse_number(word, "quanta", 0, 0xffff));
	} else if (!strcmp(kind, "pfc")) {
		put16(f->octets + 14, OPCODE_PFC);
		put_pfc(f->octets, word);
	} else if (!strcmp(kind, "control")) {
		put16(f->octets + 14, parse_number(word, "opcode", 0, 0xffff));
	} else if (!strcmp(kind, "hex")) {
		f->len = parse_hex(word, f->octets, FRAME_ROOM);
	} else {
		usage("frame \"%s\": allowed are pause, pfc, control, hex", kind);
	}
}

/* The type of the tag is the least of the option. A frame of 60 octets grows to 64. */
static void take_tag(void *to, const struct option *option, const char *word)
{
	unsigned int vid, pcp;
	struct frame *f = to;
	char rest;

	if (sscanf(word, "%u:%u%c", &vid, &pcp, &rest) != 2 || vid > 4095 || pcp > 7)
		usage("tag \"%s\": allowed is VID:PCP, 0 to 4095 and 0 to 7", word);
	memmove(f->octets + 16, f->octets + 12, FRAME_ROOM - 16);
	put16(f->octets + 12, option->min);
	put16(f->octets + 14, pcp << 13 | vid);
	f->len += 4;
}

static void take_destination(void *to, const struct option *option, const char *word)
{
	struct frame *f = to;

	(void)option;
	if (strcmp(word, "own"))
		parse_mac(word, f->octets);
	else
		device_mac(f->dev, f->octets);
}

/* A field of two octets */
static void take_field(void *to, const struct option *option, const char *word)
{
	put16(to, parse_number(word, option->key, 0, 0xffff));
}

/* The kernel takes the frame for this type, whatever the frame is. */
static void take_type(void *to, const struct option *option, const char *word)
{
	struct frame *f = to;

	f->to = (struct sockaddr_ll) {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(parse_number(word, option->key, 1, 0xffff)),
		.sll_ifindex = device_index(f->dev),
	};
}

/*
 * As if it were TCP over IPv4, whatever it is: only the length of the header of TCP has to be one,
 * or the kernel refuses the frame.
 */
static void take_gso(void *to, const struct option *option, const char *word)
{
	struct frame *f = to;

	f->vnet = 1;
	f->vnet_header = (struct virtio_net_hdr) {
		.flags = VIRTIO_NET_HDR_F_NEEDS_CSUM,
		.gso_type = VIRTIO_NET_HDR_GSO_TCPV4,
		.gso_size = parse_number(word, option->key, 1, UINT16_MAX),
		.hdr_len = 54,
		.csum_start = 34,
		.csum_offset = 16,
	};
	f->octets[46] = 0x50;
}

static const struct option words_of_frame[] = {
	{ "bypass", MEMBER(struct frame, bypass) },
	{ "persist", MEMBER(struct frame, persist) },
	{ "pieces", MEMBER(struct frame, vnet) },
	{ "da", .take = take_destination },
	{ "sa", MEMBER(struct frame, octets[6]), .take = take_mac },
	{ "type", MEMBER(struct frame, octets[12]), .take = take_field },
	{ "opcode", MEMBER(struct frame, octets[14]), .take = take_field },
	{ "vector", MEMBER(struct frame, octets[16]), .take = take_field },
	{ "len", MEMBER(struct frame, len), HEADER_LEN, FRAME_ROOM },
	{ "vlan", .min = ETH_TYPE_CTAG, .take = take_tag },
	{ "svlan", .min = ETH_TYPE_STAG, .take = take_tag },
	{ "prio", MEMBER(struct frame, prio), 0, UINT32_MAX },
	{ "count", MEMBER(struct frame, count), 1, UINT32_MAX },
	{ "every", MEMBER(struct frame, every_ns), .take = take_time },
	{ "after", MEMBER(struct frame, after_ns), .take = take_time },
	{ "spin", MEMBER(struct frame, spin_ns), .take = take_time },
	{ "sndbuf", MEMBER(struct frame, sndbuf), 1, INT32_MAX },
	{ "as", .take = take_type },
	{ "gso", .take = take_gso },
	{ }
};

/*
 * With a header of virtio the kernel copies so much of the frame to one place as that says, at
 * least 14 octets; the rest of a frame of more than a page lies in pages.
 */
static ssize_t put_out(int fd, struct frame *f)
{
	struct iovec parts[] = {
		{ &f->vnet_header, f->vnet ? sizeof(f->vnet_header) : 0 },
		{ f->octets, f->len },
	};
	const struct msghdr msg = {
		.msg_name = &f->to, .msg_namelen = f->to.sll_family ? sizeof(f->to) : 0,
		.msg_iov = parts, .msg_iovlen = 2,
	};

	return sendmsg(fd, &msg, 0);
}

static void frame_send(int fd, struct frame *f)
{
	uint64_t i, start;

	socket_set(fd, SOL_SOCKET, SO_PRIORITY, f->prio);
	socket_set(fd, SOL_PACKET, PACKET_QDISC_BYPASS, f->bypass);
	socket_set(fd, SOL_PACKET, PACKET_VNET_HDR, f->vnet);
	if (f->sndbuf)
		socket_set(fd, SOL_SOCKET, SO_SNDBUFFORCE, f->sndbuf);
	nap_ns(f->after_ns);
	start = clock_ns();
	while (clock_ns() - start < f->spin_ns)
		;
	start = clock_ns();
	for (i = 0; i < f->count; i++) {
		if (i && f->every_ns)
			sleep_until(start + i * f->every_ns);
		if (put_out(fd, f) < 0 &&
		    !(f->persist && (errno == ENOBUFS || errno == ENETDOWN)))
			fail("sending a frame of %zu octets: %s", f->len, strerror(errno));
	}
}

/* The words of one frame, up to the + before the next. */
static void read_frame(struct frame *f, const char *dev, char ***words)
{
	frame_begin(f, dev);
	frame_kind(f, words);
	while (**words && strcmp(**words, "+"))
		take_option(words_of_frame, f, words);
}

/* The frames of the command line, one behind the other; their number goes to *count. */
static struct frame *read_frames(const char *dev, char **words, size_t *count)
{
	struct frame *frames = NULL, *f;

	*count = 0;
	do {
		frames = realloc(frames, (*count + 1) * sizeof(*frames));
		if (!frames)
			fail("no memory for %zu frames", *count + 1);
		f = &frames[(*count)++];
		f->len = FRAME_ROOM;
		read_frame(f, dev, &words);
	} while (*words && words++);
	return frames;
}

/* Send all frames for each line of the input. The words are read once, before the first line. */
static void send_lines(int fd, const char *dev, char **words)
{
	size_t i, count;
	struct frame *frames = read_frames(dev, words, &count);
	char line[16];

	while (fgets(line, sizeof(line), stdin))
		for (i = 0; i < count; i++)
			frame_send(fd, &frames[i]);
	free(frames);
}

static void send_once(int fd, const char *dev, char **words)
{
	static struct frame frame;

	do {
		read_frame(&frame, dev, &words);
		frame_send(fd, &frame);
	} while (*words && words++);
}

int cmd_frame(char **words)
{
	const char *dev = next_word(&words, "device");
	int fd = packet_socket(dev, 0);

	/* "after" means then, not when some other timer is due as well. */
	prctl(PR_SET_TIMERSLACK, 1UL, 0, 0, 0);
	if (*words && !strcmp(*words, "lines"))
		send_lines(fd, dev, words + 1);
	else
		send_once(fd, dev, words);
	return 0;
}
