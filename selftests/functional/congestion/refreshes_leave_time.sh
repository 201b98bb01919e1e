#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# However many ports ask their partners to stop, and however short their refresh is, a processor
# sends at most one XOFF in 12 us for all ports together. So processes still run, and each port sends
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
. "${0%/*}/../../lib/other_user.sh"

ports=32
turn_ns=12000

# xoffs: how many XOFFs each port has sent, in the array sent
xoffs()
{
	local i

	for ((i = 0; i < ports; i++)); do
		counter tx_xoff_3 "many$i"
		sent[i]=$reply
	done
}

all() # COMMAND
{
	local i

	for ((i = 0; i < ports; i++)); do
		pausectl "$1" dev "many$i" prio 3
	done
}

for ((i = 0; i < ports; i++)); do
	veth "many$i" "end$i"
	finally "ip link del many$i"
	port "many$i" prio 3 speed 1.6tbit refresh-quanta 1
done
work_alone 20000
all xoff
began=${EPOCHREALTIME/./}
xoffs
before=("${sent[@]}")
check_work "beside $ports ports" 100 300
refreshing=$reply
xoffs
span_us=$((${EPOCHREALTIME/./} - began))
listener events pausectl -j monitor
check_work "where somebody listens" 100 1000
finish events
all xon
sum=0 least=1000000000 most=0
for ((i = 0; i < ports; i++)); do
	n=$((sent[i] - before[i]))
	sum=$((sum + n))
	least=$((n < least ? n : least))
	most=$((n > most ? n : most))
done
echo "$sum XOFFs in $span_us us, a port $least to $most"
reply_between "events of XOFF that were told" 100 1000000 times_told events '"xoff"'
check_between "XOFFs in the time" "$sum" $((span_us * 1000 / turn_ns / 2)) $((span_us * 1000 / turn_ns + 2 * ports))
check_between "XOFFs of a port, the least" "$least" $((most / 2)) "$most"

veth lower far
finally "ip link del lower"
ip link add link lower name slow up type macvlan
tc qdisc add dev lower clsact
for ((i = 0; i < 1500; i++)); do
	echo "filter add dev lower egress protocol all prio 1 u32 match u32 0x01020304 0xffffffff at 0"
done | tc -batch -
port slow prio 3 speed 1.6tbit refresh-quanta 1
pausectl xoff dev slow prio 3
# A port waits twice as long as its last XOFF took to send. So sending takes a third of the time, and the
# work takes 150 % of its time alone.
check_work "beside a slow driver" 110 180
counter tx_xoff_3 slow
echo "$reply XOFFs since that began"
pausectl xon dev slow prio 3

# --- at an interval, by another user ---------------------------------------------------------
# The script tries intervals that are refused. Then it begins XOFF that is sent, and later XOFF that is received. For each
# line that it reads, it prints the number of frames of all ports, and the times before and after it counted.
mkdir "$TMP/sys"
other_user "$TMP" <<'END'
mount -t sysfs sysfs "$1/sys" || exit
for i in {1..8}; do
	ip link add "own$i" up type veth peer name "end$i"
	ip link set "end$i" up
	tc qdisc add dev "own$i" root pausectl
	pausectl set dev "own$i" prio 3 speed 1gbit
done
for words in "1us for 0.001" "19999ns for 0.001" "1us for 0.001 received" "20us for 0.001"; do
	text=$(pausectl xoff dev own1 prio 3 interval $words 2>&1)
	echo "$? $text"
done
# frames DIRECTION: of all ports
frames()
{
	cat "$dir"/sys/class/net/own*/pausectl/statistics/"$1"_xoff | awk '{ sum += $4 } END { print sum }'
}
dir=$1
for kind in tx rx; do
	for i in {1..8}; do
		words=""
		[[ $kind == tx ]] || words=received
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

for what in "interval 1us" "interval 19999ns" "received, interval 1us"; do
	next
	check_match "$what in a user namespace" "$reply" "2 *interval*20000 ns*CAP_NET_ADMIN*"
done
reply_is "interval 20us in a user namespace" 0 next
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
	echo "8 ports, $kind: work beside $((beside / 1000)) us; $frames frames in $span_us us"
	# One sender sends both, and a frame costs what it costs on this kernel.
	check_between "8 ports, $kind: work takes as long as beside those $ports, in hundredths" $((beside * 100 / refreshing)) 30 110
	check_between "8 ports, $kind: frames in the time" "$frames" $((span_us * 1000 / turn_ns / 4)) \
		$((span_us * 1000 / turn_ns + 2 * 8))
done

# XOFF of root keeps its interval as far as the processor can. It sends more frames than there are
# turns in this time.
port_pair prio 3 speed 1gbit
pausectl xoff dev "$DUT" prio 3 interval 2us for 0.01
await 5 xoff_over "$DUT"
reply_between "XOFFs of root, each 2 us for 10 ms" 1100 5002 counter tx_xoff_3
