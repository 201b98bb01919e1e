#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
#
# Frames wait at a paused port and are charged to the port that they came in on, when the qdisc of
# either port goes, or the device of the charged one, or while a port cannot begin because its
# device has as many netfilter hooks as the kernel allows. Nothing hangs, nothing stays charged, and a new
# port begins with nothing charged. Meanwhile the charges are dumped again and again.
#
#	sender-1             here                         $PEER
#	tx1 ---------------- sw1 [switch] $DUT ---------- $LINK station
#	pausectl, sends      pausectl     pausectl        sends PFC
#	                     (either of both goes)
. "${0%/*}/../../lib/lossless.sh"

rounds=2
# At this speed a pause lasts 3.3 s, so a busy machine does not let it end before the next one.
speed=10mbit
receiver_pair
configure prio 3 speed $speed

# stop_and_blast [SIZE]
stop_and_blast()
{
	background station -n "$PEER" frame "$LINK" pfc 3:65535 count 1000000 every 100ms persist
	pauser=$job
	await 5 counter_is paused_3 1
	blast_from 1 prio 3 size "${1:-300}"
	blaster=$job
}

stop_and_fill()
{
	stop_and_blast
	await 10 at_least 1 sum_of occupancy sw1
}

let_go()
{
	kill "$pauser" "$blaster"
	wait "$pauser" "$blaster" || :
	from_peer pfc 3:0
}

# take_all_hooks DEV: gives the device 1024 netfilter hooks, as many as the kernel allows
take_all_hooks()
{
	local i

	{
		echo "table netdev hooks {"
		for ((i = 0; i < 1024; i++)); do
			echo "chain c$i { type filter hook ingress device $1 priority $i; }"
		done
		echo "}"
	} >"$TMP/hooks"
	finally "nft delete table netdev hooks 2>/dev/null"
	nft -f "$TMP/hooks"
}

sender 1 prio 3 speed 1gbit
background bash -c 'while station dump charges; do sleep 0.01; done' >"$TMP/dumps"
for ((round = 0; round < rounds; round++)); do
	# The port that frames come in on goes and comes back.
	stop_and_fill
	detach sw1
	port sw1 prio 3 speed 1gbit
	let_go
	await 10 all_drained "$DUT" sw1
	check_empty sw1

	# The port where frames wait goes and comes back.
	stop_and_fill
	detach "$DUT"
	check_empty sw1
	attach "$DUT"
	configure prio 3 speed $speed
	let_go
	await 10 all_drained "$DUT" sw1
	check_empty sw1
done

# The port that frames come in on cannot begin. Others find it for a while, because tc redirects to $DUT.
detach sw1
tc qdisc add dev sw1 clsact
tc filter add dev sw1 ingress protocol 802.1q matchall action mirred egress redirect dev "$DUT"
take_all_hooks sw1
stop_and_blast 1500
for ((refused = 0; refused < 20; refused++)); do
	attach sw1 2>"$TMP/refused" && break
done
check_match "why a port cannot begin" "$(<"$TMP/refused")" "*netfilter ingress hook*"
let_go
await 10 all_drained "$DUT"
check_eq "ports that cannot begin" $refused 20
nft delete table netdev hooks
port sw1 prio 3 speed 1gbit
check_empty sw1
tc qdisc del dev sw1 clsact

# The device that frames come in on goes for good.
stop_and_fill
ip link del sw1
kill "$pauser"
wait "$pauser" "$blaster" || :
from_peer pfc 3:0
await 10 all_drained "$DUT"
check_eq "ports left" "$(pausectl -j show | jq -c '[.[].ifname]')" "[\"$DUT\"]"
check_eq "dumps of charges that failed" "$(grep -cv "error=0$" "$TMP/dumps" || :)" 0
check_match "dumps that had charges" "$(grep -c "entries=[1-9]" "$TMP/dumps" || :)" "[1-9]*"
