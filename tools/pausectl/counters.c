// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include <rules/counters.h>
#include <uapi/pausectl.h>

#include "counters.h"
#include "netlink.h"
#include "output.h"

#define MAX_VALUES	(PAUSECTL_LINK + 1)

static const struct counter statistics[] = {
#define ROW(name, NAME, values, ...) { #name, PAUSECTL_A_STATS_##NAME, values },
	PAUSECTL_COUNTERS(ROW)
#undef ROW
};

/* The values that the kernel sent for a counter. */
struct values {
	const struct counter *counter;
	uint64_t value[MAX_VALUES];
	unsigned int count;	/* 0 if the kernel sent none */
};

#define COUNTERS	MNL_ARRAY_SIZE(statistics)

static void read_values(const struct nlattr *attr, struct values *values)
{
	unsigned int sent = attr ? mnl_attr_get_payload_len(attr) / sizeof(uint64_t) : 0;
	unsigned int expected = values->counter->values;

	values->count = sent < expected ? sent : expected;
	if (attr)
		memcpy(values->value, mnl_attr_get_payload(attr),
		       values->count * sizeof(uint64_t));
}

static void add_json(const struct values *values, size_t count)
{
	const struct values *end = values + count;

	for (; values < end; values++) {
		if (!values->count)
			continue;
		if (values->counter->values == 1)
			add_number(values->counter->name, values->value[0]);
		else
			add_numbers(values->counter->name, values->value, values->count);
	}
}

/* Width of the widest value, and of the heading "link". */
static int column_width(const struct values *values, size_t count)
{
	int width = (int)strlen("link");
	unsigned int j;
	size_t i;

	for (i = 0; i < count; i++)
		for (j = 0; j < values[i].count; j++) {
			int digits = snprintf(NULL, 0, "%llu",
					      (unsigned long long)values[i].value[j]);

			if (digits > width)
				width = digits;
		}
	return width;
}

static bool is_array(const struct values *values)
{
	return values->counter->values > 1 && values->count;
}

static void print_arrays(const struct values *values, size_t count, int width)
{
	unsigned int j;
	size_t i;

	print_text("\n    %-22s", "priority");
	for (j = 0; j < PAUSECTL_LINK; j++)
		print_text(" %*u", width, j);
	print_text(" %*s", width, "link");
	for (i = 0; i < count; i++) {
		if (!is_array(&values[i]))
			continue;
		print_text("\n    %-22s", values[i].counter->name);
		for (j = 0; j < values[i].count; j++)
			print_text(" %*llu", width, (unsigned long long)values[i].value[j]);
	}
}

/* For tc the kernel sends no arrays, so there may be no columns. */
static void print_table(const struct values *values, size_t count)
{
	int width = column_width(values, count);
	bool arrays = false;
	size_t i;

	for (i = 0; i < count; i++) {
		arrays |= is_array(&values[i]);
		if (values[i].counter->values == 1 && values[i].count)
			print_text("\n    %-22s %*llu", values[i].counter->name, width,
				   (unsigned long long)values[i].value[0]);
	}
	if (arrays)
		print_arrays(values, count, width);
}

void print_counter_table(const struct counter *counters, size_t count,
			 const struct nlattr *const *sent)
{
	struct values values[COUNTERS];
	size_t i;

	if (count > COUNTERS)
		count = COUNTERS;
	for (i = 0; i < count; i++) {
		values[i].counter = &counters[i];
		read_values(sent[counters[i].attribute], &values[i]);
	}
	add_json(values, count);
	print_table(values, count);
}

void print_counters(const struct nlattr *nest)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];

	genl_nested(nest, sent, PAUSECTL_A_STATS_MAX);
	print_counter_table(statistics, COUNTERS, sent);
}
