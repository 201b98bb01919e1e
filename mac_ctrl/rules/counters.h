/* SPDX-License-Identifier: GPL-2.0 */
/* Made by "make generate" from Documentation/netlink/specs/pausectl.yaml. */
/*
 * KIND(name, NAME, values, meaning): a counter or gauge of a port. name is the field of struct
 * pausectl_counters and what users see, NAME the stem of its attribute PAUSECTL_A_STATS_NAME.
 * values is 1 (the port), 8 (priorities) or 9 (those and the link). The port has COUNTED it, or it
 * is FOUND when somebody reads it; a GAUGE is found, too, and may fall.
 */
#ifndef PAUSECTL_RULES_COUNTERS_H
#define PAUSECTL_RULES_COUNTERS_H

#define PAUSECTL_COUNTERS(COUNTED, FOUND, GAUGE) \
	COUNTED(rx_mac_control, RX_MAC_CONTROL, 1, "Untagged frames of type 88-08 received, all of them.") \
	COUNTED(tx_mac_control, TX_MAC_CONTROL, 1, "Frames of type 88-08 that left the port, whoever sent them.") \
	COUNTED(rx_unsupported_opcodes, RX_UNSUPPORTED_OPCODES, 1, "Control frames received whose opcode is neither 00-01 nor 01-01.") \
	COUNTED(rx_malformed, RX_MALFORMED, 1, "Control frames received that are too short for the opcode, for pause_time or the vector, or for the time of a priority in the vector.") \
	COUNTED(rx_wrong_address, RX_WRONG_ADDRESS, 1, "Frames of type 88-08 whose destination no control class of filter accepts: by default neither 01-80-C2-00-00-01 nor the port's own address.") \
	COUNTED(rx_ignored, RX_IGNORED, 1, "Well-formed PAUSE and PFC frames that did not act, or not for all their priorities: wrong mode, rx off, or PFC not enabled for the priority. Each frame counts once.") \
	COUNTED(rx_pause, RX_PAUSE, 1, "PAUSE frames received.") \
	COUNTED(tx_pause, TX_PAUSE, 1, "PAUSE frames sent, whoever made them. A frame of another program counts when it is queued.") \
	COUNTED(rx_pfc, RX_PFC, 8, "PFC frames received that name the priority.") \
	COUNTED(tx_pfc, TX_PFC, 8, "PFC frames sent that name the priority, whoever made them.") \
	COUNTED(rx_xoff, RX_XOFF, 9, "Received requests with a time above 0 that acted, also those of xoff-set with received.") \
	COUNTED(rx_xon, RX_XON, 9, "Received requests with time 0 that acted, also those of xoff-set with received.") \
	COUNTED(tx_xoff, TX_XOFF, 9, "Requests with a time above 0 that were sent.") \
	COUNTED(tx_xon, TX_XON, 9, "Requests with time 0 that were sent.") \
	GAUGE(paused, PAUSED, 9, "1 while the pause timer runs, else 0.") \
	FOUND(pause_duration_us, PAUSE_DURATION_US, 9, "Time spent paused, the running pause included.") \
	FOUND(pause_transitions, PAUSE_TRANSITIONS, 9, "Pauses that have ended.") \
	GAUGE(queue_packets, QUEUE_PACKETS, 8, "Frames that wait now in all qdiscs of the port.") \
	GAUGE(queue_bytes, QUEUE_BYTES, 8, "Octets that wait now in all qdiscs of the port.") \
	COUNTED(drops, DROPS, 8, "Frames that found no room, that the watchdog dropped, or that waited when the device went down or a qdisc was removed.") \
	COUNTED(buffer_drops, BUFFER_DROPS, 8, "Frames of a lossless priority that came in on this port and found their buffer full. They also count in drops of the port that they were to leave by.") \
	GAUGE(occupancy, OCCUPANCY, 8, "Octets charged to each buffer now.") \
	GAUGE(occupancy_max, OCCUPANCY_MAX, 8, "Greatest occupancy of each buffer. May miss a maximum if several queues are filled at the same time.") \
	GAUGE(size_in_force, SIZE_IN_FORCE, 8, "Size of each buffer in force, in octets.") \
	GAUGE(xoff_in_force, XOFF_IN_FORCE, 8, "Octets above which XOFF is sent, of each buffer.") \
	GAUGE(xon_in_force, XON_IN_FORCE, 8, "Octets below which XON is sent, of each buffer.") \
	GAUGE(xoff_outstanding, XOFF_OUTSTANDING, 9, "1 if the partner was last asked to stop by congestion or xoff, else 0.") \
	FOUND(storms_detected, STORMS_DETECTED, 9, "Storms that the watchdog has detected.") \
	FOUND(storms_restored, STORMS_RESTORED, 9, "Storms that ended, or are no longer watched.") \
	GAUGE(stormed, STORMED, 9, "1 while the watchdog judges the pause to be a storm, else 0.") \
	COUNTED(storm_drops, STORM_DROPS, 8, "Frames that the watchdog dropped, for a storm or by drop-all. They also count in drops.") \
	COUNTED(guards, GUARDS, 9, "How often the guard ended XOFF.") \
	GAUGE(guarded, GUARDED, 9, "1 while the guard keeps XOFF from being sent, else 0.") \
	COUNTED(ecn_marks, ECN_MARKS, 8, "Frames, as on the wire, that were marked with CE when they joined the queue.") \
	COUNTED(rx_filtered, RX_FILTERED, 1, "Frames of type 88-08 that filter does not accept as control frames, except those that rx_wrong_address counts, and control frames that fail an enabled pause class, but not by their opcode.") \
	COUNTED(tx_spoofed, TX_SPOOFED, 1, "Frames that spoof-check dropped.") \
	COUNTED(rx_pfc_frames, RX_PFC_FRAMES, 1, "PFC frames received, whichever priorities they name.") \
	COUNTED(tx_pfc_frames, TX_PFC_FRAMES, 1, "PFC frames sent, whoever made them and whichever priorities they name.") \
	FOUND(rx_packets, RX_PACKETS, 8, "Frames of the MAC client received, by the PCP of their tag; without a tag, by skb->priority. A GRO frame counts as the frames that it was made of.") \
	COUNTED(tx_packets, TX_PACKETS, 8, "Frames that have left the queue of their priority for the wire.") \
	FOUND(charged, CHARGED, 8, "Received frames that were charged to this port, by their priority here, because they came to a queue of some port of this machine.") \
	FOUND(changed, CHANGED, 8, "Received frames of a priority that is lossless here, which came to a queue of another priority, with another buffer or none: by the priority on this link. Their queue does not stop this priority. Not counted if one of the two ports trusts more than the PCP.") \
	COUNTED(uncharged, UNCHARGED, 8, "Frames in the queue of a priority that is lossless here, which came in from a device, and are charged to no port: this queue stops nobody. Frames of this machine that tc or an ifb has handed on count, too.") \
	FOUND(xoff_duration_us, XOFF_DURATION_US, 9, "Time that the partner was asked to stop, by congestion or by hand: while xoff_outstanding was 1.") \
	GAUGE(memory, MEMORY, 1, "Memory of frames that wait after they came in from a device, in octets: frames that are charged to this port, and frames in its queues that are charged to no port. At most capacity.")

#endif /* PAUSECTL_RULES_COUNTERS_H */
