#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# Ports of another user namespace keep XOFF standing, as often as they may, on a device that takes long to
# send. They move no refresh of a port outside that namespace: the pause of its partner never runs out.
# Processes outside that namespace still run. So do they if the device drops all frames, and the ports try
# again and again.
#
#	here                                     |  $PEER
#	$DUT pausectl, keeps XOFF standing ------+- $LINK pausectl, counts its pauses
#	work (a loop)                            |
#	                                         |  a network namespace of another user namespace
#	                                         |  own1 ... own24 pausectl (macvlan)
#	                                         |    | send XOFF
#	                                         |  lower, 4000 filters of tc --- far
. "${0%/*}/../../lib/other_user.sh"

# peer_counter NAME; in $reply
peer_counter()
{
	json_element "$(on_peer pausectl -j stats dev "$LINK")" "$1" 3
}

port_pair prio 3 speed 10gbit
partner_port prio 3 speed 10gbit
other_user <<'END'
ip link add lower up type veth peer name far
ip link set far up
tc qdisc add dev lower clsact
for ((i = 0; i < 4000; i++)); do
	echo "filter add dev lower egress protocol all prio 1 u32 match u32 0x01020304 0xffffffff at 0"
done | tc -batch -
for i in {1..24}; do
	ip link add link lower name "own$i" up type macvlan
	tc qdisc add dev "own$i" root pausectl
	pausectl set dev "own$i" prio 3 speed 1.6tbit refresh-quanta 1
done
echo ready
read -r _
for i in {1..24}; do
	pausectl xoff dev "own$i" prio 3
done
echo stopping
read -r _
tc filter add dev lower egress protocol all prio 2 matchall action drop
pausectl -j stats | jq 'map(.tx_xoff[3]) | add'
read -r _
END

script_says ready
work_alone 20000
pausectl xoff dev "$DUT" prio 3
script_says stopping ask
# A turn is twice as long as sending takes. So sending takes half of the processor, and timers a part.
check_work "beside the other user" 110 230
reply_between "XOFFs sent" 10 1000000 counter tx_xoff_3
reply_is "the partner is paused" 1 peer_counter paused
script_says '[1-9]*' ask
echo "the other user sent $reply XOFFs"
check_work "while frames are dropped" 110 230
reply_is "pauses of the partner that ran out" 0 peer_counter pause_transitions
