#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# A running pause goes on while the device is down or has no carrier. When the device is back, it
# sends nothing before the time asked for is over.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PAUSE, PFC; goes down and up
. "${0%/*}/../../lib/lib.sh"

speed=10000000
quanta=20000			# 1.02 s
longer=60000			# 3.07 s; a link takes up to 1 s to be seen down or up
quantum_ns=51200

link_down_up()
{
	ip link set "$DUT" down
	ip link set "$DUT" up
}

carrier_off_on()
{
	ip -n "$PEER" link set "$LINK" down
	await 5 is 0 content "/sys/class/net/$DUT/carrier"
	ip -n "$PEER" link set "$LINK" up
	await 5 is 1 content "/sys/class/net/$DUT/carrier"
}

outlive() # WHAT INDEX FRAME COMMAND
{
	local pauses

	counter "pause_transitions_$2"
	transitions=$reply
	capture_dut dut
	# shellcheck disable=SC2086 # a frame is words
	from_peer $3
	await 2 counter_is "paused_$2" 1
	"$4"
	check_counter "paused_$2" 1
	blast prio 5 size 500 every 20ms
	await 2 counter_reaches queue_packets_5 5
	await 10 counter_is "pause_transitions_$2" $((transitions + 1))
	await 2 drained
	finish blast dut

	mapfile -t pauses < <(station pauses "$TMP/dut" speed $speed)
	check_eq "$1, $3: pauses" ${#pauses[@]} 1
	fields "${pauses[0]}"
	check_eq "$1, $3: frames begun before its end" "${field[started]}" 0
	check_between "$1, $3: resumed so many ns late" "${field[late]}" 0 $quantum_ns
}

port_pair speed $speed
outlive "link down and up" link "pause $quanta" link_down_up
outlive "carrier off and on" link "pause $longer" carrier_off_on
configure prio 5
outlive "link down and up" 5 "pfc 5:$quanta" link_down_up
outlive "carrier off and on" 5 "pfc 5:$longer" carrier_off_on
