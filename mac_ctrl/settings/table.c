// SPDX-License-Identifier: GPL-2.0
/*
 * The one table of settings. A row gives, for a field of struct pausectl_settings, its name in
 * sysfs, its netlink attribute, the number of its values and their range. netlink, sysfs, checks
 * and changes use the table. change.c refuses bad combinations of settings. Documentation/abi.rst
 * gives meaning and unit of each setting.
 */
#include "port/port.h"
#include "queue/trust.h"
#include "settings/settings.h"

const char *const pausectl_mode_names[] = {
	[PAUSECTL_MODE_OFF]	= "off",
	[PAUSECTL_MODE_PAUSE]	= "pause",
	[PAUSECTL_MODE_PFC]	= "pfc",
	NULL
};

const char *const pausectl_advertisement_names[] = {
	[PAUSECTL_ADVERTISEMENT_NONE]		= "none",
	[PAUSECTL_ADVERTISEMENT_PAUSE]		= "pause",
	[PAUSECTL_ADVERTISEMENT_ASYM]		= "asym",
	[PAUSECTL_ADVERTISEMENT_PAUSE_ASYM]	= "pause,asym",
	[PAUSECTL_ADVERTISEMENT_TX]		= "tx",
	[PAUSECTL_ADVERTISEMENT_RX]		= "rx",
	[PAUSECTL_ADVERTISEMENT_TX_RX]		= "tx,rx",
	[PAUSECTL_ADVERTISEMENT_AUTO]		= "auto",
	NULL
};

static const char *const requirement_names[] = {
	[PAUSECTL_REQUIREMENT_NONE]	= "none",
	[PAUSECTL_REQUIREMENT_TX]	= "tx",
	[PAUSECTL_REQUIREMENT_RX]	= "rx",
	[PAUSECTL_REQUIREMENT_BOTH]	= "both",
	NULL
};

static const char *const pause_wish_names[] = {
	[PAUSECTL_PAUSE_WISH_NONE]	= "none",
	[PAUSECTL_PAUSE_WISH_OFF]	= "off",
	[PAUSECTL_PAUSE_WISH_RX]	= "rx",
	[PAUSECTL_PAUSE_WISH_TX]	= "tx",
	[PAUSECTL_PAUSE_WISH_TX_RX]	= "tx,rx",
	NULL
};

/* As dcb has them. */
static const char *const trust_names[] = {
	[PAUSECTL_TRUST_FIELD_NONE]		= "none",
	[PAUSECTL_TRUST_FIELD_ETHTYPE]		= "ethtype",
	[PAUSECTL_TRUST_FIELD_STREAM_PORT]	= "stream-port",
	[PAUSECTL_TRUST_FIELD_DGRAM_PORT]	= "dgram-port",
	[PAUSECTL_TRUST_FIELD_PORT]		= "port",
	[PAUSECTL_TRUST_FIELD_DSCP]		= "dscp",
	[PAUSECTL_TRUST_FIELD_PCP]		= "pcp",
	NULL
};

static const char *const watchdog_names[] = {
	[PAUSECTL_WATCHDOG_ACTION_OFF]		= "off",
	[PAUSECTL_WATCHDOG_ACTION_DROP]		= "drop",
	[PAUSECTL_WATCHDOG_ACTION_FORWARD]	= "forward",
	[PAUSECTL_WATCHDOG_ACTION_ALERT]	= "alert",
	NULL
};

/* Instead of 0, in sysfs. */
static const char *const word_auto[] = { "auto", NULL };
static const char *const word_none[] = { "none", NULL };
static const char *const word_off[] = { "off", NULL };

/* Instead of 0, and of a class that checks nothing; then the checks, from bit 1 on. */
static const char *const check_names[] = {
	"off", "any", "multicast", "unicast", "source", "type", "opcode", NULL
};

static const char *const word_own[] = { "own", NULL };

static const char *const tsa_names[] = {
	[ETS_TSA_STRICT]	= "strict",
	[ETS_TSA_CBS]		= "cbs",
	[ETS_TSA_ETS]		= "ets",
	NULL
};

#define ROW(NAME, file, field, kind, count, lowest, highest, text) {	\
		.name	 = (file),					\
		.attr	 = PAUSECTL_A_##NAME,				\
		.format	 = PAUSECTL_FORMAT_##kind,			\
		.values	 = (count),					\
		.size	 = sizeof_field(struct pausectl_settings, field) / (count), \
		.offset	 = offsetof(struct pausectl_settings, field),	\
		.min	 = (lowest),					\
		.max	 = (highest),					\
		.message = (text),						\
	}

#define SWITCH(NAME, file, field, called) \
	ROW(NAME, file, field, SWITCH, 1, 0, 1, \
	    called ": allowed are 0 (off) and 1 (on)")

#define WORD(NAME, file, field, names, highest, text) {		\
		.name	 = (file),					\
		.attr	 = PAUSECTL_A_##NAME,				\
		.format	 = PAUSECTL_FORMAT_WORD,			\
		.values	 = 1,						\
		.size	 = sizeof_field(struct pausectl_settings, field), \
		.offset	 = offsetof(struct pausectl_settings, field),	\
		.max	 = (highest),					\
		.words	 = (names),					\
		.message = (text),						\
	}

#define ADVERTISEMENT(NAME, file, field) \
	WORD(NAME, file, field, pausectl_advertisement_names, \
	     PAUSECTL_ADVERTISEMENT_AUTO, \
	     file ": allowed are 0 (none), 1 (pause), 2 (asym), 3 (pause,asym), 4 (tx), " \
	     "5 (rx), 6 (tx,rx) and 7 (auto)")

#define ADDRESS(NAME, file, field, word, text) {			\
		.name	 = (file),					\
		.attr	 = PAUSECTL_A_##NAME,				\
		.format	 = PAUSECTL_FORMAT_ADDRESS,			\
		.values	 = 1,						\
		.size	 = sizeof_field(struct pausectl_settings, field), \
		.offset	 = offsetof(struct pausectl_settings, field),	\
		.max	 = FILTER_ADDRESS_MAX,				\
		.words	 = (word),					\
		.message = (text),						\
	}

/* Of a buffer. */
#define OCTETS(NAME, file, field, called) {				\
		.name	 = (file),					\
		.attr	 = PAUSECTL_A_##NAME,				\
		.format	 = PAUSECTL_FORMAT_NUMBER,			\
		.values	 = MAC_CTRL_PRIORITIES,				\
		.size	 = sizeof_field(struct pausectl_settings, field[0]), \
		.offset	 = offsetof(struct pausectl_settings, field),	\
		.min	 = 1,						\
		.max	 = BUFFER_MAX,					\
		.words	 = word_auto,					\
		.message = called ": allowed are 1 to 1073741824 octets, or 0 (auto)," \
			   " one for each buffer",			\
	}

/* In the order in which views show them. */
const struct pausectl_setting pausectl_setting_table[] = {
	WORD(MODE, "mode", mode, pausectl_mode_names, PAUSECTL_MODE_PFC,
	     "mode: allowed are 0 (off), 1 (pause) and 2 (pfc)"),
	SWITCH(RX, "rx", rx, "rx"),
	SWITCH(TX, "tx", tx, "tx"),
	ROW(PFC_ENABLED, "prio", pfc_enabled, LIST, 1, 0, 255,
	    "pfc-enabled (prio): allowed are priorities 0 to 7, a mask of 0 to 255"),
	ROW(RX_PRIO, "rx_prio", rx_prio, LIST, 1, 0, 255,
	    "rx-prio: allowed are priorities 0 to 7, a mask of 0 to 255"),
	ROW(TX_PRIO, "tx_prio", tx_prio, LIST, 1, 0, 255,
	    "tx-prio: allowed are priorities 0 to 7, a mask of 0 to 255"),
	{
		.name	 = "speed",
		.attr	 = PAUSECTL_A_SPEED,
		.format	 = PAUSECTL_FORMAT_NUMBER,
		.values	 = 1,
		.size	 = sizeof_field(struct pausectl_settings, speed_bps),
		.offset	 = offsetof(struct pausectl_settings, speed_bps),
		.min	 = SPEED_MIN_BPS,
		.max	 = SPEED_MAX_BPS,
		.words	 = word_auto,
		.message = "speed: allowed are 1000000 to 1600000000000 bit/s, or 0 (auto)",
	},
	SWITCH(PACE, "pace", pace, "pace"),
	SWITCH(SPLIT_GSO, "split_gso", split_gso, "split-gso"),
	ROW(LIMIT, "limit", limit, NUMBER, 1,
	    PAUSECTL_LIMIT_MIN, PAUSECTL_LIMIT_MAX,
	    "limit: allowed are 16384 to 1073741824 octets"),
	ROW(PRIO_TC, "prio_tc", prio_tc, NUMBER, ETS_CLASSES, 0, 7,
	    "prio-tc: allowed are classes 0 to 7, one for each priority"),
	{
		.name	 = "tsa",
		.attr	 = PAUSECTL_A_TSA,
		.format	 = PAUSECTL_FORMAT_WORD,
		.values	 = ETS_CLASSES,
		.size	 = sizeof_field(struct pausectl_settings, tsa[0]),
		.offset	 = offsetof(struct pausectl_settings, tsa),
		.max	 = ETS_TSA_ETS,
		.words	 = tsa_names,
		.message = "tsa: allowed are 0 (strict) and 2 (ets), one for each class",
	},
	ROW(TC_BW, "tc_bw", tc_bw, NUMBER, ETS_CLASSES, 0, 100,
	    "tc-bw: allowed are 0 to 100 percent, one for each class"),
	{
		.name	 = "maxrate",
		.attr	 = PAUSECTL_A_MAXRATE,
		.format	 = PAUSECTL_FORMAT_NUMBER,
		.values	 = ETS_CLASSES,
		.size	 = sizeof_field(struct pausectl_settings, maxrate_bps[0]),
		.offset	 = offsetof(struct pausectl_settings, maxrate_bps),
		.min	 = PAUSECTL_MAXRATE_MIN,
		.max	 = SPEED_MAX_BPS,
		.words	 = word_none,
		.message = "maxrate: allowed are 1000 to 1600000000000 bit/s, or 0 (none)",
	},
	SWITCH(AUTONEG, "autoneg", autoneg, "autoneg"),
	ADVERTISEMENT(ADVERTISE, "advertise", advertise),
	ADVERTISEMENT(PARTNER, "partner", partner),
	WORD(REQUIRE, "require", require, requirement_names,
	     PAUSECTL_REQUIREMENT_BOTH,
	     "require: allowed are 0 (none), 1 (tx), 2 (rx) and 3 (both)"),
	ROW(XOFF_QUANTA, "quanta", quanta, NUMBER, MAC_CTRL_TIMERS, 1, U16_MAX,
	    "quanta: allowed are 1 to 65535, one for each priority and the link"),
	ROW(REFRESH, "refresh", refresh, NUMBER, MAC_CTRL_TIMERS, 1, U16_MAX,
	    "refresh: allowed are 1 to the quanta of the same priority or link, in quanta"),
	ROW(PRIO_BUFFER, "prio_buffer", prio_buffer, NUMBER, MAC_CTRL_PRIORITIES,
	    0, 7, "prio-buffer: allowed are buffers 0 to 7, one for each priority"),
	OCTETS(BUFFER_SIZE, "buffer_size", buffer_size, "buffer-size"),
	OCTETS(BUFFER_XOFF, "buffer_xoff", buffer_xoff, "buffer-xoff"),
	OCTETS(BUFFER_XON, "buffer_xon", buffer_xon, "buffer-xon"),
	{
		.name	 = "delay",
		.attr	 = PAUSECTL_A_DELAY,
		.format	 = PAUSECTL_FORMAT_NUMBER,
		.values	 = 1,
		.size	 = sizeof_field(struct pausectl_settings, delay),
		.offset	 = offsetof(struct pausectl_settings, delay),
		.min	 = 1,
		.max	 = DELAY_MAX_BITS,
		.words	 = word_auto,
		.message = "delay: allowed are 1 to 1000000000 bit times, or 0 (auto)",
	},
	ROW(GAP, "gap", gap_ns, NUMBER, 1, 0, PAUSECTL_GAP_MAX_NS,
	    "gap: allowed are 0 to 1000000 ns"),
	WORD(PAUSE_WISH, "pause_wish", pause_wish, pause_wish_names,
	     PAUSECTL_PAUSE_WISH_TX_RX,
	     "pause-wish: allowed are 0 (none), 1 (off), 2 (rx), 3 (tx) and 4 (tx,rx)"),
	{
		.name	 = "trust",
		.attr	 = PAUSECTL_A_TRUST,
		.format	 = PAUSECTL_FORMAT_ORDER,
		.values	 = 1,
		.size	 = sizeof_field(struct pausectl_settings, trust),
		.offset	 = offsetof(struct pausectl_settings, trust),
		.max	 = TRUST_MAX,
		.words	 = trust_names,
		.message =
			"trust: allowed are ethtype (1), stream-port (2), dgram-port (3), port (4), dscp (5) and pcp (6), each at most once",
	},
	{
		.name	 = "watchdog",
		.attr	 = PAUSECTL_A_WATCHDOG,
		.format	 = PAUSECTL_FORMAT_WORD,
		.values	 = MAC_CTRL_TIMERS,
		.size	 = sizeof_field(struct pausectl_settings, watchdog[0]),
		.offset	 = offsetof(struct pausectl_settings, watchdog),
		.max	 = PAUSECTL_WATCHDOG_ACTION_ALERT,
		.words	 = watchdog_names,
		.message =
			"watchdog: allowed are 0 (off), 1 (drop), 2 (forward) and 3 (alert), one for each priority and the link",
	},
	ROW(WATCHDOG_DETECT, "watchdog_detect", watchdog_detect, NUMBER,
	    MAC_CTRL_TIMERS, PAUSECTL_DETECT_MIN_MS, PAUSECTL_DETECT_MAX_MS,
	    "watchdog-detect: allowed are 100 to 5000 ms, one for each priority and the link"),
	ROW(WATCHDOG_RESTORE, "watchdog_restore", watchdog_restore, NUMBER,
	    MAC_CTRL_TIMERS, PAUSECTL_DETECT_MIN_MS, PAUSECTL_RESTORE_MAX_MS,
	    "watchdog-restore: allowed are 100 to 60000 ms, one for each priority and the link"),
	ROW(WATCHDOG_POLL, "watchdog_poll", watchdog_poll, NUMBER, 1,
	    PAUSECTL_POLL_MIN_MS, PAUSECTL_POLL_MAX_MS,
	    "watchdog-poll: allowed are 10 to 3000 ms"),
	SWITCH(WATCHDOG_DROP_ALL, "watchdog_drop_all", watchdog_drop_all,
	       "watchdog-drop-all"),
	SWITCH(FORWARD, "forward", forward, "forward"),
	{
		.name	 = "guard",
		.attr	 = PAUSECTL_A_GUARD,
		.format	 = PAUSECTL_FORMAT_NUMBER,
		.values	 = 1,
		.size	 = sizeof_field(struct pausectl_settings, guard_ms),
		.offset	 = offsetof(struct pausectl_settings, guard_ms),
		.min	 = PAUSECTL_GUARD_MIN_MS,
		.max	 = PAUSECTL_GUARD_MAX_MS,
		.words	 = word_off,
		.message = "guard: allowed are 80 to 8000 ms, or 0 (off)",
	},
	ROW(ECN, "ecn", ecn, LIST, 1, 0, 255,
	    "ecn: allowed are priorities 0 to 7, a mask of 0 to 255"),
	ROW(ECN_MIN, "ecn_min", ecn_min, NUMBER, MAC_CTRL_PRIORITIES, 0, BUFFER_MAX,
	    "ecn-min: allowed are 0 octets to ecn-max of the same priority"),
	ROW(ECN_MAX, "ecn_max", ecn_max, NUMBER, MAC_CTRL_PRIORITIES, 0, BUFFER_MAX,
	    "ecn-max: allowed are ecn-min of the same priority to 1073741824 octets"),
	ROW(ECN_PROBABILITY, "ecn_probability", ecn_probability, NUMBER,
	    MAC_CTRL_PRIORITIES, 1, 100,
	    "ecn-probability: allowed are 1 to 100 percent, one for each priority"),
	SWITCH(DELAY_STATISTICS, "delay_statistics", delay_statistics,
	       "delay-statistics"),
	ROW(DYNAMIC, "dynamic", dynamic, LIST, 1, 0, 255,
	    "dynamic: allowed are buffers 0 to 7, a mask of 0 to 255"),
	ROW(ALPHA, "alpha", alpha, NUMBER, MAC_CTRL_PRIORITIES, 1, ALPHA_MAX,
	    "alpha: allowed are 1 (1/128) to 1024 (8), in parts of 128, one for each buffer"),
	{
		.name	 = "pool",
		.attr	 = PAUSECTL_A_POOL,
		.format	 = PAUSECTL_FORMAT_NUMBER,
		.values	 = 1,
		.size	 = sizeof_field(struct pausectl_settings, pool),
		.offset	 = offsetof(struct pausectl_settings, pool),
		.min	 = POOL_MIN,
		.max	 = BUFFER_MAX,
		.words	 = word_auto,
		.message = "pool: allowed are 16384 to 1073741824 octets, or 0 (auto)",
	},
	{
		.name	 = "filter",
		.attr	 = PAUSECTL_A_FILTER,
		.format	 = PAUSECTL_FORMAT_CHECKS,
		.values	 = FILTER_CLASSES,
		.size	 = sizeof_field(struct pausectl_settings, filter.checks[0]),
		.offset	 = offsetof(struct pausectl_settings, filter.checks),
		.max	 = FILTER_CHECKS_MAX,
		.words	 = check_names,
		.message = pausectl_filter_message,
	},
	ROW(FILTER_TYPE, "filter_type", filter.type, TYPE, FILTER_CLASSES,
	    ETH_P_802_3_MIN, U16_MAX, pausectl_filter_type_message),
	ROW(FILTER_OPCODE, "filter_opcode", filter.opcodes, OPCODES,
	    FILTER_CLASSES, 0, U32_MAX, pausectl_filter_opcode_message),
	ADDRESS(FILTER_UNICAST, "filter_unicast", filter.unicast, word_own,
		pausectl_filter_unicast_message),
	ADDRESS(FILTER_MULTICAST, "filter_multicast", filter.multicast, NULL,
		pausectl_filter_multicast_message),
	ADDRESS(FILTER_SOURCE, "filter_source", filter.source, word_none,
		pausectl_filter_source_message),
	SWITCH(ACK, "ack", ack, "ack"),
	SWITCH(SPOOF_CHECK, "spoof_check", spoof_check, "spoof-check"),
	{
		.name	 = "pause_limit",
		.attr	 = PAUSECTL_A_PAUSE_LIMIT,
		.format	 = PAUSECTL_FORMAT_NUMBER,
		.values	 = 1,
		.size	 = sizeof_field(struct pausectl_settings, pause_limit),
		.offset	 = offsetof(struct pausectl_settings, pause_limit),
		.min	 = 1,
		.max	 = PAUSECTL_PAUSE_LIMIT_MAX_MS,
		.words	 = word_off,
		.message = "pause-limit: allowed are 1 to 60000 ms, or 0 (off)",
	},
	ROW(PAUSE_IGNORE, "pause_ignore", pause_ignore, NUMBER, 1,
	    1, PAUSECTL_PAUSE_LIMIT_MAX_MS,
	    "pause-ignore: allowed are 1 to 60000 ms"),
};

const unsigned int pausectl_setting_rows = ARRAY_SIZE(pausectl_setting_table);
static_assert(ARRAY_SIZE(pausectl_setting_table) < PAUSECTL_SETTINGS_MAX);

/* Value @i of a setting. */
u64 pausectl_setting_get(const struct pausectl_settings *set,
			 const struct pausectl_setting *row, unsigned int i)
{
	const void *value = (const void *)set + row->offset + i * row->size;

	switch (row->size) {
	case sizeof(u8):
		return *(const u8 *)value;
	case sizeof(u32):
		return *(const u32 *)value;
	default:
		return *(const u64 *)value;
	}
}

/* The datapath reads some of them without a lock. */
void pausectl_setting_put(struct pausectl_settings *set,
			  const struct pausectl_setting *row, unsigned int i,
			  u64 value)
{
	void *to = (void *)set + row->offset + i * row->size;

	switch (row->size) {
	case sizeof(u8):
		WRITE_ONCE(*(u8 *)to, value);
		break;
	case sizeof(u32):
		WRITE_ONCE(*(u32 *)to, value);
		break;
	default:
		WRITE_ONCE(*(u64 *)to, value);
		break;
	}
}

/* Any of its values. */
bool pausectl_setting_differs(const struct pausectl_settings *a,
			      const struct pausectl_settings *b,
			      const struct pausectl_setting *row)
{
	return memcmp((const void *)a + row->offset,
		      (const void *)b + row->offset, row->values * row->size);
}

/* The setting of a netlink attribute, or NULL. */
const struct pausectl_setting *pausectl_setting_of(u16 attr)
{
	unsigned int i;

	for (i = 0; i < pausectl_setting_rows; i++)
		if (pausectl_setting_table[i].attr == attr)
			return &pausectl_setting_table[i];
	return NULL;
}
