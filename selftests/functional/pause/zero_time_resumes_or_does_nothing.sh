#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# A PAUSE or PFC frame with time 0 ends a running pause at once, and changes nothing if none runs
# (IEEE 802.3, 31B.3; 802.1Q, 36.1).
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"

speed=10000000
frame_ns=819200
quantum_ns=51200

zero_time() # WHAT INDEX PAUSE-FRAME ZERO-FRAME COUNTER...
{
	local what=$1 index=$2 counters=("${@:5}") longest

	capture_dut dut
	dut=$job
	blast prio 0 size 1000
	sender=$job
	await 10 counter_reaches queue_packets_0 10
	take_snapshot
	# shellcheck disable=SC2086 # frames are words
	from_peer $4 after 5ms + $4 after 5ms + $3 after 5ms + $4 after 50ms
	check_moved "$what" rx_mac_control=4 "${counters[@]/%/=4}" "rx_xon_$index=3" "rx_xoff_$index=1" \
		"pause_transitions_$index=1" queue_packets_0=any queue_bytes_0=any
	reap "$sender"
	await 10 drained
	reap "$dut"

	mapfile -t longest < <(station pauses "$TMP/dut" speed $speed)
	fields "${longest[0]}"
	check_between "$what 0 without a pause: next frame after ns" "${field[late]}" 0 $frame_ns
	fields "${longest[2]}"
	check_eq "$what 65535: ended before its time" "${field[replaced]}" 1
	check_eq "$what 65535: frames begun after one quantum" "${field[early]}" 0
	fields "${longest[3]}"
	check_between "$what 0 in a pause: next frame after ns" "${field[late]}" 0 $quantum_ns
}

pair
attach
configure speed $speed pace on
zero_time PAUSE link "pause 65535" "pause 0" rx_pause
configure prio 0
zero_time PFC 0 "pfc 0:65535" "pfc 0:0" rx_pfc_0 rx_pfc_frames
