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
. "${0%/*}/../../lib/lib.sh"

# peer_counter NAME; in $reply
peer_counter()
{
	json_element "$(on_peer pausectl -j stats dev "$LINK")" "$1" 3
}

cat >"$TMP/own.sh" <<'END2'
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
END2

pair
attach
configure prio 3 speed 10gbit
on_peer tc qdisc add dev "$LINK" root pausectl
on_peer pausectl set dev "$LINK" prio 3 speed 10gbit
coproc other { exec unshare --user --map-root-user --net --mount bash "$TMP/own.sh" 2>&1; }
jobs_started+=("$other_PID")
# other_says WORD
other_says()
{
	read -rt 60 reply <&"${other[0]}"
	check_match "the other user" "$reply" "$1"
}

other_says ready
work 20000
alone=$reply
pausectl xoff dev "$DUT" prio 3
echo >&"${other[1]}"
other_says stopping
work 20000
beside=$reply
counter tx_xoff_3
check_between "XOFFs sent" "$reply" 10 1000000
peer_counter paused
check_eq "the partner is paused" "$reply" 1
echo >&"${other[1]}"
other_says '[1-9]*'
others=$reply
work 20000
dropping=$reply
peer_counter pause_transitions
check_eq "pauses of the partner that ran out" "$reply" 0
echo "work alone $((alone / 1000)) us, beside $((beside / 1000)) us; the other user sent $others XOFFs"
# A turn is twice as long as sending takes. So sending takes half of the processor, and timers a part.
check_between "work takes times as long, in hundredths" $((beside * 100 / alone)) 110 230
check_between "while frames are dropped, in hundredths" $((dropping * 100 / alone)) 110 230
