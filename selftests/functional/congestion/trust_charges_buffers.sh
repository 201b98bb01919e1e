#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# A frame that waits is charged to a buffer of its ingress port. The fields that the ingress port
# trusts decide the priority, and so the buffer. `trust` of the outgoing port makes no difference.
#
#	$PEER                   here                      $PEER
#	$LINK2 (veth3) -------- $IN (veth2) pausectl
#	station sends IP         | tc redirects
#	                        $DUT pausectl, paused --- $LINK station, sends PAUSE
. "${0%/*}/../../lib/trust.sh"

IN=veth2
LINK2=veth3

# charged WHAT FRAME-OPTIONS QUEUE BUFFER|none: the frame in $reply waits in QUEUE of $DUT and is
# charged to BUFFER of $IN
charged()
{
	local prio frame=$reply was now=none

	counter "queue_packets_$3"
	was=$reply
	# shellcheck disable=SC2086 # several words
	station -n "$PEER" frame "$LINK2" hex "$frame" $2
	await 5 counter_reaches "queue_packets_$3" $((was + 1))
	for prio in {0..7}; do
		counter "occupancy_$prio" "$IN"
		((reply == 0)) || now=$prio
	done
	check_eq "$1: charged to buffer" "$now" "$4"
	from_peer pause 0
	await 5 drained
	shut link
}

pair
veth "$IN" "$LINK2" "$PEER"
attach
attach "$IN"
tc qdisc add dev "$IN" clsact
for protocol in ip 802.1q; do
	tc filter add dev "$IN" ingress protocol $protocol matchall \
		action mirred egress redirect dev "$DUT"
done
configure speed 1mbit
pausectl set dev "$IN" mode pfc prio 3,4,6
for dev in "$DUT" "$IN"; do
	dcb app add dev "$dev" dscp-prio 26:4
done
dcb app add dev "$IN" dscp-prio 10:3
shut link

ipv4 26; charged "nothing trusted but PCP, no tag" "" 0 none
ipv4 26; charged "nothing trusted but PCP, PCP 6" "vlan 5:6" 6 6
pausectl set dev "$IN" trust dscp
ipv4 26; charged "in trusts dscp" "" 0 4
ipv4 10; charged "in trusts dscp, another" "" 0 3
ipv4 26; charged "in trusts dscp, PCP 6" "vlan 5:6" 6 4
ipv4 11; charged "in trusts dscp, no entry" "" 0 none
configure trust dscp
ipv4 26; charged "both trust dscp" "" 4 4
ipv4 10; charged "both trust dscp, out has no entry" "" 0 3
pausectl set dev "$IN" trust pcp
ipv4 26; charged "out trusts dscp" "" 4 none
ipv4 26; charged "out trusts dscp, PCP 6" "vlan 5:6" 4 6

# A buffer gets back what was charged to it, even if the port trusts another field meanwhile.
pausectl set dev "$IN" trust dscp
ipv4 26; frame=$reply
station -n "$PEER" frame "$LINK2" hex "$frame" count 3
await 5 counter_reaches queue_packets_4 3
pausectl set dev "$IN" trust none
configure trust pcp
reply_between "octets charged, of three frames" 1 10000 counter occupancy_4 "$IN"
from_peer pause 0
await 5 drained
check_counter occupancy_4 0 "$IN"
