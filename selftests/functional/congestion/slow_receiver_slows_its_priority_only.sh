#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# A receiver of 10 Mb/s on one priority does not slow the frames that the same sender has for a
# receiver of 100 Mb/s on another priority.
#
#	sender-1            here                                        $PEER
#	tx1 --------------- sw1 [switch] $DUT pausectl, 10 Mb/s ------- $LINK	priority 3
#	pausectl, sends     pausectl     fast pausectl, 100 Mb/s ------ far	priority 5
#	3 and 5                                                         captures
. "${0%/*}/../../lib/lossless.sh"

fast=02:00:00:00:00:99

receiver_pair
configure prio 3,5 speed 10mbit pace on
veth fast far "$PEER"
port fast prio 3,5 speed 100mbit pace on
enslave fast br0
bridge fdb add $fast dev fast master static
sender 1 prio 3,5 speed 200mbit pace on

capture far -n "$PEER" capture far
lossy_from 1 prio 3 size 1514 for 1s
slow=$job
blast_from 1 prio 5 size 1514 da $fast for 1s
wait "$job"
wait "$slow"
await 20 all_drained "$DUT" fast
finish far
check_whole 1 5 far
rate=$(awk '/^#/ { next } !first { first = $1; next } { octets += $3 + 24; last = $1 }
	END { printf "%d\n", octets * 8 * 1e6 / (last - first) }' "$TMP/far")
check_between "to the fast receiver, kbit/s" "$rate" 99000 100100
reply_between "XOFFs for priority 3" 1 1000000 counter tx_xoff_3 sw1
reply_is "lossless frames dropped" 0 sum_of buffer_drops sw1
check_empty sw1
