#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 36.1.2: a second PFC frame during a pause with time 0 ends the pause at once. With another time
# it restarts the pause, for longer or shorter than what was left.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends a stream |  sends PFC, captures
. "${0%/*}/lib.sh"

speed=1000000000
load=3

# second QUANTA
second()
{
	part="65535 quanta, after 10 ms $1"
	take_snapshot
	stream second 100 1514 $speed "mode pfc prio 0-7" "pfc 3:65535 $BEGIN + pfc 3:$1 after 10ms"
	all_sent second 100 3
	pauses_kept second $speed 2 1
	counted counters rx_mac_control=3 rx_pause=1 rx_xoff_link=1 pause_transitions_link=1 \
		rx_pfc_frames=2 rx_pfc_3=2 rx_xoff_3=$((1 + ($1 > 0))) rx_xon_3=$(($1 == 0)) pause_transitions_3=1
}

rig
receiving_cost
second 0
second 65535
second 1000
second 1
