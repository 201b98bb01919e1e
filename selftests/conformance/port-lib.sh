# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions by which the tests of a port in wall time observe and judge. The program port sources this
# file and sets:
#
#	station, dut, own_address, dut_address, prio, at_dut	the two ends
#	quantum_ns, longest_ns		one quantum, and 65535 of them
#	work				a directory
: "${station:?}" "${dut:?}" "${own_address:?}" "${dut_address:?}" "${quantum_ns:?}" \
	"${longest_ns:?}" "${work:?}"

# Many frames fit the longest pause, and a slow machine can send them.
readonly PERIOD_NS=$((longest_ns / 2000 > 500000 ? longest_ns / 2000 : 500000)) SETTLE_S=0.3 RUNS=3

# --- verdicts ------------------------------------------------------------------

# A busy machine may hold a frame up in any run, for longer than the other frames of the run tell. So a run
# with a figure that is missed, or that noise hides, is repeated, up to RUNS in all. A figure is met if
# a run met it and none missed it. It is missed if two runs missed it and none met it. Any other figure is
# not judged.
met=0 missed=0 unjudged=0 name=''
declare -A ok_in=() missed_in=() text=()
figures=()

# figure ok|missed|doubt|short KEY WHAT: a result of this run. doubt: noise hides it. short: no run can
# judge it.
figure() {
	[[ -n ${text[$2]-} ]] || figures+=("$2")
	case $1 in
	ok) ok_in[$2]=$((${ok_in[$2]:-0} + 1)) ;;
	missed) missed_in[$2]=$((${missed_in[$2]:-0} + 1)) ;;
	esac
	[[ $1 == ok && -n ${missed_in[$2]-} ]] || text[$2]=$3
	case $1 in
	doubt) again=yes ;;
	missed) ((missed_in[$2] > 1 && !${ok_in[$2]:-0})) || again=yes ;;
	esac
}

judge() { # GOOD KEY WHAT
	if (($1)); then
		figure ok "$2" "$3"
	else
		figure missed "$2" "$3"
	fi
}

say() { # VERDICT WHAT
	printf '%-10s %-7s %s\n' "$1" "$name" "$2"
}

conclude() {
	local key ok miss

	for key in "${figures[@]}"; do
		ok=${ok_in[$key]:-0} miss=${missed_in[$key]:-0}
		if ((ok && !miss)); then
			met=$((met + 1))
			say ok "${text[$key]}"
		elif ((miss > 1 && !ok)); then
			missed=$((missed + 1))
			say missed "${text[$key]} (in $miss runs)"
		else
			unjudged=$((unjudged + 1))
			say "not judged" "${text[$key]}$( ((miss)) && echo " (missed in $miss of $runs runs)")"
		fi
	done
}

# measured FUNCTION [ARGUMENT]: repeats the function until no figure is in doubt, and concludes
measured() {
	ok_in=() missed_in=() text=() figures=()
	for ((runs = 1; ; runs++)); do
		again=no
		"$@"
		[[ $again == yes && $runs -lt $RUNS ]] || break
	done
	conclude
}

us() {
	echo "$(($1 / 1000)) us"
}

# --- one run: traffic, control frames and arrivals ------------------------------

# Both ends send. The frames of the station tell for how long the station itself is held up.
start_traffic() { # FOR_NS
	at_dut station blast "$dut" prio "${prio:-0}" size 200 da "$own_address" \
		${prio:+tag 1} every "${PERIOD_NS}ns" for "$1ns" > "$work/blast" &
	blast=$!
	station blast "$station" size 60 da "$dut_address" every "${PERIOD_NS}ns" \
		for "$1ns" > "$work/own" &
	own=$!
}

# observe FRAMES NS: the station sends FRAMES, and watches for NS from the first of them
observe() {
	local capture blast own

	rm -f "$work/ready"
	station capture "$station" stamps hardware > "$work/capture" 2> "$work/ready" &
	capture=$!
	children=("$capture")
	until [ -s "$work/ready" ]; do
		sleep 0.01
	done
	start_traffic "$((1000000000 + $2))"
	children+=("$blast" "$own")
	sleep $SETTLE_S
	# shellcheck disable=SC2086 # frames are words
	[ -z "$1" ] || station frame "$station" $1
	wait "$blast" "$own"
	sleep $SETTLE_S
	kill "$capture"
	wait "$capture"
	children=()
}

# all_arrived WHAT: judges that all frames arrived, once. It tells the order and does not judge it, because
# several processors of this machine may swap frames.
all_arrived() {
	local line word sent
	local -A is=([frames]=0 [lost]=0 [duplicates]=0 [reordered]=0)

	sent=$(sed -n 's/.* sent=\([0-9]*\).*/\1/p' "$work/blast")
	line=$(station check "$work/capture" in)
	for word in $line; do
		is[${word%%=*}]=${word#*=}
	done
	judge $((sent > 0 && sent == is[frames] && is[lost] == 0 && is[duplicates] == 0)) arrived \
		"$1: ${is[frames]} frames arrived, ${is[duplicates]} more than once, demanded $sent and 0; ${is[reordered]} out of order"
}

# gaps_of ASKED_NS: three longest gaps: between arrivals where a pause could be, from the first control
# frame to ASKED_NS after the last one; between all other arrivals; and between frames of the station
gaps_of() {
	awk -v asked="$1" '
		$2 == "out" && $4 != "88b5" { if (!begin) begin = $1; end = $1 + asked }
		$2 == "out" && $4 == "88b5" {
			if (own && $1 - own > held) held = $1 - own
			own = $1
		}
		$2 == "in" && $4 == "88b5" { arrival[++arrivals] = $1 }
		END {
			for (i = 1; i < arrivals; i++) {
				gap = arrival[i + 1] - arrival[i]
				inside = begin && arrival[i + 1] >= begin && arrival[i] <= end
				if (gap > longest[inside])
					longest[inside] = gap
			}
			printf "%.0f %.0f %.0f\n", longest[1], longest[0], held
		}' "$work/capture"
}

# run_with ASKED_NS FRAMES NS: observes; sets inside_ns, the longest gap that a pause could
# be in, and uncertainty_ns, which is at least least_ns. port sets least_ns to that of its first run.
least_ns=$quantum_ns
run_with() {
	local outside held

	observe "$2" "$3"
	read -r inside_ns outside held < <(gaps_of "$1")
	uncertainty_ns=$(((outside > held ? outside : held) - PERIOD_NS))
	((uncertainty_ns > least_ns)) || uncertainty_ns=$least_ns
}

# pause_of NTH ASKED_NS: prints how many arrivals the pause of the NTH control frame should have held
# back, and the time of the first arrival after its end, in ns since the control frame; 0: none
pause_of() {
	awk -v nth="$1" -v asked="$2" -v grace="$((quantum_ns + uncertainty_ns))" \
		-v spare="$uncertainty_ns" '
		$2 == "out" && $4 != "88b5" && ++n == nth { at = $1 }
		at && $2 == "in" && $4 == "88b5" {
			t = $1 - at
			if (t >= asked - spare) { if (!first) first = t }
			else if (t > grace) { early++ }
		}
		END { printf "%d %.0f\n", early, first }' "$work/capture"
}

# long_enough KEY WHAT ASKED_NS: whether any run could judge a pause of this length
long_enough() {
	(($3 > 4 * (quantum_ns + PERIOD_NS))) && return 0
	figure short "$1" "$2: $(us "$3") is too short for frames each $(us $PERIOD_NS)"
	return 1
}

# judged KEY WHAT ASKED_NS: whether the uncertainty of this run allows to judge it
judged() {
	(($3 > 4 * (uncertainty_ns + PERIOD_NS))) && return 0
	figure doubt "$1" "$2: $(us "$3") is too short for an uncertainty of $(us "$uncertainty_ns")"
	return 1
}

# paused KEY WHAT NTH ASKED_NS: the port stopped for this time and then went on
paused() {
	local early first most=$(($4 + 2 * uncertainty_ns + PERIOD_NS))

	read -r early first < <(pause_of "$3" "$4")
	stopped "$1" "$2" "$early" "$4"
	if ((early)); then
		figure short "$1-end" "$2: end of a pause that there was not"
	else
		judge $((first > 0 && first <= most)) "$1-end" \
			"$2: went on $(us "$first") after it, demanded $(us "$4") to $(us $most), +-$(us "$uncertainty_ns")"
	fi
}

stopped() { # KEY WHAT FRAMES ASKED_NS
	judge $(($3 == 0)) "$1" "$2: $3 frames arrived during the pause of $(us "$4"), demanded 0"
}

# unpaused KEY WHAT: there was no pause. If a gap is longer than the uncertainty, but much shorter than
# the pause would be, either side may be the reason.
unpaused() {
	local most=$((2 * (uncertainty_ns + PERIOD_NS))) what

	what="$2: longest gap $(us "$inside_ns"), demanded at most $(us "$most"), +-$(us "$uncertainty_ns")"
	judged "$1" "$2" "$longest_ns" || return 0
	if ((inside_ns > most && inside_ns < longest_ns / 2)); then
		figure doubt "$1" "$what"
	else
		judge $((inside_ns <= most)) "$1" "$what"
	fi
}
