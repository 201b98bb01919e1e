#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# On a bridge port PAUSE stops the port and the bridge does not forward the PAUSE frame. Other
# frames are forwarded, and those for the paused port wait.
#
#	$PEER: $LINK sends PAUSE     $PEER: veth3 sends data, captures
#	         |                            |
#	       $DUT pausectl                veth2
#	         +----------- br0 ------------+
. "${0%/*}/../../lib/lib.sh"

pair
ip link add veth2 type veth peer name veth3 netns "$PEER"
ip -n "$PEER" link set veth3 up
ip link set veth2 up
add_bridge br0
enslave veth2 br0

attach
enslave "$DUT" br0
configure speed 10mbit

forwarded()
{
	[[ -s $TMP/far ]] && grep -q 88b5 "$TMP/far"
}

capture far -n "$PEER" capture veth3 count 1 type 88b5
far=$job
capture far_control -n "$PEER" capture veth3 type 8808
far_control=$job
take_snapshot
from_peer pause 60000 + hex "ffffffffffff 020000000042 88b5 0001020304"
check_moved "PAUSE on a bridge port" rx_mac_control=1 rx_pause=1 rx_xoff_link=1 paused_link=1
wait "$far"
check_eq "other frames forwarded" "$(grep -c 88b5 "$TMP/far")" 1
reap "$far_control"
check_eq "control frames forwarded" "$(grep -c 8808 "$TMP/far_control" || :)" 0

# Frames that the bridge sends to the paused port wait.
station -n "$PEER" blast veth3 count 7 prio 0 >"$TMP/blast"
await 2 counter_is queue_packets_0 7
check_counter queue_packets_0 7
from_peer pause 0
await 2 drained
check_counter paused_link 0
