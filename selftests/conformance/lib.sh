# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Every conformance test sources this file first. It sources the lib.sh of the functional tests.
#
# All times are of one clock, CLOCK_MONOTONIC. The module pausectl_probe tells when the device under test
# started a frame (tracepoint net_dev_start_xmit), when its receive hook saw a control frame
# (pausectl_receive), and when its pause ends (pausectl_gate_closed). A capture on the peer tells which
# frames these were.
#
# A stream is M frames back to back, as appendix 31B of the suite asks. All frames are queued while the
# port is paused at 1 Mb/s, for 33.55392 s. Then the port is set up for the test, and the end of the pause
# starts the stream. No sender runs meanwhile, and the queue cannot run empty.
# shellcheck source=selftests/lib/lib.sh
. "${BASH_SOURCE[0]%/*}/../lib/lib.sh"

# The fields of a line of station
declare -A field
: "${job:=}" "${failed:=0}"

PROBE=/proc/pausectl_probe
readonly RESUME_NS=1500		# what this project demands; the standard names no figure
# Known miss: a pause that is over before its frame is received. From the hook's reading of the clock to
# the next start a port takes up to this time. So the demand cannot be met for a pause shorter than
# this time less RESUME_NS, and a miss up to this time is reported as known.
readonly REACTION_NS=2500
# Known miss: Linux 7.3 takes longer than 6.12 between the gate and the driver, without the port's doing. It takes
# 190 ns more from the hook to the end of a reception, and 130 ns more to leave the interrupt of a timer. In
# both cases it takes 30 ns more from its softirq to the driver. A start comes 1,736 ns late at most.
case $(uname -r) in
6.*) readonly KERNEL_NS=$RESUME_NS ;;
*) readonly KERNEL_NS=1800 ;;
esac
RESULTS=${CONFORMANCE_RESULTS:-/dev/null}
name=$(basename "$0" .sh)
part=

# --- results: each is a row of the table and a line of the test -----------------

row() # WHAT MEASURED DEMANDED VERDICT
{
	printf '%s\t%s\t%s\t%s\t%s\n' "$name" "${part:+$part: }$1" "$2" "$3" "$4" >>"$RESULTS"
}

# judge WHAT MEASURED DEMANDED GOOD
judge()
{
	verdict "$4" "${part:+$part: }$1: measured $2, demanded $3"
	row "$1" "$2" "$3" "$([[ $4 == 1 ]] && echo ok || echo missed)"
}

exactly() # WHAT MEASURED DEMANDED [UNIT]
{
	judge "$1" "$2${4:+ $4}" "$3${4:+ $4}" "$([[ $2 == "$3" ]] && echo 1 || echo 0)"
}

within() # WHAT MEASURED LOWEST HIGHEST UNIT, integers
{
	local good=0

	[[ $2 =~ ^-?[0-9]+$ ]] && (($2 >= $3 && $2 <= $4)) && good=1
	judge "$1" "$2 $5" "$3 to $4 $5" $good
}

at_most() # WHAT MEASURED HIGHEST UNIT [DETAILS], integers
{
	local good=0

	[[ $2 =~ ^-?[0-9]+$ ]] && (($2 <= $3)) && good=1
	judge "$1" "$2 $4${5:+ ($5)}" "at most $3 $4" $good
}

# at_most_known WHAT MEASURED HIGHEST KNOWN UNIT [DETAILS]: a miss up to KNOWN is the known miss of
# Documentation/conformance.rst. A larger miss fails.
at_most_known()
{
	if (($2 > $3 && $2 <= $4)); then
		echo "known miss: ${part:+$part: }$1: measured $2 $5${6:+ ($6)}, demanded at most $3 $5"
		row "$1" "$2 $5${6:+ ($6)}" "at most $3 $5" known
	else
		at_most "$1" "$2" "$3" "$5" "${6-}"
	fi
}

# told WHAT MEASURED: a figure without a demand
told()
{
	echo "told: ${part:+$part: }$1: measured $2"
	row "$1" "$2" "" told
}

# --- the rig -------------------------------------------------------------------

# Bit masks of softirqs: of the kernel's own timers, scheduler and RCU; and of reception
readonly HOUSEKEEPING=0x282 NET_RX=0x8 WAKING=0x10000

# rig [LINK-OPTION...]
rig()
{
	pair "$@"
	attach
	keep_memory
	keep_softirqs
	insmod "$PAUSECTL_BUILD/$(uname -r)/probe/pausectl_probe.ko"
	finally "rmmod pausectl_probe"
}

# The kernel gives the memory of many frames back to its page allocator at once. That takes 650 us with
# softirqs held off, and would disturb the measurement.
keep_memory()
{
	local file

	for file in /sys/kernel/slab/*/min_partial; do
		echo 100000 >"$file"
	done
}

# The kernel leaves softirqs that come in a row to ksoftirqd. A sender that spins would keep ksoftirqd
# waiting for milliseconds.
keep_softirqs()
{
	local comm process

	for comm in /proc/[0-9]*/comm; do
		process=""
		{ read -r process <"$comm"; } 2>/dev/null || :
		[[ $process == ksoftirqd/* ]] || continue
		comm=${comm%/comm}
		chrt -f -p 50 "${comm#/proc/}"
	done
}

# The softirqs that are recorded. Each record takes time, see the test 31.1.2.
softirqs=$HOUSEKEEPING
record() # NAME: both times and capture, until recorded
{
	echo $((softirqs)) >$PROBE
	capture_peer "$1"
	recorder=$job
}

recorded() # NAME
{
	echo off >$PROBE
	reap "$recorder"
	cat $PROBE >"$TMP/$1.trace"
}

# --- streams -------------------------------------------------------------------

# The first control frame of a stream is due some 180 us after the start of the stream. The sender wakes
# up before that.
readonly BEGIN="after 33.5538s spin 300us"

# wire_ns LENGTH SPEED: the time of a frame on the wire, in $reply
wire_ns()
{
	reply=$((($1 + 24) * 8 * 1000000000 / $2))
}

total_queued()
{
	local prio total=0

	for prio in {0..7}; do
		counter "queue_packets_$prio"
		total=$((total + reply))
	done
	reply=$total
}

# stream NAME FRAMES LENGTH SPEED SETTINGS [CONTROL-FRAMES]: FRAMES of each
# priority of $load; control frames as of station frame, the first one at $BEGIN.
# Afterwards $TMP/NAME holds the capture and $TMP/NAME.trace the trace.
load=0
tags=()
stream()
{
	local name=$1 frames=$2 length=$3 speed=$4 settings=$5 sender queued all=1

	shift 5
	[[ $load == 0-7 ]] && all=8
	configure mode pause rx on speed 1mbit pace on limit 268435456
	record "$name"
	# The sender has real-time priority, because another process may run for longer than a stream lasts.
	# shellcheck disable=SC2086 # frames are words
	background chrt -f 40 station -n "$PEER" frame "$LINK" pause 65535 ${1:++ $1}
	sender=$job
	await 2 counter_is paused_link 1
	station blast "$DUT" prio "$load" count "$frames" size "$length" \
		"${tags[@]}" sndbuf 1000000000 >"$TMP/blast"
	# shellcheck disable=SC2086 # settings are words
	configure $settings speed "$speed"
	total_queued
	queued=$reply
	counter paused_link
	if ((reply == 0 || queued != frames * all)); then
		verdict 0 "$name: $queued of $((frames * all)) frames queued before the stream; sent: $(tr "\n" " " <"$TMP/blast")"
		exit 1
	fi
	wait "$sender"
	# The test reads no counter before the stream is over, because this takes processor time, too.
	wire_ns "$length" "$speed"
	settle "$((reply * frames * all + 65535 * 512 * 1000000000 / speed + ($# ? 0 : 34000000000)))"
	await 10 drained
	recorded "$name"
}

# gap_stream ...: a stream whose gaps are judged, with the processor time of control frames
gap_stream()
{
	local softirqs=$((HOUSEKEEPING | NET_RX | WAKING))

	stream "$@"
}

settle() # NS
{
	nap "$(($1 / 1000000000 + 1))"
}

# live NAME SPEED FRAMES: sends control frames while the blast jobs $blasts send data, and ends these jobs
blasts=()
live()
{
	local name=$1

	# shellcheck disable=SC2086 # frames are words
	from_peer $3
	nap 0.05
	reap "${blasts[@]}"
	blasts=()
	settle $((65535 * 512 * 1000000000 / $2))
	await 10 drained
	recorded "$name"
}

# timing WHAT NAME SPEED: station timing of a recorded stream. Leaves out the first $in_front pauses, the one
# during which the stream was queued.
in_front=1
timing()
{
	station timing "$1" "$TMP/$2" "$TMP/$2.trace" "$DUT" "$LINK" "$3" $in_front
}

# --- common checks ---------------------------------------------------------------

# all_sent NAME FRAMES [PRIO]: all frames are at the peer, once and in order
all_sent()
{
	local line found=""

	while read -r line; do
		fields "$line"
		[[ ${field[prio]} == "${3:-0}" ]] || continue
		found="${field[frames]}, ${field[lost]} lost, ${field[duplicates]} twice,"
		found+=" ${field[reordered]} out of order"
	done < <(station check "$TMP/$1" in)
	exactly "frames sent${3:+ of priority $3}" "${found:-0}" \
		"$2, 0 lost, 0 twice, 0 out of order"
}

# counted WHAT NAME=BY...: since the snapshot only these counters have moved
counted()
{
	local what=$1 failed_before=$failed

	shift
	check_moved "${part:+$part: }$what" "$@"
	row "$what" "$( ((failed == failed_before)) && echo exact || echo wrong)" exact \
		"$( ((failed == failed_before)) && echo ok || echo missed)"
}

# receiving_cost: the processor time of a control frame, in $receiving_ns. The time of the sending station
# is part of it, because both share one processor here. A frame with housekeeping of the kernel in it does
# not count.
receiving_cost()
{
	part=
	configure mode pause rx on speed 10mbit pace on
	echo $((NET_RX | HOUSEKEEPING)) >$PROBE
	# Ten frames of each kind. The longest time counts, that of the first frame included.
	from_peer pause 100 count 10 every 20ms + pause 0 after 20ms count 10 every 1ms + \
		pause 1 opcode 2 after 1ms count 10 every 1ms + \
		pause 1 type 0x8809 after 1ms count 10 every 1ms
	nap 1
	echo off >$PROBE
	cat $PROBE >"$TMP/cost"
	read -r sending_ns receiving_ns < <(awk -v dut="$DUT" -v peer="$LINK" '
		$2 == "queue" && $3 == peer { sent = $1; heard = 0 }
		$2 == "receive" && $3 == dut { heard = $1 }
		$2 == "tick" || $2 == "softirq" && $3 != 3 { sent = 0 }
		$2 == "softirq" && sent {
			if (heard && heard - sent > sending) sending = heard - sent
			if ($1 - sent > all) all = $1 - sent
			sent = 0
		}
		END { print sending, all }' "$TMP/cost")
	told "processor time, from sending a control frame to its acceptance in the hook" "$sending_ns ns"
	told "processor time, from sending a control frame to the end of its reception" "$receiving_ns ns"
}

# explain_gap NAME TIME: the records of the probe before the start at TIME
explain_gap()
{
	awk -v at="$2" '$1 <= at && $1 > at - 40000 { printf "# moved start, %d ns: %s %s %s\n", $1 - at, $2, $3, $4 }' \
		"$TMP/$1.trace"
}

# gaps_unchanged NAME SPEED: the starts stay on the grid. If a start came right behind a control frame, the
# gaps before and after it move by no more than the processor time of that frame. Gaps with housekeeping of
# the kernel are not judged; the other gaps are. If housekeeping takes longer than a frame, slots of the
# grid stay empty.
gaps_unchanged()
{
	local drift

	fields "$(timing gaps "$1" "$2")"
	told "gaps" "${field[shortest]} to ${field[longest]} ns"
	told "most that a gap is off where no control frame held a start up, or housekeeping of the kernel did" \
		"${field[moved]} ns"
	if ((field[disturbed])); then
		told "most that a gap moved where a control frame held a start up" "${field[moved_at_control]} ns"
		at_most "most that it moved beyond the processor time that this control frame took" \
			"${field[excess]}" 0 ns "${field[disturbed]} gaps"
		((field[excess] <= 0)) || explain_gap "$1" "${field[excess_at]}"
	fi
	told "gaps not judged, where a control frame and other work of the kernel held a start up" \
		"${field[left_out]}"
	told "slots of the pacing grid that the kernel's housekeeping left empty" "${field[empty]}"
	drift=$(((field[drift_ps] < 0 ? -field[drift_ps] : field[drift_ps]) / 1000))
	at_most "drift of the pacing grid, first to second half" "$drift" "$drift_ns" ns
	((drift <= drift_ns)) || echo "# late on the grid, a tenth, the half, nine tenths of the starts:" \
		"first half ${field[first_half_ps]} ps, second half ${field[second_half_ps]} ps"
}
drift_ns=20			# a start that nothing delays varies by some instructions

# --- pauses --------------------------------------------------------------------

# seed N: sets the seed, so that the random times of a test are the same in every run
seed()
{
	RANDOM=$1
	told "seed of the random times" "$1"
}

drawn() # COUNT: so many times of 1 to 65535, in $times
{
	local i

	for ((i = 0; i < $1; i++)); do
		times+=($((((RANDOM << 15 | RANDOM) % 65535) + 1)))
	done
}

# spaced LENGTH SPEED WAIT FRAME: makes control frames, with each of $times for Q, in $control. Each comes
# some 9 frames after the pause before it, at all phases of a frame. $frames is the number of frames that
# takes. WAIT is "after" if the frames pause the port; "spin" if they do not, because waking the sender
# would move frames, too; "busy" is spin for frames that pause the port.
spaced()
{
	local quanta i=0 paused=0 wait=${3/busy/spin}

	wire_ns "$1" "$2"
	control=
	for quanta in "${times[@]}"; do
		control+=${control:+ + }"${4//Q/$quanta} "
		if ((i++)); then
			control+="$wait $((paused + reply * 8 + i * 7919 % reply))ns"
		else
			control+=$BEGIN
		fi
		[[ $3 == spin ]] || paused=$((quanta * 512 * 1000000000 / $2))
	done
	# The sender itself takes up to 150 us for each, where frames keep the processor busy.
	frames=$((i * (10 + 150000 / reply) + 100))
}

# summary NAME SPEED: figures of all pauses that acted, in the array field
summary()
{
	timing pauses "$1" "$2" >"$TMP/$1.pauses"
	fields "$(awk -v short=$((REACTION_NS - RESUME_NS)) '
		{
			for (i = 1; i <= NF; i++) {
				split($i, word, "=")
				v[word[1]] = word[2]
			}
			if (v["verdict"]) next
			n++
			started += v["new"]
			if (n == 1 || v["last"] > last) last = v["last"] + 0
			if (n == 1 || v["hook"] < hook_min) hook_min = v["hook"] + 0
			if (v["hook"] > hook_max) hook_max = v["hook"] + 0
			if (v["replaced"]) next
			if (!kept++ || v["silent"] - v["asked"] < spare) spare = v["silent"] - v["asked"]
			if (v["late"] < 0) unresumed++
			if (v["housekept"]) {
				if (!kept_n++ || v["late_wire"] > kept_late) kept_late = v["late_wire"] + 0
				next
			}
			if (v["late"] != v["late_wire"]) {
				busy++
				if (v["late_wire"] > wire) wire = v["late_wire"] + 0
				next
			}
			if (v["asked"] && v["asked"] < short) {
				if (!short_n++ || v["late_wire"] > short_late) short_late = v["late_wire"] + 0
				next
			}
			sum += v["late"]
			if (!resumed++ || v["late"] > late) { late = v["late"] + 0; at = v["quanta"] }
		}
		END {
			printf "n=%d new=%d last=%d hook_min=%d hook_max=%d spare=%d ", \
				n, started, last, hook_min, hook_max, spare
			printf "resumed=%d late=%d at=%d mean=%d busy=%d wire=%d unresumed=%d ", \
				resumed, late, at, resumed ? sum / resumed : 0, busy, wire, unresumed
			printf "housekept=%d housekept_late=%d ", kept_n, kept_late
			printf "short=%d short_late=%d\n", short_n, short_late
		}' "$TMP/$1.pauses")"
}

# pauses_kept NAME SPEED COUNT: the demands on every pause
pauses_kept()
{
	local quantum_ns=$((512 * 1000000000 / $2))

	summary "$1" "$2"
	exactly "control frames" "${field[n]}" "$3"
	told "from the link to the receive hook" "${field[hook_min]} to ${field[hook_max]} ns"
	exactly "frames that began more than a quantum after reception, in the pause" "${field[new]}" 0
	at_most "latest new frame after reception" "${field[last]}" "$quantum_ns" ns
	judge "least silence beyond the time asked for" "${field[spare]} ns" "at least 0 ns" \
		$((field[spare] >= 0))
	exactly "pauses after which no frame came" "${field[unresumed]}" 0
	resumption
	explain "$1"
}

# explain NAME: the records of the probe before each late start
explain()
{
	awk -v limit=$RESUME_NS '
		FNR == NR {
			for (i = 1; i <= NF; i++) {
				split($i, word, "=")
				v[word[1]] = word[2]
			}
			if (v["late_wire"] + 0 > limit) {
				start[++n] = v["at"] + v["silent"]
				printf "# late start %d: %s\n", n, $0
			}
			next
		}
		!n { exit }
		{
			for (i = 1; i <= n; i++)
				if ($1 <= start[i] && $1 > start[i] - 20000)
					printf "# late start %d, %d ns: %s %s %s\n", i, $1 - start[i], $2, $3, $4
		}' "$TMP/$1.pauses" "$TMP/$1.trace"
}

# resumption: judges how late sending resumes. With live traffic it only tells the figure, because the
# sending processes take time of the same processor.
resumption()
{
	local details="mean ${field[mean]} ns, worst at ${field[at]} quanta, ${field[resumed]} pauses"

	if ((field[resumed] && in_front == 0)); then
		told "resumed late, among senders that run" "${field[late]} ns ($details)"
	elif ((field[resumed])); then
		at_most_known "mean of resumed late" "${field[mean]}" $RESUME_NS $KERNEL_NS ns
		at_most_known "resumed late" "${field[late]}" $RESUME_NS $KERNEL_NS ns "$details"
	fi
	if ((field[short])); then
		at_most_known "pause over before its frame is received: next frame late" \
			"${field[short_late]}" $RESUME_NS $REACTION_NS ns "${field[short]} pauses"
	fi
	if ((field[housekept])); then
		told "resumed late, behind housekeeping of the kernel" \
			"${field[housekept_late]} ns (${field[housekept]} pauses)"
	fi
	if ((field[busy])); then
		at_most "pause that ended within the frame in transmission: next frame late" \
			"${field[wire]}" "$receiving_ns" ns "${field[busy]} pauses"
	fi
}

speed_name() # BITS_PER_SECOND
{
	(($1 >= 1000000000)) && echo "$(($1 / 1000000000)) Gb/s" || echo "$(($1 / 1000000)) Mb/s"
}

# restarted NAME SPEED APART_NS MOST_NS: the second of two control frames comes during the pause of the
# first. Both make one pause, which ends after the time of the second frame, or up to MOST_NS later with the
# kernel's own work. The time counts from the reception of the second frame. The sender sends it about
# APART_NS after the first, because either may be held up.
restarted()
{
	local first_ns apart_ns silent_ns quanta

	fields "$(sed -n 1p "$TMP/$1.pauses")"
	exactly "the first is replaced" "${field[replaced]}" 1
	first_ns=${field[at]} silent_ns=${field[silent]}
	fields "$(sed -n 2p "$TMP/$1.pauses")"
	apart_ns=$((field[at] - first_ns)) quanta=${field[quanta]}
	within "from the first to the second" "$apart_ns" $(($3 * 3 / 4)) $(($3 * 3 / 2)) ns
	within "pause in all, beyond that and the second's time" \
		$((silent_ns - apart_ns - quanta * 512 * 1000000000 / $2)) 0 "$4" ns
}
