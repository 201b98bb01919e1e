#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
#
# Frames that come in with one tag on a VLAN device of a port, or with two tags on a VLAN device of
# that device, are charged to the port itself while they wait at another port. The port stops its
# partner in time: no frame is lost, and nothing stays charged.
#
#	$PEER                 here                                         receiver
#	station sends         $DUT.10.20 ----- br2 ----- out.20
#	                         |                          |
#	$LINK.10 (VLAN)       $DUT.10 -------- br1 ----- out.10
#	   |                     |                          |
#	$LINK pausectl ------ $DUT pausectl              out pausectl ---- sink
#	                                                 10 Mb/s           captures
. "${0%/*}/../../lib/lossless.sh"

# bridged BRIDGE IN OUT: a bridge from IN to OUT
bridged()
{
	add_bridge "$1"
	enslave "$2" "$1"
	enslave "$3" "$1"
	bridge fdb add $RECEIVER dev "$3" master static
}

# tagged PARENT VID: adds a VLAN device, which keeps the priority as PCP
tagged()
{
	ip link add "$1.$2" link "$1" up type vlan id "$2" ingress-qos-map 3:3 egress-qos-map 3:3
}

# passes WHAT NETNS DEV BLAST-OPTION...: sends frames of priority 3 faster than the outgoing port sends them
passes()
{
	local what=$1

	take_snapshot
	capture sink -n "$receiver" capture sink type 88b5 count 60 for 10s
	station -n "$2" blast "$3" prio 3 size 1514 count 60 "${@:4}" >"$TMP/blast"
	wait "$job"
	await 10 counter_is xoff_outstanding_3 0
	check_received sink
	check_charged "$what" 3 3
}

pair
sink_behind out
attach
attach out
partner_port
on_peer ip link add "$LINK.10" link "$LINK" up type vlan id 10 egress-qos-map 3:3
configure speed 100mbit prio 3 buffer-xoff $early_xoff
pausectl set dev out speed 10mbit pace on prio 3
configure_partner speed 100mbit pace on prio 3
tagged "$DUT" 10
tagged "$DUT.10" 20
tagged out 10
tagged out 20
bridged br1 "$DUT.10" out.10
passes "one tag" "$PEER" "$LINK" tag 10
ip link set "$DUT.10" nomaster
bridged br2 "$DUT.10.20" out.20
passes "two tags" "$PEER" "$LINK.10" tag 20 skbprio 3
