#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# A flood of pause frames that each ask for a few microseconds leaves a process on the same processor at least 0.85 of
# the time that as many control frames of an unknown opcode leave it. No pause ends early. In the flood
# pauses end up to 100 us late. 5 ms after it the port ends 50 pauses at once on time, and then any number of them that
# are 100 us apart.
#
# The partner sends 166,000 frames a second.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK <== 16 copies of each frame == many (ifb) <-- station sends PAUSE
#	work (a loop)  |            (mirrors of tc)
. "${0%/*}/../../lib/lib.sh"

copies=16
every_us=96
least=160000 # frames a second
late_ns=4000 # a pause ends at most so late, with the time of the tracepoints
bound_ns=100000 # and so much later in a flood

# flood FRAME...: the partner sends until the job ends. A filter of tc makes $copies frames of each
# frame, because the partner shares the processor with the port and must take little of it.
flood()
{
	background chrt -f 40 station -n "$PEER" frame many "$@" count 100000000 every ${every_us}us
}

end_flood()
{
	kill "$job"
	wait "$job" || :
}

# beside FRAME...: how long the work takes beside a flood of these frames, ns, in $beside
beside()
{
	local began span_us

	flood "$@"
	# The first round of work is not measured: other processes may still run when the flood begins.
	work 8000
	note counter rx_mac_control
	began=${EPOCHREALTIME/./}
	work 8000
	beside=$reply
	span_us=$((${EPOCHREALTIME/./} - began))
	since counter rx_mac_control
	check_between "$*: frames a second" $((reply * 1000000 / span_us)) $least 200000
	end_flood
}

# traced COMMAND...: writes the pause frames received and the pauses ended meanwhile to $TMP/trace
traced()
{
	local event

	echo >"$tracing/trace"
	for event in gate_opened receive; do
		echo 1 >"$tracing/events/pausectl/pausectl_$event/enable"
	done
	"$@"
	for event in gate_opened receive; do
		echo 0 >"$tracing/events/pausectl/pausectl_$event/enable"
	done
	station trace "$tracing" >"$TMP/trace"
}

# ended WHAT LEAST MOST NS LATE_NS: of the pauses of $TMP/trace LEAST to MOST ended, each after NS at the earliest and
# LATE_NS later at the latest. A pause lasts from its last frame to its end. This length is exact if one frame made the
# pause. If more frames prolonged it, the length begins at the trace of the last reception, which is up to 1 us late:
# then 1 us is added.
ended()
{
	read -ra end < <(awk '
		$2 == "receive" { frames++; last = $1 }
		$2 == "opened" {
			if (!frames) next
			took = frames == 1 ? $5 : $1 - last + 1000
			if (!n++ || took < least) least = took
			if (took > most) most = took
			frames = 0
		}
		END { printf "%d %d %d\n", n, least, most }' "$TMP/trace")
	check_between "$1: pauses that ended" "${end[0]}" "$2" "$3"
	check_between "$1: the shortest, ns" "${end[1]}" "$4" $(($4 + $5))
	check_between "$1: the longest, ns" "${end[2]}" "$4" $(($4 + $5))
}

port_pair speed 1gbit
ip -n "$PEER" link add many type ifb
ip -n "$PEER" link set many up
tc -n "$PEER" qdisc add dev many clsact
mapfile -t mirrors < <(for ((i = 0; i < copies; i++)); do
	printf '%s\n' action mirred egress mirror dev "$LINK"
done)
# shellcheck disable=SC2068 # words
tc -n "$PEER" filter add dev many egress matchall ${mirrors[@]}

trace_events
finally "echo local >$tracing/trace_clock"
echo mono >"$tracing/trace_clock"

work 8000
alone=$reply
beside control 0x5555
unknown=$beside
echo "work alone $((alone / 1000)) us, beside unknown frames $((unknown / 1000)) us"
for quanta in 11 3 12; do
	asked_ns=$((quanta * 512))
	what="PAUSE of $quanta quanta"
	beside pause $quanta
	echo "beside $what $((beside / 1000)) us"
	check_between "$what: permille of what is left beside unknown frames" \
		$((unknown * 1000 / beside)) 850 1100

	flood pause $quanta
	nap 0.02
	traced nap 0.02
	end_flood
	ended "$what, in a flood" 5 300 $asked_ns $((late_ns + bound_ns + 20000))
	nap 0.005
	traced from_peer pause $quanta count 50 every 50us
	ended "$what, 50 at once" 50 50 $asked_ns $late_ns
	nap 0.005
	traced from_peer pause $quanta count 100 every 110us
	ended "$what, 100" 100 100 $asked_ns $late_ns
done
