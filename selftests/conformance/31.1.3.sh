#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 31.1.3: PAUSE with 0xFFFF stops the port, and PAUSE with 0 before this time is over lets the port
# go on, in both modes that receive PAUSE.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends a stream |  sends PAUSE, captures
. "${0%/*}/lib.sh"

speed=1000000000

rig
receiving_cost
for settings in "mode pause rx on tx on" "mode pause rx on tx off"; do
	for wait_ms in 1 5 20; do
		part="$settings, 0 after $wait_ms ms"
		take_snapshot
		stream resumed 100 1514 $speed "$settings" "pause 65535 $BEGIN + pause 0 after ${wait_ms}ms"
		all_sent resumed 100
		pauses_kept resumed $speed 2 1
		counted counters rx_mac_control=3 rx_pause=3 rx_xoff_link=2 rx_xon_link=1 \
			pause_transitions_link=2
	done
done
