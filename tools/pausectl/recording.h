/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What ports did over time: a file of pausectl record, read whole, or what trace has seen. Times
 * are ns since the epoch.
 */
#ifndef PAUSECTL_RECORDING_H
#define PAUSECTL_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counters.h"
#include "format.h"

/* Counters and gauges of a port at one time. */
struct sample {
	size_t port;
	uint64_t time;
	uint64_t queue_bytes[8];
	uint64_t occupancy[8];
	uint64_t paused[COUNTER_VALUES];
	uint64_t pause_duration_us[COUNTER_VALUES];
	uint64_t xoff_outstanding[COUNTER_VALUES];
	uint64_t tx_xoff[COUNTER_VALUES];
};

enum span_kind {
	SPAN_PAUSED,	/* the partner stopped the port */
	SPAN_XOFF,	/* the port asked its partner to stop */
};

/* A span that has begun. */
struct open_span {
	uint64_t from;
	uint64_t expires;	/* an XOFF ends by itself; 0: it does not */
	bool open;
};

/*
 * struct recorded_port - a port
 * @netns: its namespace, "" for the one of the recording
 * @index: ifindex
 * @name: of the device
 * @bridge: "" if it is in none, or if nothing is known
 * @peer: the device at the other end of a pair, "" if none is known
 * @peer_netns: its namespace, "" for the one of the recording
 * @peer_index: its ifindex
 * @speed_mbps: in force, 0: not known
 * @last: its last sample
 * @open: for reading
 */
struct recorded_port {
	struct word netns;
	unsigned int index;
	struct word name;
	struct word bridge;
	struct word peer;
	struct word peer_netns;
	unsigned int peer_index;
	uint64_t speed_mbps;
	struct sample last;
	struct open_span open[SPAN_XOFF + 1][COUNTER_VALUES];
};

/* The time that something lasted. The recording may have begun after it, or ended before it. */
struct span {
	enum span_kind kind;
	size_t port;
	unsigned int timer;
	uint64_t from;
	uint64_t to;
};

/* An event that is none of paused, resumed, xoff and xon. */
struct mark {
	size_t port;
	uint64_t time;
	struct word event;
};

/* Charges of one look: @octets of an ingress port wait in a queue of the egress port. */
struct charge {
	size_t sample;		/* the last sample before the look */
	size_t ingress;
	size_t egress;
	unsigned int priority;	/* of the queue */
	uint32_t timers;	/* that the ingress port stops if such charges are too many */
	uint64_t octets;
};

struct recording {
	uint64_t begin;
	uint64_t end;
	uint64_t lost;		/* events */
	struct recorded_port *ports;
	size_t port_count;
	struct span *spans;	/* those of a timer in the order of time */
	size_t span_count;
	struct sample *samples;
	size_t sample_count;
	bool has_charges;	/* 0.2 recorded none */
	struct charge *charges;	/* in the order of looks */
	size_t charge_count;
	struct mark *marks;
	size_t mark_count;
	bool no_memory;		/* something is missing */
};

/* The port, also if it is new. NULL without memory. */
struct recorded_port *recording_port(struct recording *recording, const char *netns,
				     unsigned int index);
/* Add the last sample of the port. */
void recording_sample(struct recording *recording, struct recorded_port *port);
/* Add charges of ports with samples; others have no place in the recording. */
void recording_charge(struct recording *recording, const char *netns, unsigned int ingress,
		      unsigned int egress, const struct charge *charge);
/* The port at the other end of a pair, -1: none is known. */
int recording_peer(const struct recording *recording, size_t port);
/* Who pauses whom takes charges. A status, after a message. */
int recording_need_charges(const struct recording *recording, const char *file);

/* "NAME", or "NAME in NETNS" */
struct label {
	char text[160];
};

struct label recording_label(const struct word *name, const struct word *netns);

/* Read @file. A status; a message has the line of an error. */
int recording_read(const char *file, struct recording *recording);
void recording_free(struct recording *recording);

#endif /* PAUSECTL_RECORDING_H */
