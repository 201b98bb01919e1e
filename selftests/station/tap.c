// SPDX-License-Identifier: GPL-2.0
/*
 * station tap: holds a tap device open, as a virtual machine does. Unlike veth, its speed can be
 * set by ethtool, and its carrier can be switched. With "every", it is a slow virtual machine. With
 * "type", it only changes the type of the device.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "station.h"

#ifndef IFF_BACKPRESSURE	/* Linux 7.2 */
#define IFF_BACKPRESSURE	0x0080
#endif

static volatile sig_atomic_t ended;

static void end(int signal)
{
	(void)signal;
	ended = 1;
}

/* Read a test frame at most each @every_ns, and count those of each priority. */
static void read_frames(int fd, uint64_t every_ns)
{
	const struct sigaction action = { .sa_handler = end };
	unsigned int priority, counts[PRIORITIES] = { 0 };
	uint8_t octets[2048];
	uint32_t sequence;
	ssize_t length;

	sigaction(SIGTERM, &action, NULL);
	while (!ended) {
		length = read(fd, octets, sizeof(octets));
		if (length > 14 && get_test_payload(octets + 14, length - 14, &priority, &sequence))
			counts[priority % PRIORITIES]++;
		nap_ns(every_ns);
	}
	for (priority = 0; priority < PRIORITIES; priority++)
		if (counts[priority])
			printf("prio=%u frames=%u\n", priority, counts[priority]);
}

int cmd_tap(int argc, char **argv)
{
	struct ifreq ifr = { .ifr_flags = IFF_TAP | IFF_NO_PI };
	uint64_t every_ns = 0, type = 0;
	const char *dev, *word;
	int fd;

	argc--, argv++;
	dev = next_word(&argc, &argv, "device");
	while (argc) {
		word = next_word(&argc, &argv, "option");
		if (!strcmp(word, "every"))
			every_ns = parse_time_ns(next_word(&argc, &argv, "every"));
		else if (!strcmp(word, "backpressure"))
			ifr.ifr_flags |= IFF_BACKPRESSURE;
		else if (!strcmp(word, "type"))
			type = parse_number(next_word(&argc, &argv, "type"), "type", 1, 65535);
		else
			usage("tap: \"%s\" is not understood", word);
	}
	fd = open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK);
	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", dev);
	if (fd < 0 || ioctl(fd, TUNSETIFF, &ifr))
		fail("tap \"%s\": %s", dev, strerror(errno));
	if (type && ioctl(fd, TUNSETLINK, (unsigned long)type))
		fail("tap \"%s\": type: %s", dev, strerror(errno));
	if (type)
		return 0;
	fputs("ready\n", stderr);
	if (every_ns)
		read_frames(fd, every_ns);
	else
		pause();
	return 0;
}
