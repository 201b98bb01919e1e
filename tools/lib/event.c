// SPDX-License-Identifier: GPL-2.0
/* Events as monitor prints them, each property by one function. */
#include <time.h>

#include <uapi/pausectl.h>

#include "lib.h"

/* Text is the local time of day, JSON the time since the epoch. */
static void print_time(uint64_t ns)
{
	time_t seconds = ns / 1000000000;
	struct tm local;
	char clock[16];

	add_string("time", format_time(ns).text);
	localtime_r(&seconds, &local);
	strftime(clock, sizeof(clock), "%H:%M:%S", &local);
	print_text("%s.%09llu ", clock, (unsigned long long)(ns % 1000000000));
}

static enum color color_of(uint32_t event)
{
	switch (event) {
	case PAUSECTL_EVENT_PAUSED:
	case PAUSECTL_EVENT_XOFF:
		return COLOR_STOPPED;
	case PAUSECTL_EVENT_RESUMED:
	case PAUSECTL_EVENT_XON:
	case PAUSECTL_EVENT_LINK_ERROR_CLEARED:
	case PAUSECTL_EVENT_STORM_RESTORED:
	case PAUSECTL_EVENT_GUARD_ENDED:
		return COLOR_GOOD;
	case PAUSECTL_EVENT_LINK_ERROR:
	case PAUSECTL_EVENT_STORM_DETECTED:
	case PAUSECTL_EVENT_GUARD:
		return COLOR_BAD;
	default:
		return COLOR_OFF;
	}
}

static void print_kind(const struct nlattr *event)
{
	uint32_t kind = mnl_attr_get_u32(event);
	const char *word = word_of(event_words, kind);

	add_string("event", word);
	text_color(color_of(kind));
	print_text(" %s", word);
	text_color(COLOR_OFF);
}

static void print_priority(const struct nlattr *priority)
{
	uint32_t value = mnl_attr_get_u32(priority);

	if (value == PAUSECTL_LINK) {
		add_string("priority", "link");
		print_text(" link");
	} else {
		print_number("priority", "prio", value);
	}
}

static void print_duration(const struct nlattr *duration)
{
	uint64_t ns = mnl_attr_get_u64(duration);

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
	const struct nlattr *quanta = attributes[PAUSECTL_A_QUANTA];
	const struct nlattr *lost = attributes[PAUSECTL_A_LOST];

	object_begin();
	if (attributes[PAUSECTL_A_TIME])
		print_time(mnl_attr_get_u64(attributes[PAUSECTL_A_TIME]));
	print_device(attributes);
	if (attributes[PAUSECTL_A_EVENT])
		print_kind(attributes[PAUSECTL_A_EVENT]);
	if (attributes[PAUSECTL_A_PRIORITY])
		print_priority(attributes[PAUSECTL_A_PRIORITY]);
	if (quanta)
		print_number("quanta", "quanta", mnl_attr_get_u32(quanta));
	if (attributes[PAUSECTL_A_DURATION])
		print_duration(attributes[PAUSECTL_A_DURATION]);
	if (attributes[PAUSECTL_A_EVENT])
		event_print_port(mnl_attr_get_u32(attributes[PAUSECTL_A_EVENT]), attributes);
	if (lost && mnl_attr_get_u32(lost))
		print_number("lost", "lost", mnl_attr_get_u32(lost));
	object_end();
}

void print_overrun(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	object_begin();
	print_time(now.tv_sec * 1000000000ULL + now.tv_nsec);
	print_netns();
	add_string("event", "lost");
	print_text("lost events: they came faster than they could be printed, or memory was short");
	object_end();
}
