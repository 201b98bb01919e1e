#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# PAUSE and PFC act when sent to 01-80-C2-00-00-01 or to the station's own address (IEEE 802.3,
# 31B.3.3). Sent to any of seven other addresses they do nothing, though the device hears them.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	promiscuous    |  sends PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"

pair
ip link set "$DUT" promisc on
attach
configure speed 10mbit
read -r own <"/sys/class/net/$DUT/address"
# The own address of the port, except its last bit.
near=${own%:*}:$(printf %02x $((0x${own##*:} ^ 1)))

acts() # KIND INDEX XOFF-FRAME XON-FRAME COUNTER...
{
	local address counters=("${@:5}")

	for address in 01:80:c2:00:00:01 "$own"; do
		take_snapshot
		# shellcheck disable=SC2086 # frames are words
		from_peer $3 da "$address"
		check_moved "$1 to $address" rx_mac_control=1 "${counters[@]/%/=1}" "rx_xoff_$2=1" "paused_$2=1"
		# shellcheck disable=SC2086
		from_peer $4 da "$address"
		check_moved "$1 0 to $address" rx_mac_control=1 "${counters[@]/%/=1}" "rx_xon_$2=1" \
			"paused_$2=-1" "pause_transitions_$2=1"
	done
	for address in ff:ff:ff:ff:ff:ff 01:80:c2:00:00:00 01:80:c2:00:00:02 \
		       01:80:02:00:00:01 02:00:00:00:00:99 "$near" 00:00:00:00:00:00; do
		take_snapshot
		# shellcheck disable=SC2086
		from_peer $3 da "$address"
		check_moved "$1 to $address" rx_mac_control=1 rx_wrong_address=1
	done
}

acts PAUSE link "pause 60000" "pause 0" rx_pause
from_peer control 0x0002 da ff:ff:ff:ff:ff:ff
check_moved "unknown opcode to a wrong address" rx_mac_control=1 rx_wrong_address=1
from_peer pause 1 da ff:ff:ff:ff:ff:ff len 16
check_moved "short PAUSE to a wrong address" rx_mac_control=1 rx_wrong_address=1
from_peer pause 1 da ff:ff:ff:ff:ff:ff len 15
check_moved "no opcode, to a wrong address" rx_mac_control=1 rx_malformed=1

ip link set "$DUT" down
ip link set "$DUT" address 02:00:00:00:00:42 up
own=02:00:00:00:00:42
near=02:00:00:00:00:43
configure prio 5
acts PFC 5 "pfc 5:60000" "pfc 5:0" rx_pfc_5 rx_pfc_frames
