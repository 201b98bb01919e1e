#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# PAUSE acts in mode pause, and PFC of an enabled priority in mode pfc (IEEE 802.3, 31B; 802.1Q, 36.1). The frame is sent
# to 01-80-C2-00-00-01 or to the own address of the port, and may have up to 9014 octets. Every other control frame
# changes only its counter: one to another address, though the device hears it, one with another opcode
# (Annex 31A), and one that the settings do not obey.
#
# Frames that another program, mausezahn, wrote octet by octet from the standards act, too.
#
# A device listens to 01-80-C2-00-00-01 as long as it has a port, and not afterwards.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	promiscuous    |  sends PAUSE, PFC, others
. "${0%/*}/../../lib/lib.sh"
require mausezahn

multicast=01:80:c2:00:00:01

listens() # WHEN DEMANDED
{
	check_eq "$1: times that $multicast is listed" \
		"$(ip maddr show dev "$DUT" | grep -c $multicast || :)" "$2"
}

# moves FRAME COUNTER...: the peer sends FRAME. Each COUNTER moves by 1, or by the number after "=", and no other
# counter except rx_mac_control.
moves()
{
	local counter by=()

	for counter in "${@:2}"; do
		[[ $counter == *=* ]] || counter="$counter=1"
		by+=("$counter")
	done
	# shellcheck disable=SC2086 # a frame is words
	from_peer $1
	check_moved "${when:+$when: }$1" rx_mac_control=1 "${by[@]}"
}

# acts INDEX XOFF-FRAME XON-FRAME COUNTER...: both frames act, and move each COUNTER
acts()
{
	moves "$2" "${@:4}" "rx_xoff_$1" "paused_$1"
	moves "$3" "${@:4}" "rx_xon_$1" "paused_$1=-1" "pause_transitions_$1"
}

# addresses INDEX XOFF-FRAME XON-FRAME COUNTER...
addresses()
{
	local own address

	read -r own <"/sys/class/net/$DUT/address"
	for address in $multicast "$own"; do
		acts "$1" "$2 da $address" "$3 da $address" "${@:4}"
	done
	# The last one differs from the own address in one bit.
	for address in ff:ff:ff:ff:ff:ff 01:80:c2:00:00:00 01:80:c2:00:00:02 01:80:02:00:00:01 \
		       02:00:00:00:00:99 00:00:00:00:00:00 "${own%:*}:$(printf %02x $((0x${own##*:} ^ 1)))"; do
		moves "$2 da $address" rx_wrong_address
	done
}

# obeys pause|pfc|nothing [SETTING...]: with these settings, only such frames act
obeys()
{
	[[ $# == 1 ]] || configure "${@:2}"
	when=${*:2}
	if [[ $1 == pause ]]; then
		acts link "pause 60000" "pause 0" rx_pause
	else
		moves "pause 60000" rx_pause rx_ignored
		moves "pause 0" rx_pause rx_ignored
	fi
	if [[ $1 == pfc ]]; then
		acts 3 "pfc 3:60000" "pfc 3:0" rx_pfc_frames rx_pfc_3
	else
		moves "pfc 3:60000" rx_pfc_frames rx_pfc_3 rx_ignored
		moves "pfc 3:0,4:0" rx_pfc_frames rx_pfc_3 rx_pfc_4 rx_ignored
	fi
	when=
}

when=
pair mtu 9000
ip link set "$DUT" promisc on
listens "before" 0
attach
listens "attached" 1
configure speed 10mbit
take_snapshot

# --- settings ----------------------------------------------------------------------------
check_setting mode pause
obeys pause
obeys nothing mode off
obeys nothing mode pfc
obeys pfc prio 3
obeys pfc rx off		# rx is for PAUSE
obeys nothing rx-prio none
obeys nothing mode pause	# rx is still off
obeys pause rx on tx off
configure mode off
listens "mode off" 1
obeys pfc prio 3
check_setting mode pfc

# --- priorities and vectors of PFC ---------------------------------------------------------
configure prio 3,4
for prio in 0 1 2 5 6 7; do
	moves "pfc $prio:60000" rx_pfc_frames rx_pfc_$prio rx_ignored
done
moves "pfc 3:60000,5:60000" rx_pfc_frames rx_pfc_3 rx_pfc_5 rx_ignored rx_xoff_3 paused_3
moves "pfc 4:60000" rx_pfc_frames rx_pfc_4 rx_xoff_4 paused_4
moves "pfc none" rx_pfc_frames
# Times outside the vector mean nothing, nor does the reserved octet of the vector.
moves "pfc 3:0,4:0 vector 0" rx_pfc_frames
moves "pfc 3:0,4:0 vector 0xff00" rx_pfc_frames
moves "pfc 3:0,4:0 vector 0xff08" rx_pfc_frames rx_pfc_3 rx_xon_3 paused_3=-1 pause_transitions_3
moves "pfc 0:0,1:0,2:0,3:0,4:0,5:0,6:0,7:0" rx_pfc_frames rx_ignored rx_pfc_0 rx_pfc_1 rx_pfc_2 rx_pfc_3 \
	rx_pfc_4 rx_pfc_5 rx_pfc_6 rx_pfc_7 rx_xon_3 rx_xon_4 paused_4=-1 pause_transitions_4

# --- lengths, and opcodes -------------------------------------------------------------------
for len in 61 9014; do
	acts 3 "pfc 3:60000 len $len" "pfc 3:0 len $len" rx_pfc_frames rx_pfc_3
done
configure mode pause
for len in 61 64 100 1514 9014; do
	acts link "pause 60000 len $len" "pause 0 len $len" rx_pause
done
for opcode in 0x0000 0x0002 0x0003 0x0004 0x0005 0x0006 0x0007 0x0100 0x0102 \
	      0x0110 0x0111 0x0113 0x1001 0x8001 0xfffe 0xffff; do
	moves "pause 65535 opcode $opcode" rx_unsupported_opcodes
done
moves "control 0x0002 len 16" rx_unsupported_opcodes
moves "control 0x0002 len 15" rx_malformed
moves "control 0x0001" rx_pause rx_xon_link
moves "control 0x0101" rx_pfc_frames
moves "pause 65535 type 0x8809 + control 0x7777" rx_unsupported_opcodes

# --- addresses ------------------------------------------------------------------------------
addresses link "pause 60000" "pause 0" rx_pause
moves "control 0x0002 da ff:ff:ff:ff:ff:ff" rx_wrong_address
moves "pause 1 da ff:ff:ff:ff:ff:ff len 16" rx_wrong_address
moves "pause 1 da ff:ff:ff:ff:ff:ff len 15" rx_malformed
ip link set "$DUT" down
ip link set "$DUT" address 02:00:00:00:00:42 up
listens "after link down and up" 1
configure prio 5
take_snapshot
addresses 5 "pfc 5:60000" "pfc 5:0" rx_pfc_5 rx_pfc_frames

# --- by mausezahn ---------------------------------------------------------------------------
# octets WHAT "OCTETS" PAD COUNTER=BY...: the frame, with PAD zeros at its end, moves these counters
octets()
{
	on_peer mausezahn "$LINK" -q -c 1 "$multicast 02:00:00:00:00:42 88:08 $2$(printf ' 00%.0s' $(seq "$3"))" \
		>"$TMP/mausezahn" 2>&1
	check_moved "mausezahn: $1" rx_mac_control=1 "${@:4}"
}

configure mode pause
take_snapshot
octets "PAUSE 65535" "00:01 ff:ff" 42 rx_pause=1 rx_xoff_link=1 paused_link=1
octets "PAUSE 0" "00:01 00:00" 42 rx_pause=1 rx_xon_link=1 paused_link=-1 pause_transitions_link=1
configure prio 0,3,7
octets "PFC 65535 for 0, 3 and 7" "01:01 00:89 ff:ff 00:00 00:00 ff:ff 00:00 00:00 00:00 ff:ff" 26 \
	rx_pfc_frames=1 rx_pfc_{0,3,7}=1 rx_xoff_{0,3,7}=1 paused_{0,3,7}=1
octets "PFC 0 for 3" "01:01 00:08 ff:ff 00:00 00:00 00:00 00:00 00:00 00:00 ff:ff" 26 \
	rx_pfc_frames=1 rx_pfc_3=1 rx_xon_3=1 paused_3=-1 pause_transitions_3=1

tc qdisc replace dev "$DUT" root handle 2: pausectl
listens "replaced by another" 1
detach
listens "detached" 0
