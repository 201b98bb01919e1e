#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 36.1.1: a PFC frame stops its priority for at least the time asked for. The test asks for each time
# twelve times, two more than the plan, so that 3 % of the pauses are two. The table has the shortest pause of each time.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends a stream |  sends PFC, captures
. "${0%/*}/lib.sh"

values=(1 10 100 1000 10000 65535)
load=3

# repeated SPEED LENGTH
repeated()
{
	local quanta shortest i

	part="$(speed_name "$1")"
	times=()
	for quanta in "${values[@]}"; do
		for i in {1..12}; do
			times+=("$quanta")
		done
	done
	spaced "$2" "$1" after "pfc 3:Q"
	take_snapshot
	stream pfc "$frames" "$2" "$1" "mode pfc prio 0-7" "$control"
	all_sent pfc "$frames" 3
	pauses_kept pfc "$1" ${#times[@]}
	for quanta in "${values[@]}"; do
		shortest=$(sed -n "s/.* quanta=$quanta .* silent=\([0-9]*\) .*/\1/p" "$TMP/pfc.pauses" | sort -n | head -n 1)
		told "shortest pause of twelve of $quanta quanta" "$shortest ns"
	done
	counted counters rx_mac_control=73 rx_pause=1 rx_xoff_link=1 pause_transitions_link=1 \
		rx_pfc_frames=72 rx_pfc_3=72 rx_xoff_3=72 pause_transitions_3=72
}

rig mtu 20000
receiving_cost
repeated 1000000000 1514
repeated 100000000 1514
repeated 10000000000 20014
