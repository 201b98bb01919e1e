// SPDX-License-Identifier: GPL-2.0
/* Made by "make generate" from Documentation/netlink/specs/pausectl.yaml. */
#include "settings/settings.h"

/* In the order in which views show them. */
const struct pausectl_setting pausectl_setting_table[] = {
	{
		.attr = PAUSECTL_A_MODE, .offset = offsetof(struct pausectl_settings, mode),
		.size = 4, .values = 1, .min = 0ULL, .max = 2ULL,
		.message = "mode: allowed are off (0), pause (1) and pfc (2)",
	},
	{
		.attr = PAUSECTL_A_RX, .offset = offsetof(struct pausectl_settings, rx),
		.size = 1, .values = 1, .min = 0ULL, .max = 1ULL,
		.message = "rx: allowed are off (0) and on (1)",
	},
	{
		.attr = PAUSECTL_A_TX, .offset = offsetof(struct pausectl_settings, tx),
		.size = 1, .values = 1, .min = 0ULL, .max = 1ULL,
		.message = "tx: allowed are off (0) and on (1)",
	},
	{
		.attr = PAUSECTL_A_PRIO, .offset = offsetof(struct pausectl_settings, prio),
		.size = 4, .values = 1, .min = 0ULL, .max = 255ULL,
		.message = "prio: allowed are priorities 0 to 7, a mask of 0 to 255",
	},
	{
		.attr = PAUSECTL_A_RX_PRIO, .offset = offsetof(struct pausectl_settings, rx_prio),
		.size = 4, .values = 1, .min = 0ULL, .max = 255ULL,
		.message = "rx-prio: allowed are priorities 0 to 7, a mask of 0 to 255",
	},
	{
		.attr = PAUSECTL_A_TX_PRIO, .offset = offsetof(struct pausectl_settings, tx_prio),
		.size = 4, .values = 1, .min = 0ULL, .max = 255ULL,
		.message = "tx-prio: allowed are priorities 0 to 7, a mask of 0 to 255",
	},
	{
		.attr = PAUSECTL_A_SPEED, .offset = offsetof(struct pausectl_settings, speed),
		.size = 8, .values = 1, .min = 1000000ULL, .max = 1600000000000ULL, .zero = true,
		.message = "speed: allowed are 1000000 to 1600000000000 bit/s, or auto (0)",
	},
	{
		.attr = PAUSECTL_A_PACE, .offset = offsetof(struct pausectl_settings, pace),
		.size = 1, .values = 1, .min = 0ULL, .max = 1ULL,
		.message = "pace: allowed are off (0) and on (1)",
	},
	{
		.attr = PAUSECTL_A_TRUST, .offset = offsetof(struct pausectl_settings, trust),
		.size = 4, .values = 1, .min = 0ULL, .max = 16777215ULL,
		.message = "trust: allowed are ethtype (1), stream-port (2), dgram-port (3), port (4), dscp (5) and pcp (6), each at most once",
	},
	{
		.attr = PAUSECTL_A_PRIO_TC, .offset = offsetof(struct pausectl_settings, prio_tc),
		.size = 4, .values = 8, .min = 0ULL, .max = 7ULL,
		.message = "prio-tc: allowed are 0 to 7, one for each priority",
	},
	{
		.attr = PAUSECTL_A_TSA, .offset = offsetof(struct pausectl_settings, tsa),
		.size = 4, .values = 8, .min = 0ULL, .max = 2ULL,
		.message = "tsa: allowed are strict (0) and ets (2), one for each class",
	},
	{
		.attr = PAUSECTL_A_TC_BW, .offset = offsetof(struct pausectl_settings, tc_bw),
		.size = 4, .values = 8, .min = 0ULL, .max = 100ULL,
		.message = "tc-bw: allowed are 0 to 100 percent, one for each class",
	},
	{
		.attr = PAUSECTL_A_MAXRATE, .offset = offsetof(struct pausectl_settings, maxrate),
		.size = 8, .values = 8, .min = 1000ULL, .max = 1600000000000ULL, .zero = true,
		.message = "maxrate: allowed are 1000 to 1600000000000 bit/s, or none (0), one for each class",
	},
	{
		.attr = PAUSECTL_A_BUFFER_SIZE, .offset = offsetof(struct pausectl_settings, buffer_size),
		.size = 4, .values = 8, .min = 64ULL, .max = 1073741824ULL, .zero = true,
		.message = "buffer-size: allowed are 64 to 1073741824 octets, or auto (0), one for each buffer",
	},
	{
		.attr = PAUSECTL_A_BUFFER_XOFF, .offset = offsetof(struct pausectl_settings, buffer_xoff),
		.size = 4, .values = 8, .min = 1ULL, .max = 1073741824ULL, .zero = true,
		.message = "buffer-xoff: allowed are 1 to 1073741824 octets, or auto (0), one for each buffer",
	},
	{
		.attr = PAUSECTL_A_BUFFER_XON, .offset = offsetof(struct pausectl_settings, buffer_xon),
		.size = 4, .values = 8, .min = 1ULL, .max = 1073741824ULL, .zero = true,
		.message = "buffer-xon: allowed are 1 to 1073741824 octets, or auto (0), one for each buffer",
	},
	{
		.attr = PAUSECTL_A_ALPHA, .offset = offsetof(struct pausectl_settings, alpha),
		.size = 4, .values = 8, .min = 1ULL, .max = 1024ULL, .zero = true,
		.message = "alpha: allowed are 1/128 (1) to 8 (1024), or static (0), one for each buffer",
	},
	{
		.attr = PAUSECTL_A_POOL, .offset = offsetof(struct pausectl_settings, pool),
		.size = 4, .values = 1, .min = 16384ULL, .max = 1073741824ULL, .zero = true,
		.message = "pool: allowed are 16384 to 1073741824 octets, or auto (0)",
	},
	{
		.attr = PAUSECTL_A_ECN, .offset = offsetof(struct pausectl_settings, ecn),
		.size = 4, .values = 8, .min = 1ULL, .max = 100ULL, .zero = true,
		.message = "ecn: allowed are 1 to 100 percent, or off (0), one for each priority",
	},
	{
		.attr = PAUSECTL_A_ECN_MIN, .offset = offsetof(struct pausectl_settings, ecn_min),
		.size = 4, .values = 8, .min = 0ULL, .max = 1073741824ULL,
		.message = "ecn-min: allowed are 0 octets to ecn-max, one for each priority",
	},
	{
		.attr = PAUSECTL_A_ECN_MAX, .offset = offsetof(struct pausectl_settings, ecn_max),
		.size = 4, .values = 8, .min = 0ULL, .max = 1073741824ULL,
		.message = "ecn-max: allowed are ecn-min to 1073741824 octets, one for each priority",
	},
	{
		.attr = PAUSECTL_A_ADVERTISE, .offset = offsetof(struct pausectl_settings, advertise),
		.size = 4, .values = 1, .min = 0ULL, .max = 8ULL,
		.message = "advertise: allowed are none (0), pause (1), asym (2), pause-asym (3), tx (4), rx (5), tx-rx (6), auto (7) and off (8)",
	},
	{
		.attr = PAUSECTL_A_PARTNER, .offset = offsetof(struct pausectl_settings, partner),
		.size = 4, .values = 1, .min = 0ULL, .max = 7ULL,
		.message = "partner: allowed are none (0), pause (1), asym (2), pause-asym (3), tx (4), rx (5), tx-rx (6) and auto (7)",
	},
	{
		.attr = PAUSECTL_A_REQUIRE, .offset = offsetof(struct pausectl_settings, require),
		.size = 4, .values = 1, .min = 0ULL, .max = 3ULL,
		.message = "require: allowed are none (0), tx (1), rx (2) and both (3)",
	},
	{
		.attr = PAUSECTL_A_WATCHDOG, .offset = offsetof(struct pausectl_settings, watchdog),
		.size = 4, .values = 9, .min = 0ULL, .max = 4ULL,
		.message = "watchdog: allowed are off (0), drop (1), forward (2), alert (3) and drop-all (4), one for each priority and the link",
	},
	{
		.attr = PAUSECTL_A_WATCHDOG_DETECT_MS, .offset = offsetof(struct pausectl_settings, watchdog_detect_ms),
		.size = 4, .values = 9, .min = 100ULL, .max = 5000ULL,
		.message = "watchdog-detect-ms: allowed are 100 to 5000 ms, one for each priority and the link",
	},
	{
		.attr = PAUSECTL_A_WATCHDOG_RESTORE_MS, .offset = offsetof(struct pausectl_settings, watchdog_restore_ms),
		.size = 4, .values = 9, .min = 100ULL, .max = 60000ULL,
		.message = "watchdog-restore-ms: allowed are 100 to 60000 ms, one for each priority and the link",
	},
	{
		.attr = PAUSECTL_A_GUARD_MS, .offset = offsetof(struct pausectl_settings, guard_ms),
		.size = 4, .values = 1, .min = 80ULL, .max = 8000ULL, .zero = true,
		.message = "guard-ms: allowed are 80 to 8000 ms, or off (0)",
	},
	{
		.attr = PAUSECTL_A_PAUSE_LIMIT_MS, .offset = offsetof(struct pausectl_settings, pause_limit_ms),
		.size = 4, .values = 1, .min = 1ULL, .max = 60000ULL, .zero = true,
		.message = "pause-limit-ms: allowed are 1 to 60000 ms, or off (0)",
	},
	{
		.attr = PAUSECTL_A_SPOOF_CHECK, .offset = offsetof(struct pausectl_settings, spoof_check),
		.size = 1, .values = 1, .min = 0ULL, .max = 1ULL,
		.message = "spoof-check: allowed are off (0) and on (1)",
	},
	{
		.attr = PAUSECTL_A_FILTER, .offset = offsetof(struct pausectl_settings, filter),
		.size = 4, .values = 4, .min = 0ULL, .max = 63ULL,
		.message = "filter: allowed are off (0), or 1 plus any of 2, 4, 8, 16 and 32, one for each class",
	},
	{
		.attr = PAUSECTL_A_FILTER_TYPE, .offset = offsetof(struct pausectl_settings, filter_type),
		.size = 4, .values = 4, .min = 1536ULL, .max = 65535ULL,
		.message = "filter-type: allowed are 0x0600 to 0xffff except 0x8100 and 0x88a8 (VLAN), one for each class",
	},
	{
		.attr = PAUSECTL_A_FILTER_OPCODE, .offset = offsetof(struct pausectl_settings, filter_opcode),
		.size = 4, .values = 4, .min = 0ULL, .max = 4294967295ULL,
		.message = "filter-opcode: allowed are 0 to 65535, for each control class a range from low to high, for each pause class one opcode",
	},
	{
		.attr = PAUSECTL_A_FILTER_ADDRESS, .offset = offsetof(struct pausectl_settings, filter_address),
		.size = 8, .values = 3, .min = 0ULL, .max = 281474976710655ULL, .zero = true,
		.message = "filter-address: allowed are unicast and source without the group bit, multicast with it, or default (0)",
	},
	{
		.attr = PAUSECTL_A_SPLIT_GSO, .offset = offsetof(struct pausectl_settings, split_gso),
		.size = 4, .values = 1, .min = 0ULL, .max = 2ULL,
		.message = "split-gso: allowed are off (0), on (1) and auto (2)",
	},
	{
		.attr = PAUSECTL_A_LIMIT, .offset = offsetof(struct pausectl_settings, limit),
		.size = 4, .values = 1, .min = 16384ULL, .max = 1073741824ULL,
		.message = "limit: allowed are 16384 to 1073741824 octets",
	},
	{
		.attr = PAUSECTL_A_XOFF_QUANTA, .offset = offsetof(struct pausectl_settings, xoff_quanta),
		.size = 4, .values = 9, .min = 1ULL, .max = 65535ULL,
		.message = "xoff-quanta: allowed are 1 to 65535 quanta, one for each priority and the link",
	},
	{
		.attr = PAUSECTL_A_REFRESH_QUANTA, .offset = offsetof(struct pausectl_settings, refresh_quanta),
		.size = 4, .values = 9, .min = 1ULL, .max = 65535ULL,
		.message = "refresh-quanta: allowed are 1 to 65535 quanta, one for each priority and the link",
	},
	{
		.attr = PAUSECTL_A_PRIO_BUFFER, .offset = offsetof(struct pausectl_settings, prio_buffer),
		.size = 4, .values = 8, .min = 0ULL, .max = 7ULL,
		.message = "prio-buffer: allowed are 0 to 7, one for each priority",
	},
	{
		.attr = PAUSECTL_A_DELAY_BITS, .offset = offsetof(struct pausectl_settings, delay_bits),
		.size = 4, .values = 1, .min = 1ULL, .max = 1000000000ULL, .zero = true,
		.message = "delay-bits: allowed are 1 to 1000000000 bit times, or auto (0)",
	},
	{
		.attr = PAUSECTL_A_DELAY_STATISTICS, .offset = offsetof(struct pausectl_settings, delay_statistics),
		.size = 1, .values = 1, .min = 0ULL, .max = 1ULL,
		.message = "delay-statistics: allowed are off (0) and on (1)",
	},
	{
		.attr = PAUSECTL_A_FORWARD, .offset = offsetof(struct pausectl_settings, forward),
		.size = 1, .values = 1, .min = 0ULL, .max = 1ULL,
		.message = "forward: allowed are off (0) and on (1)",
	},
	{
		.attr = PAUSECTL_A_ACK, .offset = offsetof(struct pausectl_settings, ack),
		.size = 1, .values = 1, .min = 0ULL, .max = 1ULL,
		.message = "ack: allowed are off (0) and on (1)",
	},
};

const unsigned int pausectl_setting_rows = ARRAY_SIZE(pausectl_setting_table);
static_assert(ARRAY_SIZE(pausectl_setting_table) < PAUSECTL_SETTINGS_MAX);
