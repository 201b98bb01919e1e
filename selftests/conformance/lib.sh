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

: "${job:=}" "${failed:=0}"

PROBE=/proc/pausectl_probe
name=$(basename "$0" .sh)
# shellcheck source=selftests/conformance/judge.sh
. "${BASH_SOURCE[0]%/*}/judge.sh"

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

speed_name() # BITS_PER_SECOND
{
	(($1 >= 1000000000)) && echo "$(($1 / 1000000000)) Gb/s" || echo "$(($1 / 1000000)) Mb/s"
}
