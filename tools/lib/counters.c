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

/* The values that the kernel sent for a counter. */
struct values {
	const struct counter *counter;
	uint64_t value[COUNTER_VALUES];
	unsigned int count;	/* 0 if the kernel sent none, or if text leaves the row out */
};

void counters_take(uint64_t *values, const struct nlattr *attribute, size_t count)
{
	if (attribute && mnl_attr_get_payload_len(attribute) >= count * sizeof(*values))
		memcpy(values, mnl_attr_get_payload(attribute), count * sizeof(*values));
}

static unsigned int counters_number_in(const struct nlattr *attribute)
{
	return attribute ? mnl_attr_get_u32(attribute) : 0;
}

struct charge_row charge_row(const struct nlattr *const *attributes)
{
	return (struct charge_row){
		.egress = counters_number_in(attributes[PAUSECTL_A_IFINDEX]),
		.priority = counters_number_in(attributes[PAUSECTL_A_PRIORITY]),
		.ingress = counters_number_in(attributes[PAUSECTL_A_INGRESS]),
		.buffer = counters_number_in(attributes[PAUSECTL_A_BUFFER]),
		.timers = counters_number_in(attributes[PAUSECTL_A_TIMERS]),
		.octets = counters_number_in(attributes[PAUSECTL_A_OCTETS]),
		.frames = counters_number_in(attributes[PAUSECTL_A_FRAMES]),
	};
}

unsigned int counter_values(const struct counter *counter, const struct nlattr *attribute,
			    uint64_t *values)
{
	unsigned int sent = attribute ? mnl_attr_get_payload_len(attribute) / sizeof(*values) : 0;

	if (sent > counter->values)
		sent = counter->values;
	if (sent)
		memcpy(values, mnl_attr_get_payload(attribute), sent * sizeof(*values));
	return sent;
}

static void counters_add_json(const struct values *values, size_t count)
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

static bool is_zero(const struct values *values)
{
	unsigned int i;

	for (i = 0; i < values->count; i++)
		if (values->value[i])
			return false;
	return true;
}

/* Limits in force: they are never 0, and say nothing unless a buffer has been in use. */
static bool is_limit(const struct values *values)
{
	const char *end = strstr(values->counter->name, "_in_force");

	return end && !strcmp(end, "_in_force");
}

/* Leave out what a short text does not have: zeros, and limits of buffers not in use. */
static void shorten(struct values *values, size_t count)
{
	bool used = false;
	size_t i;

	for (i = 0; i < count; i++) {
		used |= !strcmp(values[i].counter->name, "occupancy_max") && !is_zero(&values[i]);
		if (is_zero(&values[i]))
			values[i].count = 0;
	}
	for (i = 0; i < count; i++)
		if (!used && is_limit(&values[i]))
			values[i].count = 0;
}

static bool is_array(const struct values *values)
{
	return values->counter->values > 1 && values->count;
}

static void print_row(const struct values *values, int width)
{
	unsigned int j;

	print_text("\n    %-22s", values->counter->name);
	for (j = 0; j < values->count; j++)
		print_text(" %*llu", width, (unsigned long long)values->value[j]);
}

static void print_arrays(const struct values *values, size_t count, int width)
{
	unsigned int j;
	size_t i;

	print_text("\n    %-22s", "priority");
	for (j = 0; j < PAUSECTL_LINK; j++)
		print_text(" %*u", width, j);
	print_text(" %*s", width, "link");
	for (i = 0; i < count; i++)
		if (is_array(&values[i]))
			print_row(&values[i], width);
}

/* For tc the kernel sends no arrays, so there may be no columns. Returns the number of rows. */
static size_t print_table(const struct values *values, size_t count)
{
	int width = column_width(values, count);
	size_t i, rows = 0;
	bool arrays = false;

	for (i = 0; i < count; i++) {
		rows += !!values[i].count;
		arrays |= is_array(&values[i]);
		if (values[i].counter->values == 1 && values[i].count)
			print_row(&values[i], width);
	}
	if (arrays)
		print_arrays(values, count, width);
	return rows;
}

/* A port that began after @since has counted less: the caller has compared. */
static void subtract(struct values *values, size_t count, const struct counted *since)
{
	unsigned int j;
	size_t i;

	for (i = 0; i < count; i++)
		for (j = 0; j < values[i].count && !values[i].counter->gauge; j++)
			values[i].value[j] -= since->value[i][j];
}

static size_t print_all(const struct counter *counters, size_t count,
			const struct nlattr *const *sent, const struct counted *since)
{
	struct values values[COUNTERS_MAX] = { 0 };
	size_t i;

	for (i = 0; i < count; i++) {
		values[i].counter = &counters[i];
		values[i].count = counter_values(&counters[i], sent[counters[i].attribute],
						 values[i].value);
	}
	counters_add_json(values, count);
	if (since)
		subtract(values, count, since);
	if (!output_details())
		shorten(values, count);
	return print_table(values, count);
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
