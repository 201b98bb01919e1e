#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: plans
#
# Storms at all four ports of a switch stop the lossless priorities of each port, and no lossy frame is lost. A port whose storm
# ends goes on, while the others wait. No link goes down.
#
#	sender-N		here				$PEER
#	txN ------------------- swN [switch] outN ------------- rxN	N = 1 to 4
#	pausectl, 100 Mb/s	pausectl     pausectl, 10 Mb/s	plain stations: send storms, capture
. "${0%/*}/../lib/plans.sh"

ports="1 2 3 4"
all=0,1,2,3,4,5,6,7

add_netns "$PEER"
add_bridge br0
for n in $ports; do
	veth "out$n" "rx$n" "$PEER"
	port "out$n" prio 3,4 speed $speed pace on
	enslave "out$n" br0
	bridge fdb add "02:00:00:00:00:0$n" dev "out$n" master static
	sender "$n" prio 3,4 speed 100mbit pace on
	content "/sys/class/net/out$n/carrier_changes"
	changes[n]=$reply
done

jobs=()
for n in $ports; do
	background station -n "$PEER" frame "rx$n" pfc 3:65535,4:65535 count 20 every 50ms
	jobs+=("$job")
	await 2 counter_is paused_4 1 "out$n"
	capture "storm-$n" -n "$PEER" capture "rx$n"
done
for n in $ports; do
	blast_from "$n" prio $all size 1000 every 20ms count 20 da "02:00:00:00:00:0$n"
	jobs+=("$job")
done
wait "${jobs[@]}"
for n in $ports; do
	DUT=out$n await 5 gone $LOSSY
done
for n in $ports; do
	finish "storm-$n"
	reply_is "L05, port $n: frames of 3 and 4 that arrived in the storm" 0 arrived 3,4 "storm-$n"
	check_flows "$n" $LOSSY "storm-$n"
done

capture after -n "$PEER" capture rx1
station -n "$PEER" frame rx1 pfc 3:0,4:0
await 5 all_drained out1
finish after
check_flows 1 3,4 after
for n in 2 3 4; do
	reply_is "L05, port $n: frames of 3 that still wait" 20 counter queue_packets_3 "out$n"
	station -n "$PEER" frame "rx$n" pfc 3:0,4:0
done
await 5 all_drained out2 out3 out4
for n in $ports; do
	reply_is "L05, port $n: frames dropped" 0 sum_of drops "out$n"
	reply_is "L05, port $n: times that its link went up or down" "${changes[n]}" content "/sys/class/net/out$n/carrier_changes"
done
check_empty sw1 sw2 sw3 sw4
