// SPDX-License-Identifier: GPL-2.0
/* What a port does just now, and what it is on. */
#include <string.h>
#include <time.h>

#include <uapi/pausectl.h>

#include "counters.h"
#include "format.h"
#include "output.h"
#include "settings.h"

static uint32_t timers_of(const struct nlattr *attribute)
{
	return attribute ? mnl_attr_get_u32(attribute) : 0;
}

/*
 * Bits of the priorities and, last, the link. Text has those not in @told. Returns whether there
 * are any.
 */
static bool print_timers(const char *key, const char *text, const struct nlattr *attribute,
			 uint32_t told)
{
	uint32_t timers = timers_of(attribute), priorities;

	if (!attribute)
		return false;
	add_bits(key, timers, MAX_VALUES);
	timers &= ~told;
	priorities = timers & ((1U << PAUSECTL_LINK) - 1);
	if (timers)
		print_text(" %s ", text);
	if (priorities)
		print_text("%s", format_priorities(priorities).text);
	if (timers & 1U << PAUSECTL_LINK)
		print_text("%slink", priorities ? "," : "");
	return timers;
}

/* Of each priority and the link. Text has only running pauses. Returns whether there are any. */
static bool print_pause_states(const struct nlattr *attribute)
{
	const char *words[MAX_VALUES];
	uint32_t states[MAX_VALUES];
	bool paused = false;
	unsigned int i;

	if (!attribute || mnl_attr_get_payload_len(attribute) < sizeof(states))
		return false;
	memcpy(states, mnl_attr_get_payload(attribute), sizeof(states));
	for (i = 0; i < MAX_VALUES; i++) {
		words[i] = word_of(pause_state_words, states[i]);
		if (!states[i])
			continue;
		print_text("%s", paused ? "," : " pause ");
		print_text(i == PRIORITIES ? "link" : "%u", i);
		print_text(":%s", words[i]);
		paused = true;
	}
	add_strings("pause_state", words, MAX_VALUES);
	return paused;
}

/* Text only: JSON has the errors with the agreement. */
static bool print_error(const struct nlattr *error, const char *text)
{
	bool is = error && mnl_attr_get_u8(error);

	if (is)
		print_text(" %s", text);
	return is;
}

void print_state(const struct nlattr *const *attributes, const char *line_break)
{
	const struct nlattr *active = attributes[PAUSECTL_A_TX_ACTIVE];
	bool any;

	text_color(COLOR_STOPPED);
	any = print_pause_states(attributes[PAUSECTL_A_PAUSE_STATE]);
	text_color(COLOR_BAD);
	any |= print_timers("stormed", "stormed", attributes[PAUSECTL_A_STORMED], 0);
	text_color(COLOR_STOPPED);
	any |= print_timers("xoff_outstanding", "congested",
			    attributes[PAUSECTL_A_XOFF_OUTSTANDING],
			    timers_of(attributes[PAUSECTL_A_FORCED]));
	any |= print_timers("forced", "xoff", attributes[PAUSECTL_A_FORCED], 0);
	if (timers_of(attributes[PAUSECTL_A_FORCED]) && active && !mnl_attr_get_u8(active))
		print_text(" (not sent)");
	text_color(COLOR_BAD);
	any |= print_error(attributes[PAUSECTL_A_LINK_CONFIGURATION_ERROR],
			   "link configuration error: require is not met");
	any |= print_error(attributes[PAUSECTL_A_PARTNER_LINK_CONFIGURATION_ERROR],
			   "partner: link configuration error");
	text_color(COLOR_OFF);
	if (any)
		print_text("%s", line_break);
}

/* The last pause of each priority and of the link. Text has them with details. */
static void print_last_pauses(const struct nlattr *const *attributes, const char *line_break)
{
	uint64_t starts[MAX_VALUES] = { 0 }, lengths[MAX_VALUES] = { 0 };
	char clock[32], name[8];
	struct tm local;
	time_t seconds;
	unsigned int i;

	if (!attributes[PAUSECTL_A_LAST_PAUSE_START_US] || !attributes[PAUSECTL_A_LAST_PAUSE_US])
		return;
	counters_take(starts, attributes[PAUSECTL_A_LAST_PAUSE_START_US], MAX_VALUES);
	counters_take(lengths, attributes[PAUSECTL_A_LAST_PAUSE_US], MAX_VALUES);
	add_numbers("last_pause_start_us", starts, MAX_VALUES);
	add_numbers("last_pause_us", lengths, MAX_VALUES);
	for (i = 0; i < MAX_VALUES && output_details(); i++) {
		if (!starts[i])
			continue;
		seconds = starts[i] / 1000000;
		localtime_r(&seconds, &local);
		strftime(clock, sizeof(clock), "%Y-%m-%d %H:%M:%S", &local);
		snprintf(name, sizeof(name), i == PAUSECTL_LINK ? "link" : "%u", i);
		print_text("%s last pause %s at %s.%06u for %s", line_break, name, clock,
			   (unsigned int)(starts[i] % 1000000),
			   format_duration(lengths[i] * 1000).text);
	}
}

void print_facts(const struct nlattr *const *attributes, const char *line_break)
{
	const struct nlattr *obeys = attributes[PAUSECTL_A_PARTNER_OBEYS];
	const struct nlattr *resumes = attributes[PAUSECTL_A_PARTNER_RESUMES];
	const struct nlattr *capacity = attributes[PAUSECTL_A_CAPACITY];
	uint32_t qdiscs;

	if (!attributes[PAUSECTL_A_QDISCS])
		return;
	qdiscs = mnl_attr_get_u32(attributes[PAUSECTL_A_QDISCS]);
	add_number("qdiscs", qdiscs);
	if (output_details())
		print_text("%s qdiscs %u", line_break, qdiscs);
	/* Text in units of mb, as settings have them. */
	if (capacity)
		add_number("capacity", mnl_attr_get_u64(capacity));
	if (capacity && output_details())
		print_text(" capacity %.1fmb", (double)mnl_attr_get_u64(capacity) / (1 << 20));
	if (obeys)
		add_bits("partner_obeys", mnl_attr_get_u32(obeys), MAX_VALUES);
	if (resumes)
		add_bits("partner_resumes", mnl_attr_get_u32(resumes), MAX_VALUES);
	print_last_pauses(attributes, line_break);
	print_headroom(attributes, line_break);
}
