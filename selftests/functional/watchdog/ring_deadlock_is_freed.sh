#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# Three switches in a ring deadlock by PFC: each waits for the next one, for ever. Their watchdogs
# end the deadlock.
#
# Each host sends to the host after the next. Each host has its own VLAN. A switch forwards the frames
# of the host at the switch before it from in to out. Frames of the host before that one have arrived.
#
#	here
#	a_in [a] a_out --- b_in [b] b_out --- c_in [c] c_out --- a_in
#	all six pausectl; tc redirects from in to out
#	VLAN 1: sent at a_out, leaves by b_out, arrives at c_in
#	VLAN 2: sent at b_out, leaves by c_out, arrives at a_in
#	VLAN 3: sent at c_out, leaves by a_out, arrives at b_in
#
# Links are slow, because on a debug kernel a host sends no more than 6 Mb/s.
. "${0%/*}/../../lib/lossless.sh"

switches=(a b c)

# of NAME DEV...: the counter of each device, in $reply
of()
{
	local name=$1 dev values=()
	shift

	for dev; do
		counter "$name" "$dev"
		values+=("$reply")
	done
	reply=${values[*]}
}

sent()
{
	local dev values=()

	for dev in a_out b_out c_out; do
		device_counter $dev tx_packets
		values+=("$reply")
	done
	reply=${values[*]}
}

for i in 0 1 2; do
	ip link add "${switches[i]}_out" type veth peer name "${switches[(i + 1) % 3]}_in"
done
for i in 0 1 2; do
	for dev in "${switches[i]}_in" "${switches[i]}_out"; do
		ip link set "$dev" up
		port "$dev" prio 3 speed 5mbit pace on buffer-xoff $early_xoff
	done
	tc qdisc add dev "${switches[i]}_in" clsact
	tc filter add dev "${switches[i]}_in" ingress protocol 802.1q flower \
		vlan_id $(((i + 2) % 3 + 1)) action mirred egress redirect dev "${switches[i]}_out"
done

hosts=()
for i in 0 1 2; do
	background station blast "${switches[i]}_out" tag $((i + 1)) prio 3 size 1000 for 1s \
		>"$TMP/blast-$i"
	hosts+=("$job")
done
wait "${hosts[@]}"
await 2 is "1 1 1" of paused_3 a_out b_out c_out
sent
were=$reply
# 8 s are longer than a pause that nobody refreshes, which lasts 6.7 s.
nap 8
reply_is "deadlock: frames sent" "$were" sent
reply_is "deadlock: paused" "1 1 1" of paused_3 a_out b_out c_out
reply_is "deadlock: who asked for it" "1 1 1" of xoff_outstanding_3 a_in b_in c_in
check_eq "deadlock: trace" "$(pausectl -j trace | jq -r '.[] | "\(.kind) \(.stops // "-")"' | sort | tr '\n' ' ')" \
	"ring - stop a_out stop a_out stop b_out stop c_out " # the last line of the ring is its first port again
for i in 0 1 2; do
	next=${switches[(i + 1) % 3]}
	counter queue_packets_3 "${switches[i]}_out"
	frames=$reply
	reply_between "deadlock: ${switches[i]} waits for $next, which keeps octets" 4000 $((early_xoff * 3 / 2)) \
		counter occupancy_3 "${next}_in"
	echo "${switches[i]}_out: $frames frames wait for ${next}_in, whose $reply octets wait at ${next}_out"
done

for i in 0 1 2; do
	pausectl set dev "${switches[i]}_out" watchdog-detect-ms 100 watchdog-restore-ms 100 watchdog 3:drop
done
for counter in queue_packets_3 paused_3 stormed_3; do
	await 2 is "0 0 0" of $counter a_out b_out c_out
done
reply_is "freed: octets that wait" "0 0 0" of occupancy_3 a_in b_in c_in
of storms_detected_3 a_out b_out c_out
echo "freed: storms detected by a, b, c: $reply"
check_between "freed: storms detected by any" $((${reply// /+})) 1 3

# Frames sent now get through.
note device_counter c_in rx_packets
station blast b_out tag 2 prio 3 size 1000 count 10 >/dev/null
await 2 at_least 10 since device_counter c_in rx_packets
check_eq "frames of b that arrived" "$reply" 10
