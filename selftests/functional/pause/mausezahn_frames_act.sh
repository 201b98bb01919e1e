#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# PAUSE and PFC frames that another program wrote, octet by octet from the standards, act.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends PAUSE, PFC by mausezahn
. "${0%/*}/../../lib/lib.sh"

require mausezahn

pad() # OCTETS
{
	printf ' 00%.0s' $(seq "$1")
}

mausezahn_sends() # OCTETS
{
	on_peer mausezahn "$LINK" -q -c 1 "$1" >"$TMP/mausezahn" 2>&1
}

pair
attach
configure speed 10mbit
header="01:80:c2:00:00:01 02:00:00:00:00:42 88:08"

take_snapshot
mausezahn_sends "$header 00:01 ff:ff$(pad 42)"
check_moved "PAUSE 65535" rx_mac_control=1 rx_pause=1 rx_xoff_link=1 paused_link=1
mausezahn_sends "$header 00:01 00:00$(pad 42)"
check_moved "PAUSE 0" rx_mac_control=1 rx_pause=1 rx_xon_link=1 paused_link=-1 \
	pause_transitions_link=1

configure prio 0,3,7
take_snapshot
mausezahn_sends "$header 01:01 00:89 ff:ff 00:00 00:00 ff:ff 00:00 00:00 00:00 ff:ff$(pad 26)"
check_moved "PFC 65535 for 0, 3 and 7" rx_mac_control=1 rx_pfc_frames=1 rx_pfc_0=1 rx_pfc_3=1 rx_pfc_7=1 \
	rx_xoff_0=1 rx_xoff_3=1 rx_xoff_7=1 paused_0=1 paused_3=1 paused_7=1
mausezahn_sends "$header 01:01 00:08 ff:ff 00:00 00:00 00:00 00:00 00:00 00:00 ff:ff$(pad 26)"
check_moved "PFC 0 for 3" rx_mac_control=1 rx_pfc_frames=1 rx_pfc_3=1 rx_xon_3=1 paused_3=-1 \
	pause_transitions_3=1
