#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# While a priority is paused, the other priorities get its share by weight, also those of its own
# class. When it may send again, the shares are those from before the pause, without a burst or a gap.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PFC, captures
. "${0%/*}/../../lib/queues.sh"

port_pair speed 10mbit limit 268435456 prio 0-7 tsa 0:ets,1:ets,2:ets tc-bw 0:50,1:30,2:20

# when NAME FRAME-NUMBER: prints the time of this control frame of the capture
when()
{
	awk -v nth="$2" '$4 == "8808" && ++n == nth { print $1 }' "$TMP/$1"
}

# The frames join while all priorities are paused. Later priority 1 is paused for 15 ms while the
# others send.
shut 0 1 2 3
station blast "$DUT" prio 0-2 count 3000 size 1514 sndbuf 1000000000 >"$TMP/blast"
check_counters queue_packets_0 3000 queue_packets_1 3000 queue_packets_2 3000
configure speed 1gbit pace on
capture_peer long
from_peer pfc 0:0,1:0,2:0,3:0 + pfc 1:29297 after 15ms + pfc none after 25ms
await 20 drained
finish long
check_received long
begin=$(when long 1)
pause=$(when long 2)
end=$((pause + 15000000))
shares long "t >= $begin && t < $pause"
check_shares "before the pause" 0=500 1=300 2=200
shares long "t >= $pause + 20000 && t < $end"
check_eq "in the pause: priority 1" "${share[1]}" 0
check_shares "in the pause" 0=714 2=286
shares long "t >= $end && t < $end + 10000000"
check_shares "10 ms after the pause" 0=500 1=300 2=200
# Even in the first one or two rounds the priority sends neither a burst nor too little.
shares long "t >= $end && t < $end + 1000000"
check_between "1 ms after the pause: permille of priority 1" "${share[1]}" 250 350

# One of two priorities of a class is paused: the class keeps its share.
configure speed 10mbit pace off prio-tc 3:1
shut 0 1 2 3
station blast "$DUT" prio 0,1,3 count 2000 size 1514 sndbuf 1000000000 >"$TMP/blast"
configure speed 1gbit pace on
capture_peer shared
from_peer pfc 0:0,3:0 + pfc none after 10ms + pfc 1:0 after 100us
await 20 drained
finish shared
check_received shared
begin=$(when shared 1)
shares shared "t >= $begin && t < $(when shared 2)"
check_eq "one of a class paused: priority 1" "${share[1]}" 0
check_shares "one of a class paused" 0=625 3=375
begin=$(when shared 3)
shares shared "t >= $begin + 20000 && t < $begin + 10000000"
check_shares "both may send" 0=625
check_between "both may send: permille of priority 1" "${share[1]}" 182 193
check_between "both may send: permille of priority 3" "${share[3]}" 182 193
