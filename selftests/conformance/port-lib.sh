# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the tests of a port in wall time observe and judge; port sources it and sets:
#
#	station, dut, own_address, prio, at_dut	whom to ask what
#	quantum_ns, longest_ns			one quantum, and 65535 of them
#	work					a directory
: "${station:?}" "${dut:?}" "${own_address:?}" "${quantum_ns:?}" "${longest_ns:?}" "${work:?}"

readonly PERIOD_NS=500000 SETTLE_S=0.3

# --- verdicts ------------------------------------------------------------------

met=0 missed=0 unjudged=0 name=''

say() { # VERDICT WHAT
	printf '%-10s %-7s %s\n' "$1" "$name" "$2"
	case $1 in
	ok) met=$((met + 1)) ;;
	missed) missed=$((missed + 1)) ;;
	*judged) unjudged=$((unjudged + 1)) ;;
	esac
}

judge() { # GOOD WHAT
	if (($1)); then
		say ok "$2"
	else
		say missed "$2"
	fi
}

us() {
	echo "$(($1 / 1000)) us"
}

# --- one run: traffic, control frames and what arrived --------------------------

# observe FRAMES: the port sends, long enough for two of the longest pauses, and the
# station sends FRAMES
observe() {
	local capture blast

	rm -f "$work/ready"
	station capture "$station" > "$work/capture" 2> "$work/ready" &
	capture=$!
	children=("$capture")
	until [ -s "$work/ready" ]; do
		sleep 0.01
	done
	at_dut station blast "$dut" prio "${prio:-0}" size 200 da "$own_address" \
		${prio:+tag 1} every "${PERIOD_NS}ns" for "$((1000000000 + 2 * longest_ns))ns" > "$work/blast" &
	blast=$!
	children+=("$blast")
	sleep $SETTLE_S
	# shellcheck disable=SC2086 # frames are words
	[ -z "$1" ] || station frame "$station" $1
	wait "$blast"
	sleep $SETTLE_S
	kill "$capture"
	wait "$capture"
	children=()
}

# The order is told only: where several processors of this machine take part, they may
# swap frames on their way.
all_arrived() {
	local line word sent
	local -A is=([frames]=0 [lost]=0 [duplicates]=0 [reordered]=0)

	sent=$(sed -n 's/.* sent=\([0-9]*\).*/\1/p' "$work/blast")
	line=$(station check "$work/capture" in)
	for word in $line; do
		is[${word%%=*}]=${word#*=}
	done
	judge $((sent > 0 && sent == is[frames] && is[lost] == 0 && is[duplicates] == 0)) \
		"$1: ${is[frames]} frames arrived, ${is[duplicates]} more than once, demanded $sent and 0; ${is[reordered]} out of order"
}

# gaps_of ASKED_NS: the longest gap between arrivals that a pause could be in, from the
# first control frame to that time after the last one, and the longest of the others
gaps_of() {
	awk -v asked="$1" '
		$2 == "out" && $4 != "88b5" { if (!begin) begin = $1; end = $1 + asked }
		$2 == "in" && $4 == "88b5" { arrival[++arrivals] = $1 }
		END {
			for (i = 1; i < arrivals; i++) {
				gap = arrival[i + 1] - arrival[i]
				inside = begin && arrival[i + 1] >= begin && arrival[i] <= end
				if (gap > longest[inside])
					longest[inside] = gap
			}
			printf "%d %d\n", longest[1], longest[0]
		}' "$work/capture"
}

# run_with ASKED_NS FRAMES: observes; sets inside_ns, the longest gap that a pause could
# be in, and uncertainty_ns, which is at least that of the first run
least_ns=$quantum_ns
run_with() {
	local outside

	observe "$2"
	read -r inside_ns outside < <(gaps_of "$1")
	uncertainty_ns=$((outside - PERIOD_NS))
	((uncertainty_ns > least_ns)) || uncertainty_ns=$least_ns
}

# pause_of NTH ASKED_NS: after the NTH control frame: arrivals that the pause should
# have held back, the last before and the first after its end, in ns from the frame on
pause_of() {
	awk -v nth="$1" -v asked="$2" -v grace="$((quantum_ns + uncertainty_ns))" \
		-v spare="$uncertainty_ns" '
		$2 == "out" && $4 != "88b5" && ++n == nth { at = $1 }
		at && $2 == "in" && $4 == "88b5" {
			t = $1 - at
			if (t >= asked - spare) { if (!first) first = t }
			else if (t > grace) { early++ }
		}
		END { printf "%d %d\n", early, first }' "$work/capture"
}

judged() { # WHAT ASKED_NS: whether the uncertainty allows it
	(($2 > 4 * (uncertainty_ns + PERIOD_NS))) && return 0
	say "not judged" "$1: $(us "$2") is too short for an uncertainty of $(us "$uncertainty_ns")"
	return 1
}

# paused WHAT NTH ASKED_NS: the port stopped, for that time, and went on
paused() {
	local early first

	read -r early first < <(pause_of "$2" "$3")
	stopped "$1" "$early" "$3"
	if ((early)); then
		say "not judged" "$1: end of a pause that there was not"
	else
		judge $((first > 0 && first <= $3 + 2 * uncertainty_ns + PERIOD_NS)) \
			"$1: went on $(us "$first") after it, demanded $(us "$3") to $(us $(($3 + 2 * uncertainty_ns + PERIOD_NS))), +-$(us "$uncertainty_ns")"
	fi
}

stopped() { # WHAT FRAMES ASKED_NS
	judge $(($2 == 0)) "$1: $2 frames arrived during the pause of $(us "$3"), demanded 0"
}

# unpaused WHAT: a gap that is longer than the uncertainty explains, but far from the
# pause that was not to be, may be the doing of either side
unpaused() {
	local most=$((2 * (uncertainty_ns + PERIOD_NS))) what

	what="$1: longest gap $(us "$inside_ns"), demanded at most $(us "$most"), +-$(us "$uncertainty_ns")"
	judged "$1" "$longest_ns" || return 0
	if ((inside_ns > most && inside_ns < longest_ns / 2)); then
		say "not judged" "$what"
	else
		judge $((inside_ns <= most)) "$what"
	fi
}
