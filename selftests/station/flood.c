// SPDX-License-Identifier: GPL-2.0
/*
 * station flood: sends random frames of type 88-08: lengths, addresses, opcodes, vectors, times,
 * some behind a VLAN tag. Prints the counts that a port must have, by the names of its counters.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <linux/if_packet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "station.h"

#define HEADER		14
#define TAG		4
#define LONGEST		1514

static const uint8_t multicast[6] = { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x01 };

static struct {
	uint64_t sent, mac_control, malformed, wrong_address, unsupported, pause, pfc_frames;
	uint64_t pfc[PRIORITIES];
} count;

static uint8_t own[6];

static size_t draw_length(void)
{
	switch (below(8)) {
	case 0:
		return HEADER + below(22);
	case 1:
		return HEADER + below(LONGEST - HEADER + 1);
	default:
		return 60;
	}
}

/* Whether the frame is for the port. */
static int draw_addresses(uint8_t *frame)
{
	unsigned int which = below(16);

	fill(frame, 12);
	frame[6] &= ~1;
	if (which < 12)
		memcpy(frame, multicast, 6);
	else if (which < 14)
		memcpy(frame, own, 6);
	else if (which == 14)
		memset(frame, 0xff, 6);
	return !memcmp(frame, multicast, 6) || !memcmp(frame, own, 6);
}

/* Octets behind length/type that a frame must hold. @body has room for all parameters. */
static size_t needs(unsigned int opcode, const uint8_t *body)
{
	size_t times = 0;

	if (opcode != 0x0101)
		return opcode == 0x0001 ? 4 : 2;
	while (body[3] >> times)
		times++;
	return 4 + 2 * times;
}

static void note(const uint8_t *body, size_t len, int for_us)
{
	unsigned int opcode, i;

	count.mac_control++;
	opcode = len >= 2 ? get16(body) : 0;
	if (len >= 2 && !for_us) {
		count.wrong_address++;
	} else if (len < 2 || len < needs(opcode, body)) {
		count.malformed++;
	} else if (opcode == 0x0001) {
		count.pause++;
	} else if (opcode == 0x0101) {
		count.pfc_frames++;
		for (i = 0; i < PRIORITIES; i++)
			count.pfc[i] += body[3] >> i & 1;
	} else {
		count.unsupported++;
	}
}

/* Its length. Short pauses and long ones; at any moment some priority may send. */
static size_t draw_frame(uint8_t *frame)
{
	static const uint16_t opcodes[] = { 0x0001, 0x0101, 0x0101, 0x0101 };
	size_t len = draw_length(), i;
	int for_us = draw_addresses(frame);
	uint8_t *at = frame + 12;

	if (!below(32)) {
		put16(at, below(2) ? ETH_TYPE_CTAG : ETH_TYPE_STAG);
		put16(at + 2, below(65536));
		at += TAG;
		len = len < LONGEST - TAG ? len + TAG : LONGEST;
	}
	put16(at, ETH_TYPE_MAC_CONTROL);
	at += 2;
	fill(at, 48);
	if (below(8))
		put16(at, opcodes[below(4)]);
	for (i = 2; i < 20; i += 2)
		if (below(4))
			put16(at + i, below(below(2) ? 256 : 4));
	if (at == frame + HEADER)
		note(at, len - HEADER, for_us);
	count.sent++;
	return len;
}

int cmd_flood(char **words)
{
	uint8_t frame[LONGEST + TAG] = { 0 };
	uint64_t left;
	size_t len;
	int fd, i;

	fd = packet_socket(next_word(&words, "device"), 0);
	parse_mac(next_word(&words, "address of the port"), own);
	left = parse_number(next_word(&words, "count"), "count", 1, UINT32_MAX);
	seed_random(parse_number(next_word(&words, "seed"), "seed", 1, UINT32_MAX));
	while (left--) {
		len = draw_frame(frame);
		while (send(fd, frame, len, 0) < 0)
			if (errno != ENOBUFS)
				fail("send: %s", strerror(errno));
	}
	printf("sent=%" PRIu64 " rx_mac_control=%" PRIu64 " rx_malformed=%" PRIu64
	       " rx_wrong_address=%" PRIu64 " rx_unsupported_opcodes=%" PRIu64 " rx_pause=%" PRIu64
	       " rx_pfc_frames=%" PRIu64,
	       count.sent, count.mac_control, count.malformed, count.wrong_address,
	       count.unsupported, count.pause, count.pfc_frames);
	for (i = 0; i < PRIORITIES; i++)
		printf(" rx_pfc_%d=%" PRIu64, i, count.pfc[i]);
	printf("\n");
	return 0;
}
