#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# ethtool -a, -A, -I -a and -S --groups eth-ctrl work on a device without PAUSE of its own, while
# it has a port. Their settings act on the wire, and their counters are those of the port.
#
# When the port ends, the device is as it was.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends PAUSE    |  sends PAUSE
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"

# paused_by_peer: whether a PAUSE frame acts, in $reply
paused_by_peer()
{
	local before paused

	counter rx_pause
	before=$reply
	from_peer pause 60000
	await 5 counter_is rx_pause $((before + 1))
	counter paused_link
	paused=$reply
	from_peer pause 0
	await 5 counter_is rx_pause $((before + 2))
	reply=$paused
}

pair
check_refused "-a without a port" 1 "*not supported*" ethtool -a "$DUT"
before=$(ethtool -S "$DUT" --groups eth-ctrl)
attach
# At this speed 60000 quanta take 3 s, too long to end by themselves.
configure speed 10mbit
check_pause "default" "off on on"
# show_as_ethtool WHAT: the text of show has rx and tx as ethtool -a has them
show_as_ethtool()
{
	check_match "$1: show" "$(pausectl show "$DUT")" \
		"$DUT: mode pause $(ethtool -a "$DUT" | awk '$1 == "RX:" { printf "rx %s ", $2 } $1 == "TX:" { printf "tx %s ", $2 }')*"
}
show_as_ethtool default
paused_by_peer
check_eq "default: paused by PAUSE" "$reply" 1

ethtool -A "$DUT" rx off
check_pause "-A rx off" "off off on"
show_as_ethtool "-A rx off"
check_setting rx 0
check_setting tx 1
paused_by_peer
check_eq "-A rx off: paused by PAUSE" "$reply" 0
ethtool -A "$DUT" rx on tx off
check_pause "-A rx on tx off" "off on off"
show_as_ethtool "-A rx on tx off"
paused_by_peer
check_eq "-A rx on: paused by PAUSE" "$reply" 1
check_refused "-A tx off: PAUSE sent" 2 "*tx*" pausectl send dev "$DUT" pause 1
ethtool -A "$DUT" tx on autoneg on
check_pause "-A tx on autoneg on" "on on on"
check_setting advertise auto
check_setting rx_active 0
ethtool -A "$DUT" autoneg off
check_pause "-A autoneg off" "off on on"

# Statistics: 3 x 2 PAUSE frames so far, and the frames that follow
pausectl send dev "$DUT" pause 5
pausectl send dev "$DUT" pfc 3:5
from_peer control 7
await 2 counter_is rx_mac_control 7
check_eq "-I -a: sent received" \
	"$(ethtool --json -I -a "$DUT" | jq -c '.[0].statistics | [.tx_pause_frames, .rx_pause_frames]')" \
	"[1,6]"
check_eq "-S eth-ctrl: sent received unsupported" \
	"$(ethtool --json -S "$DUT" --groups eth-ctrl | jq -c '.[0]."eth-ctrl" |
		[.MACControlFramesTransmitted, .MACControlFramesReceived, .UnsupportedOpcodesReceived]')" \
	"[2,7,1]"
check_match "-I -a: text" "$(ethtool -I -a "$DUT" | tr -d '\n')" \
	"*tx_pause_frames: 1*rx_pause_frames: 6*"

detach
check_pause "when the port has ended" "off off off"
check_refused "-A when the port has ended" 76 "*not supported*" ethtool -A "$DUT" rx on
check_eq "-S eth-ctrl when the port has ended" "$(ethtool -S "$DUT" --groups eth-ctrl)" "$before"
check_eq "other requests then" "$(ethtool "$DUT" | grep Speed)" "	Speed: 10000Mb/s"
attach
check_pause "a new port" "off on on"

# The device goes while it has a port; the module goes just after the port.
ip link del "$DUT"
pair
attach
detach
rmmod pausectl
check_refused "-a without the module" 1 "*not supported*" ethtool -a "$DUT"
check_eq "other requests then" "$(ethtool "$DUT" | grep Speed)" "	Speed: 10000Mb/s"
