#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
#
# A network namespace can go with a paused port in it, with data waiting and coming in. The kernel
# takes all its devices at once, and nothing of the port stays.
#
#	here             |  $middle, deleted                           |  $PEER
#	veth2 -----------+- veth3 --tc redirects--> $DUT pausectl -----+- $LINK
#	sends data       |                                             |  sends PFC
. "${0%/*}/../../lib/lib.sh"

rounds=2

backlogged()
{
	local stats

	stats=$(pausectl_there -j stats)
	[[ ${stats// /} =~ \"queue_packets\":\[([0-9]+), ]] && ((BASH_REMATCH[1] >= 5))
}

pausectl_there()
{
	nsenter --net="/run/netns/$middle" pausectl "$@"
}

build()
{
	middle=middle-$$-$round
	ip netns add "$middle"
	ip -n "$middle" link add "$DUT" type veth peer name "$LINK" netns "$PEER"
	ip -n "$PEER" link set "$LINK" up
	ip -n "$middle" link set "$DUT" up
	ip link add veth2 up type veth peer name veth3 netns "$middle"
	ip -n "$middle" link set veth3 up
	tc -n "$middle" qdisc add dev "$DUT" root pausectl
	tc -n "$middle" qdisc add dev veth3 clsact
	tc -n "$middle" filter add dev veth3 ingress matchall \
		action mirred egress redirect dev "$DUT"
	# The port is slow, so that a pause is long.
	pausectl_there set dev "$DUT" prio 0-7 speed 10mbit
}

add_netns "$PEER"
for ((round = 1; round <= rounds; round++)); do
	build
	finally "ip netns del $middle 2>/dev/null"
	background station -n "$PEER" frame "$LINK" pfc 0:65535,3:65535,7:100 \
		count 4000000000 every 1ms persist
	storm=$job
	background station blast veth2 prio 0-7 tag 5 size 300 every 4ms >"$TMP/blast"
	sender=$job
	await 20 backlogged
	# No process is in the namespace, so the namespace ends now.
	ip netns del "$middle"
	wait "$storm" 2>/dev/null || :
	await 20 module_idle
	# The device of the sender is gone, too. The sender ends by itself if it notices in time.
	kill "$sender" 2>/dev/null || :
	wait "$sender" || :
	check_eq "round $round: references to the module" "$reply" 0
	ip link del veth2 2>/dev/null || :
done
