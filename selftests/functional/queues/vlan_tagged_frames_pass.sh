#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# A frame with 88-08 behind a VLAN tag is no MAC Control frame of this port (IEEE 802.3, 31.4.1.3).
# It passes to the stack as a frame of its VLAN, and pauses nothing.
#
# The kernel has already stripped the tag when the port sees the frame.
#
#	here                                     |  $PEER
#	$DUT.7 (802.1Q), $DUT.s (802.1ad)        |
#	   |                                     |
#	$DUT pausectl; captures on all three ----+- $LINK station, sends tagged PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"

port_pair
ip link add link "$DUT" name "$DUT.7" up type vlan id 7
ip link add link "$DUT" name "$DUT.s" up type vlan proto 802.1ad id 8

# The captures get what handlers of type 88-08 get, on the port and on its VLANs.
capture port capture "$DUT" proto 8808
capture ctag capture "$DUT.7" proto 8808
capture stag capture "$DUT.s" proto 8808
take_snapshot
# The last frame is a MAC Control frame without effect: when it is counted, the frames before have
# been delivered.
from_peer pause 65535 vlan 7:0 + pause 65535 svlan 8:3 + pause 65535 vlan 0:5 + \
	pfc 0:65535 vlan 7:7 + pause 65535 vlan 9:0 + control 0x7777
check_moved "five tagged frames and an unsupported one" rx_mac_control=1 \
	rx_unsupported_opcodes=1
finish port ctag stag

count() # CAPTURE
{
	grep -vc '^#' "$TMP/$1" || :
}

check_eq "frames of VLAN 7 passed on" "$(count ctag)" 2
check_eq "frames of service VLAN 8 passed on" "$(count stag)" 1
# The handler on the port gets the frames of its VLANs and the frames that no VLAN takes.
check_eq "tagged frames of any VLAN passed on" "$(count port)" 5
check_counter paused_link 0
