// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include <manage/counters.h>
#include <uapi/pausectl.h>

#include "counters.h"
#include "netlink.h"
#include "output.h"

#define MAX_VALUES	(PAUSECTL_LINK + 1)

static const struct counter {
	const char *name;
	uint16_t attribute;
	unsigned int values;
} counters[] = {
#define ROW(name, NAME, values) { #name, PAUSECTL_A_STATS_##NAME, values },
	PAUSECTL_COUNTERS(ROW)
#undef ROW
};

struct values {
	uint64_t value[MAX_VALUES];
	unsigned int count;	/* 0 if the kernel did not send it */
};

#define COUNTERS	MNL_ARRAY_SIZE(counters)

static void read_values(const struct nlattr *attr, unsigned int expected, struct values *values)
{
	unsigned int sent = attr ? mnl_attr_get_payload_len(attr) / sizeof(uint64_t) : 0;

	values->count = sent < expected ? sent : expected;
	if (attr)
		memcpy(values->value, mnl_attr_get_payload(attr),
		       values->count * sizeof(uint64_t));
}

static void add_json(const struct values *values)
{
	size_t i;

	for (i = 0; i < COUNTERS; i++) {
		if (!values[i].count)
			continue;
		if (counters[i].values == 1)
			add_number(counters[i].name, values[i].value[0]);
		else
			add_numbers(counters[i].name, values[i].value, values[i].count);
	}
}

/* Width of the widest value, and of the heading "link". */
static int column_width(const struct values *values)
{
	int width = (int)strlen("link");
	unsigned int j;
	size_t i;

	for (i = 0; i < COUNTERS; i++)
		for (j = 0; j < values[i].count; j++) {
			int digits = snprintf(NULL, 0, "%llu",
					      (unsigned long long)values[i].value[j]);

			if (digits > width)
				width = digits;
		}
	return width;
}

static void print_table(const struct values *values)
{
	int width = column_width(values);
	unsigned int j;
	size_t i;

	for (i = 0; i < COUNTERS; i++)
		if (counters[i].values == 1 && values[i].count)
			print_text("\n    %-22s %*llu", counters[i].name, width,
				   (unsigned long long)values[i].value[0]);
	print_text("\n    %-22s", "priority");
	for (j = 0; j < PAUSECTL_LINK; j++)
		print_text(" %*u", width, j);
	print_text(" %*s", width, "link");
	for (i = 0; i < COUNTERS; i++) {
		if (counters[i].values == 1 || !values[i].count)
			continue;
		print_text("\n    %-22s", counters[i].name);
		for (j = 0; j < values[i].count; j++)
			print_text(" %*llu", width, (unsigned long long)values[i].value[j]);
	}
}

void print_counters(const struct nlattr *nest)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];
	struct values values[COUNTERS];
	size_t i;

	genl_nested(nest, sent, PAUSECTL_A_STATS_MAX);
	for (i = 0; i < COUNTERS; i++)
		read_values(sent[counters[i].attribute], counters[i].values, &values[i]);
	add_json(values);
	print_table(values);
}
