#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# A change of settings does not move the end of a running pause. The pause was asked for in quanta of the speed at that
# time. If the port obeys no more such pauses, because rx, the mode or the priorities changed, the pause still lasts,
# and frames that come afterwards do not change it. The same holds for all priorities at once.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"

late_us=50
ignored=0

# lasts "INDEX..." XOFF-FRAME XON-FRAME|"" SETTING...: a pause of 20000 quanta at 100 Mb/s. The XON-FRAME is ignored.
lasts()
{
	local indices=$1 index
	local -A before

	configure speed 100mbit
	for index in $indices; do
		counter "pause_duration_us_$index"
		before[$index]=$reply
	done
	# shellcheck disable=SC2086 # frames are words
	from_peer $2
	await 2 counter_is "paused_$index" 1
	configure "${@:4}"
	if [[ -n $3 ]]; then
		# shellcheck disable=SC2086
		from_peer $3
		await 2 counter_reaches rx_ignored $((ignored += 1))
	fi
	for index in $indices; do
		check_counter "paused_$index" 1
	done
	for index in $indices; do
		await 10 counter_is "paused_$index" 0
		counter "pause_duration_us_$index"
		check_between "$2, then set ${*:4}: length of the pause of $index in us" \
			$((reply - before[$index])) 102400 $((102400 + late_us))
	done
}

port_pair
for speed in 10gbit 10mbit auto; do
	lasts link "pause 20000" "" speed $speed
done
lasts link "pause 20000" "pause 0" rx off
configure rx on
lasts link "pause 20000" "pause 0" mode off
configure mode pause
lasts link "pause 20000" "pause 0" prio 4
lasts 4 "pfc 4:20000" "pfc 4:0" prio 5
lasts 5 "pfc 5:20000" "pfc 5:0" mode pause
configure prio 6
for speed in 10gbit 10mbit; do
	lasts 6 "pfc 6:20000" "" speed $speed
done
configure prio 0-7
lasts "0 1 2 3 4 5 6 7" "pfc 0:20000,1:20000,2:20000,3:20000,4:20000,5:20000,6:20000,7:20000" \
	"pfc 0:0,1:0,2:0,3:0,4:0,5:0,6:0,7:0" rx-prio none
