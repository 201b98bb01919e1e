/* SPDX-License-Identifier: GPL-2.0 */
/* Made by "make generate" from Documentation/netlink/specs/pausectl.yaml. */
/*
 * C(name, NAME, values, kind): a counter or gauge of a port. name is the field of struct
 * pausectl_counters and what users see, NAME the stem of its attribute PAUSECTL_A_STATS_NAME. values is
 * 1 (the port), 8 (priorities) or 9 (those and the link). The port has COUNTED it, or it is FOUND
 * when somebody reads it; a GAUGE is found, too, and may fall.
 */
#ifndef PAUSECTL_RULES_COUNTERS_H
#define PAUSECTL_RULES_COUNTERS_H

#define PAUSECTL_COUNTERS(C) \
	C(rx_mac_control, RX_MAC_CONTROL, 1, COUNTED) \
	C(tx_mac_control, TX_MAC_CONTROL, 1, COUNTED) \
	C(rx_unsupported_opcodes, RX_UNSUPPORTED_OPCODES, 1, COUNTED) \
	C(rx_malformed, RX_MALFORMED, 1, COUNTED) \
	C(rx_wrong_address, RX_WRONG_ADDRESS, 1, COUNTED) \
	C(rx_ignored, RX_IGNORED, 1, COUNTED) \
	C(rx_pause, RX_PAUSE, 1, COUNTED) \
	C(tx_pause, TX_PAUSE, 1, COUNTED) \
	C(rx_pfc, RX_PFC, 8, COUNTED) \
	C(tx_pfc, TX_PFC, 8, COUNTED) \
	C(rx_xoff, RX_XOFF, 9, COUNTED) \
	C(rx_xon, RX_XON, 9, COUNTED) \
	C(tx_xoff, TX_XOFF, 9, COUNTED) \
	C(tx_xon, TX_XON, 9, COUNTED) \
	C(paused, PAUSED, 9, GAUGE) \
	C(pause_duration_us, PAUSE_DURATION_US, 9, FOUND) \
	C(pause_transitions, PAUSE_TRANSITIONS, 9, FOUND) \
	C(queue_packets, QUEUE_PACKETS, 8, GAUGE) \
	C(queue_bytes, QUEUE_BYTES, 8, GAUGE) \
	C(drops, DROPS, 8, COUNTED) \
	C(buffer_drops, BUFFER_DROPS, 8, COUNTED) \
	C(occupancy, OCCUPANCY, 8, GAUGE) \
	C(occupancy_max, OCCUPANCY_MAX, 8, GAUGE) \
	C(size_in_force, SIZE_IN_FORCE, 8, GAUGE) \
	C(xoff_in_force, XOFF_IN_FORCE, 8, GAUGE) \
	C(xon_in_force, XON_IN_FORCE, 8, GAUGE) \
	C(xoff_outstanding, XOFF_OUTSTANDING, 9, GAUGE) \
	C(storms_detected, STORMS_DETECTED, 9, FOUND) \
	C(storms_restored, STORMS_RESTORED, 9, FOUND) \
	C(stormed, STORMED, 9, GAUGE) \
	C(storm_drops, STORM_DROPS, 8, COUNTED) \
	C(guards, GUARDS, 9, COUNTED) \
	C(guarded, GUARDED, 9, GAUGE) \
	C(ecn_marks, ECN_MARKS, 8, COUNTED) \
	C(delay_packets, DELAY_PACKETS, 8, FOUND) \
	C(delay_mean_ns, DELAY_MEAN_NS, 8, GAUGE) \
	C(delay_max_ns, DELAY_MAX_NS, 8, GAUGE) \
	C(rx_filtered, RX_FILTERED, 1, COUNTED) \
	C(tx_spoofed, TX_SPOOFED, 1, COUNTED) \
	C(pause_limits, PAUSE_LIMITS, 9, COUNTED) \
	C(pause_ignored, PAUSE_IGNORED, 9, GAUGE) \
	C(rx_pfc_frames, RX_PFC_FRAMES, 1, COUNTED) \
	C(tx_pfc_frames, TX_PFC_FRAMES, 1, COUNTED) \
	C(rx_packets, RX_PACKETS, 8, FOUND) \
	C(tx_packets, TX_PACKETS, 8, COUNTED) \
	C(charged, CHARGED, 8, FOUND) \
	C(changed, CHANGED, 8, FOUND) \
	C(uncharged, UNCHARGED, 8, COUNTED) \
	C(xoff_duration_us, XOFF_DURATION_US, 9, FOUND)

#endif /* PAUSECTL_RULES_COUNTERS_H */
