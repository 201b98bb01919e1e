#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# However many ports ask their partners to stop, and however short their refresh is, a processor
# sends at most one XOFF in 10 us for all ports together. So processes still run, and each port sends
# its XOFFs.
#
# Processes also run if a monitor listens to the events of these XOFFs, if a device takes long
# to send, such as a macvlan above a device with 1500 filters, and if the root user of another user
# namespace makes ports send XOFF at an interval, or act as if they received it. Only CAP_NET_ADMIN in the
# initial user namespace allows an interval below 20 us, and such an XOFF keeps its interval.
#
#	here
#	many0 pausectl, sends XOFF --- end0	32 veth pairs, up to many31 --- end31
#	slow pausectl, sends XOFF
#	  | macvlan
#	lower, 1500 filters of tc --- far
#	veth0 pausectl, sends XOFF --- veth1, in $PEER
#
#	a network namespace of another user namespace
#	own1 pausectl --- end1		8 veth pairs, up to own8 --- end8
. "${0%/*}/../../lib/lib.sh"

ports=32
turn_ns=10000

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
work 20000
alone=$reply
for ((i = 0; i < ports; i++)); do
	pausectl xoff dev "many$i" prio 3
done
began=${EPOCHREALTIME/./}
xoffs
before=("${sent[@]}")
work 20000
refreshing=$reply
xoffs
span_us=$((${EPOCHREALTIME/./} - began))
background pausectl -j monitor >"$TMP/events" 2>"$TMP/monitor.err"
await 10 nonempty "$TMP/monitor.err"
work 20000
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
work 20000
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
echo "work alone $((alone / 1000)) us, beside $((refreshing / 1000)) us, watched $((watched / 1000)) us; $sum XOFFs in $span_us us, a port $least to $most"
check_between "work takes times as long, in hundredths" $((refreshing * 100 / alone)) 100 300
check_between "the same where somebody listens" $((watched * 100 / alone)) 100 1000
echo "beside a slow driver $((slow / 1000)) us; $slow_xoffs XOFFs since that began"
# A port waits twice as long as its last XOFF took to send. So sending takes a third of the time, and the
# work takes 150 % of its time alone.
check_between "the same beside a slow driver" $((slow * 100 / alone)) 110 180
check_between "events of XOFF that were told" "$(grep -c '"xoff"' "$TMP/events")" 100 1000000
check_between "XOFFs in the time" "$sum" $((span_us * 1000 / turn_ns / 2)) $((span_us * 1000 / turn_ns + 2 * ports))
check_between "XOFFs of a port, the least" "$least" $((most / 2)) "$most"

# --- at an interval, by another user ---------------------------------------------------------
# The script of the other user. It makes ports and tries intervals that are refused. Then it begins
# XOFF that is sent, and later XOFF that is received. For each line that it reads, it prints the
# number of frames of all ports, and the times before and after it counted.
cat >"$TMP/own.sh" <<'END'
mount -t sysfs sysfs "$1/sys" || exit
refused()
{
	local text

	text=$(pausectl xoff dev own1 prio 3 "$@" 2>&1)
	echo "$? $text"
}
for i in {1..8}; do
	ip link add "own$i" up type veth peer name "end$i"
	ip link set "end$i" up
	tc qdisc add dev "own$i" root pausectl
	pausectl set dev "own$i" prio 3 speed 1gbit
done
refused interval 1us for 0.001
refused interval 19999ns for 0.001
refused interval 1us for 0.001 received
refused interval 20us for 0.001
# frames DIRECTION: of all ports
frames()
{
	local i sum=0

	for i in {1..8}; do
		read -ra reply <"$dir/sys/class/net/own$i/pausectl/statistics/${1}_xoff"
		sum=$((sum + reply[3]))
	done
	echo "$sum"
}
dir=$1
for kind in tx rx; do
	for i in {1..8}; do
		words=""
		[[ $kind == tx ]] || words=received
		# shellcheck disable=SC2086 # a word or none
		pausectl xoff dev "own$i" prio 3 interval 20us for 60 $words
	done
	until (($(frames $kind) > 800)); do sleep 0.01; done
	echo "$kind"
	for when in before after; do
		read -r _
		began=${EPOCHREALTIME/./}
		echo "$(frames $kind) $began ${EPOCHREALTIME/./}"
	done
	for i in {1..8}; do
		pausectl xon dev "own$i"
	done
done
END
mkdir "$TMP/sys"
coproc other { exec unshare --user --map-root-user --net --mount bash "$TMP/own.sh" "$TMP" 2>&1; }
jobs_started+=("$other_PID")
next()
{
	read -rt 60 reply <&"${other[0]}"
}

ask()
{
	echo >&"${other[1]}"
	next
}

for what in "interval 1us" "interval 19999ns" "received, interval 1us"; do
	next
	check_match "$what in a user namespace" "$reply" "2 *interval*20000 ns*CAP_NET_ADMIN*"
done
next
check_eq "interval 20us in a user namespace" "$reply" 0
for kind in sent received; do
	next
	ask
	read -r frames began _ <<<"$reply"
	work 20000
	beside=$reply
	ask
	read -r after _ ended <<<"$reply"
	frames=$((after - frames))
	span_us=$((ended - began))
	echo "8 ports, $kind: work alone $((alone / 1000)) us, beside $((beside / 1000)) us; $frames frames in $span_us us"
	# One sender sends both, and a frame costs what it costs on this kernel.
	check_between "8 ports, $kind: work takes as long as beside those $ports, in hundredths" $((beside * 100 / refreshing)) 30 110
	check_between "8 ports, $kind: frames in the time" "$frames" $((span_us * 1000 / turn_ns / 4)) \
		$((span_us * 1000 / turn_ns + 2 * 8))
done

# XOFF of root keeps its interval as far as the processor can. It sends more frames than there are
# turns in this time.
pair
attach
configure prio 3 speed 1gbit
pausectl xoff dev "$DUT" prio 3 interval 2us for 0.01
await 5 xoff_over "$DUT"
counter tx_xoff_3
check_between "XOFFs of root, each 2 us for 10 ms" "$reply" 1100 5002
