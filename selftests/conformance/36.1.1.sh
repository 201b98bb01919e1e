#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 36.1.1: a PFC frame stops its priority for at least the time asked for. The test asks for each time
# ten times, and the table has the shortest pause of each time.
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
	local quanta shortest

	part="$(speed_name "$1")"
	times=()
	for quanta in "${values[@]}"; do
		times+=("$quanta" "$quanta" "$quanta" "$quanta" "$quanta")
		times+=("$quanta" "$quanta" "$quanta" "$quanta" "$quanta")
	done
	spaced "$2" "$1" after "pfc 3:Q"
	take_snapshot
	stream pfc "$frames" "$2" "$1" "mode pfc prio 0-7" "$control"
	all_sent pfc "$frames" 3
	pauses_kept pfc "$1" ${#times[@]}
	for quanta in "${values[@]}"; do
		shortest=$(sed -n "s/.* quanta=$quanta .* silent=\([0-9]*\) .*/\1/p" "$TMP/pfc.pauses" | sort -n | head -n 1)
		told "shortest pause of ten of $quanta quanta" "$shortest ns"
	done
	counted counters rx_mac_control=61 rx_pause=1 rx_xoff_link=1 pause_transitions_link=1 \
		rx_pfc_frames=60 rx_pfc_3=60 rx_xoff_3=60 pause_transitions_3=60
}

rig mtu 20000
receiving_cost
repeated 1000000000 1514
repeated 100000000 1514
repeated 10000000000 20014
