#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# A change of speed, up or down, does not move the end of a running pause. The pause was asked for
# in quanta of the speed at that time.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"

asked_us=102400			# 20000 quanta at 100 Mb/s
late_us=50

pair
attach

change() # INDEX FRAME SPEED
{
	local index=$1 before

	configure speed 100mbit
	counter "pause_duration_us_$index"
	before=$reply
	# shellcheck disable=SC2086 # a frame is words
	from_peer $2
	await 2 counter_is "paused_$index" 1
	configure speed "$3"
	check_counter "paused_$index" 1
	await 10 counter_is "paused_$index" 0
	counter "pause_duration_us_$index"
	check_between "$2, then speed $3: length in us" $((reply - before)) \
		$asked_us $((asked_us + late_us))
}

change link "pause 20000" 10gbit
change link "pause 20000" 10mbit
change link "pause 20000" auto
configure prio 6
change 6 "pfc 6:20000" 10gbit
change 6 "pfc 6:20000" 10mbit
