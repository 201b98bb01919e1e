#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# PFC can work in one direction: priorities of rx-prio obey received PFC frames and send none,
# those of tx-prio send PFC frames and obey none.
#
# prio sets both directions and shows the union of both. dcb shows and sets prio, and leaves what a
# request does not change.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends XOFF     |  sends PFC
. "${0%/*}/../../lib/lib.sh"

check_prios() # PRIO RX TX
{
	check_setting prio "$1"
	check_setting rx_prio "$2"
	check_setting tx_prio "$3"
}

port_pair
check_prios none none none
configure prio 3,4 rx-prio 0-7
check_prios 0-7 0-7 3-4
check_setting mode pfc
configure rx-prio 3,5 tx-prio 4,5 speed 10mbit
check_prios 3-5 3,5 4-5
json_field "$(pausectl -j show dev "$DUT")" tx_prio
check_eq "JSON" "$reply" "[false,false,false,false,true,true,false,false]"
check_match "text" "$(pausectl show dev "$DUT" | head -n 1)" "*prio 3-5 rx-prio 3,5 tx-prio 4,5*"

take_snapshot
from_peer pfc 3:60000,4:60000,5:60000,6:60000
check_moved "PFC for 3 to 6" rx_mac_control=1 rx_pfc_frames=1 rx_ignored=1 rx_pfc_3=1 rx_pfc_4=1 rx_pfc_5=1 \
	rx_pfc_6=1 rx_xoff_3=1 rx_xoff_5=1 paused_3=1 paused_5=1
from_peer pfc 3:0,5:0
check_moved "and no more" rx_mac_control=1 rx_pfc_frames=1 rx_pfc_3=1 rx_pfc_5=1 rx_xon_3=1 rx_xon_5=1 \
	paused_3=-1 paused_5=-1 pause_transitions_3=1 pause_transitions_5=1
# By hand, XOFF may name a priority that sends none of itself.
pausectl xoff dev "$DUT" prio 3
check_moved "xoff of 3" tx_mac_control=1 tx_pfc_frames=1 tx_pfc_3=1 tx_xoff_3=1 xoff_outstanding_3=1
pausectl xon dev "$DUT" prio 3
check_moved "xon of 3" tx_mac_control=1 tx_pfc_frames=1 tx_pfc_3=1 tx_xon_3=1 xoff_outstanding_3=-1
pausectl xoff dev "$DUT"
check_moved "xoff of all" tx_mac_control=1 tx_pfc_frames=1 tx_pfc_4=1 tx_pfc_5=1 tx_xoff_4=1 tx_xoff_5=1 \
	xoff_outstanding_4=1 xoff_outstanding_5=1
pausectl xon dev "$DUT"
check_refused "a watchdog on 4" 2 "*PFC*" pausectl set dev "$DUT" watchdog 4:drop
configure watchdog 3:drop

check_match "dcb" "$(dcb pfc show dev "$DUT" prio-pfc)" "*2:off 3:on 4:on 5:on 6:off*"
dcb pfc set dev "$DUT" delay 1000
check_prios 3-5 3,5 4-5
dcb pfc set dev "$DUT" prio-pfc 6:on
check_prios 3-6 3-6 3-6
check_refused "in mode pause" 2 "*mode pfc*" pausectl set dev "$DUT" mode pause rx-prio 3
configure tx-prio none
check_prios 3-6 3-6 none
configure prio none
check_prios none none none
configure tx-prio 2
check_prios 2 none 2
configure mode pause
check_prios none none none
