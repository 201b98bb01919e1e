#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 37.1.6: the lossless class TC 1 and the lossy class TC 2 overload the port, with shares of 50/50,
# 15/85 and 85/15. The port regulates TC 1 by PFC and loses no frame of it. It drops frames of TC 2, and
# keeps the shares. This holds for an end device and for a switch.
#
# If the port is an end device, the station has the same ETS settings and sends at full speed, and the
# host takes half of this speed. If the port is in a switch, each source sends at the speed of the
# outgoing port.
#
#	end device:     here                        |  $PEER
#	                $DUT pausectl --------------+- $LINK pausectl, sends TC 1 and TC 2
#	                  | tc redirects received data
#	                ifb0 pausectl, half the speed, then the host, which captures on $DUT
#
#	switch:         br0 +- in1 pausectl --------+- src1 pausectl, sends TC 1
#	                    +- in2 -----------------+- src2 pausectl, sends TC 2
#	                    +- $DUT pausectl -------+- $LINK, captures
. "${0%/*}/ets-lib.sh"

# A tenth of the suite's speed: the sources run beside the port.
slow=100000000
for_ms=300

on_station() # COMMAND...
{
	nsenter --net="/run/netns/$PEER" "$@"
}

# lossless DEV SPEED [SETTING...]: prints settings by which TC 1 has PFC
lossless()
{
	echo "dev $1 prio 1 speed $2 pace on ${*:3}"
}

# ets PERCENT1: prints settings by which TC 1 has this share and TC 2 the rest
ets()
{
	echo "tsa 1:ets,2:ets tc-bw 1:$1,2:$((100 - $1))"
}

# overload SOURCE1 SOURCE2: both classes are sent at full speed for $for_ms
overload()
{
	local i sources=("$1" "$2") senders=()

	for i in 1 2; do
		background station -n "$PEER" blast "${sources[i - 1]}" prio $i tag 10 size 1514 \
			for ${for_ms}ms >"$TMP/blast-$i"
		senders+=("$job")
	done
	wait "${senders[@]}"
	cat "$TMP/blast-1" "$TMP/blast-2" >"$TMP/blast"
}

# frames_of PRIO: how many of its frames arrived at the sink, in $reply
frames_of()
{
	reply=$(awk -v prio="$1" '$4 == "88b5" && $5 == prio' "$TMP/sink" | wc -l)
}

# judge_run INGRESS EGRESS SPEED PERCENT1: judges a run in which frames come in at the port INGRESS
# and wait at the port EGRESS
judge_run()
{
	local ingress=$1 egress=$2 sent arrived

	shares_after 20 $((WINDOW_NS * (SPEED / $3)))
	told "frames in 10,000,000 bit times" "${share[0]}"
	shares_kept "$4"
	sent_by_blast 1
	all_sent sink "$reply" 1
	counter "tx_xoff_1" "$ingress"
	judge "XOFFs that regulate TC 1" $((reply - xoffs)) "at least 2" $((reply - xoffs >= 2))
	xoffs=$reply
	sent_by_blast 2
	sent=$reply
	counter drops_2 "$egress"
	judge "frames of TC 2 dropped" $((reply - drops)) "at least 1" $((reply > drops))
	frames_of 2
	arrived=$reply
	counter drops_2 "$egress"
	exactly "frames of TC 2 that arrived or were dropped" $((arrived + reply - drops)) "$sent"
	drops=$reply
}

each_run() # NAME
{
	local percent1 run=0

	xoffs=0 drops=0
	for percent1 in 50 15 85; do
		run=$((run + 1))
		part="$1, run $run"
		"run_${1/ /_}" $percent1
	done
}

run_end_device()
{
	# shellcheck disable=SC2046 # settings are words
	{
		on_station pausectl set $(lossless "$LINK" $slow) $(ets "$1")
		pausectl set $(lossless ifb0 $((slow / 2)) limit 32k) $(ets "$1")
	}
	capture sink capture "$DUT" proto 88b5
	sink=$job
	overload "$LINK" "$LINK"
	await 20 ifb_drained
	reap "$sink"
	judge_run "$DUT" ifb0 $((slow / 2)) "$1"
}

ifb_drained()
{
	counter queue_packets_1 ifb0
	((reply == 0)) || return 1
	counter queue_packets_2 ifb0
	((reply == 0))
}

run_switch()
{
	# shellcheck disable=SC2046 # settings are words
	pausectl set $(lossless "$DUT" $slow limit 32k) $(ets "$1")
	capture_peer sink
	sink=$job
	overload src1 src2
	await 20 drained
	reap "$sink"
	judge_run in1 "$DUT" $slow "$1"
}

end_device
keep_memory
on_station tc qdisc add dev "$LINK" root handle 1: pausectl
ip link add ifb0 type ifb
ip link set ifb0 up
attach ifb0 2>/dev/null
tc qdisc add dev "$DUT" clsact
tc filter add dev "$DUT" ingress protocol 802.1q matchall action mirred egress redirect dev ifb0
configure prio 1 speed $slow
each_run "end device"
tc qdisc del dev "$DUT" clsact
detach
ip link del ifb0
ip link del "$DUT"

switch
attach in1
for i in 1 2; do
	# The bridge sends frames only to the sink.
	ip link set in$i type bridge_slave flood off
	on_station tc qdisc add dev src$i root handle 1: pausectl
done
pausectl set dev in1 prio 1 speed $slow
# shellcheck disable=SC2046 # settings are words
{
	on_station pausectl set $(lossless src1 $slow)
	on_station pausectl set $(lossless src2 $slow)
}
each_run switch
