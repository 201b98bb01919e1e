// SPDX-License-Identifier: GPL-2.0
/*
 * Hardware timestamps of received frames, told as times of the system's clock.
 *
 * The timestamps are of the NIC's own clock. The program reads the difference of both clocks when
 * the capture begins, and again before it prints frames. It assumes that the difference changes
 * evenly in between.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/if.h>
#include <linux/if_packet.h>
#include <linux/net_tstamp.h>
#include <linux/ptp_clock.h>
#include <linux/sockios.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "station.h"

#define SAMPLES	20	/* of both clocks; the quickest of them counts */

/**
 * struct reading - both clocks at one time
 * @nic_ns: the NIC's clock
 * @ahead_ns: how far the system's clock is ahead of the NIC's
 */
struct reading {
	uint64_t nic_ns;
	int64_t ahead_ns;
};

static struct ifreq request;
static struct hwtstamp_config before, wish;
static struct reading first, last;
static int clock_fd = -1, switched;

static uint64_t ptp_ns(const struct ptp_clock_time *t)
{
	return t->sec * NSEC_PER_SEC + t->nsec;
}

/* The kernel reads the system's clock, the NIC's, the system's, and so on. */
static int read_clocks(struct reading *to)
{
	struct ptp_sys_offset both = { .n_samples = SAMPLES };
	uint64_t begin, end, least = ~0ULL;
	unsigned int i;

	if (ioctl(clock_fd, PTP_SYS_OFFSET, &both))
		return -1;
	for (i = 0; i < SAMPLES; i++) {
		begin = ptp_ns(&both.ts[2 * i]);
		end = ptp_ns(&both.ts[2 * i + 2]);
		if (end - begin >= least)
			continue;
		least = end - begin;
		to->nic_ns = ptp_ns(&both.ts[2 * i + 1]);
		to->ahead_ns = (int64_t)(begin + least / 2 - to->nic_ns);
	}
	return 0;
}

/* Ask the driver. Return: the number of the clock, -1 if there is no usable one. */
static int clock_of_device(int fd)
{
	struct ethtool_ts_info info = { .cmd = ETHTOOL_GET_TS_INFO };
	unsigned int needed = SOF_TIMESTAMPING_RX_HARDWARE | SOF_TIMESTAMPING_RAW_HARDWARE;

	request.ifr_data = (void *)&info;
	if (ioctl(fd, SIOCETHTOOL, &request) || (info.so_timestamping & needed) != needed ||
	    !(info.rx_filters & 1U << HWTSTAMP_FILTER_ALL))
		return -1;
	return info.phc_index;
}

/* Frames of all kinds are to be stamped. */
static int switch_on(int fd)
{
	request.ifr_data = (void *)&before;
	if (ioctl(fd, SIOCGHWTSTAMP, &request))
		return -1;
	wish = before;
	wish.rx_filter = HWTSTAMP_FILTER_ALL;
	request.ifr_data = (void *)&wish;
	return ioctl(fd, SIOCSHWTSTAMP, &request);
}

/**
 * hardware_begin() - have a packet socket take the NIC's times where there are any
 * @fd: packet socket
 * @dev: its device
 *
 * Return: NULL, or why the kernel's own times are taken
 */
const char *hardware_begin(int fd, const char *dev)
{
	int stamps = SOF_TIMESTAMPING_RAW_HARDWARE, index;
	char path[32];

	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", dev);
	index = clock_of_device(fd);
	if (index < 0)
		return "the device has no hardware ones of all frames it receives";
	snprintf(path, sizeof(path), "/dev/ptp%d", index);
	clock_fd = open(path, O_RDWR | O_CLOEXEC);
	if (clock_fd < 0 || read_clocks(&first))
		return "the clock of the device's hardware ones cannot be read";
	last = first;
	if (switch_on(fd))
		return "the device's hardware ones cannot be switched on";
	switched = 1;
	if (setsockopt(fd, SOL_PACKET, PACKET_TIMESTAMP, &stamps, sizeof(stamps)))
		return "the socket does not take the device's hardware ones";
	return NULL;
}

/* Read the present difference of the clocks, before frames are printed. */
void hardware_update(void)
{
	if (clock_fd >= 0 && read_clocks(&last))
		fail("clock of the hardware timestamps: %s", strerror(errno));
}

uint64_t hardware_to_system(uint64_t nic_ns)
{
	double span = (double)(last.nic_ns - first.nic_ns);
	double moved = (double)(last.ahead_ns - first.ahead_ns);
	double part = span > 0 ? (double)(int64_t)(nic_ns - first.nic_ns) / span : 0;

	return nic_ns + first.ahead_ns + (int64_t)(moved * part);
}

void hardware_end(int fd)
{
	request.ifr_data = (void *)&before;
	if (switched)
		ioctl(fd, SIOCSHWTSTAMP, &request);
}
