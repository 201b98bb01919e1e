// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include <rules/counters.h>
#include "lib.h"

const struct counter port_counters[] = {
#define COUNTER(name, NAME, values) { #name, PAUSECTL_A_STATS_##NAME, values, false },
#define GAUGE(name, NAME, values) { #name, PAUSECTL_A_STATS_##NAME, values, true },
	PAUSECTL_COUNTERS(COUNTER, COUNTER, GAUGE)
#undef GAUGE
#undef COUNTER
};

const size_t port_counter_count = MNL_ARRAY_SIZE(port_counters);

struct charge_row charge_row(const struct nlattr *const *attributes)
{
	return (struct charge_row){
		.egress = attr_number(attributes[PAUSECTL_A_IFINDEX]),
		.priority = attr_number(attributes[PAUSECTL_A_PRIORITY]),
		.ingress = attr_number(attributes[PAUSECTL_A_INGRESS]),
		.buffer = attr_number(attributes[PAUSECTL_A_BUFFER]),
		.timers = attr_number(attributes[PAUSECTL_A_TIMERS]),
		.octets = attr_number(attributes[PAUSECTL_A_OCTETS]),
		.frames = attr_number(attributes[PAUSECTL_A_FRAMES]),
	};
}

unsigned int counter_values(const struct counter *counter, const struct nlattr *attribute,
			    uint64_t *values)
{
	return attr_numbers(attribute, sizeof(*values), values, counter->values);
}

/* The values that the kernel sent for a counter */
struct row {
	const struct counter *counter;
	uint64_t value[COUNTER_VALUES];
	unsigned int count;	/* 0 if the kernel sent none, or if text leaves the row out */
};

static void add_row(const struct row *row)
{
	if (row->count && row->counter->values == 1)
		add_number(row->counter->name, row->value[0]);
	else if (row->count)
		add_numbers(row->counter->name, row->value, row->count);
}

static bool is_zero(const struct row *row)
{
	unsigned int i;

	for (i = 0; i < row->count; i++)
		if (row->value[i])
			return false;
	return true;
}

/*
 * What a short text leaves out: zeros, and limits in force of buffers that have not been in use,
 * because these are never 0.
 */
static void shorten(struct row *rows, size_t count)
{
	bool used = false;
	size_t i;

	for (i = 0; i < count; i++)
		used |= !strcmp(rows[i].counter->name, "occupancy_max") && !is_zero(&rows[i]);
	for (i = 0; i < count; i++)
		if (is_zero(&rows[i]) || (!used && strstr(rows[i].counter->name, "_in_force")))
			rows[i].count = 0;
}

/* Width of the widest value, and of the heading "link" */
static int column_width(const struct row *rows, size_t count)
{
	uint64_t most = 1000;
	unsigned int j;
	size_t i;

	for (i = 0; i < count; i++)
		for (j = 0; j < rows[i].count; j++)
			if (rows[i].value[j] > most)
				most = rows[i].value[j];
	return snprintf(NULL, 0, "%llu", (unsigned long long)most);
}

static void print_heading(int width)
{
	unsigned int j;

	print_text("\n    %-22s", "priority");
	for (j = 0; j < PAUSECTL_LINK; j++)
		print_text(" %*u", width, j);
	print_text(" %*s", width, "link");
}

/* Single values, or those with a column for each priority. Returns how many rows. */
static size_t print_rows(const struct row *rows, size_t count, bool columns, int width)
{
	size_t i, printed = 0;
	unsigned int j;

	for (i = 0; i < count; i++) {
		if (!rows[i].count || (rows[i].counter->values > 1) != columns)
			continue;
		if (columns && !printed)
			print_heading(width);
		print_text("\n    %-22s", rows[i].counter->name);
		for (j = 0; j < rows[i].count; j++)
			print_text(" %*llu", width, (unsigned long long)rows[i].value[j]);
		printed++;
	}
	return printed;
}

/* A port that began after @since has counted less: the caller has compared. */
static size_t print_all(const struct counter *counters, size_t count,
			const struct nlattr *const *sent, const struct counted *since)
{
	struct row rows[COUNTERS_MAX];
	size_t printed, i;
	unsigned int j;
	int width;

	for (i = 0; i < count; i++) {
		struct row *row = &rows[i];

		row->counter = &counters[i];
		row->count = counter_values(row->counter, sent[row->counter->attribute],
					    row->value);
		add_row(row);
		for (j = 0; since && !row->counter->gauge && j < row->count; j++)
			row->value[j] -= since->value[i][j];
	}
	if (!output_details())
		shorten(rows, count);
	width = column_width(rows, count);
	printed = print_rows(rows, count, false, width);
	return printed + print_rows(rows, count, true, width);
}

size_t print_counter_table(const struct counter *counters, size_t count,
			   const struct nlattr *const *sent)
{
	return print_all(counters, count, sent, NULL);
}

void counters_read(const struct nlattr *nest, struct counted *counted)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];
	size_t i;

	memset(counted, 0, sizeof(*counted));
	genl_nested(nest, sent, PAUSECTL_A_STATS_MAX);
	for (i = 0; i < port_counter_count; i++)
		counter_values(&port_counters[i], sent[port_counters[i].attribute],
			       counted->value[i]);
}

size_t print_counters(const struct nlattr *nest, const struct counted *since)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];

	_Static_assert(MNL_ARRAY_SIZE(port_counters) <= COUNTERS_MAX, "room for all counters");
	genl_nested(nest, sent, PAUSECTL_A_STATS_MAX);
	return print_all(port_counters, MNL_ARRAY_SIZE(port_counters), sent, since);
}
