// SPDX-License-Identifier: GPL-2.0
/* Counters: read them into a sample, and print them. */
#include <sys/param.h>

#include <rules/counters.h>

#include "lib.h"

#define COUNTER(name, NAME, count, help) { #name, PAUSECTL_A_STATS_##NAME, count, false, help },
#define GAUGE(name, NAME, count, help) { #name, PAUSECTL_A_STATS_##NAME, count, true, help },

const struct counter port_counters[] = { PAUSECTL_COUNTERS(COUNTER, COUNTER, GAUGE) };
const size_t port_counter_count = MNL_ARRAY_SIZE(port_counters);

static void read_counters(struct sample *sample, const struct counter *counters, size_t count,
			  const struct nlattr *nest)
{
	const struct nlattr *sent[PAUSECTL_A_STATS_MAX + 1];
	const struct counter *counter;

	memset(sample, 0, sizeof(*sample));
	attr_nest(nest, sent, PAUSECTL_A_STATS_MAX);
	for (counter = counters; counter < counters + count; counter++)
		sample->sent[counter->attribute] =
			attr_numbers(sent[counter->attribute], sizeof(uint64_t),
				     sample->of[counter->attribute], counter->values);
}

bool sample_read(struct sample *sample, const struct nlattr *const *attributes)
{
	if (!attributes[PAUSECTL_A_IFINDEX] || !attributes[PAUSECTL_A_IFNAME] ||
	    !attributes[PAUSECTL_A_STATS])
		return false;
	read_counters(sample, port_counters, port_counter_count, attributes[PAUSECTL_A_STATS]);
	sample->place = (struct place){
		.netns = format_name(netns_other() ?: ""),
		.name = format_name(mnl_attr_get_str(attributes[PAUSECTL_A_IFNAME])),
		.index = mnl_attr_get_u32(attributes[PAUSECTL_A_IFINDEX]),
	};
	sample->time = clock_ns(CLOCK_MONOTONIC);
	return true;
}

/* Single values, or those with a column for each priority. Returns how many rows. */
static size_t print_rows(const struct sample *sample, const struct counter *counters, size_t count,
			 bool columns, int width)
{
	const struct counter *counter;
	size_t printed = 0;
	unsigned int i;

	for (counter = counters; counter < counters + count; counter++) {
		unsigned int sent = sample->sent[counter->attribute];
		bool is_array = counter->values > 1;

		if (!sent || columns != is_array)
			continue;
		if (!printed++ && columns) {
			print_text("\n    %-22s", "priority");
			for (i = 0; i < MAX_VALUES; i++)
				print_text(" %*s", width, format_timers(1U << i).text);
		}
		print_text("\n    %-22s", counter->name);
		for (i = 0; i < sent; i++)
			print_text(" %*llu", width,
				   (unsigned long long)sample->of[counter->attribute][i]);
	}
	return printed;
}

/*
 * A port that began after @since has counted less: the caller has compared. Short text has no
 * zeros, and no limits in force while no buffer has been in use, because these are never 0.
 */
size_t print_counters(const struct counter *counters, size_t count, const struct nlattr *nest,
		      const struct sample *since)
{
	uint64_t widest = 1000, most;	/* the heading "link" has four letters */
	const struct counter *counter;
	bool used = false;
	struct sample now;
	unsigned int i;
	size_t printed;
	int width;

	read_counters(&now, counters, count, nest);
	for (counter = counters; counter < counters + count; counter++) {
		uint64_t *values = now.of[counter->attribute];
		unsigned int *sent = &now.sent[counter->attribute];

		if (*sent && counter->values == 1)
			add_number(counter->name, *values);
		else if (*sent)
			add_numbers(counter->name, values, *sent);
		for (i = most = 0; i < *sent; i++) {
			if (since && !counter->gauge)
				values[i] -= since->of[counter->attribute][i];
			most = MAX(most, values[i]);
		}
		/* Limits come behind it. */
		used |= most && !strcmp(counter->name, "occupancy_max");
		if (!output.details && (!most || (!used && strstr(counter->name, "_in_force"))))
			*sent = 0;
		else
			widest = MAX(widest, most);
	}
	width = snprintf(NULL, 0, "%" PRIu64, widest);
	printed = print_rows(&now, counters, count, false, width);
	return printed + print_rows(&now, counters, count, true, width);
}
