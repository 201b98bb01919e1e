#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# One PFC frame stops several priorities, each for its own time, and releases others that it names
# with time 0 (IEEE 802.1Q, 36.1; 802.3, 31D).
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PFC
. "${0%/*}/../../lib/lib.sh"

speed=100000000
# If two priorities resume together, the higher one first sends all its waiting frames, here about 10.
slack_ns=$((20 * 41920))

pair
attach
configure prio 0-7 speed $speed pace on

capture_dut dut
dut=$job
blast prio 0-7 size 500 every 1ms
sender=$job
from_peer pfc 0:1000,2:2000,5:3000,7:4000 after 10ms + \
	pfc 1:60000,6:60000 after 40ms + pfc 1:0,3:1000,6:0 after 10ms
for prio in 0 1 2 3 5 6 7; do
	await 10 counter_is "pause_transitions_$prio" 1
done
reap "$sender"
await 10 drained
reap "$dut"

station pauses "$TMP/dut" speed $speed >"$TMP/pauses"
check_eq "requests" "$(wc -l <"$TMP/pauses")" 9
while read -r line; do
	fields "$line"
	what="priority ${field[index]}, ${field[quanta]} quanta"
	check_eq "$what: frames begun after one quantum" "${field[early]}" 0
	check_between "$what: sending goes on so many ns late" "${field[late]}" 0 $slack_ns
done <"$TMP/pauses"
check_counter pause_transitions_4 0
check_counter pause_transitions_link 0
