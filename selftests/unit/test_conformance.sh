#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The judges of the conformance tests against records made up here: a good port, and each defect they must see. $O
# has the program timing, which $EMULATOR runs, if set.
# shellcheck disable=SC2317,SC2329 # the judges call these functions
set -eu
cd "$(dirname "$(realpath "$0")")"

# shellcheck disable=SC2034 # the judges use them
DUT=dut LINK=link name=unit receiving_ns=3000
TMP=$(mktemp -d)
trap 'rm -rf "$TMP"' EXIT
failed=0 missed=() cases=0

# What the judges take from selftests/lib
verdict()
{
	(($1)) || missed+=("$2")
}

station()
{
	$EMULATOR "$O/timing" "${@:2}" || missed+=("station refuses the records")
}

# shellcheck source=selftests/lib/fields.sh
. ../lib/fields.sh
# shellcheck source=selftests/conformance/judge.sh
. ../conformance/judge.sh

# --- records: lines of the capture and of the trace, in any order -----------------

begin() # CASE [SPEED]
{
	case=$1 speed=${2:-1000000000} now=1000000 number=0
	frame_ns=$((1538 * 8000000000 / speed)) quantum_ns=$((512000000000 / speed))
	: >"$TMP/capture"
	: >"$TMP/records"
	control 500000 0	# leaves a pause that is not judged
}

record()
{
	echo "$*" >>"$TMP/records"
}

data() # COUNT: frames back to back
{
	local i

	for ((i = 0; i < $1; i++)); do
		echo "$now in 1514 88b5 0 $((number++))" >>"$TMP/capture"
		record "$now start dut 1514"
		now=$((now + frame_ns))
	done
}

# control NS QUANTA [RECEIVE_NS]: the link has a PAUSE frame at NS. heard becomes the end of its reception. The deadline
# that the port tells counts from $claimed before that.
claimed=600
control()
{
	heard=$(($1 + ${3:-1600}))
	echo "$1 out 60 8808 - - op=0001 pause=$2" >>"$TMP/capture"
	record "$(($1 - 1500)) queue link 60"
	record "$1 start link 60"
	record "$((heard - 700)) receive_skb dut 60"
	(($2 == 0)) || record "$((heard - 200)) closed dut 8 $2 $((heard - claimed + $2 * quantum_ns))"
	record "$heard receive dut 1 256 0"
	record "$((heard + 700)) softirq 3"
}

# resumed QUANTA LATE_NS: data starts so long after the end of the pause that was heard last
resumed()
{
	now=$((heard + $1 * quantum_ns + $2))
	data 10
}

# paused QUANTA LATE_NS [RECEIVE_NS]: a pause 3 us after the last start, and a start so long after its end
paused()
{
	control $((now - frame_ns + 3000)) "$1" "${3:-}"
	resumed "$1" "$2"
}

# paused_behind WORD QUANTA LATE_NS: the same, with a record of the kernel 100 ns before the start
paused_behind()
{
	control $((now - frame_ns + 3000)) "$2"
	now=$((heard + $2 * quantum_ns + $3))
	record "$((now - 100)) $1"
	data 10
}

# --- what the judges have to say ---------------------------------------------------

# judged WHAT JUDGE [ARGUMENT...]: the judge misses the demands that match the pattern WHAT, and no other
judged()
{
	local bad=''

	missed=()
	sort -s -n -k 1,1 "$TMP/capture" >"$TMP/r"
	echo "# captured $(wc -l <"$TMP/r") lost 0" >>"$TMP/r"
	sort -s -n -k 1,1 "$TMP/records" >"$TMP/r.trace"
	echo "# traced $(wc -l <"$TMP/r.trace")" >>"$TMP/r.trace"
	"$2" r "$speed" "${@:3}" >"$TMP/said" 2>&1 || bad="the judge ended with status $?"
	[[ $1 == met || ${#missed[@]} != 0 ]] || bad="every demand was met"
	for miss in "${missed[@]}"; do
		# shellcheck disable=SC2053 # the demand is a pattern
		[[ $1 != met && $miss == $1 ]] || bad=$miss
	done
	cases=$((cases + 1))
	if [[ $bad ]]; then
		failed=1
		echo "not ok $case: $bad"
		sed 's/^/# /' "$TMP/said"
	else
		echo "ok $case"
	fi
}

# late_then NS LATE_NS: a start is late by NS, and the next one by LATE_NS
late_then()
{
	data 50
	now=$((now + $1))
	data 1
	now=$((now - $1 + $2))
	data 1
	now=$((now - $2))
	data 50
}

# heard_late LATE_NS AT_NS RECORD: the timer of the port runs LATE_NS after the end of a pause. The record before that is
# RECORD, AT_NS after the end. The next frame starts 1,500 ns after the timer.
heard_late()
{
	local end

	data 10
	control $((now - 9000)) 1000
	end=$((heard + 1000 * quantum_ns))
	record "$((end + $2)) $3"
	record "$((end + $1)) heard $((end - claimed))"
	now=$((end + $1 + 1500))
	data 10
}

# --- the cases ---------------------------------------------------------------------

begin good_pauses
data 10
for ((i = 0; i < 40; i++)); do
	paused $((i * 100 + 10)) 900
done
paused_behind "tick 1" 100 50000
judged met pauses_kept 41

begin good_restart
data 10
control $((now - 9000)) 65535
control $((heard + 1000000)) 0
now=$((heard + 1400))
data 10
judged met pauses_kept 2 1

# A start during reception, within a quantum
begin good_reception 100000000
data 10
control $((now - 4000)) 1000 4500
data 1
resumed 1000 900
judged met pauses_kept 1

# Other work of the kernel during a reception, and a start meanwhile
begin good_excuse
data 10
control $((now - 9000)) 1000 7000
record "$((heard - 3000)) tick 1"
now=$((heard - 2000))
data 1
resumed 1000 900
judged met pauses_kept 1

# A softirq ends right before the pause and wakes a thread. The thread leaves the processor after the pause, or was not there.
for thread in delays none; do
	begin "thread_$thread"
	data 10
	control $((now - 9000)) 1000
	record "$((heard + 1000 * quantum_ns - 11)) softirq 9"
	[[ $thread == none ]] || record "$((heard + 1000 * quantum_ns + 2600)) softirq 10"
	resumed 1000 3120
	judged "$([[ $thread == none ]] && echo "*resumed late*" || echo met)" pauses_kept 1
done

# A tick in the reception asks for the scheduler, so that ksoftirqd starts the next frame.
begin good_tick_in_reception
data 10
control $((now - 9000)) 20000
control $((heard + 1000000)) 0
record "$((heard - 1300)) tick 1"
resumed 0 3700
judged met pauses_kept 2 1

begin good_gaps
data 50
control $((now - 2000)) 0
data 50
now=$((now + 3000))
record "$((now - 500)) tick 1"
data 1
now=$((now - 3000))
data 50
judged met gaps_unchanged

# A tick delays a start by almost a frame. The next one needs no timer, and comes on time.
begin good_start_without_timer
late_then 9900 -1200
record "1614900 tick 1"
judged met gaps_unchanged

# The processor takes longer to send the late frame than is left until the next one.
begin good_catching_up
late_then 9900 2300
record "1614900 tick 1"
judged met gaps_unchanged

begin late_again
late_then 1900 2300
record "1614900 tick 1"
judged "*off the grid*" gaps_unchanged

begin stall_after_time_0
data 50
control $((now - frame_ns + 3000)) 0
now=$((now + 33550000))
data 50
judged "*off the grid*" gaps_unchanged

# The hook keeps the processor for 5 ms.
begin stall_in_reception
data 50
control $((now - frame_ns + 3000)) 0 5000000
now=$((heard + 1000))
data 50
judged "*off the grid*" gaps_unchanged

begin stall_of_a_frame
data 50
now=$((now + frame_ns))
data 50
judged "*off the grid*" gaps_unchanged

begin gap_too_short
data 50
now=$((now - 6000))
data 1
now=$((now + 6000))
data 50
judged "*off the grid*" gaps_unchanged

begin long_stall_beside_a_tick
data 50
now=$((now + 300 * frame_ns))
record "$((now - 500)) tick 1"
data 50
judged "*excused*" gaps_unchanged

begin start_in_a_pause
data 10
paused 1000 900
paused 1000 -1250
judged "*began in the pause*" pauses_kept 2

# The pause ends 550 ns before its time. The port tells a deadline that counts from 600 ns before the frame came.
begin pause_550_ns_short
claimed=1300
data 10
paused 1000 -1250
judged "@(station refuses*|*control frames*)" pauses_kept 1
claimed=600

# Data flows until the hook runs
begin late_hook
data 10
control $((now - 9000)) 20000 5000000
data 400
resumed 20000 900
judged "*@(latest new frame|end of reception)*" pauses_kept 1

begin late_hook_in_silence
data 10
paused 1000 900 5000000
judged "*end of reception*" pauses_kept 1

# Two quanta after the link had the frame, and before the hook
begin start_after_reception 100000000
data 10
control $((now - 10500)) 1000 11000
data 1
resumed 1000 900
judged "*@(latest new frame|end of reception)*" pauses_kept 1

begin resumed_20_times_10_ms_late
data 10
for ((i = 0; i < 20; i++)); do
	paused_behind "tick 1" 1000 10000000
done
judged "*excused*" pauses_kept 20

begin resumed_often_behind_a_tick
data 10
for ((i = 0; i < 40; i++)); do
	paused 1000 900
done
for ((i = 0; i < 4; i++)); do
	paused_behind "tick 1" 1000 50000
done
judged "*excused*" pauses_kept 44

begin resumed_always_2_9_us_late
data 10
for ((i = 0; i < 40; i++)); do
	paused $((i * 100 + 1)) 2900
done
judged met pauses_kept 40

begin resumed_3_1_us_late
data 10
paused 1000 900
paused 1000 3100
judged "*resumed late*" pauses_kept 2

# A pause of 1 quantum is over before its frame is received.
begin brief_pause_resumed_3_1_us_late
data 10
control $((now + 2000)) 1
resumed 1 3100
judged "*resumed late*" pauses_kept 1

# A timer of the kernel begins before the end of the pause, and ends 3 us after it.
begin good_timer_held_off
heard_late 3000 -2000 "tick 1"
judged met pauses_kept 1

begin timer_late_by_itself
heard_late 3000 2900 "queue other 60"
judged "*resumed late*" pauses_kept 1

begin timer_held_off_for_1_ms
heard_late 1000000 999900 "tick 1"
judged "*excused*" pauses_kept 1

echo "$cases cases"
exit $failed
