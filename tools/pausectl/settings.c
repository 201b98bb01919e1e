// SPDX-License-Identifier: GPL-2.0
/* Settings: the table of them, and how each is printed for show and monitor. */
#include <stdio.h>
#include <string.h>

#include <rules/filter_rule.h>
#include <uapi/pausectl.h>

#include "output.h"
#include "settings.h"

/* In the order in which they are shown. */
const struct setting settings[] = {
	{ "mode", "mode", PAUSECTL_A_MODE, &kind_mode, 4, 1, 0 },
	{ "rx", "rx", PAUSECTL_A_RX, &kind_onoff, 1, 1, 0 },
	{ "tx", "tx", PAUSECTL_A_TX, &kind_onoff, 1, 1, 0 },
	{ "prio", "pfc_enabled", PAUSECTL_A_PFC_ENABLED, &kind_priorities, 4, 1, 0 },
	{ "rx-prio", "pfc_rx_enabled", PAUSECTL_A_RX_PRIO, &kind_priorities, 4, 1, 0 },
	{ "tx-prio", "pfc_tx_enabled", PAUSECTL_A_TX_PRIO, &kind_priorities, 4, 1, 0 },
	{ "speed", "speed", PAUSECTL_A_SPEED, &kind_speed, 8, 1, 1 },
	{ "pace", "pace", PAUSECTL_A_PACE, &kind_onoff, 1, 1, 0 },
	{ "split-gso", "split_gso", PAUSECTL_A_SPLIT_GSO, &kind_onoff, 1, 1, 0 },
	{ "limit", "limit", PAUSECTL_A_LIMIT, &kind_size, 4, 1, 0 },
	{ "prio-tc", "prio_tc", PAUSECTL_A_PRIO_TC, &kind_class, 4, PRIORITIES, 1 },
	{ "tsa", "tsa", PAUSECTL_A_TSA, &kind_algorithm, 4, PRIORITIES, 0 },
	{ "tc-bw", "tc_bw", PAUSECTL_A_TC_BW, &kind_percent, 4, PRIORITIES, 1 },
	{ "maxrate", "maxrate", PAUSECTL_A_MAXRATE, &kind_maxrate, 8, PRIORITIES, 0 },
	{ "autoneg", "autoneg", PAUSECTL_A_AUTONEG, &kind_onoff, 1, 1, 1 },
	{ "advertise", "advertise", PAUSECTL_A_ADVERTISE, &kind_advertisement, 4, 1, 0 },
	{ "partner", "partner", PAUSECTL_A_PARTNER, &kind_advertisement, 4, 1, 0 },
	{ "require", "require", PAUSECTL_A_REQUIRE, &kind_requirement, 4, 1, 0 },
	{ "quanta", "xoff_quanta", PAUSECTL_A_XOFF_QUANTA, &kind_quanta, 4, MAX_VALUES, 1 },
	{ "refresh", "refresh", PAUSECTL_A_REFRESH, &kind_quanta, 4, MAX_VALUES, 0 },
	{ "gap", "gap", PAUSECTL_A_GAP, &kind_gap, 4, 1, 0 },
	{ "prio-buffer", "prio_buffer", PAUSECTL_A_PRIO_BUFFER, &kind_class, 4, PRIORITIES, 1 },
	{ "buffer-size", "buffer_size", PAUSECTL_A_BUFFER_SIZE, &kind_octets, 4, PRIORITIES, 0 },
	{ "buffer-xoff", "buffer_xoff", PAUSECTL_A_BUFFER_XOFF, &kind_octets, 4, PRIORITIES, 0 },
	{ "buffer-xon", "buffer_xon", PAUSECTL_A_BUFFER_XON, &kind_octets, 4, PRIORITIES, 0 },
	{ "delay", "delay", PAUSECTL_A_DELAY, &kind_delay, 4, 1, 0 },
	{ "pause-wish", "pause_wish", PAUSECTL_A_PAUSE_WISH, &kind_pause_wish, 4, 1, 0 },
	{ "trust", "trust", PAUSECTL_A_TRUST, &kind_trust, 4, 1, 0 },
	{ "watchdog", "watchdog", PAUSECTL_A_WATCHDOG, &kind_watchdog, 4, MAX_VALUES, 1 },
	{ "watchdog-detect", "watchdog_detect", PAUSECTL_A_WATCHDOG_DETECT,
	  &kind_detect, 4, MAX_VALUES, 0 },
	{ "watchdog-restore", "watchdog_restore", PAUSECTL_A_WATCHDOG_RESTORE,
	  &kind_restore, 4, MAX_VALUES, 0 },
	{ "watchdog-poll", "watchdog_poll", PAUSECTL_A_WATCHDOG_POLL, &kind_poll, 4, 1, 0 },
	{ "watchdog-drop-all", "watchdog_drop_all", PAUSECTL_A_WATCHDOG_DROP_ALL,
	  &kind_onoff, 1, 1, 0 },
	{ "forward", "forward", PAUSECTL_A_FORWARD, &kind_onoff, 1, 1, 0 },
	{ "guard", "guard", PAUSECTL_A_GUARD, &kind_guard, 4, 1, 0 },
	{ "ecn", "ecn", PAUSECTL_A_ECN, &kind_priorities, 4, 1, 1 },
	{ "ecn-min", "ecn_min", PAUSECTL_A_ECN_MIN, &kind_queue, 4, PRIORITIES, 0 },
	{ "ecn-max", "ecn_max", PAUSECTL_A_ECN_MAX, &kind_queue, 4, PRIORITIES, 0 },
	{ "ecn-probability", "ecn_probability", PAUSECTL_A_ECN_PROBABILITY,
	  &kind_share, 4, PRIORITIES, 0 },
	{ "delay-statistics", "delay_statistics", PAUSECTL_A_DELAY_STATISTICS,
	  &kind_onoff, 1, 1, 0 },
	{ "dynamic", "dynamic", PAUSECTL_A_DYNAMIC, &kind_priorities, 4, 1, 0 },
	{ "alpha", "alpha", PAUSECTL_A_ALPHA, &kind_alpha, 4, PRIORITIES, 0 },
	{ "pool", "pool", PAUSECTL_A_POOL, &kind_pool, 4, 1, 0 },
	{ "filter", "filter", PAUSECTL_A_FILTER, &kind_checks, 4, FILTER_CLASSES, 1 },
	{ "filter-type", "filter_type", PAUSECTL_A_FILTER_TYPE, &kind_type, 4, FILTER_CLASSES, 0 },
	{ "filter-opcode", "filter_opcode", PAUSECTL_A_FILTER_OPCODE, &kind_opcodes, 4,
	  FILTER_CLASSES, 0 },
	{ "filter-unicast", "filter_unicast", PAUSECTL_A_FILTER_UNICAST, &kind_unicast, 8, 1, 0 },
	{ "filter-multicast", "filter_multicast", PAUSECTL_A_FILTER_MULTICAST, &kind_multicast,
	  8, 1, 0 },
	{ "filter-source", "filter_source", PAUSECTL_A_FILTER_SOURCE, &kind_source, 8, 1, 0 },
	{ "ack", "ack", PAUSECTL_A_ACK, &kind_onoff, 1, 1, 0 },
	{ "spoof-check", "spoof_check", PAUSECTL_A_SPOOF_CHECK, &kind_onoff, 1, 1, 0 },
	{ "pause-limit", "pause_limit", PAUSECTL_A_PAUSE_LIMIT, &kind_pause_limit, 4, 1, 0 },
	{ "pause-ignore", "pause_ignore", PAUSECTL_A_PAUSE_IGNORE, &kind_pause_ignore, 4, 1, 0 },
};

const size_t setting_count = MNL_ARRAY_SIZE(settings);

const char *const *setting_names(const struct setting *setting)
{
	/* By enum pausectl_filter_class. */
	static const char *const filter_classes[] = {
		"global-control", "priority-control", "global-pause", "priority-pause", NULL
	};

	return setting->values == FILTER_CLASSES ? filter_classes : NULL;
}

void setting_values(const struct setting *setting, const struct nlattr *attribute,
		    uint64_t *values)
{
	const uint8_t *octets = mnl_attr_get_payload(attribute);
	unsigned int i;

	memset(values, 0, setting->values * sizeof(*values));
	if (mnl_attr_get_payload_len(attribute) < setting->values * setting->size)
		return;
	for (i = 0; i < setting->values; i++, octets += setting->size) {
		uint32_t value32;

		switch (setting->size) {
		case 1:
			values[i] = *octets;
			break;
		case 4:
			memcpy(&value32, octets, sizeof(value32));
			values[i] = value32;
			break;
		default:
			memcpy(&values[i], octets, sizeof(values[i]));
			break;
		}
	}
}

void setting_put(struct nlmsghdr *message, const struct setting *setting,
		 const uint64_t *values)
{
	uint8_t octets[MAX_VALUES * sizeof(uint64_t)];
	unsigned int i;

	for (i = 0; i < setting->values; i++) {
		uint8_t *to = octets + i * setting->size;
		uint32_t value32 = values[i];

		switch (setting->size) {
		case 1:
			*to = values[i];
			break;
		case 4:
			memcpy(to, &value32, sizeof(value32));
			break;
		default:
			memcpy(to, &values[i], sizeof(values[i]));
			break;
		}
	}
	mnl_attr_put(message, setting->attribute, setting->values * setting->size, octets);
}

static const char *const source_words[] = {
	[PAUSECTL_SPEED_SOURCE_ASSUMED] = "assumed",
	[PAUSECTL_SPEED_SOURCE_LINK] = "link",
	[PAUSECTL_SPEED_SOURCE_CONFIGURED] = "configured",
};

static const char *const hook_words[] = {
	[PAUSECTL_HOOK_NETFILTER] = "netfilter",
	[PAUSECTL_HOOK_RX_HANDLER] = "rx_handler",
};

/* A kernel newer than the tool may know more values. */
static const char *word_of(const struct nlattr *attr, const char *const *words, size_t count)
{
	uint32_t value = mnl_attr_get_u32(attr);

	return value < count ? words[value] : "unknown";
}

void print_device(const struct nlattr *const *attributes)
{
	const struct nlattr *name = attributes[PAUSECTL_A_IFNAME];
	const struct nlattr *index = attributes[PAUSECTL_A_IFINDEX];

	if (name) {
		struct word shown = format_name(mnl_attr_get_str(name));

		add_string("ifname", shown.text);
		print_text("%s", shown.text);
	}
	if (index)
		add_number("ifindex", mnl_attr_get_u32(index));
}

static void add_words(const struct setting *setting, const uint64_t *values)
{
	struct word words[MAX_VALUES];
	const char *texts[MAX_VALUES];
	unsigned int i;

	for (i = 0; i < setting->values; i++) {
		words[i] = setting->kind->format(values[i]);
		texts[i] = words[i].text;
	}
	if (setting->values == 1)
		add_string(setting->key, texts[0]);
	else
		add_strings(setting->key, texts, setting->values);
}

/* none, or words with a comma between them */
static void add_list(const char *key, const char *list)
{
	const char *words[MAX_VALUES];
	char text[64], *rest = text;
	unsigned int count = 0;

	snprintf(text, sizeof(text), "%s", list);
	if (strcmp(text, "none"))
		while (count < MAX_VALUES && (words[count] = strsep(&rest, ",")))
			count++;
	add_strings(key, words, count);
}

static void add_json(const struct setting *setting, const uint64_t *values)
{
	switch (setting->kind->json) {
	case JSON_AS_BOOL:
		add_bool(setting->key, values[0]);
		break;
	case JSON_AS_BITS:
		add_bits(setting->key, values[0], PRIORITIES);
		break;
	case JSON_AS_TEXT:
		add_words(setting, values);
		break;
	case JSON_AS_LIST:
		add_list(setting->key, setting->kind->format(values[0]).text);
		break;
	case JSON_AS_NUMBER:
		if (setting->values == 1)
			add_number(setting->key, values[0]);
		else
			add_numbers(setting->key, values, setting->values);
		break;
	}
}

/* One word where all values are the same, else the pairs that set takes. */
static void print_values(const struct setting *setting, const uint64_t *values)
{
	const char *const *names = setting_names(setting);
	unsigned int i, same = 1;

	print_text(" %s ", setting->option);
	while (same < setting->values && values[same] == values[0])
		same++;
	if (same == setting->values) {
		print_text("%s", setting->kind->format(values[0]).text);
		return;
	}
	for (i = 0; i < setting->values; i++) {
		print_text("%s", i ? "," : "");
		if (names)
			print_text("%s", names[i]);
		else if (i == PRIORITIES)
			print_text("link");
		else
			print_text("%u", i);
		print_text(":%s", setting->kind->format(values[i]).text);
	}
}

/* What was asked for, what is in force and who says so: in text one property. */
static void print_speed(uint64_t rate, const struct nlattr *mbps, const struct nlattr *source)
{
	const char *word = word_of(source, source_words, MNL_ARRAY_SIZE(source_words));

	if (rate)
		add_number("speed", rate);
	else
		add_string("speed", "auto");
	add_number("speed_mbps", mnl_attr_get_u32(mbps));
	add_string("speed_source", word);
	if (!rate)
		rate = mnl_attr_get_u32(mbps) * 1000000ULL;
	print_text(" speed %s (%s)", format_rate(rate).text, word);
}

/* Bits of the priorities and, last, the link. */
static void print_timers(const char *key, const char *text, uint32_t timers)
{
	uint32_t priorities = timers & ((1U << PAUSECTL_LINK) - 1);

	add_bits(key, timers, MAX_VALUES);
	if (timers)
		print_text(" %s ", text);
	if (priorities)
		print_text("%s", format_priorities(priorities).text);
	if (timers & 1U << PAUSECTL_LINK)
		print_text("%slink", priorities ? "," : "");
}

static const char *const state_words[] = {
	[PAUSECTL_PAUSE_STATE_NONE] = "none",
	[PAUSECTL_PAUSE_STATE_REQUESTED] = "requested",
	[PAUSECTL_PAUSE_STATE_ACKNOWLEDGED] = "acknowledged",
	[PAUSECTL_PAUSE_STATE_COUNTING] = "counting",
};

/* Of each priority and the link; text has those that there are. */
static void print_pause_states(const struct nlattr *attribute)
{
	const char *words[MAX_VALUES], *before = " pause ";
	uint32_t states[MAX_VALUES];
	unsigned int i;

	if (mnl_attr_get_payload_len(attribute) < sizeof(states))
		return;
	memcpy(states, mnl_attr_get_payload(attribute), sizeof(states));
	for (i = 0; i < MAX_VALUES; i++) {
		/* A kernel newer than the tool may know more of them. */
		words[i] = states[i] < MNL_ARRAY_SIZE(state_words) ? state_words[states[i]] :
								     "unknown";
		if (!states[i])
			continue;
		print_text("%s", before);
		print_text(i == PRIORITIES ? "link" : "%u", i);
		print_text(":%s", words[i]);
		before = ",";
	}
	add_strings("pause_state", words, MAX_VALUES);
}

static const char *const precision_words[] = {
	[PAUSECTL_PAUSE_PRECISION_EXACT] = "exact",
	[PAUSECTL_PAUSE_PRECISION_TIMER] = "timer",
};

void print_settings(const struct nlattr *const *attributes, const char *line_break)
{
	const struct nlattr *mbps = attributes[PAUSECTL_A_SPEED_MBPS];
	const struct nlattr *source = attributes[PAUSECTL_A_SPEED_SOURCE];
	const struct setting *setting;
	uint64_t values[MAX_VALUES];

	for (setting = settings; setting < settings + setting_count; setting++) {
		if (!attributes[setting->attribute])
			continue;
		setting_values(setting, attributes[setting->attribute], values);
		if (setting->breaks)
			print_text("%s", line_break);
		if (setting->attribute == PAUSECTL_A_SPEED) {
			if (mbps && source)
				print_speed(values[0], mbps, source);
			continue;
		}
		add_json(setting, values);
		print_values(setting, values);
	}
	print_agreement(attributes, line_break);
	if (attributes[PAUSECTL_A_FORCED])
		print_timers("forced", "xoff", mnl_attr_get_u32(attributes[PAUSECTL_A_FORCED]));
	if (attributes[PAUSECTL_A_PAUSE_STATE])
		print_pause_states(attributes[PAUSECTL_A_PAUSE_STATE]);
	if (attributes[PAUSECTL_A_PAUSE_IGNORED])
		print_timers("pause_ignored", "ignored",
			     mnl_attr_get_u32(attributes[PAUSECTL_A_PAUSE_IGNORED]));
	if (!attributes[PAUSECTL_A_HOOK] || !attributes[PAUSECTL_A_QDISCS])
		return;
	print_text("%s", line_break);
	print_string("hook", "hook", word_of(attributes[PAUSECTL_A_HOOK], hook_words,
					     MNL_ARRAY_SIZE(hook_words)));
	print_number("qdiscs", "qdiscs", mnl_attr_get_u32(attributes[PAUSECTL_A_QDISCS]));
	if (attributes[PAUSECTL_A_PAUSE_PRECISION])
		print_string("pause_precision", "precision",
			     word_of(attributes[PAUSECTL_A_PAUSE_PRECISION], precision_words,
				     MNL_ARRAY_SIZE(precision_words)));
	print_headroom(attributes, line_break);
}
