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
. "${0%/*}/../../lib/other_user.sh"

mkdir "$TMP/sys"
# The script begins XOFF after the first line that it reads, and counts pauses after each later one.
other_user "$TMP" 64 <<'END'
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
while read -r _; do
	echo "$(cat "$1"/sys/class/net/own*/pausectl/statistics/pause_transitions | awk '
		{ for (i = 1; i <= 8; i++) sum += $i } END { print sum }') ${EPOCHREALTIME/./}"
done
END

script_says ready
work_alone 20000
script_says begun ask
ask
read -r before began <<<"$reply"
check_work "beside ends of pauses" 100 300
ask
read -r after ended <<<"$reply"
echo "$((after - before)) pauses ended in $((ended - began)) us"
check_between "pauses that ended" $((after - before)) 1000 100000000
