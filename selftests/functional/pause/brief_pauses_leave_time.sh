#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# hook: any
# time: measured
# length: long
#
# A flood of pause frames that each ask for a few microseconds costs a process on the same
# processor no more time than as many control frames of an unknown opcode. No pause ends early.
#
# The partner sends 166,000 frames a second. Meanwhile `show` says that the timer alone ends
# pauses; soon after the flood pauses end exactly again.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK <== 16 copies of each frame == many (ifb) <-- station sends PAUSE
#	work (a loop)  |            (mirrors of tc)
. "${0%/*}/../../lib/lib.sh"

copies=16
every_us=96
least=160000 # frames a second
grid_ns=200000 # on which the timer alone ends pauses
tracing=$TMP/tracing

# work: a loop that always needs the same processor time; how long it took, ns, in $reply
work()
{
	local i began=${EPOCHREALTIME/./}

	for ((i = 0; i < 8000; i++)); do
		:
	done
	reply=$(((${EPOCHREALTIME/./} - began) * 1000))
}

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

precision()
{
	json_field "$(pausectl -j show dev "$DUT")" pause_precision
}

precision_is() # WORD
{
	precision
	[[ $reply == "\"$1\"" ]]
}

# beside FRAME...: how long the work takes beside a flood of these frames, ns, in $beside
beside()
{
	local frames began span_us

	flood "$@"
	# The first round of work is not measured: other processes may still run when the flood
	# begins.
	work
	counter rx_mac_control
	frames=$reply
	began=${EPOCHREALTIME/./}
	work
	beside=$reply
	span_us=$((${EPOCHREALTIME/./} - began))
	counter rx_mac_control
	check_between "$*: frames a second" $(((reply - frames) * 1000000 / span_us)) \
		$least 200000
	end_flood
}

pair
attach
configure speed 1gbit
ip -n "$PEER" link add many type ifb
ip -n "$PEER" link set many up
tc -n "$PEER" qdisc add dev many clsact
mapfile -t mirrors < <(for ((i = 0; i < copies; i++)); do
	printf '%s\n' action mirred egress mirror dev "$LINK"
done)
# shellcheck disable=SC2068 # words
tc -n "$PEER" filter add dev many egress matchall ${mirrors[@]}

mkdir "$tracing"
mount -t tracefs tracefs "$tracing"
finally "echo local >$tracing/trace_clock; umount $tracing"
echo mono >"$tracing/trace_clock"

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

# ended: reads $TMP/trace and writes to the array end how many pauses ended, and the shortest and
# the longest of them in ns. A pause lasts from its last frame to its end. This length is exact if
# one frame made the pause. If more frames prolonged it, the length begins at the trace of the last
# reception, which is up to 1 us late: then 1 us is added.
ended() # QUANTA
{
	read -ra end < <(awk -v asked=$(($1 * 512)) '
		$2 == "receive" { frames++; last = $1 }
		$2 == "opened" {
			took = frames == 1 ? $5 : $1 - last + 1000
			if (!n++ || took < least) least = took
			if (took > most) most = took
			frames = 0
		}
		END { printf "%d %d %d\n", n, least, most }' "$TMP/trace")
}

work
alone=$reply
beside control 0x5555
unknown=$beside
precision
check_eq "precision beside unknown frames" "$reply" '"exact"'
echo "work alone $((alone / 1000)) us, beside unknown frames $((unknown / 1000)) us"
for quanta in 11 3 12; do
	asked_ns=$((quanta * 512))
	what="PAUSE of $quanta quanta"
	beside pause $quanta
	echo "beside PAUSE of $quanta quanta $((beside / 1000)) us"
	check_between "$what: permille of what is left beside unknown frames" \
		$((unknown * 1000 / beside)) 900 1100

	# A flood begins. From then on, for a second, the port does not wait for the end of a
	# pause.
	await 2 precision_is exact
	flood pause $quanta
	await 2 precision_is timer
	traced nap 0.02
	end_flood
	ended $quanta
	check_between "$what: pauses that ended in a flood" "${end[0]}" 5 110
	check_between "$what: the shortest of them, ns" "${end[1]}" $asked_ns 1000000
	traced from_peer pause $quanta count 20 every 1ms
	ended $quanta
	check_eq "$what: pauses that ended after it" "${end[0]}" 20
	check_between "$what: the shortest of them, ns" "${end[1]}" $asked_ns $((asked_ns + grid_ns))
	check_between "$what: the longest of them, ns" "${end[2]}" $asked_ns \
		$((asked_ns + grid_ns + 20000))

	await 2 precision_is exact
	traced from_peer pause $quanta count 20 every 1ms
	ended $quanta
	check_eq "$what: pauses that ended then" "${end[0]}" 20
	check_between "$what: the shortest of them, ns" "${end[1]}" $asked_ns $((asked_ns + 1500))
	check_between "$what: the longest of them, ns" "${end[2]}" $asked_ns $((asked_ns + 1500))
done
check_match "precision in text" "$(pausectl -d show dev "$DUT")" "*precision exact*"
