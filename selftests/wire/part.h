/* SPDX-License-Identifier: GPL-2.0 */
/* A part of the dump of the wire: what its marker says, and its frames. See judge.c. */
#ifndef WIRE_PART_H
#define WIRE_PART_H

#include <netinet/ether.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CONTROL_LEN	60		/* minFrameSize without FCS */
#define PRIORITIES	8
#define LINK		8		/* timer of PAUSE */
#define TIMERS		9
#define QUANTUM_BITS	512

enum kind { OTHER, DATA, CONTROL };

struct frame {
	uint64_t ns;
	bool by_port;
	enum kind kind;
	unsigned int priority;		/* of DATA: the PCP if there is a tag */
	unsigned int vid;		/* of DATA; 0: no tag */
	uint32_t number;		/* of DATA */
	unsigned int len;
	uint8_t octets[CONTROL_LEN];	/* the first ones */
};

/* Numbers of a marker */
enum key { SPEED, SIZE, SENT, STALL, LATE, PAUSES, REFERENCE, ACTS, NUMBERS };

/* A time during which a timer of the port is not 0 */
struct stop {
	unsigned int timer;
	size_t at;			/* its frame in the list */
	uint64_t from, until;		/* ns */
};

struct part {
	char test[32];
	struct ether_addr port;
	long long is[NUMBERS];
	unsigned int prios, obeys, vlans, lossy; /* bit masks of timers, last digits, priorities */
	unsigned int shares[PRIORITIES];	/* percent */
	bool shared;				/* shares are demanded */
	struct frame *list;
	size_t count;
	struct stop *stops;
	size_t stop_count;
};

static inline uint64_t quantum_ns(const struct part *part)
{
	return QUANTUM_BITS * 1000000000ULL / part->is[SPEED];
}

/**
 * part_begin() - read the marker before a part
 * @part: set to what the marker says, without frames
 * @text: of the marker; the words are cut off
 *
 * Return: what is wrong, or NULL.
 */
const char *part_begin(struct part *part, char *text);

#endif /* WIRE_PART_H */
