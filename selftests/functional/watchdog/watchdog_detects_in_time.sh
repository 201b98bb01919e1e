#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# The watchdog detects a storm by the first look after the time to detect, wherever its looks fall.
# This time begins with the pause, or with the frame that waits if the frame comes later.
#
# Frames that left earlier between the same two looks make no difference.
#
#	here                      |  $PEER
#	$DUT pausectl, watched ---+- $LINK pausectl
#	sends data                |  sends storms
. "${0%/*}/../../lib/watchdog.sh"

# at_phase US: waits until US after a look. The time of the last storm event tells when looks are.
at_phase()
{
	local poll_us=$((poll_ms * 1000)) us

	last_time storm-detected 3
	us=$(((reply / 1000 + $1 - ${EPOCHREALTIME/./}) % poll_us))
	nap "0.$(printf '%06d' $(((us + poll_us) % poll_us)))"
}

begin_storm() # SECONDS
{
	storm prio 3 for "$1"
	await 2 counter_is paused_3 1
}

end_storm()
{
	storm_over
	await 2 counter_is stormed_3 0
	await 2 drained
}

frame_waits()
{
	station blast "$DUT" prio 3 size 200 count 1 >"$TMP/blast"
	await 2 counter_is queue_packets_3 1
}

# detected_in_time WHAT MS [COMMAND...]: the command makes that a storm can be detected, by default because a frame comes
# while the pause goes on. The moment of that is uncertain by the time that the command takes.
detected_in_time()
{
	local from seen command=("${@:3}")

	times storm-detected 3
	from=${EPOCHREALTIME/./}
	"${command[@]:-frame_waits}"
	seen=${EPOCHREALTIME/./}
	await 3 told_of storm-detected 3 $((${#moments[@]} + 1))
	check_between "$1: us, uncertain by $((seen - from))" $((moments[-1] / 1000 - from)) \
		$(($2 * 1000)) $((($2 + poll_ms) * 1000 + seen - from))
}

stormed_pair prio 3
poll_ms=50
configure watchdog-detect-ms 3:110 watchdog-restore-ms 3:100 watchdog 3:alert
# The first storm tells the phase of the looks.
begin_storm 0.4
detected_in_time "first storm" 110
end_storm

for phase in 0 12000 24000 36000; do
	begin_storm 0.5
	at_phase $phase
	detected_in_time "frame $phase us after a look" 110
	end_storm
done

poll_ms=100
configure watchdog-detect-ms 3:520 watchdog-restore-ms 3:300
begin_storm 1
detected_in_time "looks of 100 ms" 520
end_storm
at_phase 0
station blast "$DUT" prio 3 size 200 count 1 >"$TMP/blast"
begin_storm 1.2
at_phase 80000
detected_in_time "late frame, after others" 520
end_storm

# The watchdog is switched on while a frame waits.
configure watchdog off
begin_storm 1.2
frame_waits
poll_ms=50
configure watchdog-detect-ms 3:110 watchdog-restore-ms 3:100
detected_in_time "switched on" 110 configure watchdog 3:alert
end_storm
