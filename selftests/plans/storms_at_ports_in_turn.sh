#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: plans
#
# Two ports are stormed, one after the other, on the same priority and on different ones. Then all four are. The watchdog of each
# port detects its own storm, drops its own frames, and restores its own priority. Another lossless priority loses nothing.
#
#	here                              |  $PEER
#	outN pausectl, watched -----------+- rxN pausectl	N = 1 to 4
#	sends data                        |  sends storms
. "${0%/*}/../lib/plans.sh"

add_netns "$PEER"
for n in 1 2 3 4; do
	veth "out$n" "rx$n" "$PEER"
	port "out$n" prio 3,4 speed 100mbit watchdog-detect-ms 100 watchdog-restore-ms 100 watchdog drop
	on_peer tc qdisc add dev "rx$n" root handle 1: pausectl
	on_peer pausectl set dev "rx$n" prio 3,4 speed 100mbit
done

# storm_at PORT PRIORITY: the watchdog detects it
storm_at()
{
	on_peer pausectl xoff dev "rx$1" prio "$2" for 30
	await 2 counter_is "paused_$2" 1 "out$1"
	frames_at "$1"
	await 2 counter_is "stormed_$2" 1 "out$1"
}

frames_at() # PORT: 10 frames of each lossless priority
{
	station blast "out$1" prio 3,4 size 200 count 10 >"$TMP/blast"
}

# over PORT PRIORITY
over()
{
	on_peer pausectl xon dev "rx$1"
	await 2 counter_is "stormed_$2" 0 "out$1"
}

# states: the counter of priorities 3 and 4 of each port, in $reply
states() # COUNTER
{
	local n list=()

	for n in 1 2 3 4; do
		counter "$1_3" "out$n"
		list+=("$reply")
		counter "$1_4" "out$n"
		list[n - 1]+=",$reply"
	done
	reply=${list[*]}
}

storm_at 1 3
reply_is "W07: stormed, at the first port" "1,0 0,0 0,0 0,0" states stormed
storm_at 2 3
frames_at 1
frames_at 2
await 2 all_drained out1 out2
reply_is "W07: stormed, at both ports" "1,0 1,0 0,0 0,0" states stormed
over 1 3
reply_is "W07: stormed, once one is over" "0,0 1,0 0,0 0,0" states stormed
over 2 3
reply_is "W07: frames dropped" "20,0 20,0 0,0 0,0" states storm_drops
storm_at 1 3
storm_at 2 4
frames_at 1
frames_at 2
await 2 all_drained out1 out2
over 1 3
over 2 4
reply_is "W07, different priorities: frames dropped" "40,0 20,20 0,0 0,0" states storm_drops
reply_is "W07: frames sent, of the other priority" "0,40 20,20 0,0 0,0" states tx_packets

for n in 1 2 3 4; do
	storm_at $n 3
done
reply_is "W10: stormed, at all ports" "1,0 1,0 1,0 1,0" states stormed
for n in 1 2 3 4; do
	over $n 3
done
reply_is "W10: storms detected" "3,0 2,1 1,0 1,0" states storms_detected
reply_is "W10: storms restored" "3,0 2,1 1,0 1,0" states storms_restored
reply_is "W10: frames dropped" "50,0 30,20 10,0 10,0" states storm_drops
