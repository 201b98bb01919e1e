#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# A PAUSE or PFC frame longer than the minimum acts, up to 9014 octets, whatever follows its
# parameters.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"

pair mtu 9000
attach
configure speed 10mbit

for len in 61 64 100 1514 9014; do
	take_snapshot
	from_peer pause 60000 len $len
	check_moved "PAUSE of $len octets" rx_mac_control=1 rx_pause=1 rx_xoff_link=1 \
		paused_link=1
	from_peer pause 0 len $len
	check_moved "PAUSE 0 of $len octets" rx_mac_control=1 rx_pause=1 rx_xon_link=1 \
		paused_link=-1 pause_transitions_link=1
done

configure prio 2
for len in 61 9014; do
	take_snapshot
	from_peer pfc 2:60000 len $len
	check_moved "PFC of $len octets" rx_mac_control=1 rx_pfc_frames=1 rx_pfc_2=1 rx_xoff_2=1 paused_2=1
	from_peer pfc 2:0 len $len
	check_moved "PFC 0 of $len octets" rx_mac_control=1 rx_pfc_frames=1 rx_pfc_2=1 rx_xon_2=1 \
		paused_2=-1 pause_transitions_2=1
done
