#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# The user may change rx, the mode or the priorities during a pause, so that the port obeys no more such
# pauses. The running pause still lasts for its time. Frames that come afterwards do not change it.
#
# The same holds for all eight priorities at once with `rx-prio none`.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"

asked_us=409600			# 8000 quanta at 10 Mb/s
late_us=100

# finishes INDEX XOFF-FRAME XON-FRAME SETTINGS...
finishes()
{
	local index=$1 xoff=$2 xon=$3 what="$2, then set ${*:4}" before
	shift 3

	counter "pause_duration_us_$index"
	before=$reply
	# shellcheck disable=SC2086 # frames are words
	from_peer $xoff
	await 2 counter_is "paused_$index" 1
	configure "$@"
	# shellcheck disable=SC2086
	from_peer $xon
	await 2 counter_reaches rx_ignored $((ignored += 1))
	check_counter "paused_$index" 1
	await 2 counter_is "paused_$index" 0
	counter "pause_duration_us_$index"
	check_between "$what: length of the pause in us" $((reply - before)) \
		$asked_us $((asked_us + late_us))
}

# all_finish: all eight priorities at once; rx-prio changes, tx-prio stays
all_finish()
{
	local prio earlier=()

	for prio in {0..7}; do
		counter "pause_duration_us_$prio"
		earlier+=("$reply")
	done
	from_peer pfc 0:8000,1:8000,2:8000,3:8000,4:8000,5:8000,6:8000,7:8000
	await 2 counter_is paused_7 1
	configure rx-prio none
	from_peer pfc 0:0,1:0,2:0,3:0,4:0,5:0,6:0,7:0
	await 2 counter_reaches rx_ignored $((ignored += 1))
	for prio in {0..7}; do
		await 2 counter_is "paused_$prio" 0
		counter "pause_duration_us_$prio"
		check_between "rx-prio none: length of the pause of $prio in us" \
			$((reply - earlier[prio])) $asked_us $((asked_us + late_us))
	done
}

ignored=0
pair
attach
configure speed 10mbit
finishes link "pause 8000" "pause 0" rx off
configure rx on
finishes link "pause 8000" "pause 0" mode off
configure mode pause
finishes link "pause 8000" "pause 0" prio 4
finishes 4 "pfc 4:8000" "pfc 4:0" prio 5
finishes 5 "pfc 5:8000" "pfc 5:0" mode pause
configure prio 0-7
all_finish
