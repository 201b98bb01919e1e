// SPDX-License-Identifier: GPL-2.0
/* Print a port, as show, stats and monitor do. */
#include <net/if.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <rules/resolution.h>
#include <uapi/pausectl.h>

#include "lib.h"

/* --- its device, and lists of ports --------------------------------------------------------- */

void print_netns(void)
{
	struct word shown;

	if (!netns_other())
		return;
	shown = format_name(netns_other());
	add_string("netns", shown.text);
	print_text("%s/", shown.text);
}

void print_device(const struct nlattr *const *attributes)
{
	const struct nlattr *name = attributes[PAUSECTL_A_IFNAME];
	const struct nlattr *index = attributes[PAUSECTL_A_IFINDEX];

	print_netns();
	if (name) {
		struct word shown = format_name(mnl_attr_get_str(name));

		add_string("ifname", shown.text);
		text_color(COLOR_DEVICE);
		print_text("%s", shown.text);
		text_color(COLOR_OFF);
	}
	if (index)
		add_number("ifindex", mnl_attr_get_u32(index));
}

struct printer {
	void (*print)(const struct nlattr *const *attributes);
	const char *device;	/* NULL: all */
	bool any;
};

static void port_print_port(const struct nlattr *const *attributes, void *data)
{
	const struct nlattr *index = attributes[PAUSECTL_A_IFINDEX];
	struct printer *printer = data;

	/* With "-n all", the name may be one of ports in several namespaces. */
	if (printer->device &&
	    (!index || mnl_attr_get_u32(index) != if_nametoindex(printer->device)))
		return;
	printer->any = true;
	object_begin();
	print_device(attributes);
	printer->print(attributes);
	object_end();
}

/* For text: JSON has an empty list. */
static void tell_no_port(void)
{
	if (module_state())
		print_text("there is no port: %s\n", module_state());
	else if (netns_all())
		print_text("there is no port in any network namespace\n");
	else
		print_text("there is no port: pausectl%s%s add DEV\n",
			   netns_name() ? " -n " : "", netns_name() ?: "");
}

int query(const struct command *command, char **words, uint8_t request,
	  void (*print)(const struct nlattr *const *attributes))
{
	struct printer printer = { .print = print };
	const char *device = NULL;
	struct parse_error err;
	unsigned int index = 0;
	char asked[64];
	int status;

	if (take_only_device(&device, words, &err))
		return usage_error(command, err.text);
	snprintf(asked, sizeof(asked), "%s%s%s", command->name, device ? " dev " : "",
		 device ? device : "");
	if (netns_all())
		printer.device = device;
	index = device && !netns_all() ? device_index(asked, device) : 0;
	if (device && !netns_all() && !index)
		return STATUS_REFUSED;
	list_begin();
	status = query_ports(asked, request, index, port_print_port, &printer);
	if (status == STATUS_OK && printer.device && !printer.any)
		status = refused(asked, "no network namespace has such a port");
	if (status == STATUS_OK && !printer.any)
		tell_no_port();
	if (status == STATUS_OK)
		list_end();
	else
		list_cancel();
	return status;
}

/* --- what it does just now, and what it is on ----------------------------------------------- */

static uint32_t port_timers_of(const struct nlattr *attribute)
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
	uint32_t timers = port_timers_of(attribute), priorities;

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
			    port_timers_of(attributes[PAUSECTL_A_FORCED]));
	any |= print_timers("forced", "xoff", attributes[PAUSECTL_A_FORCED], 0);
	if (port_timers_of(attributes[PAUSECTL_A_FORCED]) && active && !mnl_attr_get_u8(active))
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

/* --- the headroom of its lossless buffers --------------------------------------------------- */

void print_headroom(const struct nlattr *const *attributes, const char *line_break)
{
	const struct nlattr *headroom = attributes[PAUSECTL_A_HEADROOM];
	const char *before = " warning: above XOFF";
	uint64_t values[PRIORITIES];
	uint32_t octets[PRIORITIES], in_flight;
	unsigned int i;

	/* An older kernel does not send these attributes. */
	if (!headroom || !attributes[PAUSECTL_A_IN_FLIGHT] ||
	    mnl_attr_get_payload_len(headroom) < sizeof(octets))
		return;
	memcpy(octets, mnl_attr_get_payload(headroom), sizeof(octets));
	in_flight = mnl_attr_get_u32(attributes[PAUSECTL_A_IN_FLIGHT]);
	for (i = 0; i < PRIORITIES; i++) {
		values[i] = octets[i];
		/* 0: nothing lossless is in that buffer. */
		if (!octets[i] || octets[i] >= in_flight)
			continue;
		if (*before != ',')
			print_text("%s", line_break);
		print_text("%s buffer %u has %u octets", before, i, octets[i]);
		before = ",";
	}
	add_numbers("headroom", values, PRIORITIES);
	add_number("in_flight", in_flight);
	if (*before == ',')
		print_text("; the sender may have %u or more in flight: set %s", in_flight,
			   "pace on there or a larger buffer-size here");
}

/* --- its agreement with the partner --------------------------------------------------------- */

struct agreement {
	struct pause_flow flow;
	uint32_t advertised;
	uint32_t partner;
	const char *source;	/* NULL: the partner's advertisement is not known */
	bool error;
	bool partner_error;
};

static void port_add_json(const struct agreement *agreed)
{
	add_bool("rx_active", agreed->flow.rx);
	add_bool("tx_active", agreed->flow.tx);
	add_string("agreed", pause_letter(agreed->flow));
	add_string("advertised", word_of(advertisement_words, agreed->advertised));
	add_string("partner_advertised",
		   agreed->source ? word_of(advertisement_words, agreed->partner) : "unknown");
	add_string("partner_source", agreed->source ? agreed->source : "unknown");
	add_bool("link_configuration_error", agreed->error);
	add_bool("partner_link_configuration_error", agreed->partner_error);
}

/* The advertisement, and the wish that it stands for in Frazier's letters. */
static void print_advertisement(const char *label, uint32_t value)
{
	print_text(" %s %s (%s)", label, word_of(advertisement_words, value),
		   pause_letter(pause_wish(value)));
}

static void print_negotiated(const struct agreement *agreed)
{
	print_text(" agreed %s", pause_letter(agreed->flow));
	print_advertisement("advertised", agreed->advertised);
	if (!agreed->source) {
		print_text(" partner-advertised unknown");
		return;
	}
	print_advertisement("partner-advertised", agreed->partner);
	print_text(" by %s", agreed->source);
}

/* False if an older kernel does not send all attributes. */
static bool read_agreement(const struct nlattr *const *attributes, struct agreement *agreed)
{
	static const uint16_t needed[] = {
		PAUSECTL_A_RX_ACTIVE, PAUSECTL_A_TX_ACTIVE, PAUSECTL_A_ADVERTISED,
		PAUSECTL_A_PARTNER_ADVERTISED, PAUSECTL_A_PARTNER_SOURCE,
		PAUSECTL_A_LINK_CONFIGURATION_ERROR,
		PAUSECTL_A_PARTNER_LINK_CONFIGURATION_ERROR,
	};
	uint32_t source;
	unsigned int i;

	for (i = 0; i < MNL_ARRAY_SIZE(needed); i++)
		if (!attributes[needed[i]])
			return false;
	agreed->flow.rx = mnl_attr_get_u8(attributes[PAUSECTL_A_RX_ACTIVE]);
	agreed->flow.tx = mnl_attr_get_u8(attributes[PAUSECTL_A_TX_ACTIVE]);
	agreed->advertised = mnl_attr_get_u32(attributes[PAUSECTL_A_ADVERTISED]);
	agreed->partner = mnl_attr_get_u32(attributes[PAUSECTL_A_PARTNER_ADVERTISED]);
	agreed->error = mnl_attr_get_u8(attributes[PAUSECTL_A_LINK_CONFIGURATION_ERROR]);
	agreed->partner_error =
		mnl_attr_get_u8(attributes[PAUSECTL_A_PARTNER_LINK_CONFIGURATION_ERROR]);
	source = mnl_attr_get_u32(attributes[PAUSECTL_A_PARTNER_SOURCE]);
	agreed->source = source ? word_of(partner_source_words, source) : NULL;
	return true;
}

/* Only in mode pause do the ends agree on anything. */
static bool negotiates(const struct nlattr *const *attributes)
{
	const struct nlattr *advertise = attributes[PAUSECTL_A_ADVERTISE];
	const struct nlattr *mode = attributes[PAUSECTL_A_MODE];

	return advertise && mnl_attr_get_u32(advertise) != PAUSECTL_ADVERTISEMENT_OFF &&
	       mode && mnl_attr_get_u32(mode) == PAUSECTL_MODE_PAUSE;
}

void print_agreement(const struct nlattr *const *attributes, const char *line_break)
{
	struct agreement agreed;

	if (!read_agreement(attributes, &agreed))
		return;
	port_add_json(&agreed);
	if (negotiates(attributes)) {
		print_text("%s", line_break);
		print_negotiated(&agreed);
	}
}
