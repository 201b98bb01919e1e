#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# However many ports the root user of another user namespace makes, the ends of their pauses leave
# time for processes. Each port acts as if frames came in that ask for eight times, so that eight
# pauses end one after the other.
#
#	here		a network namespace of another user namespace
#	work (a loop)	own1 pausectl --- end1		64 veth pairs, up to own64 --- end64
. "${0%/*}/../../lib/lib.sh"

ports=64

# The script of the other user. After the first line that it reads, it begins XOFF, and after the
# second one it counts pauses.
cat >"$TMP/own.sh" <<'END'
mount -t sysfs sysfs "$1/sys" || exit
for ((i = 1; i <= $2; i++)); do
	ip link add "own$i" up type veth peer name "end$i"
	ip link set "end$i" up
	tc qdisc add dev "own$i" root pausectl
	echo "set dev own$i prio 0-7 speed 10mbit" >>"$1/set"
	for prio in {0..7}; do
		echo "xoff dev own$i prio $prio quanta $((prio + 1)) for 60 received" >>"$1/xoff"
	done
done
pausectl -b "$1/set" && echo ready
read -r _
pausectl -b "$1/xoff" && echo begun
for when in before after; do
	read -r _
	sum=0
	for ((i = 1; i <= $2; i++)); do
		read -ra all <"$1/sys/class/net/own$i/pausectl/statistics/pause_transitions"
		for prio in {0..7}; do
			sum=$((sum + all[prio]))
		done
	done
	echo "$sum ${EPOCHREALTIME/./}"
done
read -r _
END
mkdir "$TMP/sys"
coproc other { exec unshare --user --map-root-user --net --mount bash "$TMP/own.sh" "$TMP" $ports 2>&1; }
jobs_started+=("$other_PID")
next()
{
	read -rt 120 reply <&"${other[0]}"
}

ask()
{
	echo >&"${other[1]}"
	next
}

next
check_eq "ports of the other user" "$reply" ready
work 20000
alone=$reply
ask
check_eq "XOFF of the other user" "$reply" begun
ask
read -r before began <<<"$reply"
work 20000
beside=$reply
ask
read -r after ended <<<"$reply"
echo "work alone $((alone / 1000)) us, beside $((beside / 1000)) us; $((after - before)) pauses ended in $((ended - began)) us"
check_between "pauses that ended" $((after - before)) 1000 100000000
check_between "work takes times as long, in hundredths" $((beside * 100 / alone)) 100 300
