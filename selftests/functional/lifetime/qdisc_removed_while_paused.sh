#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
#
# The qdisc can be removed and replaced while it is paused, with data waiting and control frames
# coming in. Then the device sends again, complete and in order.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PFC
. "${0%/*}/../../lib/lib.sh"

rounds=4

pair
blast prio 0-7 size 300 every 4ms burst 2
sender=$job
background station -n "$PEER" frame "$LINK" \
	pfc 0:65535,1:65535,3:100,5:0,7:9 count 4000000000 every 1ms persist
storm=$job

for ((round = 1; round <= rounds; round++)); do
	attach
	configure prio 0-7 speed 100mbit pace on
	await 10 counter_reaches rx_xoff_0 5
	await 10 counter_reaches queue_packets_0 5
	case $((round % 4)) in
	0) tc qdisc replace dev "$DUT" root handle 9: pfifo; detach ;;
	1) detach ;;
	2) tc qdisc replace dev "$DUT" root handle 2: pausectl
	   check_setting qdiscs 1
	   detach ;;
	3) ip link set "$DUT" down; detach; ip link set "$DUT" up ;;
	esac
	check_eq "round $round: ports left" "$(pausectl -j show)" "[]"
done
kill "$storm"
reap "$sender"

# The device sends again, in order.
capture_dut dut
dut=$job
station blast "$DUT" prio 0-7 count 20 >"$TMP/blast"
reap "$dut"
check_received dut out
