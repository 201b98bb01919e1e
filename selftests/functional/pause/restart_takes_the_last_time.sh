#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# The last frame wins: it restarts the timer with its own time, whether this ends later or sooner
# than the pause that was running (IEEE 802.3, 31B.3).
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"

speed=10000000
quantum_ns=51200

restart() # INDEX FIRST-FRAME SECOND-FRAME WHAT
{
	local index=$1 what=$4 pauses

	counter "pause_transitions_$index"
	transitions=$reply
	capture_dut dut
	dut=$job
	blast prio 0 size 1000
	sender=$job
	await 10 counter_reaches queue_packets_0 10
	# shellcheck disable=SC2086 # frames are words
	from_peer $2 after 5ms + $3 after 20ms
	await 10 counter_is "paused_$index" 0
	reap "$sender"
	await 10 drained
	reap "$dut"

	mapfile -t pauses < <(station pauses "$TMP/dut" speed $speed)
	fields "${pauses[0]}"
	check_eq "$what: the first is replaced in time" "${field[replaced]}" 1
	check_eq "$what: frames begun in the first" "${field[early]}" 0
	fields "${pauses[1]}"
	check_eq "$what: frames begun in the second" "${field[started]}" 0
	check_between "$what: resumed so many ns late" "${field[late]}" 0 $quantum_ns
	check_counter "pause_transitions_$index" $((transitions + 1))
}

pair
attach
configure speed $speed pace on
restart link "pause 1000" "pause 2000" "PAUSE 1000, then 2000 quanta"
restart link "pause 2000" "pause 500" "PAUSE 2000, then 500 quanta"
configure prio 0
restart 0 "pfc 0:1000" "pfc 0:2000" "PFC 1000, then 2000 quanta"
restart 0 "pfc 0:2000" "pfc 0:500" "PFC 2000, then 500 quanta"
