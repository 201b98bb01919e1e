// SPDX-License-Identifier: GPL-2.0
#include <string.h>
#include <time.h>

#include "observe.h"

/* The value of an option; @word NULL: it is missing. 0, or -1 with @err filled. */
static int take_value(const struct option *option, const char *word, struct parse_error *err)
{
	if (option->take == TAKE_INTERVAL)
		return parse_time(option->name, word, MIN_INTERVAL, MAX_INTERVAL, option->value,
				  err);
	if (option->take == TAKE_MSEC)
		return parse_msec(option->name, word, option->value, err);
	if (option->take == TAKE_CHOICE)
		return parse_choice(option->name, word, option->choices, option->value, err);
	if (!word)
		return parse_refuse(err, option->name, word, option->take == TAKE_FILE ?
				    "names of files" : "names of network devices");
	*(const char **)option->value = word;
	return 0;
}

int take_options(char **words, const struct option *options, struct parse_error *err)
{
	const char *names[OPTIONS_MAX + 1] = { NULL };
	bool bare = options->take == TAKE_DEVICES;
	unsigned int given = 0, i;
	char **device = words;

	for (i = 0; options[i].name; i++)
		names[i] = options[i].name;
	while (*words) {
		char *word = *words++, *value;

		if (parse_choice("option", word, names, &i, err)) {
			if (!bare || *word == '-')
				return -1;
			*device++ = word;
			continue;
		}
		value = *words ? *words++ : NULL;
		if (value && options[i].take == TAKE_DEVICES) {
			*device++ = value;
			continue;
		}
		bare = false;
		if (given & 1U << i ? parse_twice(err, "option", word) :
		    take_value(&options[i], value, err))
			return -1;
		given |= 1U << i;
	}
	if (options->take == TAKE_DEVICES)
		*device = NULL;
	return 0;
}

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
