/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAUSECTL_TOOL_COUNTERS_H
#define PAUSECTL_TOOL_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libmnl/libmnl.h>

#include <uapi/pausectl.h>

#define COUNTERS_MAX	64

/* Values of a counter: one for each priority, and one for the link */
#define COUNTER_VALUES	(PAUSECTL_LINK + 1)

/**
 * struct counter - a row of a table of counters
 * @name: in text and JSON
 * @attribute: the attribute that holds its array of u64
 * @values: number of values: 1, 8 by priority, or 9 with the link
 * @gauge: it may fall
 */
struct counter {
	const char *name;
	uint16_t attribute;
	unsigned int values;
	bool gauge;
};

/* The counters of a port, and what each means: by attribute, from the specification. */
extern const struct counter port_counters[];
extern const size_t port_counter_count;
extern const char *const counter_meaning[];

/* Read so many values; if the kernel sent fewer, @values stay. */
void counters_take(uint64_t *values, const struct nlattr *attribute, size_t count);
/* Read the values of a counter, up to COUNTER_VALUES. Returns how many the kernel sent. */
unsigned int counter_values(const struct counter *counter, const struct nlattr *attribute,
			    uint64_t *values);

/* A message of charges-get. Indexes are ifindexes; a number that is missing is 0. */
struct charge_row {
	unsigned int egress;
	unsigned int priority;
	unsigned int ingress;
	unsigned int buffer;
	unsigned int timers;
	unsigned int octets;
	unsigned int frames;
};

struct charge_row charge_row(const struct nlattr *const *attributes);

/* The counters of a port when they were last printed, at @msec of CLOCK_MONOTONIC; 0: never. */
struct counter_memory {
	uint64_t msec;
	uint64_t value[COUNTERS_MAX][COUNTER_VALUES];
};

/*
 * Print those of @count counters that @sent has: a table, or members in JSON. Text has only rows
 * that are not 0, or all with details. 0 if it has none.
 */
size_t print_counter_table(const struct counter *counters, size_t count,
			   const struct nlattr *const *sent);
/*
 * All counters in a nest of PAUSECTL_A_STATS_x. With @memory, text has the growth by the second
 * since the last call, rounded up, where there was one, and gauges as they are.
 */
size_t print_counters(const struct nlattr *nest, struct counter_memory *memory);

#endif /* PAUSECTL_TOOL_COUNTERS_H */
