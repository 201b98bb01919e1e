// SPDX-License-Identifier: GPL-2.0
/* Devices, their namespaces, and packet sockets bound to them. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <linux/if_packet.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "station.h"

void enter_netns(const char *name)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "/run/netns/%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || setns(fd, CLONE_NEWNET))
		fail("network namespace \"%s\": %s", name, strerror(errno));
	close(fd);
}

unsigned int device_index(const char *dev)
{
	unsigned int index = if_nametoindex(dev);

	if (!index)
		fail("device \"%s\": %s", dev, strerror(errno));
	return index;
}

void device_mac(const char *dev, uint8_t mac[6])
{
	struct ifreq ifr = { 0 };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", dev);
	if (fd < 0 || ioctl(fd, SIOCGIFHWADDR, &ifr))
		fail("address of device \"%s\": %s", dev, strerror(errno));
	memcpy(mac, ifr.ifr_hwaddr.sa_data, 6);
	close(fd);
}

/* Protocol 0 binds a socket that only sends. */
int packet_socket(const char *dev, uint16_t protocol)
{
	struct sockaddr_ll where = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(protocol),
		.sll_ifindex = device_index(dev),
	};
	int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);

	if (fd < 0)
		fail("packet socket: %s", strerror(errno));
	if (bind(fd, (struct sockaddr *)&where, sizeof(where)))
		fail("packet socket on \"%s\": %s", dev, strerror(errno));
	return fd;
}

void socket_set(int fd, int level, int option, int value)
{
	if (setsockopt(fd, level, option, &value, sizeof(value)))
		fail("packet socket, option %d: %s", option, strerror(errno));
}
