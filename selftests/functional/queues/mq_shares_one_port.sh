#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: deterministic
# length: long
#
# The pausectl qdiscs of a multiqueue device, one for each transmit queue, are one port. A pause
# stops all of them, its end releases all, and they share counters, settings and pace.
#
#	here                                        |  $PEER
#	$DUT mq +- pausectl 11: transmit queue 0    |
#	        +- pausectl 12: transmit queue 1 ---+- $LINK station
#	        +- pausectl 13: transmit queue 2    |  sends PAUSE, captures
#	        +- pausectl 14: transmit queue 3    |
#	sends data: priority n by transmit queue n, n = 0 to 3
. "${0%/*}/../../lib/lib.sh"

each=20

pair numtxqueues 4 numrxqueues 4
tc qdisc add dev "$DUT" root handle 1: mq
for queue in 1 2 3 4; do
	tc qdisc add dev "$DUT" parent 1:$queue handle 1$queue: pausectl
	check_setting qdiscs $queue
done
tc qdisc add dev "$DUT" clsact
for queue in 0 1 2 3; do
	tc filter add dev "$DUT" egress protocol all prio $((queue + 1)) \
		basic match "meta(priority eq $queue)" \
		action skbedit queue_mapping $queue
done
check_eq "ports shown" "$(pausectl -j show | jq -c '[.[] | [.ifname, .qdiscs]]')" \
	"[[\"$DUT\",4]]"
configure speed 10mbit

# queues: prints the frames that each qdisc has sent, and those that wait in it
queues()
{
	tc -s -j qdisc show dev "$DUT" | jq -c \
		'[.[] | select(.kind == "pausectl")] | sort_by(.handle) | map([.packets, .qlen])'
}

capture_peer peer
from_peer pause 60000
await 2 counter_is paused_link 1
station blast "$DUT" prio 0-3 count $each size 200 >"$TMP/blast"
check_eq "paused: sent and waiting of each qdisc" "$(queues)" \
	"[[0,$each],[0,$each],[0,$each],[0,$each]]"
check_counters queue_packets_0 $each queue_packets_1 $each queue_packets_2 $each queue_packets_3 $each
from_peer pause 0
await 2 drained
check_eq "resumed: sent and waiting of each qdisc" "$(queues)" \
	"[[$each,0],[$each,0],[$each,0],[$each,0]]"
finish peer
check_received peer

# A pause whose time is over also releases all qdiscs.
capture_peer peer
from_peer pause 4000
await 2 counter_is paused_link 1
station blast "$DUT" prio 0-3 count $each size 200 >"$TMP/blast"
await 5 drained
check_counter paused_link 0
finish peer
check_received peer

# All four qdiscs share one pace. The speed is low, because the guest also does other work, at times
# for 0.6 ms, and on a debug kernel for several ms.
configure speed 2mbit pace on
capture_dut dut
blast prio 0-3 count 100 size 1000
wait "$job"
await 10 drained
finish dut
mean=$(awk '$2 == "out" && / 88b5 / { if (!n++) first = $1; last = $1 }
	END { printf "%d", (last - first) / (n - 1) }' "$TMP/dut")
check_between "four queues paced at 2 Mb/s: mean ns between starts" "$mean" 4055000 4137000

tc qdisc replace dev "$DUT" parent 1:2 handle 22: pfifo
check_setting qdiscs 3
tc qdisc del dev "$DUT" root
check_eq "ports when mq is gone" "$(pausectl -j show)" "[]"
