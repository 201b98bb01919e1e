#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
# length: long
#
# With three switches in a row, congestion at the last switch stops the sender: each hop stops the
# hop before by PFC. No frame is lost on the way.
#
#	sender-1           here                                           $PEER
#	tx1 -------------- sw1 [br1] a2 --- b1 [br2] b2 --- c1 [br0] $DUT --- $LINK
#	pausectl, sends    all seven ports: pausectl; $DUT is the slow one    captures
#	(with the rx_handler hook, tc redirects instead of bridges)
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/lossless.sh"

receiver_pair
configure prio 3 speed 10mbit pace on
chain=(a2 b1 b2 c1)
for i in 0 2; do
	ip link add "${chain[i]}" type veth peer name "${chain[i + 1]}"
	ip link set "${chain[i]}" up
	ip link set "${chain[i + 1]}" up
done
for dev in "${chain[@]}"; do
	attach "$dev"
	pausectl set dev "$dev" prio 3 speed 100mbit pace on buffer-xoff $early_xoff
done
if [[ $switch == bridge ]]; then
	for n in 1 2; do
		add_bridge "br$n"
	done
	enslave a2 br1
	enslave b1 br2
	enslave b2 br2
fi
# joined DEV OUT BRIDGE: frames that come in on DEV leave at OUT
joined()
{
	if [[ $switch == bridge ]]; then
		enslave "$1" "$3"
	else
		tc qdisc add dev "$1" clsact
		tc filter add dev "$1" ingress protocol 802.1q matchall \
			action mirred egress redirect dev "$2"
	fi
}
switched()
{
	joined "$1" a2 br1
}
sender 1 prio 3 speed 100mbit pace on buffer-xoff $early_xoff
[[ $switch == bridge ]] || joined b1 b2 br2
joined c1 "$DUT" br0

capture_peer peer
peer=$job
blast_from 1 prio 3 size 1514 for 2s
wait "$job"
await 20 all_drained a2 b2 "$DUT"
reap "$peer"
check_whole 1 3 peer
for dev in c1 b1 sw1; do
	counter tx_xoff_3 "$dev"
	check_between "$dev: XOFFs sent" "$reply" 1 1000000
	counter tx_xon_3 "$dev"
	check_between "$dev: XONs sent" "$reply" 1 1000000
	sum_of buffer_drops "$dev"
	check_eq "$dev: lossless frames dropped" "$reply" 0
done
paused=$(on_sender 1 pausectl -j stats dev tx1 | jq '.[0].pause_duration_us[3]')
check_between "the sender was stopped, us of 2 s" "$paused" 1000000 3000000
check_empty sw1 b1 c1
