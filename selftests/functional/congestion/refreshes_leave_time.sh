#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# hook: any
# time: measured
# length: long
#
# However many ports ask their partners to stop, and however short their refresh is, a processor
# sends at most one XOFF in 10 us for all ports together. So processes still run, and each port sends
# its XOFFs.
#
# Processes also run if a monitor listens to the events of these XOFFs, and if a device takes long
# to send, such as a macvlan above a device with 1500 filters.
#
#	here
#	many0 pausectl, sends XOFF --- end0	32 veth pairs, up to many31 --- end31
#	slow pausectl, sends XOFF
#	  | macvlan
#	lower, 1500 filters of tc --- far
. "${0%/*}/../../lib/lib.sh"

ports=32
turn_ns=10000

# work: a loop that always needs the same processor time; how long it took, ns, in $reply
work()
{
	local i began=${EPOCHREALTIME/./}

	for ((i = 0; i < 20000; i++)); do
		:
	done
	reply=$(((${EPOCHREALTIME/./} - began) * 1000))
}

# xoffs: how many XOFFs each port has sent, in the array sent
xoffs()
{
	local i

	for ((i = 0; i < ports; i++)); do
		counter tx_xoff_3 "many$i"
		sent[i]=$reply
	done
}

for ((i = 0; i < ports; i++)); do
	ip link add "many$i" up type veth peer name "end$i"
	finally "ip link del many$i"
	ip link set "end$i" up
	attach "many$i"
	pausectl set dev "many$i" prio 3 speed 1.6tbit refresh-quanta 1
done
work
alone=$reply
for ((i = 0; i < ports; i++)); do
	pausectl xoff dev "many$i" prio 3
done
began=${EPOCHREALTIME/./}
xoffs
before=("${sent[@]}")
work
beside=$reply
xoffs
span_us=$((${EPOCHREALTIME/./} - began))
background pausectl -j monitor >"$TMP/events" 2>"$TMP/monitor.err"
await 10 nonempty "$TMP/monitor.err"
work
watched=$reply
reap "$job"
for ((i = 0; i < ports; i++)); do
	pausectl xon dev "many$i" prio 3
done

ip link add lower up type veth peer name far
finally "ip link del lower"
ip link set far up
ip link add link lower name slow up type macvlan
tc qdisc add dev lower clsact
for ((i = 0; i < 1500; i++)); do
	echo "filter add dev lower egress protocol all prio 1 u32 match u32 0x01020304 0xffffffff at 0"
done | tc -batch -
attach slow
pausectl set dev slow prio 3 speed 1.6tbit refresh-quanta 1
pausectl xoff dev slow prio 3
work
slow=$reply
counter tx_xoff_3 slow
slow_xoffs=$reply
pausectl xon dev slow prio 3

sum=0
least=1000000000
most=0
for ((i = 0; i < ports; i++)); do
	n=$((sent[i] - before[i]))
	sum=$((sum + n))
	least=$((n < least ? n : least))
	most=$((n > most ? n : most))
done
echo "work alone $((alone / 1000)) us, beside $((beside / 1000)) us, watched $((watched / 1000)) us; $sum XOFFs in $span_us us, a port $least to $most"
check_between "work takes times as long, in hundredths" $((beside * 100 / alone)) 100 300
check_between "the same where somebody listens" $((watched * 100 / alone)) 100 1000
echo "beside a slow driver $((slow / 1000)) us; $slow_xoffs XOFFs since that began"
# A port waits twice as long as its last XOFF took to send. So sending takes a third of the time, and the
# work takes 150 % of its time alone.
check_between "the same beside a slow driver" $((slow * 100 / alone)) 110 180
check_between "events of XOFF that were told" "$(grep -c '"xoff"' "$TMP/events")" 100 1000000
check_between "XOFFs in the time" "$sum" $((span_us * 1000 / turn_ns / 2)) $((span_us * 1000 / turn_ns + 2 * ports))
check_between "XOFFs of a port, the least" "$least" $((most / 2)) "$most"
