// SPDX-License-Identifier: GPL-2.0
/* Events as monitor prints them, each property by one function. */
#include <time.h>

#include <uapi/pausectl.h>

#include "lib.h"

/* Text is the local time of day, JSON the time since the epoch. */
static void print_time(uint64_t ns)
{
	add_string("time", format_time(ns).text);
	print_text("%s.%09llu ", format_clock(ns / NS_PER_S, "%H:%M:%S").text, ns % NS_PER_S);
}

static const enum color colors[] = {
	[PAUSECTL_EVENT_PAUSED] = COLOR_STOPPED,
	[PAUSECTL_EVENT_XOFF] = COLOR_STOPPED,
	[PAUSECTL_EVENT_RESUMED] = COLOR_GOOD,
	[PAUSECTL_EVENT_XON] = COLOR_GOOD,
	[PAUSECTL_EVENT_LINK_ERROR_CLEARED] = COLOR_GOOD,
	[PAUSECTL_EVENT_STORM_RESTORED] = COLOR_GOOD,
	[PAUSECTL_EVENT_GUARD_ENDED] = COLOR_GOOD,
	[PAUSECTL_EVENT_LINK_ERROR] = COLOR_BAD,
	[PAUSECTL_EVENT_STORM_DETECTED] = COLOR_BAD,
	[PAUSECTL_EVENT_GUARD] = COLOR_BAD,
};

static void print_kind(uint32_t kind)
{
	const char *word = word_of(event_words, kind);

	add_string("event", word);
	text_color(kind < MNL_ARRAY_SIZE(colors) ? colors[kind] : COLOR_OFF);
	print_text(" %s", word);
	text_color(COLOR_OFF);
}

static void print_priority(uint32_t priority)
{
	if (priority == PAUSECTL_LINK) {
		add_string("priority", "link");
		print_text(" link");
	} else {
		print_number("priority", "prio", priority);
	}
}

static void print_duration(uint64_t ns)
{
	add_number("duration_ns", ns);
	print_text(" after %s", format_duration(ns).text);
}

/* The settings of a port that begins, or that somebody has set. */
static void event_print_port(uint32_t event, const struct nlattr *const *attributes)
{
	if (event == PAUSECTL_EVENT_ATTACHED || event == PAUSECTL_EVENT_CONFIG)
		print_settings(attributes, output_details(), "");
	print_state(attributes, "");
	print_facts(attributes, "");
}

void print_event(const struct nlattr *const *attributes)
{
	const struct nlattr *event = attributes[PAUSECTL_A_EVENT];
	const struct nlattr *quanta = attributes[PAUSECTL_A_QUANTA];
	uint64_t lost = attr_number(attributes[PAUSECTL_A_LOST]);

	object_begin();
	if (attributes[PAUSECTL_A_TIME])
		print_time(attr_number(attributes[PAUSECTL_A_TIME]));
	print_device(attributes);
	if (event)
		print_kind(attr_number(event));
	if (attributes[PAUSECTL_A_PRIORITY])
		print_priority(attr_number(attributes[PAUSECTL_A_PRIORITY]));
	if (quanta)
		print_number("quanta", "quanta", attr_number(quanta));
	if (attributes[PAUSECTL_A_DURATION])
		print_duration(attr_number(attributes[PAUSECTL_A_DURATION]));
	if (event)
		event_print_port(attr_number(event), attributes);
	if (lost)
		print_number("lost", "lost", lost);
	object_end();
}

void print_overrun(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	object_begin();
	print_time(now.tv_sec * NS_PER_S + now.tv_nsec);
	print_netns();
	add_string("event", "lost");
	print_text("lost events: they came faster than they could be printed, or memory was short");
	object_end();
}
