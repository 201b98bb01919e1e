#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
# time: measured
#
# Processor 0 sends frame after frame, and processor 1 receives PAUSE frames. After the port has acted on a PAUSE frame,
# at most one frame starts until the pause is over: the frame that processor 0 had taken before. So the gate stops a
# dequeue that runs on another processor (IEEE 802.3, 31B.3.7). The time from the link to the last start is wall time of a
# machine that may stop either processor. It is printed, and not judged.
#
#	here, processor 0  |  $PEER, processor 1
#	$DUT    pausectl  -+- $LINK station
#	sends data         |  sends PAUSE
. "${0%/*}/../../lib/lib.sh"

pauses=100
quanta=1000
pause_us=5120

port_pair speed 100mbit
trace_events
tracing+=/instances/another_processor
mkdir "$tracing"
finally "rmdir $tracing"
echo mono >"$tracing/trace_clock"
echo 16384 >"$tracing/buffer_size_kb"
for event in net/net_dev_start_xmit net/netif_receive_skb pausectl/pausectl_receive; do
	echo "name == \"$DUT\" || name == \"$LINK\"" >"$tracing/events/$event/filter"
	echo 1 >"$tracing/events/$event/enable"
done

background taskset -c 0 station blast "$DUT" prio 0 size 1000 >"$TMP/blast"
sender=$job
await 10 counter_reaches tx_packets_0 100
taskset -c 1 station -n "$PEER" frame "$LINK" pause $quanta count $pauses every 12ms
await 10 counter_is rx_pause $pauses
echo 0 >"$tracing/tracing_on"
reap "$sender"

# Lines: the processor in brackets, the time in s, the event and its words. The pause counts from a time after that of
# netif_receive_skb.
awk -v dut="$DUT" -v link="$LINK" -v pause_us=$pause_us -v times="$TMP/times" '
	/^#/ { next }
	{
		match($0, /\[[0-9]+\]/)
		cpu = substr($0, RSTART + 1, RLENGTH - 2) + 0
		match($0, /[0-9]+\.[0-9]+: /)
		us = substr($0, RSTART, RLENGTH - 2) * 1000000
	}
	/net_dev_start_xmit/ && $0 ~ "dev=" link " " { told(); sent = us; another += before == 0 }
	/netif_receive_skb/ && $0 ~ "dev=" dut " " { came = us }
	/pausectl_receive/ { heard = us; on_1 += cpu == 1; after = 0; pauses++ }
	/net_dev_start_xmit/ && $0 ~ "dev=" dut " " {
		before = cpu
		if (sent && us < sent + pause_us) last = us
		if (heard > sent && us < came + pause_us) { if (++after > most) most = after; count++ }
	}
	END {
		told()
		printf "pauses=%d another=%d on_1=%d most=%d count=%d\n", pauses, another, on_1, most, count
	}
	# After how many us the last frame started, of the pause before
	function told() { if (last) printf "%d\n", last - sent >times; last = 0 }' "$tracing/trace" >"$TMP/reaction"
mapfile -t times < <(sort -n "$TMP/times")
fields "$(cat "$TMP/reaction")"
check_eq "PAUSE frames" "${field[pauses]}" $pauses
check_eq "of these received by processor 1" "${field[on_1]}" $pauses
check_between "of these while processor 0 sent" "${field[another]}" $((pauses / 5)) $pauses
check_between "most frames that started after the port had acted" "${field[most]}" 0 1
echo "# ${field[count]} frames started after it; last start ${times[${#times[@]} / 2]} us after the link had the PAUSE frame" \
	"in the median, ${times[-1]} us at most"
