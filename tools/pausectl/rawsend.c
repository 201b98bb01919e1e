// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <linux/if_packet.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <rules/frame.h>

#include "pausectl.h"
#include "rawsend.h"

/* Copy the Ethernet address of the device, which must be up, to @address. */
static int own_address(const char *asked, int fd, const char *device, uint8_t *address)
{
	struct ifreq request = { 0 };

	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", device);
	if (ioctl(fd, SIOCGIFFLAGS, &request))
		return refused(asked, "%s", strerror(errno));
	if (!(request.ifr_flags & IFF_UP))
		return refused(asked, "the device is down");
	if (ioctl(fd, SIOCGIFHWADDR, &request))
		return refused(asked, "%s", strerror(errno));
	if (request.ifr_hwaddr.sa_family != ARPHRD_ETHER)
		return refused(asked, "not an Ethernet device");
	memcpy(address, request.ifr_hwaddr.sa_data, MAC_LEN);
	return STATUS_OK;
}

static void build(uint8_t *octets, const uint8_t *source, const struct control_frame *frame)
{
	if (frame->pfc)
		mac_ctrl_build_pfc(octets, source, frame->vector, frame->quanta);
	else
		mac_ctrl_build_pause(octets, frame->has_dest ? frame->dest : NULL, source,
				     frame->pause_time);
}

static int send_on(const char *asked, int fd, const char *device, unsigned int index,
		   const struct control_frame *frame)
{
	struct sockaddr_ll to = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(MAC_CTRL_ETHERTYPE),
		.sll_ifindex = index,
	};
	uint8_t octets[MAC_CTRL_FRAME_LEN], source[MAC_LEN];
	ssize_t sent;
	int bypass = 1;

	if (own_address(asked, fd, device, source))
		return STATUS_REFUSED;
	build(octets, source, frame);
	/* A MAC Control frame does not wait behind the data in a qdisc. */
	if (setsockopt(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &bypass, sizeof(bypass)))
		return refused(asked, "%s", strerror(errno));
	sent = sendto(fd, octets, sizeof(octets), 0, (struct sockaddr *)&to, sizeof(to));
	if (sent < 0)
		return refused(asked, "the device did not take the frame: %s", errno == ENOBUFS ?
			       "no carrier, or its queue is full" : strerror(errno));
	return STATUS_OK;
}

int raw_send(const char *asked, const char *device, unsigned int index,
	     const struct control_frame *frame)
{
	/* Protocol 0: the socket sends and receives nothing. */
	int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	int status;

	if (fd < 0 && errno == EPERM)
		return refused(asked,
			       "needs CAP_NET_RAW, because the device has no pausectl qdisc");
	if (fd < 0)
		return refused(asked, "%s", strerror(errno));
	status = send_on(asked, fd, device, index, frame);
	close(fd);
	return status;
}
