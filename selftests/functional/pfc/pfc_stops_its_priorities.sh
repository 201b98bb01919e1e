#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# A PFC frame stops the priorities that it names, each for its own time, and releases those that it names with time 0
# (IEEE 802.1Q, 36.1; 802.3, 31D). It leaves the other priorities alone. The test stops several priorities at once, and
# then each of the eight in turn.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PFC, captures
. "${0%/*}/../../lib/lib.sh"

speed=100000000
wire_ns=41920			# a frame of 500 octets

# begin STATION-ARGUMENTS...: data of all priorities flows
begin()
{
	capture_peer peer
	capture_dut dut
	blast prio 0-7 size 500 "$@"
}

# end TRANSITIONS PRIORITY...: once the priorities have had this number of pauses, the data ends
end()
{
	local prio

	for prio in "${@:2}"; do
		await 10 counter_is "pause_transitions_$prio" "$1"
	done
	finish blast
	await 10 drained
	finish dut peer
	check_received peer
	station pauses "$TMP/dut" speed $speed >"$TMP/pauses"
}

port_pair prio 0-7 speed $speed pace on

# --- several at once -------------------------------------------------------------------------
# If two priorities resume together, the higher one first sends all its waiting frames, here about 10.
slack_ns=$((20 * wire_ns))
begin every 1ms
from_peer pfc 0:1000,2:2000,5:3000,7:4000 after 10ms + \
	pfc 1:60000,6:60000 after 40ms + pfc 1:0,3:1000,6:0 after 10ms
end 1 0 1 2 3 5 6 7
check_eq "requests" "$(wc -l <"$TMP/pauses")" 9
while read -r line; do
	fields "$line"
	what="priority ${field[index]}, ${field[quanta]} quanta"
	check_eq "$what: frames begun after one quantum" "${field[early]}" 0
	check_between "$what: sending goes on so many ns late" "${field[late]}" 0 $slack_ns
done <"$TMP/pauses"
check_counter pause_transitions_4 0
check_counter pause_transitions_link 0

# --- each in turn ----------------------------------------------------------------------------
# All eight share one class and always have frames waiting, so the pace alone decides what is sent.
detach
attach
configure prio 0-7 prio-tc 0:0,1:0,2:0,3:0,4:0,5:0,6:0,7:0 speed $speed pace on
asked=2000			# 10.24 ms
# The seven others share 10.24 ms, the time of 244 frames of 524 octets on the wire. That is 35 frames
# each, and a turn more or less. A priority begins a turn with a credit of at most 1538 octets (rules/ets.c)
# and sends while it has credit left: 4 frames of 500 octets. A priority that resumes waits at most for
# a turn of each other priority and for the frame in transmission.
fair=35
turn=4
round_ns=$(((7 * turn + 1) * wire_ns))
begin
for prio in {0..7}; do
	await 10 counter_reaches "queue_packets_$prio" 100
done
from_peer pfc 0:$asked + pfc 1:$asked after 20ms + \
	pfc 2:$asked after 20ms + pfc 3:$asked after 20ms + \
	pfc 4:$asked after 20ms + pfc 5:$asked after 20ms + \
	pfc 6:$asked after 20ms + pfc 7:$asked after 20ms
end 1 {0..7}
check_eq "pauses" "$(wc -l <"$TMP/pauses")" 8
while read -r line; do
	fields "$line"
	what="PFC of $asked quanta for priority ${field[index]}"
	check_eq "$what: frames begun after one quantum" "${field[early]}" 0
	check_between "$what: resumed so many ns late" "${field[late]}" 0 $round_ns
	check_between "$what: frames of each other priority meanwhile" "${field[others]}" $((fair - turn)) $((fair + turn))
done <"$TMP/pauses"
