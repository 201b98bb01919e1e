// SPDX-License-Identifier: GPL-2.0
/* The settings of a port, each printed by one function, for show and monitor. */
#include <uapi/pausectl.h>

#include "format.h"
#include "output.h"
#include "parse.h"
#include "settings.h"

const char *const mode_words[] = {
	[PAUSECTL_MODE_OFF] = "off",
	[PAUSECTL_MODE_PAUSE] = "pause",
	[PAUSECTL_MODE_PFC] = "pfc",
	NULL
};

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
		add_string("ifname", mnl_attr_get_str(name));
		print_text("%s", mnl_attr_get_str(name));
	}
	if (index)
		add_number("ifindex", mnl_attr_get_u32(index));
}

static void print_mode(const struct nlattr *mode)
{
	print_string("mode", "mode", word_of(mode, mode_words, MNL_ARRAY_SIZE(mode_words) - 1));
}

static void print_rx(const struct nlattr *rx)
{
	print_onoff("rx", "rx", mnl_attr_get_u8(rx));
}

static void print_tx(const struct nlattr *tx)
{
	print_onoff("tx", "tx", mnl_attr_get_u8(tx));
}

static void print_pfc_enabled(const struct nlattr *enabled)
{
	uint32_t mask = mnl_attr_get_u32(enabled);

	add_bits("pfc_enabled", mask, PRIORITIES);
	print_text(" prio %s", format_priorities(mask).text);
}

/* What was asked for, what is in force and who says so: in text one property. */
static void print_speed(const struct nlattr *speed, const struct nlattr *mbps,
			const struct nlattr *source)
{
	uint64_t rate = mnl_attr_get_u64(speed);
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

static void print_pace(const struct nlattr *pace)
{
	print_onoff("pace", "pace", mnl_attr_get_u8(pace));
}

static void print_split_gso(const struct nlattr *split_gso)
{
	print_onoff("split_gso", "split-gso", mnl_attr_get_u8(split_gso));
}

static void print_limit(const struct nlattr *limit)
{
	uint32_t octets = mnl_attr_get_u32(limit);

	add_number("limit", octets);
	print_text(" limit %s", format_size(octets).text);
}

static void print_hook(const struct nlattr *hook)
{
	print_string("hook", "hook", word_of(hook, hook_words, MNL_ARRAY_SIZE(hook_words)));
}

static void print_qdiscs(const struct nlattr *qdiscs)
{
	print_number("qdiscs", "qdiscs", mnl_attr_get_u32(qdiscs));
}

static void print_if(void (*print)(const struct nlattr *attr), const struct nlattr *attr)
{
	if (attr)
		print(attr);
}

void print_settings(const struct nlattr *const *attributes, const char *line_break)
{
	const struct nlattr *speed = attributes[PAUSECTL_A_SPEED];
	const struct nlattr *mbps = attributes[PAUSECTL_A_SPEED_MBPS];
	const struct nlattr *source = attributes[PAUSECTL_A_SPEED_SOURCE];

	print_if(print_mode, attributes[PAUSECTL_A_MODE]);
	print_if(print_rx, attributes[PAUSECTL_A_RX]);
	print_if(print_tx, attributes[PAUSECTL_A_TX]);
	print_if(print_pfc_enabled, attributes[PAUSECTL_A_PFC_ENABLED]);
	print_text("%s", line_break);
	if (speed && mbps && source)
		print_speed(speed, mbps, source);
	print_if(print_pace, attributes[PAUSECTL_A_PACE]);
	print_if(print_split_gso, attributes[PAUSECTL_A_SPLIT_GSO]);
	print_if(print_limit, attributes[PAUSECTL_A_LIMIT]);
	print_text("%s", line_break);
	print_if(print_hook, attributes[PAUSECTL_A_HOOK]);
	print_if(print_qdiscs, attributes[PAUSECTL_A_QDISCS]);
}
