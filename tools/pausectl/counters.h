/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAUSECTL_TOOL_COUNTERS_H
#define PAUSECTL_TOOL_COUNTERS_H

#include <stddef.h>

#include <libmnl/libmnl.h>

/**
 * struct counter - a row of a table of counters
 * @name: in text and JSON
 * @attribute: of its array of u64
 * @values: how many: 1, or by priority 8, or with the link 9
 */
struct counter {
	const char *name;
	uint16_t attribute;
	unsigned int values;
};

/* All @count counters that are in @sent, by attribute: a table, or members in JSON. */
void print_counter_table(const struct counter *counters, size_t count,
			 const struct nlattr *const *sent);
/* All counters in a nest of PAUSECTL_A_STATS_x. */
void print_counters(const struct nlattr *nest);

#endif /* PAUSECTL_TOOL_COUNTERS_H */
