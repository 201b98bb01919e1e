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
. "${0%/*}/../../lib/lib.sh"

pair
attach
configure speed 10mbit limit 268435456 prio 0-7 tsa 0:ets,1:ets,2:ets tc-bw 0:50,1:30,2:20
all=0:65535,1:65535,2:65535,3:65535

# counts NAME FROM TO: of the frames captured then, the permille of priorities 0 to 3, and the
# number of all; in the array sent
declare -a sent
counts()
{
	read -ra sent < <(awk -v from="$2" -v to="$3" '
		$4 == "88b5" && $1 >= from && $1 < to { n[$5]++; all++ }
		END {
			for (prio = 0; prio < 4; prio++)
				printf "%d ", all ? n[prio] * 1000 / all + 0.5 : 0
			print all + 0
		}' "$TMP/$1")
}

# when NAME FRAME-NUMBER: prints the time of this control frame of the capture
when()
{
	awk -v nth="$2" '$4 == "8808" && ++n == nth { print $1 }' "$TMP/$1"
}

check_share() # WHAT PRIO PERMILLE
{
	check_between "$1: permille of priority $2" "${sent[$2]}" $(($3 * 99 / 100)) \
		$(($3 * 101 / 100))
}

# The frames join while all priorities are paused. Later priority 1 is paused for 15 ms while the
# others send.
from_peer pfc $all
await 2 counter_is paused_1 1
station blast "$DUT" prio 0-2 count 3000 size 1514 sndbuf 1000000000 >"$TMP/blast"
for prio in 0 1 2; do
	check_counter "queue_packets_$prio" 3000
done
configure speed 1gbit pace on
capture_peer long
from_peer pfc 0:0,1:0,2:0,3:0 + pfc 1:29297 after 15ms + pfc none after 25ms
await 20 drained
reap "$job"
check_received long
begin=$(when long 1)
pause=$(when long 2)
end=$((pause + 15000000))
counts long "$begin" "$pause"
check_share "before the pause, ${sent[4]} frames" 0 500
check_share "before the pause" 1 300
check_share "before the pause" 2 200
counts long $((pause + 20000)) "$end"
check_eq "in the pause, ${sent[4]} frames: priority 1" "${sent[1]}" 0
check_share "in the pause" 0 714
check_share "in the pause" 2 286
counts long "$end" $((end + 10000000))
check_share "10 ms after the pause, ${sent[4]} frames" 0 500
check_share "10 ms after the pause" 1 300
check_share "10 ms after the pause" 2 200
# Even in the first one or two rounds the priority sends neither a burst nor too little.
counts long "$end" $((end + 1000000))
check_between "1 ms after the pause, ${sent[4]} frames: permille of priority 1" "${sent[1]}" 250 350

# One of two priorities of a class is paused: the class keeps its share.
configure speed 10mbit pace off prio-tc 3:1
from_peer pfc $all
await 2 counter_is paused_1 1
station blast "$DUT" prio 0,1,3 count 2000 size 1514 sndbuf 1000000000 >"$TMP/blast"
configure speed 1gbit pace on
capture_peer shared
from_peer pfc 0:0,3:0 + pfc none after 10ms + pfc 1:0 after 100us
await 20 drained
reap "$job"
check_received shared
begin=$(when shared 1)
counts shared "$begin" "$(when shared 2)"
check_eq "one of a class paused, ${sent[4]} frames: priority 1" "${sent[1]}" 0
check_share "one of a class paused" 0 625
check_share "one of a class paused" 3 375
begin=$(when shared 3)
counts shared $((begin + 20000)) $((begin + 10000000))
check_share "both may send, ${sent[4]} frames" 0 625
check_between "both may send: permille of priority 1" "${sent[1]}" 182 193
check_between "both may send: permille of priority 3" "${sent[3]}" 182 193
