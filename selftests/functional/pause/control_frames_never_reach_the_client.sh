#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# No frame of type 88-08 reaches the MAC client of a port, good or bad (IEEE 802.3, 31.5.1). A
# capture still shows each frame, because it listens below the MAC Control sublayer.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	client, capture|  sends PAUSE, PFC, others
. "${0%/*}/../../lib/lib.sh"

frames=(pause 100 + pause 0 + pfc 3:100 + pfc none + control 0x0002 + control 0x7777 +
	pause 1 len 14 + pause 1 len 17 + pause 1 len 1514 +
	pause 1 da ff:ff:ff:ff:ff:ff + pause 1 da 02:00:00:00:00:42)
sent=11

deliver() # NAME
{
	capture client capture "$DUT" proto 8808
	client=$job
	capture_dut tap type 8808
	tap=$job
	from_peer "${frames[@]}"
	[[ ! -e /sys/class/net/$DUT/pausectl ]] || await 5 counter_reaches rx_mac_control $sent
	reap "$client" "$tap"
}

count() # CAPTURE
{
	grep -c ' in ' "$TMP/$1" || :
}

pair
ip link set "$DUT" address 02:00:00:00:00:42 promisc on
deliver
check_eq "without pausectl, frames at the client" "$(count client)" $sent
attach
deliver
check_eq "with pausectl, frames at the client" "$(count client)" 0
check_eq "with pausectl, frames in a capture" "$(count tap)" $sent
detach
deliver
check_eq "pausectl gone, frames at the client" "$(count client)" $sent
