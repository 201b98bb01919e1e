// SPDX-License-Identifier: GPL-2.0
/*
 * station tap: holds a tap device open, as a virtual machine does. Unlike veth, its speed can be
 * set by ethtool, and its carrier can be switched.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "station.h"

int cmd_tap(int argc, char **argv)
{
	struct ifreq ifr = { .ifr_flags = IFF_TAP | IFF_NO_PI };
	const char *dev;
	int fd;

	argc--, argv++;
	dev = next_word(&argc, &argv, "device");
	fd = open("/dev/net/tun", O_RDWR | O_CLOEXEC);
	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", dev);
	if (fd < 0 || ioctl(fd, TUNSETIFF, &ifr))
		fail("tap \"%s\": %s", dev, strerror(errno));
	fputs("ready\n", stderr);
	pause();
	return 0;
}
