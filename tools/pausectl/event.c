// SPDX-License-Identifier: GPL-2.0
/* Events as monitor prints them, each property by one function. */
#include <time.h>

#include <uapi/pausectl.h>

#include "event.h"
#include "format.h"
#include "output.h"
#include "settings.h"

static const char *const event_words[] = {
	[PAUSECTL_EVENT_ATTACHED] = "attached",
	[PAUSECTL_EVENT_DETACHED] = "detached",
	[PAUSECTL_EVENT_CONFIG] = "config",
	[PAUSECTL_EVENT_PAUSED] = "paused",
	[PAUSECTL_EVENT_RESUMED] = "resumed",
	[PAUSECTL_EVENT_XOFF] = "xoff",
	[PAUSECTL_EVENT_XON] = "xon",
	[PAUSECTL_EVENT_LINK_ERROR] = "link-error",
	[PAUSECTL_EVENT_LINK_ERROR_CLEARED] = "link-error-cleared",
	[PAUSECTL_EVENT_STORM] = "storm",
	[PAUSECTL_EVENT_STORM_ENDED] = "storm-ended",
	[PAUSECTL_EVENT_STORM_DETECTED] = "storm-detected",
	[PAUSECTL_EVENT_STORM_RESTORED] = "storm-restored",
	[PAUSECTL_EVENT_GUARD] = "guard",
	[PAUSECTL_EVENT_GUARD_ENDED] = "guard-ended",
	[PAUSECTL_EVENT_PAUSE_IGNORED] = "pause-ignored",
	[PAUSECTL_EVENT_PAUSE_OBEYED] = "pause-obeyed",
};

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

static void print_kind(const struct nlattr *event)
{
	uint32_t value = mnl_attr_get_u32(event);
	size_t known = MNL_ARRAY_SIZE(event_words);
	/* A kernel newer than the tool may know more of them. */
	const char *word = value < known ? event_words[value] : "unknown";

	add_string("event", word);
	print_text(" %s", word);
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
	print_settings(attributes, "");
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
	add_string("event", "lost");
	print_text("lost events: they came faster than they could be printed, or memory was short");
	object_end();
}
