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
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "station.h"

#ifndef IFF_BACKPRESSURE	/* Linux 7.2 */
#define IFF_BACKPRESSURE	0x0080
#endif

struct tap {
	uint64_t every_ns;
	unsigned int type;
	int backpressure;
};

static const struct option words_of_tap[] = {
	{ "every", MEMBER(struct tap, every_ns), .take = take_time },
	{ "type", MEMBER(struct tap, type), 1, 65535 },
	{ "backpressure", MEMBER(struct tap, backpressure) },
	{ }
};

/* Read a test frame at most each @every_ns, and count those of each priority. */
static void read_frames(int fd, uint64_t every_ns)
{
	unsigned int priority, counts[PRIORITIES] = { 0 };
	uint8_t octets[2048];
	uint32_t sequence;
	ssize_t length;

	stop_by_signal();
	while (!stopped) {
		length = read(fd, octets, sizeof(octets));
		if (length > 14 && get_test_payload(octets + 14, length - 14, &priority, &sequence))
			counts[priority % PRIORITIES]++;
		nap_ns(every_ns);
	}
	for (priority = 0; priority < PRIORITIES; priority++)
		if (counts[priority])
			printf("prio=%u frames=%u\n", priority, counts[priority]);
}

int cmd_tap(char **words)
{
	const char *dev = next_word(&words, "device");
	struct tap tap = { 0 };
	struct ifreq ifr = { 0 };
	int fd;

	take_options(words_of_tap, &tap, words);
	fd = open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK);
	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", dev);
	ifr.ifr_flags = IFF_TAP | IFF_NO_PI | (tap.backpressure ? IFF_BACKPRESSURE : 0);
	if (fd < 0 || ioctl(fd, TUNSETIFF, &ifr))
		fail("tap \"%s\": %s", dev, strerror(errno));
	if (tap.type) {
		if (ioctl(fd, TUNSETLINK, (unsigned long)tap.type))
			fail("tap \"%s\": type: %s", dev, strerror(errno));
		return 0;
	}
	say_ready();
	if (tap.every_ns)
		read_frames(fd, tap.every_ns);
	else
		pause();
	return 0;
}
