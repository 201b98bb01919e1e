#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# Two senders are partners of the two members of a bond or a team. Each member has a port. A frame that
# waits at the slow port is charged to the member that has received it. So each sender is stopped, and no
# frame is lost. This also holds if a VLAN device of the bond receives the frames.
#
# MAC Control is below link aggregation, so a bond or a team itself can have no port.
#
#	sender-1           here                                     $PEER
#	tx1 pausectl ----- sw1 pausectl --+
#	                                  +-- bond0 [bridge] $DUT ----- $LINK
#	tx2 pausectl ----- sw2 pausectl --+              pausectl,      captures
#	sender-2                                         10 Mb/s
. "${0%/*}/../../lib/lossless.sh"

frames=400
declare -A xoffs=([1]=0 [2]=0)

# The members of a bond are no ports of the bridge.
switched()
{
	:
}

# aggregate DEV: makes sw1 and sw2 the members of DEV, and DEV a port of the bridge
aggregate()
{
	local n

	for n in 1 2; do
		ip link set "sw$n" down
		ip link set "sw$n" master "$1"
		ip link set "sw$n" up
	done
	ip link set "$1" up
	enslave "$1" br0
}

# refused DEV
refused()
{
	check_refused "a port on $1" 2 "*add a port to each member*" tc qdisc add dev "$1" root pausectl
}

# incast WHAT: both senders send at once. Each is stopped, and no frame is lost.
incast()
{
	local n senders=()

	capture_peer peer
	for n in 1 2; do
		blast_from "$n" prio 3 size 1514 count $frames
		senders+=("$job")
	done
	wait "${senders[@]}"
	await 60 all_drained "$DUT"
	finish peer
	for n in 1 2; do
		check_whole "$n" 3 peer
		counter tx_xoff_3 "sw$n"
		check_between "$1: XOFFs to sender $n" $((reply - xoffs[$n])) 1 100000
		xoffs[$n]=$reply
	done
	check_empty sw1 sw2
}

receiver_pair
configure prio 3 speed 10mbit pace on limit 100k
for n in 1 2; do
	sender $n prio 3 speed 100mbit pace on buffer-xoff $early_xoff
done

ip link add bond0 type bond mode balance-xor miimon 100
aggregate bond0
incast "a bond"

# The frames of sender 1 now come in by a VLAN device.
add_bridge br1
for dev in bond0 "$DUT"; do
	ip link add "$dev.1" link "$dev" up type vlan id 1 ingress-qos-map 3:3 egress-qos-map 3:3
	enslave "$dev.1" br1
done
bridge fdb add $RECEIVER dev "$DUT.1" master static
incast "a VLAN device of a bond"
refused bond0

ip link del bond0
ip link add team0 type team
aggregate team0
ip link del "$DUT.1"
incast "a team"
refused team0
