// SPDX-License-Identifier: GPL-2.0
/* Made by "make generate" from Documentation/netlink/specs/pausectl.yaml. */
#include "lib.h"

#include <uapi/pausectl.h>

const char *const counter_meaning[PAUSECTL_A_STATS_MAX + 1] = {
	[PAUSECTL_A_STATS_RX_MAC_CONTROL] = "Untagged frames of type 88-08 received, all of them.",
	[PAUSECTL_A_STATS_TX_MAC_CONTROL] =
		"Frames of type 88-08 that left the port, whoever sent them.",
	[PAUSECTL_A_STATS_RX_UNSUPPORTED_OPCODES] =
		"Control frames received whose opcode is neither 00-01 nor 01-01.",
	[PAUSECTL_A_STATS_RX_MALFORMED] =
		"Control frames received that are too short for the opcode, for pause_time or the vector, or for the time of a priority in the vector.",
	[PAUSECTL_A_STATS_RX_WRONG_ADDRESS] =
		"Control frames received whose destination is neither 01-80-C2-00-00-01 nor the port's own address.",
	[PAUSECTL_A_STATS_RX_IGNORED] =
		"Well-formed PAUSE and PFC frames that did not act, or not for all their priorities: wrong mode, rx off, or PFC not enabled for the priority. Each frame counts once.",
	[PAUSECTL_A_STATS_RX_PAUSE] = "PAUSE frames received.",
	[PAUSECTL_A_STATS_TX_PAUSE] =
		"PAUSE frames sent, whoever made them. A frame of another program counts when it is queued.",
	[PAUSECTL_A_STATS_RX_PFC] = "PFC frames received that name the priority.",
	[PAUSECTL_A_STATS_TX_PFC] = "PFC frames sent that name the priority, whoever made them.",
	[PAUSECTL_A_STATS_RX_XOFF] =
		"Received requests with a time above 0 that acted, also those of xoff-set with received.",
	[PAUSECTL_A_STATS_RX_XON] =
		"Received requests with time 0 that acted, also those of xoff-set with received.",
	[PAUSECTL_A_STATS_TX_XOFF] = "Requests with a time above 0 that were sent.",
	[PAUSECTL_A_STATS_TX_XON] = "Requests with time 0 that were sent.",
	[PAUSECTL_A_STATS_PAUSED] = "1 while the pause timer runs, else 0.",
	[PAUSECTL_A_STATS_PAUSE_DURATION_US] = "Time spent paused, the running pause included.",
	[PAUSECTL_A_STATS_PAUSE_TRANSITIONS] = "Pauses that have ended.",
	[PAUSECTL_A_STATS_QUEUE_PACKETS] = "Frames that wait now in all qdiscs of the port.",
	[PAUSECTL_A_STATS_QUEUE_BYTES] = "Octets that wait now in all qdiscs of the port.",
	[PAUSECTL_A_STATS_DROPS] =
		"Frames that found no room, that the watchdog dropped, or that waited when the device went down or a qdisc was removed.",
	[PAUSECTL_A_STATS_BUFFER_DROPS] =
		"Frames of a lossless priority that came in on this port and found their buffer full. They also count in drops of the port that they were to leave by.",
	[PAUSECTL_A_STATS_OCCUPANCY] = "Octets charged to each buffer now.",
	[PAUSECTL_A_STATS_OCCUPANCY_MAX] =
		"Greatest occupancy of each buffer. May miss a maximum if several queues are filled at the same time.",
	[PAUSECTL_A_STATS_SIZE_IN_FORCE] = "Size of each buffer in force, in octets.",
	[PAUSECTL_A_STATS_XOFF_IN_FORCE] = "Octets above which XOFF is sent, of each buffer.",
	[PAUSECTL_A_STATS_XON_IN_FORCE] = "Octets below which XON is sent, of each buffer.",
	[PAUSECTL_A_STATS_XOFF_OUTSTANDING] =
		"1 if the partner was last asked to stop by congestion or xoff, else 0.",
	[PAUSECTL_A_STATS_STORMS_DETECTED] = "Storms that the watchdog has detected.",
	[PAUSECTL_A_STATS_STORMS_RESTORED] = "Storms that ended, or are no longer watched.",
	[PAUSECTL_A_STATS_STORMED] = "1 while the watchdog judges the pause to be a storm, else 0.",
	[PAUSECTL_A_STATS_STORM_DROPS] =
		"Frames that the watchdog dropped, for a storm or by drop-all. They also count in drops.",
	[PAUSECTL_A_STATS_GUARDS] = "How often the guard ended XOFF.",
	[PAUSECTL_A_STATS_GUARDED] = "1 while the guard keeps XOFF from being sent, else 0.",
	[PAUSECTL_A_STATS_ECN_MARKS] =
		"Frames, as on the wire, that were marked with CE when they joined the queue.",
	[PAUSECTL_A_STATS_RX_FILTERED] =
		"Frames of type 88-08 that filter does not accept as control frames, except those that rx_wrong_address counts, and control frames that fail an enabled pause class, but not by their opcode.",
	[PAUSECTL_A_STATS_TX_SPOOFED] = "Frames that spoof-check dropped.",
	[PAUSECTL_A_STATS_RX_PFC_FRAMES] = "PFC frames received, whichever priorities they name.",
	[PAUSECTL_A_STATS_TX_PFC_FRAMES] =
		"PFC frames sent, whoever made them and whichever priorities they name.",
	[PAUSECTL_A_STATS_RX_PACKETS] =
		"Frames of the MAC client received, by the PCP of their tag; without a tag, by skb->priority. A GRO frame counts as the frames that it was made of.",
	[PAUSECTL_A_STATS_TX_PACKETS] =
		"Frames that have left the queue of their priority for the wire.",
	[PAUSECTL_A_STATS_CHARGED] =
		"Received frames that were charged to this port, by their priority here, because they came to a queue of some port of this machine.",
	[PAUSECTL_A_STATS_CHANGED] =
		"Received frames of a priority that is lossless here, which came to a queue of another priority, with another buffer or none: by the priority on this link. Their queue does not stop this priority. Not counted if one of the two ports trusts more than the PCP.",
	[PAUSECTL_A_STATS_UNCHARGED] =
		"Frames in the queue of a priority that is lossless here, which came in from a device, and are charged to no port: this queue stops nobody. Frames of this machine that tc or an ifb has handed on count, too.",
	[PAUSECTL_A_STATS_XOFF_DURATION_US] =
		"Microseconds that the partner was asked to stop, by congestion or by hand: while xoff_outstanding was 1.",
	[PAUSECTL_A_STATS_MEMORY] =
		"Memory of frames that wait after they came in from a device, in octets: frames that are charged to this port, and frames in its queues that are charged to no port. At most capacity.",
};
