#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 36.4.2: a PFC frame for the priority of one VLAN does not change another priority in another VLAN.
# Frames of the other priority go out, and their gaps stay as they are.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends VLAN 10  |  sends PFC, captures
. "${0%/*}/lib.sh"

speed=1000000000

rig
receiving_cost
load=3
tags=(tag 10)
times=(1000 65535 1 100 10000 5000 20000 30000 40000 50000)
part="VLAN 10 priority 3, PFC for priority 5 of VLAN 20"
spaced 1514 $speed spin "pfc 5:Q"
take_snapshot
gap_stream other "$frames" 1514 $speed "mode pfc prio 0-7" "$control"
all_sent other "$frames" 3
gaps_unchanged other $speed
counted counters rx_mac_control=11 rx_pause=1 rx_xoff_link=1 pause_transitions_link=1 \
	rx_pfc_frames=10 rx_pfc_5=10 rx_xoff_5=10 pause_transitions_5=any
