#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: plans
#
# A storm that is longer than the time to detect costs the frames that come in it, and no later ones. A shorter storm costs
# none, however often it comes. So it is with one priority, with two at once, and with all eight. In a storm that goes on, the watchdog
# does not flap: it detects one storm for each priority, and restores each once.
#
#	here                      |  $PEER
#	$DUT pausectl, watched ---+- $LINK pausectl
#	sends data                |  sends storms, captures
. "${0%/*}/../lib/plans.sh"

detect_ms=200
restore_ms=100
stormed_pair prio 0-7

# traffic PRIORITIES: 50 frames of each, 10 ms apart, captured to peer
traffic()
{
	capture_peer peer
	blast prio "$1" size 200 every 10ms count 50
	await_end blast
}

# basic CASE PRIORITIES SECONDS STORMS: a storm of so many seconds for these priorities, with traffic in it and after it. The watchdog
# detects so many storms for each of them.
basic()
{
	local what=$1 prio arriving=$((50 * (1 - $4)))

	configure watchdog off
	configure prio "$2" watchdog drop watchdog-detect-ms $detect_ms watchdog-restore-ms $restore_ms
	take_snapshot
	storm prio "$2" for "$3"
	await 2 counter_is "paused_${2##*,}" 1
	nap 0.05
	traffic "$2"
	storm_over
	(($4)) && check_flapping "$what" "$2" 0
	await 5 gone "$2"
	finish peer
	for prio in ${2//,/ }; do
		reply_is "$what: frames of $prio sent in the storm that arrived" $arriving arrived "$prio" peer
		await 5 counter_is "stormed_$prio" 0
	done
	check_flapping "$what, afterwards" "$2" "$4" "$4"
	traffic "$2"
	await 5 drained
	finish peer
	check_received peer
}

# check_flapping WHAT PRIORITIES RESTORED [DETECTED]: how many storms each of them has restored and detected since the snapshot
check_flapping()
{
	local demanded="" prio

	for prio in {0..7}; do
		[[ ,$2, == *,$prio,* ]] && demanded+=" ${4:-1}" || demanded+=" 0"
	done
	reply_is "$1: storms detected, by priority" "${demanded# }" moved storms_detected
	[[ ${4-} ]] || demanded=${demanded//1/$3}
	reply_is "$1: storms restored, by priority" "${demanded# }" moved storms_restored
}

basic W01 3 0.65 1
basic W01 4 0.65 1
basic "W02, W31" 3,4 0.65 1
basic "W03, L12" 3 0.15 0
basic W04 3,4 0.15 0
basic "W32, all eight priorities" 0,1,2,3,4,5,6,7 3 1

# Storms of half the time to detect, and pauses of twice that time between them
configure watchdog off
configure prio 3 watchdog drop
take_snapshot
capture_peer peer
blast prio 3 size 200 every 10ms count 250
for _ in {1..5}; do
	storm prio 3 for 0.1
	await 2 counter_is paused_3 1
	storm_over
	nap 0.4
done
await_end blast
await 5 drained
finish peer
check_received peer
reply_is "L12, W14: storms detected" "0 0 0 0 0 0 0 0" moved storms_detected
reply_is "L12, W14: frames dropped" "0 0 0 0 0 0 0 0" moved drops
counter pause_transitions_3
check_eq "L12, W14: pauses obeyed" $((reply - snapshot[pause_transitions_3])) 5
