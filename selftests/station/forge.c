// SPDX-License-Identifier: GPL-2.0
/*
 * station forge: sends random frames with a header of virtio that need not fit, as any program with
 * a packet socket or a tap may do. The header says how the kernel is to divide the frame, where its
 * checksum is, and how much of it is in one place.
 */
#include <errno.h>
#include <linux/if_packet.h>
#include <linux/virtio_net.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "station.h"

#define HEADER		14
#define TAG		4
#define LONGEST		9014	/* at an MTU of 9000 octets */
#define GSO_UDP_L4	5	/* newer than the headers of Debian 12 */
#define TCP		6
#define UDP		17

#define PICK(list)	((list)[below(sizeof(list) / sizeof((list)[0]))])

/* What it is, or passes for. */
struct kind {
	uint16_t type;
	uint8_t protocol;
	uint8_t gso_type;
	uint8_t csum_offset;
	uint8_t ip;		/* octets of the header of IP */
	uint8_t transport;	/* of that of TCP or UDP */
};

static const struct kind kinds[] = {
	{ ETH_TYPE_IPV4, TCP, VIRTIO_NET_HDR_GSO_TCPV4, 16, 20, 20 },
	{ ETH_TYPE_IPV4, TCP, VIRTIO_NET_HDR_GSO_TCPV4 | VIRTIO_NET_HDR_GSO_ECN, 16, 20, 20 },
	{ ETH_TYPE_IPV4, UDP, VIRTIO_NET_HDR_GSO_UDP, 6, 20, 8 },
	{ ETH_TYPE_IPV4, UDP, GSO_UDP_L4, 6, 20, 8 },
	{ ETH_TYPE_IPV6, TCP, VIRTIO_NET_HDR_GSO_TCPV6, 16, 40, 20 },
	{ ETH_TYPE_IPV6, UDP, GSO_UDP_L4, 6, 40, 8 },
};

/* One of the fields in four headers may be anything. */
static void draw_vnet(struct virtio_net_hdr *vnet, const struct kind *kind, unsigned int at)
{
	vnet->flags = VIRTIO_NET_HDR_F_NEEDS_CSUM;
	vnet->gso_type = below(3) ? kind->gso_type : VIRTIO_NET_HDR_GSO_NONE;
	vnet->csum_start = at + kind->ip;
	vnet->csum_offset = kind->csum_offset;
	vnet->hdr_len = vnet->csum_start + kind->transport;
	vnet->gso_size = 64 + below(1500);
	switch (below(24)) {
	case 0:
		vnet->flags = below(8);
		break;
	case 1:
		vnet->gso_type = below(256);
		break;
	case 2:
		vnet->csum_start = below(below(2) ? 128 : 65536);
		break;
	case 3:
		vnet->csum_offset = below(256);
		break;
	case 4:
		vnet->hdr_len = below(below(2) ? 128 : 65536);
		break;
	case 5:
		vnet->gso_size = below(below(8) ? 65536 : 4);
		break;
	}
}

/* Its length. Behind any tag are the headers of its kind; one in four has another type. */
static size_t draw_frame(uint8_t *frame, const struct kind *kind, unsigned int at)
{
	static const uint16_t types[] = {
		ETH_TYPE_MAC_CONTROL, ETH_TYPE_MAC_CONTROL, ETH_TYPE_TEST,
	};
	size_t len = HEADER + (below(4) ? below(LONGEST - HEADER + 1) : below(100));
	uint8_t *ip = frame + at;

	fill(frame, 128);
	frame[0] &= ~1;
	frame[6] &= ~1;
	if (at > HEADER)
		put16(frame + 12, below(2) ? ETH_TYPE_CTAG : ETH_TYPE_STAG);
	put16(ip - 2, below(4) ? kind->type : below(8) ? PICK(types) : below(65536));
	if (!below(16))
		return len;
	if (kind->type == ETH_TYPE_IPV4) {
		ip[0] = 0x45;
		put16(ip + 2, len - at);
		put16(ip + 6, 0);
		ip[9] = kind->protocol;
	} else {
		ip[0] = 0x60;
		put16(ip + 4, len - at - kind->ip);
		ip[6] = kind->protocol;
	}
	if (kind->protocol == TCP)
		ip[kind->ip + 12] = 0x50;
	return len;
}

int cmd_forge(char **words)
{
	unsigned long left, sent = 0, dropped = 0, refused = 0;
	static uint8_t frame[LONGEST + 128];
	struct virtio_net_hdr vnet = { 0 };
	int fd, on = 1;

	fd = packet_socket(next_word(&words, "device"), 0);
	left = parse_number(next_word(&words, "count"), "count", 1, UINT32_MAX);
	seed_random(parse_number(next_word(&words, "seed"), "seed", 1, UINT32_MAX));
	if (setsockopt(fd, SOL_PACKET, PACKET_VNET_HDR, &on, sizeof(on)))
		fail("packet socket: %s", strerror(errno));
	while (left--) {
		const struct kind *kind = &PICK(kinds);
		unsigned int at = below(4) ? HEADER : HEADER + TAG;
		struct iovec parts[] = {
			{ &vnet, sizeof(vnet) },
			{ frame, draw_frame(frame, kind, at) },
		};

		draw_vnet(&vnet, kind, at);
		if (writev(fd, parts, 2) >= 0)
			sent++;
		else if (errno == ENOBUFS)
			dropped++;
		else if (errno == EINVAL || errno == EMSGSIZE)
			refused++;
		else
			fail("sending a frame of %zu octets: %s", parts[1].iov_len,
			     strerror(errno));
	}
	printf("sent=%lu dropped=%lu refused=%lu\n", sent, dropped, refused);
	return 0;
}
