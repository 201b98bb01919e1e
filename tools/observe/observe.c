// SPDX-License-Identifier: GPL-2.0
#include <string.h>
#include <time.h>

#include "observe.h"

uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
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
	genl_nested(attributes[PAUSECTL_A_STATS], sent, PAUSECTL_A_STATS_MAX);
	for (i = 0; i < port_counter_count; i++) {
		unsigned int attribute = port_counters[i].attribute;

		sample->sent[attribute] = counters_take(sample->of[attribute], sent[attribute],
							port_counters[i].values);
	}
	return true;
}
