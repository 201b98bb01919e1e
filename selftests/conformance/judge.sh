# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The judges of recorded streams, and their rows. lib.sh sources this file. selftests/unit sources it, too,
# and judges records that it makes up.
#
# The reception of a control frame begins when the peer hands it to the link. The frame comes to the hook, and
# the reception ends when the hook has acted. These three times are records of the probe. The judges take no time from
# the port. A port has to stop within one quantum of the begin. A pause lasts at least the time asked for from when the
# frame came, and it is over that time after the end of the reception.
: "${DUT:?}" "${LINK:?}" "${TMP:?}" "${name:?}" "${failed:=0}" "${receiving_ns:=0}"

# What this project demands. The standard names no figure.
readonly RECEIVE_NS=8000	# a reception; a PFC frame for eight priorities takes 6.5 us
readonly RESUME_NS=1500		# from the end of the reception of a time of 0 to the next start
readonly EXPIRE_NS=3000		# from the end of any other pause to the next start
readonly LIVE_NS=100000		# the same, with senders that run
# Known miss: Linux 7.3 takes longer than 6.12 between the gate and the driver, without the port's doing. It takes
# 190 ns more from the hook to the end of a reception, and 30 ns more from its softirq to the driver. A start after a
# time of 0 comes 1,736 ns late at most, and one after another pause 3,154 ns.
case $(uname -r) in
6.*) readonly KERNEL_NS=0 ;;
*) readonly KERNEL_NS=300 ;;
esac
# Known miss: at 1 Gb/s and more a quantum is shorter than the way from the link to the hook, and a timer of the pacing
# that ends meanwhile lets a frame start up to this time after the link had the control frame.
readonly LAST_NS=$((2500 + KERNEL_NS))
# What is late because the kernel did other work meanwhile is excused, if it is rare and short.
readonly EXCUSED_PERCENT=3 EXCUSED_NS=200000
declare -A field		# of a line of station
RESULTS=${CONFORMANCE_RESULTS:-/dev/null}
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

# excused COUNT OF NS: how many of these were late because the kernel did other work, and by how much at most
excused()
{
	local most=$(($2 * EXCUSED_PERCENT / 100))

	((most)) || most=1
	(($1 == 0)) || judge "late after other work of the kernel, excused" "$1 of $2, at most $3 ns" \
		"at most $most of $2, $EXCUSED_NS ns" $(($1 <= most && $3 <= EXCUSED_NS))
}

# timing WHAT NAME SPEED: station timing of a recorded stream. Leaves out the first $in_front pauses, the one
# during which the stream was queued.
in_front=1
timing()
{
	station timing "$1" "$TMP/$2" "$TMP/$2.trace" "$DUT" "$LINK" "$3" $in_front
}

# explain NAME FILE: prints the lines TIME WORDS of FILE, and the records of the probe in the 20 us before each time
explain()
{
	[[ ! -s $2 ]] || awk '
		FNR == NR {
			at[++n] = $1
			print "# " n ": " $0
			next
		}
		{
			for (i = 1; i <= n; i++)
				if ($1 <= at[i] && $1 > at[i] - 20000)
					printf "# %d: %d ns: %s %s %s\n", i, $1 - at[i], $2, $3, $4
		}' "$2" "$TMP/$1.trace"
}

# --- gaps ------------------------------------------------------------------------

# gaps_unchanged NAME SPEED [KNOWN_NS]: each gap is as long as the frame before it takes, so that all starts are on a
# grid. A start right behind a control frame may be late by the processor time of that frame. Other work of the kernel
# may leave slots of the grid empty. A miss up to KNOWN_NS is a known one.
gaps_unchanged()
{
	local drift

	timing gaps "$1" "$2" >"$TMP/$1.late"
	fields "$(tail -n 1 "$TMP/$1.late")"
	sed -i '$d' "$TMP/$1.late"
	told "gaps" "${field[shortest]} to ${field[longest]} ns, slots of the grid left empty: ${field[empty]}"
	at_most_known "most that a start is off the grid, beyond what is allowed" "${field[excess]}" 0 "${3:-0}" ns \
		"${field[count]} gaps, ${field[held]} starts behind control frames"
	excused "${field[excused]}" "${field[count]}" "${field[excused_ns]}"
	explain "$1" "$TMP/$1.late"
	drift=$(((field[drift_ps] < 0 ? -field[drift_ps] : field[drift_ps]) / 1000))
	at_most "drift of the pacing grid, first to second half" "$drift" $DRIFT_NS ns
	((drift <= DRIFT_NS)) || echo "# late on the grid, a tenth, the half, nine tenths of the starts:" \
		"first half ${field[first_half_ps]} ps, second half ${field[second_half_ps]} ps"
}
readonly DRIFT_NS=20		# a start that nothing delays varies by some instructions

# --- pauses ----------------------------------------------------------------------

# summary NAME SPEED: figures of all pauses that acted, in the array field. Leaves them in $TMP/NAME.pauses, and
# those that came late in $TMP/NAME.late.
summary()
{
	local quantum_ns=$((512 * 1000000000 / $2))

	timing pauses "$1" "$2" >"$TMP/$1.pauses"
	fields "$(awk -v live=$((in_front ? 0 : LIVE_NS)) -v kernel=$KERNEL_NS \
		-v expire=$EXPIRE_NS -v resume=$RESUME_NS -v busy="$receiving_ns" \
		-v receive=$RECEIVE_NS -v late_file="$TMP/$1.late" -v last=$((quantum_ns > LAST_NS ? quantum_ns : LAST_NS)) '
		function most(what, x) { if (!(what in is) || x > is[what]) is[what] = x }
		function excuse(x) { is["excused"]++; most("excused_ns", x) }
		BEGIN {
			limit["expired"] = live ? live : expire + kernel
			limit["resumed"] = live ? live : resume + kernel
			limit["busy"] = busy
			printf "" >late_file
		}
		{
			for (i = 1; i <= NF; i++) {
				split($i, word, "=")
				v[word[1]] = word[2] + 0
			}
			if (v["verdict"]) next
			is["n"]++
			is["early"] += v["early"]
			disturbed = v["disturbed"] && (v["received"] > receive || v["asked"] && v["last"] > last)
			# The timer of a sender that runs may come within a reception.
			if (disturbed || live && v["received"] > receive) {
				printf "%.0f %s\n", v["at"] + v["received"], $0 >late_file
				excuse(v["received"])
			} else {
				most("received", v["received"])
			}
			if (!disturbed && v["asked"]) most("last", v["last"])
			if (v["replaced"]) { is["replaced"]++; next }
			if (!v["start"]) { is["unresumed"]++; next }
			what = v["late"] != v["late_wire"] ? "busy" : v["asked"] ? "expired" : "resumed"
			if (v["late_wire"] > limit[what]) {
				printf "%.0f %s\n", v["start"], $0 >late_file
				# A tick in the reception asks for the scheduler, which hands the start to ksoftirqd.
				handed = v["disturbed"] && what != "busy" && v["asked"] < v["received"]
				if (v["housekept"] || handed) { excuse(v["late_wire"]); next }
			}
			is[what "_n"]++
			most(what, v["late_wire"])
			if (what == "expired" && (is["expired_n"] == 1 || v["late"] < least)) least = v["late"]
		}
		END {
			split("n early received last replaced unresumed expired expired_n resumed resumed_n " \
			      "busy busy_n excused excused_ns", all, " ")
			for (i in all) printf "%s=%d ", all[i], is[all[i]]
			print "least=" least + 0
		}' "$TMP/$1.pauses")"
}

# pauses_kept NAME SPEED COUNT [REPLACED]: the demands on every pause. COUNT control frames act, and REPLACED of
# these begin a pause that the next one ends.
pauses_kept()
{
	local quantum_ns=$((512 * 1000000000 / $2))

	summary "$1" "$2"
	if [[ "${field[n]} ${field[replaced]} ${field[unresumed]}" != "$3 ${4:-0} 0" ]]; then
		judge "control frames, replaced ones, pauses after which no frame came" \
			"${field[n]}, ${field[replaced]}, ${field[unresumed]}" "$3, ${4:-0}, 0" 0
	fi
	at_most "from the link to the end of reception" "${field[received]}" $RECEIVE_NS ns
	at_most_known "latest new frame after the link had the control frame" "${field[last]}" $quantum_ns $LAST_NS ns
	exactly "frames that began in the pause" "${field[early]}" 0
	resumption
	excused "${field[excused]}" "${field[n]}" "${field[excused_ns]}"
	explain "$1" "$TMP/$1.late"
}

# late KIND WHAT HIGHEST KNOWN [DETAILS]: judges how late sending resumes after pauses of this kind. Senders that run
# take time of the same processor.
late()
{
	if ((field[$1_n] && in_front == 0)); then
		at_most "$2, among senders that run" "${field[$1]}" $LIVE_NS ns "${5-}${field[$1_n]} pauses"
	elif ((field[$1_n])); then
		at_most_known "$2" "${field[$1]}" "$3" "$4" ns "${5-}${field[$1_n]} pauses"
	fi
}

resumption()
{
	late expired "resumed late" $EXPIRE_NS $((EXPIRE_NS + KERNEL_NS)) "least ${field[least]} ns, "
	late resumed "resumed late after a time of 0" $RESUME_NS $((RESUME_NS + KERNEL_NS))
	if ((field[busy_n])); then
		at_most "pause that ended within the frame in transmission: next frame late" \
			"${field[busy]}" "$receiving_ns" ns "${field[busy_n]} pauses"
	fi
}
