/* SPDX-License-Identifier: GPL-2.0 */
/* The frames of a peer's capture with their times from a trace. */
#ifndef TIMING_H
#define TIMING_H

#include "station.h"

/**
 * struct moment - a frame and its times, CLOCK_MONOTONIC
 * @frame: as the peer saw it: out are its own, to the device under test
 * @time_ns: when the device started it, or when the peer handed it to the link, which takes no time
 * @queued_ns: when the peer's system call handed it to the kernel
 * @came_ns: when it came to the device, right before the hook
 * @heard_ns: when the hook had acted on it
 * @done_ns: when its reception was over, 0 where that was not traced
 * @verdict: what the port says became of it
 */
struct moment {
	struct record frame;
	uint64_t time_ns;
	uint64_t queued_ns;
	uint64_t came_ns;
	uint64_t heard_ns;
	uint64_t done_ns;
	unsigned int verdict;
};

/**
 * struct held - a timer of the port that one of the kernel kept waiting, interrupts off
 * @due_ns: when it was to run
 * @heard_ns: when it ran
 */
struct held {
	uint64_t due_ns;
	uint64_t heard_ns;
};

/**
 * struct timeline - all frames of a capture, each way in order
 * @list: the frames
 * @count: how many there are
 * @speed: of the device under test in bit/s
 * @softirqs: when the kernel did other work of its own, as far as it was traced
 * @softirq_count: how many those are
 * @held: timers of the port that ran late by a timer of the kernel
 * @held_count: how many those are
 */
struct timeline {
	struct moment *list;
	size_t count;
	uint64_t speed;
	uint64_t *softirqs;
	size_t softirq_count;
	struct held *held;
	size_t held_count;
};

void timeline_read(struct timeline *line, const char *capture, const char *trace,
		   const char *dut, const char *peer, uint64_t speed, size_t skip);
uint64_t timeline_asked_ns(const struct timeline *line, unsigned int quanta);

#endif /* TIMING_H */
