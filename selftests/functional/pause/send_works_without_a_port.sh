#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# `pausectl send` sends from a device with or without pausectl, and its frames act on the partner.
# It refuses to send from a port with tx off or in mode off, and from a device that is down or
# missing.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK, with and without pausectl
#	               |  pausectl send: PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"

peer_sends() # WORDS...
{
	on_peer pausectl send dev "$LINK" "$@"
}

port_pair speed 10mbit
read -r own <"/sys/class/net/$DUT/address"

both_ways() # WHEN
{
	take_snapshot
	peer_sends pause 60000
	check_moved "$1: PAUSE" rx_mac_control=1 rx_pause=1 rx_xoff_link=1 paused_link=1
	peer_sends pause 0 to "$own"
	check_moved "$1: PAUSE 0 to our address" rx_mac_control=1 rx_pause=1 rx_xon_link=1 \
		paused_link=-1 pause_transitions_link=1
	configure prio 1,2
	peer_sends pfc 1:60000,2:60000
	check_moved "$1: PFC" rx_mac_control=1 rx_pfc_frames=1 rx_pfc_1=1 rx_pfc_2=1 rx_xoff_1=1 rx_xoff_2=1 \
		paused_1=1 paused_2=1
	peer_sends pfc 1:0,2:0
	check_moved "$1: PFC 0" rx_mac_control=1 rx_pfc_frames=1 rx_pfc_1=1 rx_pfc_2=1 rx_xon_1=1 rx_xon_2=1 \
		paused_1=-1 paused_2=-1 pause_transitions_1=1 pause_transitions_2=1
	configure mode pause
}

both_ways "sender without pausectl"
partner_port
both_ways "sender with pausectl"

take_snapshot
configure_partner tx off
check_refused "send with tx off" 2 "*tx*off*" peer_sends pause 1
configure_partner tx on mode off
check_refused "send in mode off" 2 "*mode*off*" peer_sends pause 1
configure_partner mode pause
ip -n "$PEER" link set "$LINK" down
check_refused "send on a device that is down" 2 "*down*" peer_sends pause 1
tc -n "$PEER" qdisc del dev "$LINK" root
check_refused "send on a device that is down, without pausectl" 2 "*down*" peer_sends pause 1
check_refused "send on no device" 2 "*nosuch*" on_peer pausectl send dev nosuch pause 1
check_moved "none of these was sent" rx_mac_control=0
