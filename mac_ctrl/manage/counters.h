/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The one table of counters and gauges of a port.
 *
 * A row is C(name, NAME, values): the field of struct pausectl_counters and the
 * name users see, the stem of its netlink attribute PAUSECTL_A_STATS_NAME, and
 * how many values it has: 1 (the port), 8 (priority 0 to 7) or 9 (those and, at
 * index 8, the link). sysfs, netlink and the tool make their views from this
 * table; it is plain C and compiles in user space. Documentation/abi.rst gives
 * the meaning, unit and source of each.
 */
#ifndef PAUSECTL_COUNTERS_H
#define PAUSECTL_COUNTERS_H

#define PAUSECTL_COUNTERS(C) \
	C(rx_mac_control, RX_MAC_CONTROL, 1) \
	C(tx_mac_control, TX_MAC_CONTROL, 1) \
	C(rx_unsupported_opcodes, RX_UNSUPPORTED_OPCODES, 1) \
	C(rx_malformed, RX_MALFORMED, 1) \
	C(rx_wrong_address, RX_WRONG_ADDRESS, 1) \
	C(rx_ignored, RX_IGNORED, 1) \
	C(rx_pause, RX_PAUSE, 1) \
	C(tx_pause, TX_PAUSE, 1) \
	C(rx_pfc, RX_PFC, 8) \
	C(tx_pfc, TX_PFC, 8) \
	C(rx_xoff, RX_XOFF, 9) \
	C(rx_xon, RX_XON, 9) \
	C(tx_xoff, TX_XOFF, 9) \
	C(tx_xon, TX_XON, 9) \
	C(paused, PAUSED, 9) \
	C(pause_duration_us, PAUSE_DURATION_US, 9) \
	C(pause_transitions, PAUSE_TRANSITIONS, 9) \
	C(queue_packets, QUEUE_PACKETS, 8) \
	C(queue_bytes, QUEUE_BYTES, 8) \
	C(drops, DROPS, 8) \
	C(buffer_drops, BUFFER_DROPS, 8) \
	C(occupancy, OCCUPANCY, 8) \
	C(occupancy_max, OCCUPANCY_MAX, 8) \
	C(size_in_force, SIZE_IN_FORCE, 8) \
	C(xoff_in_force, XOFF_IN_FORCE, 8) \
	C(xon_in_force, XON_IN_FORCE, 8) \
	C(xoff_outstanding, XOFF_OUTSTANDING, 9) \
	C(storms_detected, STORMS_DETECTED, 9) \
	C(storms_restored, STORMS_RESTORED, 9) \
	C(stormed, STORMED, 9) \
	C(storm_drops, STORM_DROPS, 8) \
	C(guards, GUARDS, 9) \
	C(guarded, GUARDED, 9) \
	C(ecn_marks, ECN_MARKS, 8) \
	C(delay_packets, DELAY_PACKETS, 8) \
	C(delay_mean_ns, DELAY_MEAN_NS, 8) \
	C(delay_max_ns, DELAY_MAX_NS, 8) \
	C(rx_filtered, RX_FILTERED, 1) \
	C(tx_spoofed, TX_SPOOFED, 1) \
	C(pause_limits, PAUSE_LIMITS, 9) \
	C(pause_ignored, PAUSE_IGNORED, 9)

#endif /* PAUSECTL_COUNTERS_H */
