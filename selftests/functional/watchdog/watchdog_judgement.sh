#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# All priorities that storm at once are detected at once. Pauses with gaps are no storm if frames leave in
# the gaps. They are one if no frame does, and pauses take 99 % of the time.
#
# There is no storm if the PFC frames name no priority, if PAUSE comes in mode pfc, or if the priority
# is lossy. In these cases no frame is lost. There is also no storm while no frame waits. watchdog
# drop-all drops the frames of a lossless priority without a storm.
#
#	here                      |  $PEER
#	$DUT pausectl, watched ---+- $LINK pausectl
#	sends data                |  sends storms, captures
. "${0%/*}/../../lib/watchdog.sh"

stormed_pair prio 0-7
configure watchdog-detect-ms 100 watchdog-restore-ms 100 \
	watchdog 0:alert,1:alert,2:alert,3:alert,4:alert,5:alert,6:alert,7:alert

# --- all eight, at one look --------------------------------------------------------
# The next look is 50 ms later. The storm begins before the frames come, so that the frames of all
# priorities begin to wait at once. On KASAN they come within milliseconds, and a look may be between them.
apart_us=100
[[ $(uname -r) != *-kasan-* ]] || apart_us=51000
storm for 0.4
await 2 counter_is paused_7 1
blast prio 0,1,2,3,4,5,6,7 size 200 every 5ms
sender=$job
for prio in {0..7}; do
	await 2 counter_is "stormed_$prio" 1
done
for prio in {0..7}; do
	await 2 told_of storm-detected "$prio" 1
	((prio)) || first=${moments[0]}
	check_between "priority $prio: detected after priority 0, us" \
		$(((moments[0] - first) / 1000)) 0 $apart_us
done
storm_over
reap "$sender"
for prio in {0..7}; do
	await 2 counter_is "stormed_$prio" 0
	check_counter "storms_restored_$prio" 1
done
await 5 drained

# --- gaps: a frame takes 124 us -----------------------------------------------------
configure pace on
blast prio 3 size 1500
sender=$job
nap 0.02
# Each pause lasts 20.48 ms: there are at most three gaps between two looks.
storm prio 3 quanta 4000 interval 25600us for 0.3
storm_over
check_counter storms_detected_3 1
storm prio 3 quanta 4000 interval 20550us for 0.3
storm_over
check_counter storms_detected_3 1
# A strict priority takes the gaps of 70 us.
blast prio 5 size 1500
strict=$job
storm prio 3 quanta 4000 interval 20550us for 0.3
storm_over
check_counter storms_detected_3 2
await 2 counter_is stormed_3 0
reap "$sender" "$strict"
await 5 drained
configure pace off

# no_storm WHAT FRAME...: traffic of priorities 3 and 5 neither loses a frame nor is paused
no_storm()
{
	local what=$1
	shift

	take_snapshot
	capture_peer peer
	blast prio 3,5 size 200 every 2ms
	sender=$job
	from_peer "$@" count 300 every 1ms
	reap "$sender"
	await 5 drained
	finish peer
	echo "$what:"
	check_received peer
	counter rx_mac_control
	check_between "$what: frames received" $((reply - snapshot[rx_mac_control])) 250 310
	for timer in 3 5 link; do
		check_counter "pause_transitions_$timer" "${snapshot[pause_transitions_$timer]}"
	done
	for prio in 3 5; do
		check_counter "storms_detected_$prio" "${snapshot[storms_detected_$prio]}"
		check_counter "storm_drops_$prio" 0
	done
}

configure prio 3 watchdog 3:drop
no_storm "empty vector" pfc none
no_storm "PAUSE in mode pfc" pause 65535
no_storm "a lossy priority" pfc 5:65535

# --- nothing waits, then something does ----------------------------------------------
storm prio 3 for 1.5
nap 0.25
check_counter storms_detected_3 2
check_counter paused_3 1
blast prio 3 size 200 count 1
await 2 counter_is storms_detected_3 3
await 2 counter_is storm_drops_3 1
storm_over

# --- all of them dropped, storm or not -----------------------------------------------
await 2 counter_is stormed_3 0
configure watchdog drop-all
capture_peer peer
blast prio 3,5 size 200 count 10
wait "$job"
await 2 counter_is storm_drops_3 11
await 2 drained
finish peer
check_eq "drop-all: frames that arrived" "$(station check "$TMP/peer" in | sed -n 's/^\(prio=[0-9] frames=[0-9]*\) .*/\1/p' | paste -sd ' ')" \
	"prio=5 frames=10"
configure watchdog off
blast prio 3 size 200 count 10
wait "$job"
await 2 drained
check_counter storm_drops_3 11
