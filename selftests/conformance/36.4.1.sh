#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 36.4.1: PFC acts on a priority in all VLANs. Frames of one priority in two VLANs stop and go on
# together.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends VLAN 10, 20|  sends PFC, captures
. "${0%/*}/lib.sh"

speed=1000000000
vlans=(10 20)

# of_vlan VID: the frames of this VLAN that the peer got, as a capture
of_vlan()
{
	grep -e "vlan=$1:" -e '^#' "$TMP/both" >"$TMP/vlan$1"
}

rig
receiving_cost
part=
configure prio 0-7 speed $speed pace on
in_front=0
take_snapshot
record both
# Timers of other processes than those of real time may be 50 us late, so a gap would be longer than the pause.
for vlan in "${vlans[@]}"; do
	background chrt -f 30 station blast "$DUT" tag "$vlan" prio 3 size 500 every 50us >"$TMP/blast$vlan"
	blasts+=("$job")
done
live both $speed "pfc 3:10000 after 5ms + pfc 3:20000 after 10ms + pfc 3:2000 after 20ms"
pauses_kept both $speed 3
for vlan in "${vlans[@]}"; do
	part="VLAN $vlan"
	mv "$TMP/blast$vlan" "$TMP/blast"
	sent_by_blast 3
	of_vlan "$vlan"
	all_sent "vlan$vlan" "$reply" 3
	# The longest gap at the peer is the longest pause, 20000 quanta.
	fields "$(station check "$TMP/vlan$vlan" in)"
	within "longest gap at the peer" "${field[gap]}" 10240000 10340000 ns
done
part=
counted counters rx_mac_control=3 rx_pfc_frames=3 rx_pfc_3=3 rx_xoff_3=3 pause_transitions_3=3
