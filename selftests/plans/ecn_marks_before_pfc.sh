#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: plans
#
# Congestion of a lossless priority grows frame by frame. ECN marks at a lower load than the one at which the switch sends PFC, both
# go on together, and no frame is lost.
. "${0%/*}/../lib/plans.sh"

# IPv4, ECT(0), to the receiver of station blast
frame="020000000088 020000000001 0800 4502002e0000000040fd65cf0a0000010a000002 $(printf %052d 0)"

plan_switch ecn 3:100 ecn-min 3:2000 ecn-max 3:2000
pausectl set dev sw1 buffer-xoff 3:6000 buffer-xon 3:3000
capture_peer peer
from_peer pfc 3:65535
await 2 counter_is paused_3 1
first_mark=0
for load in {1..60}; do
	on_sender 1 station frame tx1 hex "$frame" len 200 vlan 1:3
	await 2 counter_is queue_packets_3 "$load"
	counter ecn_marks_3
	((first_mark || !reply)) || first_mark=$load
	counter tx_xoff_3 sw1
	((!reply)) || break
done
first_xoff=$load
# The sender obeys: what it sends from now on waits at the sender.
on_sender 1 station frame tx1 hex "$frame" len 200 vlan 1:3 count 20
check_between "L09: load of the first mark, frames" "$first_mark" 2 $((first_xoff - 1))
check_between "L09: load of the first PFC frame, frames" "$first_xoff" $((first_mark + 1)) 59
from_peer pfc 3:0
await 5 drained
await 2 counter_is xoff_outstanding_3 0 sw1
await 2 at_least $((first_xoff + 20)) receiver_has
finish peer
check_eq "L09: frames sent and arrived" "$(grep -c ' 0800 ' "$TMP/peer")" $((first_xoff + 20))
counter ecn_marks_3
check_eq "L09: marks counted, and on the wire" "$(grep -c ' ecn=3' "$TMP/peer")" "$reply"
reply_between "L09: XONs" 1 20 counter tx_xon_3 sw1
reply_is "L09: frames dropped" 0 sum_of buffer_drops sw1
