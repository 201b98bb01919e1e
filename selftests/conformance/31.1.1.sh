#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 31.1.1: while the port is not paused, a PAUSE frame with time 0 to the multicast or to the unicast
# address changes nothing, in every mode. All M frames go out, and the gaps between them stay as they
# are.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends a stream |  sends PAUSE, captures
. "${0%/*}/lib.sh"

frames=600
speed=1000000000
zeros=20

zeros_to() # ADDRESS: $zeros PAUSE frames of time 0, at all phases of a frame, in $control
{
	local i

	control="pause 0 da $1 $BEGIN"
	for ((i = 1; i < zeros; i++)); do
		control+=" + pause 0 da $1 spin $((200000 + i * 617))ns"
	done
}

unchanged() # SETTINGS COUNTER
{
	local address settings=$1 acted=$2

	for address in 01:80:c2:00:00:01 "$unicast"; do
		part="$settings, DA ${address/$unicast/unicast}"
		part=${part/01:80:c2:00:00:01/multicast}
		zeros_to "$address"
		take_snapshot
		gap_stream zero $frames 1514 $speed "$settings" "$control"
		all_sent zero $frames
		gaps_unchanged zero $speed
		counted "counters" rx_mac_control=$((zeros + 1)) rx_pause=$((zeros + 1)) \
			rx_xoff_link=1 pause_transitions_link=1 "$acted=$zeros"
	done
}

rig
receiving_cost
unicast=$(<"/sys/class/net/$DUT/address")
part="no control frames"
gap_stream plain $frames 1514 $speed "mode pause"
all_sent plain $frames
gaps_unchanged plain $speed
unchanged "mode pause rx on tx on" rx_xon_link
unchanged "mode pause rx on tx off" rx_xon_link
unchanged "mode pause rx off tx on" rx_ignored
unchanged "mode off" rx_ignored
unchanged "mode pfc prio 0-7" rx_ignored
