#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
#
# Frames wait at a port that is paused, charged to the port they came in on, when
# either of both goes: its qdisc, its device, with traffic on two CPUs. Nothing hangs,
# what is left is empty in the end, and a new port begins with nothing charged.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/lossless.sh"

rounds=2
receiver_pair
configure prio 3 speed 1gbit

charged()
{
	sum_of occupancy sw1
	((reply > 0))
}


stop_and_fill()
{
	background station -n "$PEER" frame "$LINK" pfc 3:65535 count 1000000 every 10ms persist
	pauser=$job
	await 5 counter_is paused_3 1
	blast_from 1 prio 3 size 300
	blaster=$job
	await 10 charged
}

let_go()
{
	kill "$pauser" "$blaster"
	wait "$pauser" "$blaster" || :
	from_peer pfc 3:0
}

sender 1 prio 3 speed 1gbit
for ((round = 0; round < rounds; round++)); do
	# The ingress port goes and comes back.
	stop_and_fill
	detach sw1
	attach sw1
	pausectl set dev sw1 prio 3 speed 1gbit
	let_go
	await 10 all_drained "$DUT" sw1
	check_empty sw1

	# The egress port goes and comes back.
	stop_and_fill
	detach "$DUT"
	check_empty sw1
	attach "$DUT"
	configure prio 3 speed 1gbit
	let_go
	await 10 all_drained "$DUT" sw1
	check_empty sw1
done

# The ingress device goes for good.
stop_and_fill
ip link del sw1
kill "$pauser"
wait "$pauser" "$blaster" || :
from_peer pfc 3:0
await 10 all_drained "$DUT"
check_eq "ports left" "$(pausectl -j show | jq -c '[.[].ifname]')" "[\"$DUT\"]"
