#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# A class with a maximum rate sends no faster, whatever the size of its frames is, on a paced port or
# not, strict or ETS. The other classes get the rest of the link. When the rate is removed, the class
# sends faster again.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PAUSE
. "${0%/*}/../../lib/queues.sh"

port_pair limit 268435456

# rate NAME PRIO TIME: prints the rate of the captured frames of PRIO, kbit/s, and how many ns a
# frame is ahead of a grid of TIME ns at most. The median frame is on the grid: any frame may be
# late, also the first one, because an interrupt can come before it leaves.
rate()
{
	awk -v prio="$2" -v time="$3" '
		$2 == "out" && $5 == prio {
			if (!n)
				first = $1
			else
				octets += $3
			last = $1
			printf "%d\n", $1 - first - n++ * time | "sort -n >'"$TMP/$1.late"'"
		}
		END { printf "%d ", octets * 8000000 / (last - first) }' "$TMP/$1"
	awk '{ late[NR] = $1 } END { print late[int((NR + 1) / 2)] - late[1] }' "$TMP/$1.late"
}

limited() # RATE KBIT SIZE FRAMES SETTINGS...
{
	local kbit ahead

	configure maxrate "3:$1"
	frames_wait "$DUT" 3 "$4" "$3"
	configure "${@:5}"
	release limited out
	read -r kbit ahead < <(rate limited 3 $(($3 * 8000000 / $2)))
	check_between "$1, $3 octets, ${*:5}: kbit/s" "$kbit" $(($2 * 99 / 100)) "$2"
	check_between "$1, $3 octets, ${*:5}: most ns ahead of the grid" "$ahead" 0 5000
}

limited 100mbit 100000 1514 400 pace off
limited 10mbit 10000 1514 50 pace off
limited 10mbit 10000 100 300 pace off
limited 1mbit 1000 60 100 pace off
limited 100mbit 100000 1514 400 pace on speed 1gbit

# beside NAME SETTINGS...: class 3 is limited, and class 0 gets the rest of 100 Mb/s. A frame takes
# 123.04 us on the wire, with 24 octets of preamble, FCS and gap.
beside()
{
	local frames0 frames3

	configure maxrate 3:10mbit "${@:2}"
	frames_wait "$DUT" 0,3 300 1514
	configure pace on speed 100mbit
	release "$1" out
	read -r frames0 frames3 < <(awk '$2 == "out" && ($5 == 0 || $5 == 3) {
		if (!first) first = $1
		if ($1 - first < 30000000) n[$5]++
	} END { print n[0] + 0, n[3] + 0 }' "$TMP/$1")
	check_between "$1, in 30 ms: frames of the limited class" "$frames3" 24 25
	check_between "$1, in 30 ms: frames in all" $((frames0 + frames3)) 243 244
}

beside strict
# Without the limit, class 3 would get half.
beside ets tsa 0:ets,3:ets tc-bw 0:50,3:50
configure tsa strict tc-bw 0

# The limit ends while the class waits. With the limit, a frame would take 12 s.
configure maxrate 3:1kbit
frames_wait "$DUT" 3 5 1514
configure pace off
capture_dut lifted
from_peer pause 0
await 5 counter_is queue_packets_3 4
start=${EPOCHREALTIME/./}
configure maxrate none
await 5 drained
check_between "us to the end of the queue, limit lifted" $((${EPOCHREALTIME/./} - start)) 0 100000
reap "$job"
check_received lifted out
