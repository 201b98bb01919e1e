#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# The priority of a frame is the PCP of its VLAN tag (802.1Q or 802.1ad), in the frame or held
# apart by the kernel. Without a tag it is skb->priority if this is 0 to 7, and else 0.
#
# The same holds for a frame in pieces, whose tag does not lie beside its addresses, and for a
# frame whose socket tells a wrong type. Each frame waits in the queue of its priority, and so
# shows it.
#
#	here                                |  $PEER
#	$DUT.7, $DUT.6 (802.1Q),            |
#	$DUT.s (802.1ad), station sends     |
#	   |                                |
#	$DUT pausectl, paused; sends -------+- $LINK station, sends PAUSE
. "${0%/*}/../../lib/queues.sh"

# A VLAN device hands its tag over apart from the frame, with the PCP of its egress map. The map of
# $DUT.6 turns priority 6 into PCP 2.
vlans()
{
	ip link add link "$DUT" name "$DUT.7" up type vlan id 7 \
		egress-qos-map 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7
	ip link add link "$DUT" name "$DUT.6" up type vlan id 6 egress-qos-map 6:2
	ip link add link "$DUT" name "$DUT.s" up type vlan proto 802.1ad id 8 \
		egress-qos-map 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7
}

# waits WHAT QUEUES COMMAND...: so many frames of the command wait in queues 0 to 7. Then they leave.
waits()
{
	"${@:3}" >"$TMP/blast"
	reply_is "$1: frames in queues 0 to 7" "$2" lengths
	from_peer pause 0
	await 2 drained
	shut link
}

# Priority p sends p + 1 frames, so that each queue has another length.
by_priority() # DEV BLAST-ARGUMENTS...
{
	local prio

	for prio in {0..7}; do
		station blast "$1" prio "$prio" count $((prio + 1)) size 100 "${@:2}"
	done
}

sweep() # WHAT DEV BLAST-ARGUMENTS...
{
	waits "$1" "1 2 3 4 5 6 7 8" by_priority "${@:2}"
}

only() # WHAT QUEUES DEV BLAST-ARGUMENTS...
{
	waits "$1" "$2" station blast "$3" count 3 size 100 "${@:4}"
}

frame() # WHAT QUEUES DEV FRAME-OPTION...
{
	waits "$1" "$2" station frame "$3" hex "020000000001 020000000002 88b5" len 5000 "${@:4}"
}

pair mtu 9000
vlans
attach
configure speed 10mbit
shut link
sweep "skb->priority" "$DUT"
sweep "802.1Q tag in the frame" "$DUT" tag 5
sweep "802.1Q tag of VLAN 0 in the frame" "$DUT" tag 0
sweep "802.1ad tag in the frame" "$DUT" stag 5
sweep "802.1Q tag apart" "$DUT.7"
sweep "802.1ad tag apart" "$DUT.s"
only "PCP 2 in the frame, skb->priority 6" "0 0 3 0 0 0 0 0" "$DUT" prio 2 tag 5 skbprio 6
only "PCP 0 in the frame, skb->priority 6" "3 0 0 0 0 0 0 0" "$DUT" prio 0 tag 5 skbprio 6
only "PCP 2 apart, skb->priority 6" "0 0 3 0 0 0 0 0" "$DUT.6" prio 6
only "PCP 0 apart, skb->priority 5" "3 0 0 0 0 0 0 0" "$DUT.6" prio 5
only "skb->priority 8" "3 0 0 0 0 0 0 0" "$DUT" skbprio 8
only "skb->priority 65539" "3 0 0 0 0 0 0 0" "$DUT" skbprio 65539
frame "in pieces, skb->priority 5" "0 0 0 0 0 1 0 0" "$DUT" prio 5 pieces
frame "in pieces, PCP 3 in the frame, skb->priority 5" "0 0 0 1 0 0 0 0" "$DUT" \
	vlan 7:3 prio 5 pieces
frame "in pieces, PCP 2 apart, skb->priority 6" "0 0 1 0 0 0 0 0" "$DUT.6" prio 6 pieces
for where in "" pieces; do
	# shellcheck disable=SC2086 # a word or none
	frame "${where:-in place}, PCP 3 in the frame, by a socket of IPv4" "0 0 0 1 0 0 0 0" "$DUT" \
		vlan 7:3 prio 5 as 0x0800 $where
	take_snapshot
	# shellcheck disable=SC2086
	station frame "$DUT" pause 0 len 5000 as 0x0800 $where
	check_moved "${where:-in place}, PAUSE, by a socket of IPv4" tx_mac_control=1 tx_pause=1
done
