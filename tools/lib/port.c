// SPDX-License-Identifier: GPL-2.0
/* Settings of a port in its attributes, and what show, stats and monitor print of it. */
#include <net/if.h>

#include <rules/resolution.h>

#include "lib.h"

/* --- its device, and lists of ports --------------------------------------------------------- */

void print_device(const struct nlattr *const *attributes)
{
	const struct nlattr *name = attributes[PAUSECTL_A_IFNAME];
	const struct nlattr *index = attributes[PAUSECTL_A_IFINDEX];
	struct word shown;

	if (netns_other()) {
		shown = format_name(netns_other());
		add_string("netns", shown.text);
		print_text("%s/", shown.text);
	}
	if (name) {
		shown = format_name(mnl_attr_get_str(name));
		add_string("ifname", shown.text);
		output.color = COLOR_DEVICE;
		print_text("%s", shown.text);
		output.color = COLOR_OFF;
	}
	if (index)
		add_number("ifindex", attr_number(index));
}

struct printer {
	int (*print)(const struct nlattr *const *attributes);
	const char *device;	/* with "-n all"; NULL: all */
	bool any;
	int status;	/* the first that is not good */
};

static void port_print_port(const struct nlattr *const *attributes, void *data)
{
	struct printer *printer = data;
	int status;

	/* The name may be one of ports in several namespaces. */
	if (printer->device &&
	    attr_number(attributes[PAUSECTL_A_IFINDEX]) != if_nametoindex(printer->device))
		return;
	printer->any = true;
	object_begin();
	print_device(attributes);
	status = printer->print(attributes);
	object_end();
	printer->status = printer->status ?: status;
}

/* For text: JSON has an empty list. */
static void tell_no_port(void)
{
	if (module_state())
		print_text("there is no port: %s\n", module_state());
	else if (netns_all)
		print_text("there is no port in any network namespace\n");
	else
		print_text("there is no port: pausectl%s%s add DEV\n",
			   netns_name() ? " -n " : "", netns_name() ?: "");
}

int query(const struct command *command, const char *device, uint8_t request,
	  int (*print)(const struct nlattr *const *attributes))
{
	struct printer printer = { .print = print, .device = netns_all ? device : NULL };
	struct word asked = word_printf("%s%s%s", command->name, device ? " dev " : "",
					device ?: "");
	unsigned int index;
	int status;

	if (find_device(asked.text, netns_all ? NULL : device, &index))
		return STATUS_REFUSED;
	list_begin();
	status = query_ports(asked.text, request, index, port_print_port, &printer);
	if (status == STATUS_OK && printer.device && !printer.any)
		status = refused(asked.text, "no network namespace has such a port");
	if (status == STATUS_OK && !printer.any)
		tell_no_port();
	if (status == STATUS_OK)
		member_end(NULL);
	else
		list_cancel();
	return status ? status : printer.status;
}

/* --- its agreement with the partner --------------------------------------------------------- */

/* The advertisement, and the wish that it stands for in Frazier's letters. */
static void print_advertisement(const char *label, uint32_t value)
{
	print_text(" %s %s (%s)", label, word_of(advertisement_words, value),
		   pause_letter(pause_wish(value)));
}

static void print_agreement(const struct nlattr *const *attributes, const char *line_break)
{
	struct pause_flow flow = {
		.rx = attr_number(attributes[PAUSECTL_A_RX_ACTIVE]),
		.tx = attr_number(attributes[PAUSECTL_A_TX_ACTIVE]),
	};
	uint32_t advertised = attr_number(attributes[PAUSECTL_A_ADVERTISED]);
	uint32_t partner = attr_number(attributes[PAUSECTL_A_PARTNER_ADVERTISED]);
	uint32_t source = attr_number(attributes[PAUSECTL_A_PARTNER_SOURCE]);

	if (!attributes[PAUSECTL_A_ADVERTISED])
		return;
	add_bool("rx_active", flow.rx);
	add_bool("tx_active", flow.tx);
	add_string("agreed", pause_letter(flow));
	add_string("advertised", word_of(advertisement_words, advertised));
	add_string("partner_advertised",
		   source ? word_of(advertisement_words, partner) : "unknown");
	add_string("partner_source", word_of(partner_source_words, source));
	add_bool("link_configuration_error",
		 attr_number(attributes[PAUSECTL_A_LINK_CONFIGURATION_ERROR]));
	add_bool("partner_link_configuration_error",
		 attr_number(attributes[PAUSECTL_A_PARTNER_LINK_CONFIGURATION_ERROR]));
	/* Only in mode pause do the ends agree on anything. */
	if (attr_number(attributes[PAUSECTL_A_ADVERTISE]) == PAUSECTL_ADVERTISEMENT_OFF ||
	    attr_number(attributes[PAUSECTL_A_MODE]) != PAUSECTL_MODE_PAUSE)
		return;
	print_text("%s agreed %s", line_break, pause_letter(flow));
	print_advertisement("advertised", advertised);
	if (!source) {
		print_text(" partner-advertised unknown");
		return;
	}
	print_advertisement("partner-advertised", partner);
	print_text(" by %s", word_of(partner_source_words, source));
}

/* --- its settings ------------------------------------------------------------------------- */

const struct setting *setting_named(const char *option)
{
	size_t i;

	for (i = 0; i < setting_count; i++)
		if (!strcmp(option, settings[i].option) ||
		    (settings[i].dcb && !strcmp(option, settings[i].dcb)))
			return &settings[i];
	return NULL;
}

void setting_values(const struct setting *setting, const struct nlattr *attribute, uint64_t *values)
{
	attr_numbers(attribute, setting->kind->size, values, setting->values);
}

/* Words with commas between them, as an array; @none stands for no word. */
static void add_list(const char *key, const char *list, const char *none)
{
	const char *rest = strcmp(list, none) ? list : NULL;
	struct word item;

	list_begin();
	while (next_item(&rest, ',', &item))
		add_string(NULL, item.text);
	member_end(key);
}

static void add_setting(const struct setting *setting, const uint64_t *values)
{
	enum json_as as = setting->kind->json;
	const char *key = setting->option;
	unsigned int i;

	if (setting->values > 1)
		list_begin();
	for (i = 0; i < setting->values; i++) {
		struct word word = setting_word(setting, values[i]);

		if (as == JSON_AS_NUMBER)
			add_number(key, values[i]);
		else if (as == JSON_AS_BOOL)
			add_bool(key, values[i]);
		else if (as == JSON_AS_BITS)
			add_bits(key, values[i], PRIORITIES);
		else if (as == JSON_AS_LIST)
			add_list(key, word.text, "none");
		else
			add_string(key, word.text);
	}
	if (setting->values > 1)
		member_end(key);
}

void print_values(const struct setting *setting, const uint64_t *values, const uint64_t *known)
{
	const char *before = "";
	unsigned int i, same = 1;

	while (same < setting->values && values[same] == values[0])
		same++;
	if (same == setting->values) {
		print_text("%s", setting_word(setting, values[0]).text);
		return;
	}
	for (i = 0; i < setting->values; i++) {
		if (known && values[i] == known[i])
			continue;
		print_text("%s%s:%s", before,
			   setting->elements ? setting->elements[i] : format_timers(1U << i).text,
			   setting_word(setting, values[i]).text);
		before = ",";
	}
}

uint64_t bits_per_second(const struct nlattr *const *attributes)
{
	return attr_number(attributes[PAUSECTL_A_SPEED]) ?:
	       attr_number(attributes[PAUSECTL_A_SPEED_MBPS]) * 1000000;
}

/*
 * JSON has the speed that is set, the speed in force, and its source. Text has the last two, and
 * whether frames leave at that speed.
 */
static void print_speed(uint64_t rate, const struct nlattr *const *attributes)
{
	const struct nlattr *mbps = attributes[PAUSECTL_A_SPEED_MBPS];
	const char *source = word_of(speed_source_words,
				     attr_number(attributes[PAUSECTL_A_SPEED_SOURCE]));

	if (rate)
		add_number("speed", rate);
	else
		add_string("speed", "auto");
	add_number("speed_mbps", attr_number(mbps));
	add_string("speed_source", source);
	if (mbps)
		print_text("%s (%s%s)", format_rate(bits_per_second(attributes)).text, source,
			   attr_number(attributes[PAUSECTL_A_PACE]) ? "" : ", quanta only");
	else
		print_text("unknown");
}

bool repeats_prio(const struct nlattr *const *attributes)
{
	uint64_t prio = attr_number(attributes[PAUSECTL_A_PRIO]);

	return attr_number(attributes[PAUSECTL_A_RX_PRIO]) == prio &&
	       attr_number(attributes[PAUSECTL_A_TX_PRIO]) == prio;
}

static bool is_news(const struct setting *setting, const uint64_t *values,
		    const struct nlattr *const *attributes)
{
	bool changed = memcmp(values, setting->defaults, setting->values * sizeof(*values));

	switch (setting->attribute) {
	case PAUSECTL_A_MODE:
	case PAUSECTL_A_SPEED:
		return true;
	case PAUSECTL_A_RX:
	case PAUSECTL_A_TX:
		/* As ethtool -a says. In mode pfc they have no effect. */
		return changed || attr_number(attributes[PAUSECTL_A_MODE]) == PAUSECTL_MODE_PAUSE;
	case PAUSECTL_A_RX_PRIO:
	case PAUSECTL_A_TX_PRIO:
		return !repeats_prio(attributes);
	default:
		return changed;
	}
}

void apps_of(const struct nlattr *attribute, struct apps *apps)
{
	size_t octets = attribute ? mnl_attr_get_payload_len(attribute) : 0;

	if (octets > sizeof(apps->entries))
		octets = sizeof(apps->entries);
	apps->count = octets / sizeof(*apps->entries);
	if (octets)
		memcpy(apps->entries, mnl_attr_get_payload(attribute), octets);
	app_sort(apps);
}

void print_apps(const struct apps *apps, const char *before, const char *behind)
{
	char text[APP_TEXT];
	unsigned int i;

	for (i = 0; i < APP_WORDS; i++) {
		app_format(&app_words[i], apps, text);
		if (!*behind)
			add_list(app_words[i].option, text, "default");
		if (!strcmp(text, "default"))
			continue;
		print_text("%s%s %s%s", before, app_words[i].option, text, behind);
		before = *behind ? before : " ";
	}
}

void print_settings(const struct nlattr *const *attributes, bool all, const char *line_break)
{
	const struct setting *setting;
	uint64_t values[MAX_VALUES];
	bool begins = false;
	struct apps apps;

	for (setting = settings; setting < settings + setting_count; setting++) {
		begins |= setting->begins && setting != settings;
		if (!attributes[setting->attribute])
			continue;
		setting_values(setting, attributes[setting->attribute], values);
		if (setting->attribute != PAUSECTL_A_SPEED)
			add_setting(setting, values);
		if (!all && !is_news(setting, values, attributes))
			continue;
		if (begins)
			print_text("%s", line_break);
		begins = false;
		print_text(" %s ", setting->option);
		if (setting->attribute == PAUSECTL_A_SPEED)
			print_speed(values[0], attributes);
		else
			print_values(setting, values, all ? NULL : setting->defaults);
	}
	if (attributes[PAUSECTL_A_APP_TABLE]) {
		apps_of(attributes[PAUSECTL_A_APP_TABLE], &apps);
		print_apps(&apps, word_printf("%s ", line_break).text, "");
	}
	print_agreement(attributes, line_break);
}

/* --- what it does just now, and what it is on ----------------------------------------------- */

/*
 * Bits of the priorities and, last, the link. Text has those not in @told. Returns whether there
 * are any.
 */
static bool print_timers(const char *key, const char *text, const struct nlattr *attribute,
			 uint32_t told)
{
	uint32_t timers = attr_number(attribute) & ~told;

	if (attribute)
		add_bits(key, attr_number(attribute), MAX_VALUES);
	if (timers)
		print_text(" %s %s", text, format_timers(timers).text);
	return timers;
}

/* Of each priority and the link. Text has only running pauses. Returns whether there are any. */
static bool print_pause_states(const struct nlattr *attribute)
{
	uint64_t states[MAX_VALUES];
	const char *before = " pause ";
	unsigned int i;

	if (!attribute)
		return false;
	attr_numbers(attribute, sizeof(uint32_t), states, MAX_VALUES);
	list_begin();
	for (i = 0; i < MAX_VALUES; i++) {
		add_string(NULL, word_of(pause_state_words, states[i]));
		if (!states[i])
			continue;
		print_text("%s%s:%s", before, format_timers(1U << i).text,
			   word_of(pause_state_words, states[i]));
		before = ",";
	}
	member_end("pause_state");
	return *before == ',';
}

/* Text only: JSON has the errors with the agreement. */
static bool print_error(const struct nlattr *error, const char *text)
{
	if (attr_number(error))
		print_text(" %s", text);
	return attr_number(error);
}

void print_state(const struct nlattr *const *attributes, const char *line_break)
{
	const struct nlattr *active = attributes[PAUSECTL_A_TX_ACTIVE];
	uint32_t forced = attr_number(attributes[PAUSECTL_A_FORCED]);
	bool any;

	output.color = COLOR_STOPPED;
	any = print_pause_states(attributes[PAUSECTL_A_PAUSE_STATE]);
	output.color = COLOR_BAD;
	any |= print_timers("stormed", "stormed", attributes[PAUSECTL_A_STORMED], 0);
	output.color = COLOR_STOPPED;
	any |= print_timers("xoff_outstanding", "congested",
			    attributes[PAUSECTL_A_XOFF_OUTSTANDING], forced);
	any |= print_timers("forced", "xoff", attributes[PAUSECTL_A_FORCED], 0);
	if (forced && active && !attr_number(active))
		print_text(" (not sent)");
	output.color = COLOR_BAD;
	any |= print_error(attributes[PAUSECTL_A_LINK_CONFIGURATION_ERROR],
			   "link configuration error: require is not met");
	any |= print_error(attributes[PAUSECTL_A_PARTNER_LINK_CONFIGURATION_ERROR],
			   "partner: link configuration error");
	output.color = COLOR_OFF;
	if (any)
		print_text("%s", line_break);
}

/* The last pause of each priority and of the link. Text has them with details. */
static void print_last_pauses(const struct nlattr *const *attributes, const char *line_break)
{
	uint64_t starts[MAX_VALUES], lengths[MAX_VALUES];
	unsigned int i;

	if (!attributes[PAUSECTL_A_LAST_PAUSE_START_US] || !attributes[PAUSECTL_A_LAST_PAUSE_US])
		return;
	attr_numbers(attributes[PAUSECTL_A_LAST_PAUSE_START_US], sizeof(*starts), starts,
		     MAX_VALUES);
	attr_numbers(attributes[PAUSECTL_A_LAST_PAUSE_US], sizeof(*lengths), lengths, MAX_VALUES);
	add_numbers("last_pause_start_us", starts, MAX_VALUES);
	add_numbers("last_pause_us", lengths, MAX_VALUES);
	for (i = 0; i < MAX_VALUES && output.details; i++)
		if (starts[i])
			print_text("%s last pause %s at %s.%06u for %s", line_break,
				   format_timers(1U << i).text,
				   format_clock(starts[i] / 1000000, "%Y-%m-%d %H:%M:%S").text,
				   (unsigned int)(starts[i] % 1000000),
				   format_duration(lengths[i] * 1000).text);
}

void print_facts(const struct nlattr *const *attributes, const char *line_break)
{
	const struct nlattr *capacity = attributes[PAUSECTL_A_CAPACITY];
	uint64_t qdiscs = attr_number(attributes[PAUSECTL_A_QDISCS]);

	if (!attributes[PAUSECTL_A_QDISCS])
		return;
	add_number("qdiscs", qdiscs);
	if (output.details)
		print_text("%s qdiscs %u", line_break, (unsigned int)qdiscs);
	/* Text in units of mb, as settings have them. */
	if (capacity)
		add_number("capacity", attr_number(capacity));
	if (capacity && output.details)
		print_text(" capacity %.1fmb", (double)attr_number(capacity) / (1 << 20));
	print_timers("partner_obeys", "", attributes[PAUSECTL_A_PARTNER_OBEYS], UINT32_MAX);
	print_timers("partner_resumes", "", attributes[PAUSECTL_A_PARTNER_RESUMES], UINT32_MAX);
	print_last_pauses(attributes, line_break);
	print_headroom(attributes, line_break);
}

/* --- the headroom of its lossless buffers --------------------------------------------------- */

void print_headroom(const struct nlattr *const *attributes, const char *line_break)
{
	unsigned int in_flight = attr_number(attributes[PAUSECTL_A_IN_FLIGHT]), i;
	const char *before = " warning: above XOFF";
	uint64_t octets[PRIORITIES];

	if (!attributes[PAUSECTL_A_HEADROOM])
		return;
	attr_numbers(attributes[PAUSECTL_A_HEADROOM], sizeof(uint32_t), octets, PRIORITIES);
	for (i = 0; i < PRIORITIES; i++) {
		/* 0: nothing lossless is in that buffer. */
		if (!octets[i] || octets[i] >= in_flight)
			continue;
		if (*before != ',')
			print_text("%s", line_break);
		print_text("%s buffer %u has %u octets", before, i, (unsigned int)octets[i]);
		before = ",";
	}
	add_numbers("headroom", octets, PRIORITIES);
	add_number("in_flight", in_flight);
	if (*before == ',')
		print_text("; the sender may have %u or more in flight: set %s", in_flight,
			   "pace on there or a larger buffer-size here");
}

/* --- its events ----------------------------------------------------------------------------- */

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

static void print_number(const char *key, uint64_t value)
{
	add_number(key, value);
	print_text(" %s %llu", key, (unsigned long long)value);
}

static void print_kind(uint32_t kind)
{
	const char *word = word_of(event_words, kind);

	add_string("event", word);
	output.color = kind < MNL_ARRAY_SIZE(colors) ? colors[kind] : COLOR_OFF;
	print_text(" %s", word);
	output.color = COLOR_OFF;
}

static void print_priority(uint32_t priority)
{
	if (priority == PAUSECTL_LINK) {
		add_string("priority", "link");
		print_text(" link");
	} else {
		add_number("priority", priority);
		print_text(" prio %u", priority);
	}
}

/* The socket had no room for some events, or the kernel had no memory for them. */
static void print_overrun(void)
{
	static const struct nlattr *const unknown[PAUSECTL_A_MAX + 1];

	object_begin();
	print_time(clock_ns(CLOCK_REALTIME));
	print_device(unknown);
	add_string("event", "lost");
	print_text("lost events: they came faster than they could be printed, or memory was short");
	object_end();
}

void print_event(const struct nlattr *const *attributes)
{
	uint64_t kind, duration;

	if (!attributes) {
		print_overrun();
		return;
	}
	kind = attr_number(attributes[PAUSECTL_A_EVENT]);
	duration = attr_number(attributes[PAUSECTL_A_DURATION]);
	object_begin();
	if (attributes[PAUSECTL_A_TIME])
		print_time(attr_number(attributes[PAUSECTL_A_TIME]));
	print_device(attributes);
	if (attributes[PAUSECTL_A_EVENT])
		print_kind(kind);
	if (attributes[PAUSECTL_A_PRIORITY])
		print_priority(attr_number(attributes[PAUSECTL_A_PRIORITY]));
	if (attributes[PAUSECTL_A_QUANTA])
		print_number("quanta", attr_number(attributes[PAUSECTL_A_QUANTA]));
	if (attributes[PAUSECTL_A_DURATION]) {
		add_number("duration_ns", duration);
		print_text(" after %s", format_duration(duration).text);
	}
	if (attributes[PAUSECTL_A_EVENT]) {
		/* The settings of a port that begins, or that somebody has set */
		if (kind == PAUSECTL_EVENT_ATTACHED || kind == PAUSECTL_EVENT_CONFIG)
			print_settings(attributes, output.details, "");
		print_state(attributes, "");
		print_facts(attributes, "");
	}
	if (attr_number(attributes[PAUSECTL_A_LOST]))
		print_number("lost", attr_number(attributes[PAUSECTL_A_LOST]));
	object_end();
}
