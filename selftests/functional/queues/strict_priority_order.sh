#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# Waiting frames leave in strict order of priority, 7 first, and within a priority in the order of
# their arrival. A paused priority is passed over.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PAUSE, PFC, captures
. "${0%/*}/../../lib/lib.sh"

each=10

port_pair speed 10mbit

# order CAPTURE: prints the order of the priorities, a digit for each run of frames
order()
{
	awk '/ 88b5 / && $5 != last { printf "%s", last = $5 }' "$TMP/$1"
}

capture_peer all
shut link
station blast "$DUT" prio 0-7 count $each size 100 >"$TMP/blast"
for prio in {0..7}; do
	check_counter "queue_packets_$prio" $each
done
from_peer pause 0
await 2 drained
finish all
check_eq "order of the link's release" "$(order all)" 76543210
check_received all

configure prio 0-7
capture_peer some
shut {0..7}
station blast "$DUT" prio 0-7 count $each size 100 >"$TMP/blast"
from_peer pfc 1:0,2:0,4:0,7:0
await 2 counter_is queue_packets_1 0
from_peer pfc 0:0,3:0,5:0,6:0
await 2 drained
finish some
check_eq "order of two releases" "$(order some)" 74216530
check_received some
