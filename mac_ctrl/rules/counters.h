/* SPDX-License-Identifier: GPL-2.0 */
/* Made by "make generate" from Documentation/netlink/specs/pausectl.yaml. */
/*
 * KIND(name, NAME, values): a counter or gauge of a port. name is the field of struct
 * pausectl_counters and what users see, NAME the stem of its attribute PAUSECTL_A_STATS_NAME.
 * values is 1 (the port), 8 (priorities) or 9 (those and the link). The port has COUNTED it, or it
 * is FOUND when somebody reads it; a GAUGE is found, too, and may fall.
 */
#ifndef PAUSECTL_RULES_COUNTERS_H
#define PAUSECTL_RULES_COUNTERS_H

#define PAUSECTL_COUNTERS(COUNTED, FOUND, GAUGE) \
	COUNTED(rx_mac_control, RX_MAC_CONTROL, 1) \
	COUNTED(tx_mac_control, TX_MAC_CONTROL, 1) \
	COUNTED(rx_unsupported_opcodes, RX_UNSUPPORTED_OPCODES, 1) \
	COUNTED(rx_malformed, RX_MALFORMED, 1) \
	COUNTED(rx_wrong_address, RX_WRONG_ADDRESS, 1) \
	COUNTED(rx_ignored, RX_IGNORED, 1) \
	COUNTED(rx_pause, RX_PAUSE, 1) \
	COUNTED(tx_pause, TX_PAUSE, 1) \
	COUNTED(rx_pfc, RX_PFC, 8) \
	COUNTED(tx_pfc, TX_PFC, 8) \
	COUNTED(rx_xoff, RX_XOFF, 9) \
	COUNTED(rx_xon, RX_XON, 9) \
	COUNTED(tx_xoff, TX_XOFF, 9) \
	COUNTED(tx_xon, TX_XON, 9) \
	GAUGE(paused, PAUSED, 9) \
	FOUND(pause_duration_us, PAUSE_DURATION_US, 9) \
	FOUND(pause_transitions, PAUSE_TRANSITIONS, 9) \
	GAUGE(queue_packets, QUEUE_PACKETS, 8) \
	GAUGE(queue_bytes, QUEUE_BYTES, 8) \
	COUNTED(drops, DROPS, 8) \
	COUNTED(buffer_drops, BUFFER_DROPS, 8) \
	GAUGE(occupancy, OCCUPANCY, 8) \
	GAUGE(occupancy_max, OCCUPANCY_MAX, 8) \
	GAUGE(size_in_force, SIZE_IN_FORCE, 8) \
	GAUGE(xoff_in_force, XOFF_IN_FORCE, 8) \
	GAUGE(xon_in_force, XON_IN_FORCE, 8) \
	GAUGE(xoff_outstanding, XOFF_OUTSTANDING, 9) \
	FOUND(storms_detected, STORMS_DETECTED, 9) \
	FOUND(storms_restored, STORMS_RESTORED, 9) \
	GAUGE(stormed, STORMED, 9) \
	COUNTED(storm_drops, STORM_DROPS, 8) \
	COUNTED(guards, GUARDS, 9) \
	GAUGE(guarded, GUARDED, 9) \
	COUNTED(ecn_marks, ECN_MARKS, 8) \
	COUNTED(rx_filtered, RX_FILTERED, 1) \
	COUNTED(tx_spoofed, TX_SPOOFED, 1) \
	COUNTED(rx_pfc_frames, RX_PFC_FRAMES, 1) \
	COUNTED(tx_pfc_frames, TX_PFC_FRAMES, 1) \
	FOUND(rx_packets, RX_PACKETS, 8) \
	COUNTED(tx_packets, TX_PACKETS, 8) \
	FOUND(charged, CHARGED, 8) \
	FOUND(changed, CHANGED, 8) \
	COUNTED(uncharged, UNCHARGED, 8) \
	FOUND(xoff_duration_us, XOFF_DURATION_US, 9) \
	GAUGE(memory, MEMORY, 1)

#endif /* PAUSECTL_RULES_COUNTERS_H */
