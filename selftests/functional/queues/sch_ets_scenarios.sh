#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# Streams of two or three classes overcommit a port of 1 Gb/s and get the shares that the kernel's
# own selftest of sch_ets demands: strict, mixed, uniform and varying weights, a quantum that
# changes, and two bands.
#
# Classes stand for the bands, and the nearest percentages for the quanta. Both tests demand more than
# 95% for a strict stream, and less than 5% for the stream below it. The selftest of sch_ets lets
# weighted streams be 15% off. This test allows 1% or a frame.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PAUSE, captures
. "${0%/*}/../../lib/lib.sh"

pair
attach
configure limit 268435456

# traffic NAME CLASS...: queues 600 frames of each class in a pause, then releases them. Of the
# octets of the first 600 frames that leave, the permille of each class; in the array share
declare -a share
traffic()
{
	local name=$1 prio

	shift
	configure speed 1mbit pace off
	from_peer pause 65535
	await 2 counter_is paused_link 1
	: >"$TMP/blast"
	for prio; do
		station blast "$DUT" prio "$prio" count 600 size 1514 sndbuf 1000000000 >>"$TMP/blast"
		await 2 counter_is "queue_packets_$prio" 600
	done
	configure speed 1gbit pace on
	capture_peer "$name"
	from_peer pause 0
	await 20 drained
	reap "$job"
	check_received "$name"
	read -ra share < <(awk '
		$4 == "88b5" && n < 600 { octets[$5] += $3; all += $3; n++ }
		END {
			for (prio = 0; prio < 8; prio++)
				printf "%d ", octets[prio] * 1000 / all + 0.5
			print ""
		}' "$TMP/$name")
}

check_share() # WHAT CLASS PERMILLE
{
	local off=$(($3 / 100 > 2 ? $3 / 100 : 2))

	check_between "$1: permille of class $2" "${share[$2]}" $(($3 - off)) $(($3 + off))
}

# sch_ets serves band 0 first. A port serves the highest class first: 2, 1, 0.
configure tsa strict tc-bw 0
traffic strict01 2 1
check_between "strict: permille of the higher" "${share[2]}" 951 1000
check_between "strict: permille of the lower" "${share[1]}" 0 49
traffic strict12 1 0
check_between "strict, the other two: permille of the higher" "${share[1]}" 951 1000
check_between "strict, the other two: permille of the lower" "${share[0]}" 0 49

# strict 1 quanta 5000 2500 (1500 is for a band that has no stream)
configure tsa 0:ets,1:ets tc-bw 0:33,1:67
traffic mixed01 2 1
check_between "mixed: permille of the strict" "${share[2]}" 951 1000
traffic mixed12 1 0
check_share "mixed, 5000/2500" 1 670
check_share "mixed, 5000/2500" 0 330

# quanta 3300 3300 3300
configure tsa 0:ets,1:ets,2:ets tc-bw 0:34,1:33,2:33
traffic uniform 0 1 2
check_share "3300/3300/3300" 0 340
check_share "3300/3300/3300" 1 330
check_share "3300/3300/3300" 2 330

# quanta 5000 3500 1500
configure tc-bw 0:50,1:35,2:15
traffic varying 0 1 2
check_share "5000/3500/1500" 0 500
check_share "5000/3500/1500" 1 350
check_share "5000/3500/1500" 2 150

# quantum 8000 for the second
configure tc-bw 0:34,1:55,2:11
traffic changed 0 1 2
check_share "5000/8000/1500" 0 340
check_share "5000/8000/1500" 1 550
check_share "5000/8000/1500" 2 110

# quanta 5000 2500
configure tsa 2:strict tc-bw 0:67,1:33
traffic two 0 1
check_share "5000/2500" 0 670
check_share "5000/2500" 1 330
