#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 31.1.5: a port may discard a PAUSE frame that is longer than the minimum, or truncate and parse it. It
# must lose no data frame. This port truncates and parses it.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends a stream |  sends PAUSE, captures
. "${0%/*}/lib.sh"

speed=1000000000
lengths=(61 64 128 512 1000 1514)

rig
receiving_cost
for settings in "mode pause rx on tx on" "mode pause rx on tx off"; do
	control=
	for length in "${lengths[@]}"; do
		control+=${control:+ + }"pause 65535 len $length "
		[[ $length == "${lengths[0]}" ]] && control+=$BEGIN || control+="after 33.7ms"
	done
	part="$settings"
	take_snapshot
	stream long 200 1514 $speed "$settings" "$control"
	all_sent long 200
	pauses_kept long $speed ${#lengths[@]}
	counted counters rx_mac_control=7 rx_pause=7 rx_xoff_link=7 pause_transitions_link=7
done
