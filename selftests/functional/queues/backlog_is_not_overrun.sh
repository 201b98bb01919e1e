#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
#
# Frames that a port of a veth pair sends at once find room in the backlog of their processor. A pause
# ends, and 400 frames that have waited leave as fast as the processor can, 64 in a run of the qdisc,
# from each of two ports. The backlog has room for 40.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK, captures and sends PAUSE
#	               |  receiver
#	out pausectl --+- sink, sends PAUSE
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/lossless.sh"

frames=400

# backlog_drops: frames that processors have dropped for want of room in a backlog, in $reply
backlog_drops()
{
	local dropped sum=0

	while read -r _ dropped _; do
		sum=$((sum + 16#$dropped))
	done </proc/net/softnet_stat
	reply=$sum
}

waiting() # DEV
{
	sum_of queue_packets "$1"
	((reply == frames))
}

pair
sink_behind out
attach
attach out
configure speed 10mbit
pausectl set dev out speed 10mbit
machine_sysctl netdev_max_backlog 40
backlog_drops
before=$reply
from_peer pause 65535
station -n "$receiver" frame sink pause 65535
await 2 counter_is paused_link 1
await 2 counter_is paused_link 1 out
capture_peer peer type 88b5 count $frames for 10s
peer=$job
station blast "$DUT" size 1514 count $frames sndbuf 10000000 >"$TMP/blast"
station blast out size 1514 count $frames sndbuf 10000000 >"$TMP/blast-out"
await 2 waiting "$DUT"
await 2 waiting out
from_peer pause 0
station -n "$receiver" frame sink pause 0
await 10 all_drained "$DUT" out
wait "$peer"
check_received peer
backlog_drops
check_eq "frames dropped for want of room in a backlog" $((reply - before)) 0
read -r left <"/sys/class/net/out/statistics/tx_packets"
check_between "frames that left by out" "$left" $frames $((frames + 10))
