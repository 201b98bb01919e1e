/* SPDX-License-Identifier: GPL-2.0 */
/* Made by "make generate" from Documentation/netlink/specs/pausectl.yaml. */
/*
 * S(NAME, name, octets, values, elements, min, max, zero, message): a setting, as struct
 * pausectl_setting describes it, in the order in which views show the settings.
 */
#ifndef PAUSECTL_SETTINGS_TABLE_H
#define PAUSECTL_SETTINGS_TABLE_H

#define PAUSECTL_SETTINGS(S) \
	S(MODE, mode, 4, 1, 1, 0, 2, false, "mode: allowed are off (0), pause (1) and pfc (2)") \
	S(RX, rx, 1, 1, 1, 0, 1, false, "rx: allowed are off (0) and on (1)") \
	S(TX, tx, 1, 1, 1, 0, 1, false, "tx: allowed are off (0) and on (1)") \
	S(PRIO, prio, 4, 1, 8, 0, 255, false, \
		"prio: allowed are priorities 0 to 7, a mask of 0 to 255") \
	S(RX_PRIO, rx_prio, 4, 1, 8, 0, 255, false, \
		"rx-prio: allowed are priorities 0 to 7, a mask of 0 to 255") \
	S(TX_PRIO, tx_prio, 4, 1, 8, 0, 255, false, \
		"tx-prio: allowed are priorities 0 to 7, a mask of 0 to 255") \
	S(SPEED, speed, 8, 1, 1, 1000000, 1600000000000, true, \
		"speed: allowed are 1000000 to 1600000000000 bit/s, or auto (0)") \
	S(PACE, pace, 1, 1, 1, 0, 1, false, "pace: allowed are off (0) and on (1)") \
	S(TRUST, trust, 4, 1, 1, 0, 16777215, false, \
		"trust: allowed are ethtype (1), stream-port (2), dgram-port (3), port (4), dscp (5) and pcp (6), each at most once") \
	S(PRIO_TC, prio_tc, 4, 8, 8, 0, 7, false, \
		"prio-tc: allowed are 0 to 7, one for each priority") \
	S(TSA, tsa, 4, 8, 8, 0, 2, false, \
		"tsa: allowed are strict (0) and ets (2), one for each class") \
	S(TC_BW, tc_bw, 4, 8, 8, 0, 100, false, \
		"tc-bw: allowed are 0 to 100 percent, one for each class") \
	S(MAXRATE, maxrate, 8, 8, 8, 1000, 1600000000000, true, \
		"maxrate: allowed are 1000 to 1600000000000 bit/s, or none (0), one for each class") \
	S(BUFFER_SIZE, buffer_size, 4, 8, 8, 64, 1073741824, true, \
		"buffer-size: allowed are 64 to 1073741824 octets, or auto (0), one for each buffer") \
	S(BUFFER_XOFF, buffer_xoff, 4, 8, 8, 1, 1073741824, true, \
		"buffer-xoff: allowed are 1 to 1073741824 octets, or auto (0), one for each buffer") \
	S(BUFFER_XON, buffer_xon, 4, 8, 8, 1, 1073741824, true, \
		"buffer-xon: allowed are 1 to 1073741824 octets, or auto (0), one for each buffer") \
	S(ALPHA, alpha, 4, 8, 8, 1, 1024, true, \
		"alpha: allowed are 1/128 (1) to 8 (1024), or static (0), one for each buffer") \
	S(POOL, pool, 4, 1, 1, 16384, 1073741824, true, \
		"pool: allowed are 16384 to 1073741824 octets, or auto (0)") \
	S(ECN, ecn, 4, 8, 8, 1, 100, true, \
		"ecn: allowed are 1 to 100 percent, or off (0), one for each priority") \
	S(ECN_MIN, ecn_min, 4, 8, 8, 0, 1073741824, false, \
		"ecn-min: allowed are 0 octets to ecn-max, one for each priority") \
	S(ECN_MAX, ecn_max, 4, 8, 8, 0, 1073741824, false, \
		"ecn-max: allowed are ecn-min to 1073741824 octets, one for each priority") \
	S(ADVERTISE, advertise, 4, 1, 1, 0, 8, false, \
		"advertise: allowed are none (0), pause (1), asym (2), pause-asym (3), tx (4), rx (5), tx-rx (6), auto (7) and off (8)") \
	S(PARTNER, partner, 4, 1, 1, 0, 7, false, \
		"partner: allowed are none (0), pause (1), asym (2), pause-asym (3), tx (4), rx (5), tx-rx (6) and auto (7)") \
	S(REQUIRE, require, 4, 1, 1, 0, 3, false, \
		"require: allowed are none (0), tx (1), rx (2) and both (3)") \
	S(WATCHDOG, watchdog, 4, 9, 9, 0, 4, false, \
		"watchdog: allowed are off (0), drop (1), forward (2), alert (3) and drop-all (4), one for each priority and the link") \
	S(WATCHDOG_DETECT_MS, watchdog_detect_ms, 4, 9, 9, 100, 5000, false, \
		"watchdog-detect-ms: allowed are 100 to 5000 ms, one for each priority and the link") \
	S(WATCHDOG_RESTORE_MS, watchdog_restore_ms, 4, 9, 9, 100, 60000, false, \
		"watchdog-restore-ms: allowed are 100 to 60000 ms, one for each priority and the link") \
	S(GUARD_MS, guard_ms, 4, 1, 1, 80, 8000, true, \
		"guard-ms: allowed are 80 to 8000 ms, or off (0)") \
	S(SPOOF_CHECK, spoof_check, 1, 1, 1, 0, 1, false, \
		"spoof-check: allowed are off (0) and on (1)") \
	S(FILTER, filter, 4, 4, 4, 0, 63, false, \
		"filter: allowed are off (0), or 1 plus any of 2, 4, 8, 16 and 32, one for each class") \
	S(FILTER_TYPE, filter_type, 4, 4, 4, 1536, 65535, false, \
		"filter-type: allowed are 0x0600 to 0xffff except 0x8100 and 0x88a8 (VLAN), one for each class") \
	S(FILTER_OPCODE, filter_opcode, 4, 4, 4, 0, 4294967295, false, \
		"filter-opcode: allowed are 0 to 65535, for each control class a range from low to high, for each pause class one opcode") \
	S(FILTER_ADDRESS, filter_address, 8, 3, 3, 0, 281474976710655, true, \
		"filter-address: allowed are unicast and source without the group bit, multicast with it, or default (0)") \
	S(SPLIT_GSO, split_gso, 4, 1, 1, 0, 2, false, \
		"split-gso: allowed are off (0), on (1) and auto (2)") \
	S(LIMIT, limit, 4, 1, 1, 16384, 1073741824, false, \
		"limit: allowed are 16384 to 1073741824 octets") \
	S(XOFF_QUANTA, xoff_quanta, 4, 9, 9, 1, 65535, false, \
		"xoff-quanta: allowed are 1 to 65535 quanta, one for each priority and the link") \
	S(REFRESH_QUANTA, refresh_quanta, 4, 9, 9, 1, 65535, false, \
		"refresh-quanta: allowed are 1 to 65535 quanta, one for each priority and the link") \
	S(PRIO_BUFFER, prio_buffer, 4, 8, 8, 0, 7, false, \
		"prio-buffer: allowed are 0 to 7, one for each priority") \
	S(DELAY_BITS, delay_bits, 4, 1, 1, 1, 1000000000, true, \
		"delay-bits: allowed are 1 to 1000000000 bit times, or auto (0)") \
	S(FORWARD, forward, 1, 1, 1, 0, 1, false, "forward: allowed are off (0) and on (1)") \
	S(ACK, ack, 1, 1, 1, 0, 1, false, "ack: allowed are off (0) and on (1)")

#endif /* PAUSECTL_SETTINGS_TABLE_H */
