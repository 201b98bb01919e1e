#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: new
#
# ethtool -a, -A, -I -a and -S --groups eth-ctrl work on a device without PAUSE of its own, while
# it has a port. Their settings act on the wire, and their counters are those of the port.
#
# The port takes -A in any mode and in any state of the link. In mode pfc, or while the link is down, the
# wish waits and takes effect later, but -a already shows it. A wish also lasts through mode off, in which -a
# shows rx and tx off. When the port ends, the device is as it was.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"

# check_obeys WHAT DEMANDED: a PAUSE frame of the peer pauses the port (1) or does not (0)
check_obeys()
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
	check_eq "$1: paused by PAUSE" "$paused" "$2"
}

# ask WORDS DEMANDED: ethtool -A with these words, and what -a shows then
ask()
{
	# shellcheck disable=SC2086 # words
	ethtool -A "$DUT" $1
	check_pause "-A $1" "$2"
}

# check_in_step WHAT: the text of show has rx and tx as ethtool -a has them
check_in_step()
{
	pause_of
	read -r _ rx tx <<<"$reply"
	check_match "$1: show" "$(pausectl show "$DUT")" "$DUT: mode pause rx $rx tx $tx *"
}

# check_acts WHAT "MODE RX TX" [SHOWN]: what is in force, and what -a shows
check_acts()
{
	shown_of mode rx_active tx_active
	check_eq "$1: mode, rx and tx in force" "${reply//\"/}" "$2"
	[[ -z ${3-} ]] || check_pause "$1" "$3"
}

pair
check_refused "-a without a port" 1 "*not supported*" ethtool -a "$DUT"
before=$(ethtool -S "$DUT" --groups eth-ctrl)
attach
# At this speed 60000 quanta take 3 s, too long to end by themselves.
configure speed 10mbit

# --- mode pause --------------------------------------------------------------------------
check_pause default "off on on"
check_in_step default
check_obeys default 1
ask "rx off" "off off on"
check_in_step "rx off"
check_settings rx 0 tx 1
check_obeys "rx off" 0
ask "rx on tx off" "off on off"
check_in_step "rx on tx off"
check_obeys "rx on tx off" 1
refused tx send dev "$DUT" pause 1
ask "tx on autoneg on" "on on on"
check_settings advertise auto rx_active 0
ask "autoneg off" "off on on"

# Statistics: 3 x 2 PAUSE frames so far, and the frames that follow
pausectl send dev "$DUT" pause 5
pausectl send dev "$DUT" pfc 3:5
from_peer control 7
await 2 counter_is rx_mac_control 7
check_eq "-I -a: sent received" \
	"$(ethtool --json -I -a "$DUT" | jq -c '.[0].statistics | [.tx_pause_frames, .rx_pause_frames]')" "[1,6]"
check_eq "-S eth-ctrl: sent received unsupported" \
	"$(ethtool --json -S "$DUT" --groups eth-ctrl | jq -c '.[0]."eth-ctrl" |
		[.MACControlFramesTransmitted, .MACControlFramesReceived, .UnsupportedOpcodesReceived]')" "[2,7,1]"
check_match "-I -a: text" "$(ethtool -I -a "$DUT" | tr -d '\n')" "*tx_pause_frames: 1*rx_pause_frames: 6*"

# --- in mode pfc, the wish waits, and PFC goes on ----------------------------------------
detach
attach
configure prio 3
check_pause "in mode pfc" "off on on"
ask "rx off" "off off on"
check_acts "-A rx off in mode pfc" "pfc true true"
check_setting rx 0
from_peer pfc 3:1000
await 5 counter_is rx_xoff_3 1
ask "tx off" "off off off"
check_setting tx 0
ethtool -A "$DUT" rx on
check_setting rx 1
configure mode pause
check_acts "mode pause" "pause true false" "off on off"

# dcb sets mode pfc, and mode pause again when no priority has PFC any more.
ethtool -A "$DUT" rx off tx on
dcb pfc set dev "$DUT" prio-pfc 4:on
check_acts "dcb pfc on" "pfc true true" "off off on"
dcb pfc set dev "$DUT" prio-pfc 5:on
dcb pfc set dev "$DUT" prio-pfc 4:off
check_acts "another priority" "pfc true true" "off off on"
dcb pfc set dev "$DUT" prio-pfc 5:off
check_acts "dcb pfc off" "pause false true" "off off on"

# A change of the mode may set tx as well.
configure prio 3
ethtool -A "$DUT" rx on tx on
configure mode pause tx off
check_acts "wish and set" "pause true false"

# A wish lasts through mode off.
configure prio 3
ethtool -A "$DUT" rx off tx on
configure mode off
check_pause "mode off" "off off off"
configure mode pause
check_acts "mode pause after off" "pause false true"
configure mode off
ethtool -A "$DUT" rx off tx off
check_acts "-A rx off tx off in mode off" "off false false"
ethtool -A "$DUT" rx on
check_acts "-A rx on in mode off" "pause true false" "off on off"

# Autonegotiation, in mode pfc and with a partner that comes later
configure prio 3
ask "autoneg on tx on" "on on on"
check_acts "-A autoneg on in mode pfc" "pfc true true"
check_setting advertise auto
configure mode pause
check_acts "agreed with nobody" "pause false false" "on on on"
partner_port
on_peer ethtool -A "$LINK" autoneg on
check_acts "agreed" "pause true true"
ethtool -A "$DUT" autoneg off

# A link that is down
ip link set "$DUT" down
ask "rx off tx on" "off off on"
ip link set "$DUT" up
check_acts "it is up" "pause false true"

# --- the port ends -----------------------------------------------------------------------
detach
check_pause "when the port has ended" "off off off"
check_refused "-A when the port has ended" 76 "*not supported*" ethtool -A "$DUT" rx on
check_eq "-S eth-ctrl when the port has ended" "$(ethtool -S "$DUT" --groups eth-ctrl)" "$before"
check_eq "other requests then" "$(ethtool "$DUT" | grep Speed)" "	Speed: 10000Mb/s"
attach
check_pause "a new port" "off on on"

# The device goes while it has a port; the module goes just after the port.
ip link del "$DUT"
port_pair
detach
rmmod pausectl
check_refused "-a without the module" 1 "*not supported*" ethtool -a "$DUT"
check_eq "other requests then" "$(ethtool "$DUT" | grep Speed)" "	Speed: 10000Mb/s"
