// SPDX-License-Identifier: GPL-2.0
#include "lib.h"

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
		bool is_array = rows[i].counter->values > 1;

		if (!rows[i].count || columns != is_array)
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
size_t print_counter_rows(const struct counter *counters, size_t count,
			  const struct nlattr *const *sent, const struct sample *since)
{
	struct row rows[COUNTERS_MAX];
	size_t printed, i;
	unsigned int j;
	int width;

	for (i = 0; i < count; i++) {
		struct row *row = &rows[i];

		row->counter = &counters[i];
		row->count = attr_numbers(sent[counters[i].attribute], sizeof(uint64_t),
					  row->value, counters[i].values);
		add_row(row);
		for (j = 0; since && !row->counter->gauge && j < row->count; j++)
			row->value[j] -= since->of[counters[i].attribute][j];
	}
	if (!output.details)
		shorten(rows, count);
	width = column_width(rows, count);
	printed = print_rows(rows, count, false, width);
	return printed + print_rows(rows, count, true, width);
}

bool sample_read(struct sample *sample, const struct nlattr *const *attributes)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];
	size_t i;

	if (!attributes[PAUSECTL_A_IFINDEX] || !attributes[PAUSECTL_A_IFNAME] ||
	    !attributes[PAUSECTL_A_STATS])
		return false;
	memset(sample, 0, sizeof(*sample));
	sample->place = (struct place){
		.netns = format_name(netns_other() ?: ""),
		.name = format_name(mnl_attr_get_str(attributes[PAUSECTL_A_IFNAME])),
		.index = mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]),
	};
	sample->time = clock_ns(CLOCK_MONOTONIC);
	attr_nest(attributes[PAUSECTL_A_STATS], sent, PAUSECTL_A_STATS_MAX);
	for (i = 0; i < port_counter_count; i++) {
		unsigned int attribute = port_counters[i].attribute;

		sample->sent[attribute] = attr_numbers(sent[attribute], sizeof(uint64_t),
						       sample->of[attribute],
						       port_counters[i].values);
	}
	return true;
}

size_t print_counters(const struct nlattr *nest, const struct sample *since)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];

	attr_nest(nest, sent, PAUSECTL_A_STATS_MAX);
	return print_counter_rows(port_counters, port_counter_count, sent, since);
}
