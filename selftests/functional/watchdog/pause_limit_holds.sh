#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# hook: any
# time: measured
# length: long
#
# When a timer has been paused for pause-limit-ms without a break, the port ignores pauses of this
# timer for 200 ms, then obeys them again, and so on. This holds for the link and for a priority.
# Frames leave only while the port ignores the pause, however often the partner refreshes it. With the
# limit off, the port obeys every pause.
#
# Events, counters and `show` report it. An XON before the limit starts the limit anew. An XON
# afterwards does not end the time in which the port ignores pauses. Each timer has times of its own.
# ack and the watchdog work beside the limit.
#
#	here                             |  $PEER
#	$DUT pausectl, sends data -------+- $LINK station, sends PAUSE and PFC
#	busy0 pausectl, sends data ------+- busy1 station, sends PAUSE
#	  (its driver can be stopped)    |
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/watchdog.sh"

limit_ms=300
ignore_ms=200
# The time stamp of an event is up to stamp_us late, and the event itself up to late_us.
stamp_us=20
late_us=500

# is_after WHAT FROM TO MS: the time TO is MS after the time FROM
is_after()
{
	check_between "$1, us" $((($3 - $2) / 1000)) $(($4 * 1000 - stamp_us)) $(($4 * 1000 + late_us))
}

# known TIMER: the number of events of this timer so far, by kind, in the array had
declare -A had
known()
{
	local event

	for event in paused pause-ignored pause-obeyed; do
		times $event "$1"
		had[$event]=${#moments[@]}
	done
}

# next EVENT TIMER [N]: waits for the first event since known, or for the Nth after that; its time
# in $reply
next()
{
	await 5 told_of "$1" "$2" $((had[$1] + 1 + ${3:-0}))
	reply=${moments[had[$1] + ${3:-0}]}
}

# frames_between FROM TO: the number of frames of priority $prio that left $DUT between these
# times, in $reply. FROM and TO are ns of the real-time clock. The times of a capture are these times
# modulo 4000000 s.
frames_between()
{
	reply=$(awk -v from=$(($1 % 4000000000000000)) -v to=$(($2 % 4000000000000000)) -v prio="$prio" '
		$2 == "out" && $5 == prio && $1 >= from && $1 < to { n++ } END { print n + 0 }' "$TMP/wire")
}

# rogue FRAME...: sends this pause every 50 ms until the test kills it
rogue()
{
	background station -n "$PEER" frame "$LINK" "$@" count 1000000 every 50ms
}

# check_rogue WHAT TIMER NAME FRAME...: a rogue reaches the limit three times
check_rogue()
{
	local what=$1 timer=$2 name=$3 wire rogue i from state
	local -a ignored=() obeyed=()
	shift 3

	known "$timer"
	counter "pause_limits_$name"
	local before=$reply
	capture_dut wire
	wire=$job
	blast prio 3,4 size 200 every 5ms
	traffic=$job
	rogue "$@"
	rogue=$job
	await 2 counter_is "pause_ignored_$name" 1
	state=$(pausectl -j show dev "$DUT")
	check_counter "paused_$name" 1
	check_match "$what: show" "$(pausectl show dev "$DUT")" "* ignored $name?*"
	check_counter "pause_ignored_$name" 1
	json_field "$state" pause_ignored
	check_eq "$what: pause_ignored in show" "$reply" "$(for i in {0..8}; do
		[[ $i == "${name/link/8}" ]] && echo true || echo false
	done | paste -sd , | sed 's/.*/[&]/')"
	for i in 0 1 2; do
		next pause-ignored "$timer" $i
		ignored+=("$reply")
		next pause-obeyed "$timer" $i
		obeyed+=("$reply")
	done
	nap 0.05
	kill "$rogue" "$traffic"
	wait "$rogue" "$traffic" || :
	reap "$wire"
	next paused "$timer"
	from=$reply
	counter "pause_limits_$name"
	check_eq "$what: times that the limit was reached" $((reply - before)) 3
	for i in 0 1 2; do
		is_after "$what: paused or obeyed, then ignored after" "$from" "${ignored[i]}" $limit_ms
		is_after "$what: ignored, then obeyed after" "${ignored[i]}" "${obeyed[i]}" $ignore_ms
		# A frame may be on its way, for up to 60 us, when the gate shuts.
		frames_between $((from + 60000)) "${ignored[i]}"
		check_eq "$what: frames while obeyed" "$reply" 0
		frames_between "${ignored[i]}" $((obeyed[i] + 60000))
		check_between "$what: frames while ignored" "$reply" 90 110
		from=${obeyed[i]}
	done
	times paused "$timer"
	check_eq "$what: pauses that began" $((${#moments[@]} - had[paused])) 1
}

# over NAME FRAME...: FRAME ends the pause of NAME
over()
{
	from_peer "${@:2}"
	await 2 counter_is "paused_$1" 0
	await 2 counter_is "pause_ignored_$1" 0
	await 5 drained
}

pair
attach
# At this speed a pause lasts up to 3.4 s.
configure speed 10mbit
: >"$TMP/monitor.err"
background pausectl -j monitor dev "$DUT" >"$TMP/events" 2>"$TMP/monitor.err"
await 10 nonempty "$TMP/monitor.err"
check_setting pause_limit_ms off

# --- off ----------------------------------------------------------------------------------
from_peer pause 65535 count 9 every 50ms + pause 0 after 50ms
await 2 counter_is pause_transitions_link 1
check_counter pause_limits_link 0
check_refused "limit 0" 1 "*off, or 1 to 60000*" pausectl set dev "$DUT" pause-limit-ms 0
check_refused "limit 60001" 1 "*off, or 1 to 60000*" pausectl set dev "$DUT" pause-limit-ms 60001

# --- the link, and a priority ---------------------------------------------------------------
configure pause-limit-ms $limit_ms
prio=4
check_rogue link '"link"' link pause 65535
over link pause 0
configure prio 3,4
prio=3
check_rogue "priority 3" 3 3 pfc 3:65535
check_counter pause_limits_4 0
over 3 pfc 3:0

# --- XON -------------------------------------------------------------------------------------
known 3
from_peer pfc 3:65535 count 5 every 50ms + pfc 3:0 after 50ms + pfc 3:65535 count 12 every 50ms
next pause-ignored 3
at=$reply
next paused 3 1
second=$reply
is_after "XON in between: the second pause, then ignored after" "$second" "$at" $limit_ms
times pause-ignored 3
check_eq "XON in between: times ignored" $((${#moments[@]} - had[pause-ignored])) 1
over 3 pfc 3:0

known 3
from_peer pfc 3:65535 + pfc 3:0 after 350ms + pfc 3:65535 after 50ms
next pause-obeyed 3
again=$reply
next pause-ignored 3
is_after "XON while ignored: ignored, then obeyed after" "$reply" "$again" $ignore_ms
next pause-ignored 3 1
is_after "XON while ignored: obeyed, then ignored after" "$again" "$reply" $limit_ms
over 3 pfc 3:0

# --- each timer has times of its own ------------------------------------------------------------
known 3
first=${had[pause-ignored]}
known 4
from_peer pfc 3:65535 + pfc 4:65535 after 100ms
next pause-ignored 4
at=$reply
next paused 4
is_after "priority 4 beside 3: paused, then ignored after" "$reply" "$at" $limit_ms
await 2 told_of pause-ignored 3 $((first + 1))
at=${moments[first]}
last_time paused 3
is_after "priority 3 beside 4: paused, then ignored after" "$reply" "$at" $limit_ms

# --- changed while it is in force ------------------------------------------------------------
await 2 counter_is pause_ignored_4 1
configure pause-limit-ms off
check_counter pause_ignored_4 0
check_counter pause_ignored_3 0
check_counter paused_4 1
station blast "$DUT" prio 4 count 3 >"$TMP/blast"
check_counter queue_packets_4 3
counter pause_limits_4
limits=$reply
# The priority has been paused for longer than the new limit.
configure pause-limit-ms 1
await 2 counter_is pause_limits_4 $((limits + 1))
await 2 drained
check_counter paused_4 1
configure pause-limit-ms $limit_ms
over 4 pfc 3:0,4:0

# --- the watchdog: a pause is ignored as long as the limit or the watchdog ignores it -----------
configure watchdog 3:forward watchdog-detect-ms 100 watchdog-restore-ms 1000
known 3
blast prio 3 size 200 every 5ms
traffic=$job
rogue pfc 3:65535
rogue=$job
await 2 counter_is stormed_3 1
next pause-obeyed 3
check_counter stormed_3 1
check_counter pause_ignored_3 0
check_counter paused_3 1
nap 0.05
counter queue_packets_3
check_between "watchdog: frames that wait, the limit obeying" "$reply" 0 1
configure watchdog 3:off
nap 0.05
counter queue_packets_3
check_between "no watchdog: frames that wait" "$reply" 5 40
kill "$rogue" "$traffic"
wait "$rogue" "$traffic" || :
over 3 pfc 3:0

# --- ack: a pause that does not count yet ---------------------------------------------------------
busy_pair
pausectl set dev busy0 speed 10mbit ack on pause-limit-ms 50
driver_stops
station blast busy0 prio 0 count 3 >"$TMP/blast"
station -n "$PEER" frame busy1 pause 65535
await 2 counter_is pause_ignored_link 1 busy0
json_field "$(pausectl -j show dev busy0)" pause_state
check_match "ack, driver busy: pause_state" "$reply" '*"requested"]'
driver_goes
await 2 counter_is queue_packets_0 0 busy0
check_counter paused_link 1 busy0
await 2 counter_is pause_ignored_link 1 busy0
