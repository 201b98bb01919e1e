/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAUSECTL_TOOL_COUNTERS_H
#define PAUSECTL_TOOL_COUNTERS_H

#include <stddef.h>

#include <libmnl/libmnl.h>

/**
 * struct counter - a row of a table of counters
 * @name: in text and JSON
 * @attribute: the attribute that holds its array of u64
 * @values: number of values: 1, 8 by priority, or 9 with the link
 */
struct counter {
	const char *name;
	uint16_t attribute;
	unsigned int values;
};

/* Print those of @count counters that @sent has: a table, or members in JSON. */
void print_counter_table(const struct counter *counters, size_t count,
			 const struct nlattr *const *sent);
/* All counters in a nest of PAUSECTL_A_STATS_x. */
void print_counters(const struct nlattr *nest);

#endif /* PAUSECTL_TOOL_COUNTERS_H */
