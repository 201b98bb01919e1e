#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# A port that is the root of a device with several transmit queues gives the driver one frame at a time, though the
# kernel asks for up to nine. A pause that comes in on another processor stops the next frame, not the tenth (IEEE 802.3,
# 31B.3.7). No frame stays behind. tc cannot make a port that is a child the root.
#
#	here                       |  $PEER
#	$DUT pausectl, 2 queues  --+- $LINK, captures and sends PAUSE
. "${0%/*}/../../lib/lib.sh"

frames=200

pair numtxqueues 2 numrxqueues 2
attach
configure speed 10mbit
trace_events
taken=$tracing/events/qdisc/qdisc_dequeue
echo "ifindex == $(cat "/sys/class/net/$DUT/ifindex")" >"$taken/filter"
echo 1 >"$taken/enable"
finally "echo 0 >$taken/enable"

shut link
capture_peer peer type 88b5 count $frames for 10s
station blast "$DUT" size 1000 count $frames sndbuf 10000000 >"$TMP/blast"
check_counter queue_packets_0 $frames
from_peer pause 0
await_end peer
check_received peer
check_counter queue_packets_0 0
most=$(grep -o 'packets=[0-9]*' "$tracing/trace" | sort -t= -k2n | tail -n 1)
check_eq "most frames that the kernel took at once" "$most" packets=1

detach
tc qdisc add dev "$DUT" root handle 1: prio
tc qdisc add dev "$DUT" parent 1:1 handle 5: pausectl
check_refused "a child as the root" 2 "*Cannot move an existing qdisc to a different parent*" \
	tc qdisc replace dev "$DUT" root handle 5: pausectl
