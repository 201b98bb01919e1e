#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# A PFC frame touches only the enabled priorities of its class-enable vector. Other priorities in
# the vector are counted and ignored, times outside the vector mean nothing, and an empty vector
# changes nothing.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends PFC
. "${0%/*}/../../lib/lib.sh"

pair
attach
configure speed 10mbit prio 3,4

take_snapshot
for prio in 0 1 2 5 6 7; do
	from_peer pfc $prio:60000
	check_moved "priority $prio, not enabled" rx_mac_control=1 rx_pfc_frames=1 rx_ignored=1 rx_pfc_$prio=1
done
from_peer pfc 3:60000,5:60000
check_moved "priority 3, enabled, and 5, not" rx_mac_control=1 rx_pfc_frames=1 rx_ignored=1 rx_pfc_3=1 \
	rx_pfc_5=1 rx_xoff_3=1 paused_3=1
from_peer pfc 4:60000
check_moved "priority 4; 3 is not in the vector" rx_mac_control=1 rx_pfc_frames=1 rx_pfc_4=1 rx_xoff_4=1 \
	paused_4=1
from_peer pfc none
check_moved "an empty vector" rx_mac_control=1 rx_pfc_frames=1
from_peer pfc 3:0,4:0 vector 0
check_moved "times outside an empty vector" rx_mac_control=1 rx_pfc_frames=1
from_peer pfc 3:0,4:0 vector 0xff00
check_moved "a vector of the reserved octet alone" rx_mac_control=1 rx_pfc_frames=1
from_peer pfc 3:0,4:0 vector 0xff08
check_moved "priority 3, reserved octet set" rx_mac_control=1 rx_pfc_frames=1 rx_pfc_3=1 rx_xon_3=1 \
	paused_3=-1 pause_transitions_3=1
from_peer pfc 0:0,1:0,2:0,3:0,4:0,5:0,6:0,7:0
check_moved "all priorities, time 0" rx_mac_control=1 rx_pfc_frames=1 rx_ignored=1 rx_pfc_0=1 rx_pfc_1=1 \
	rx_pfc_2=1 rx_pfc_3=1 rx_pfc_4=1 rx_pfc_5=1 rx_pfc_6=1 rx_pfc_7=1 rx_xon_3=1 \
	rx_xon_4=1 paused_4=-1 pause_transitions_4=1
