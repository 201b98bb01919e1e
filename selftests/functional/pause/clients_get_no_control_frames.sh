#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# No frame of type 88-08 reaches the MAC client of a port, good or bad (IEEE 802.3, 31.5.1). A capture still shows each
# frame, because it listens below the MAC Control sublayer.
#
# With forward on, every control frame that is for this station also reaches the MAC client, whether the port obeys
# the frame or not. Frames for other stations, and frames without an opcode, do not reach the client.
#
# A bridge forwards no control frame, not even one to the address of the bridge port. PAUSE stops the bridge port: frames
# of the bridge wait. It forwards other frames.
#
#	$PEER: $LINK sends           $PEER: veth3 captures, sends data
#	  PAUSE, PFC, others                  |
#	         |                            |
#	       $DUT pausectl, client,       veth2
#	         |  capture                   |
#	         +----------- br0 ------------+	(br0 and veth2: last part)
. "${0%/*}/../../lib/lib.sh"

own=02:00:00:00:00:42
frames=(pause 60000 + pause 0 + pause 0 da "$own" + pfc 3:100 + pfc none + control 0x0002 +
	control 0x7777 + pause 1 len 17 + pause 1 len 14 + pause 0 len 1514 +
	pause 1 da ff:ff:ff:ff:ff:ff + pause 1 da 02:00:00:00:00:43)
sent=12
for_us=9

count() # CAPTURE
{
	grep -c ' in ' "$TMP/$1" || :
}

# deliver WHAT DEMANDED: the peer sends the frames; DEMANDED of them reach the client
deliver()
{
	capture client capture "$DUT" proto 8808
	capture_dut tap type 8808
	if [[ -e /sys/class/net/$DUT/pausectl ]]; then
		take_snapshot
		from_peer "${frames[@]}"
		check_moved "$1" rx_mac_control=$sent rx_pfc_frames=2 rx_pause=4 rx_pfc_3=1 rx_unsupported_opcodes=2 \
			rx_malformed=2 rx_wrong_address=2 rx_ignored=1 rx_xoff_link=1 rx_xon_link=3 \
			pause_transitions_link=1
	else
		from_peer "${frames[@]}"
	fi
	finish client tap
	check_eq "$1: frames at the client" "$(count client)" "$2"
	check_eq "$1: frames in a capture" "$(count tap)" $sent
}

pair
ip link set "$DUT" address $own promisc on
deliver "without pausectl" $sent
attach
check_setting forward 0
deliver "with pausectl" 0
configure forward on
deliver "forward on" $for_us
check_eq "which" "$(sed -n 's/.* op=\([0-9a-f]*\).*/\1/p' "$TMP/client" | paste -sd ' ')" \
	"0001 0001 0001 0101 0101 0002 7777 0001 0001"
detach
deliver "pausectl gone" $sent

# --- a bridge --------------------------------------------------------------------------------
attach
configure forward on
veth veth2 veth3 "$PEER"
add_bridge br0
enslave veth2 br0
enslave "$DUT" br0
# The bridge believes that the station with this address is behind veth2.
bridge fdb del $own dev "$DUT" master 2>/dev/null || :
bridge fdb replace $own dev veth2 master static 2>/dev/null || :
capture far -n "$PEER" capture veth3 type 8808
capture all -n "$PEER" capture veth3 count 1 type 88b5
deliver "forward on, in a bridge" 0
from_peer hex "ffffffffffff 020000000042 88b5 0001020304"
await_end all
finish far
check_eq "frames behind the bridge" "$(count far)" 0

configure forward off speed 10mbit
capture far -n "$PEER" capture veth3 count 1 type 88b5
capture far_control -n "$PEER" capture veth3 type 8808
take_snapshot
from_peer pause 60000 + hex "ffffffffffff 020000000042 88b5 0001020304"
check_moved "PAUSE on a bridge port" rx_mac_control=1 rx_pause=1 rx_xoff_link=1 paused_link=1
await_end far
check_eq "other frames forwarded" "$(grep -c 88b5 "$TMP/far")" 1
finish far_control
check_eq "control frames forwarded" "$(grep -c 8808 "$TMP/far_control" || :)" 0
station -n "$PEER" blast veth3 count 7 prio 0 >"$TMP/blast"
await 2 counter_is queue_packets_0 7
check_counter queue_packets_0 7
from_peer pause 0
await 2 drained
check_counter paused_link 0
