#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: new
#
# A port of a veth pair sends no more frames at once than the backlog of the processor has room for.
# When a pause ends, 400 frames that have waited leave from each of two ports as fast as the processor
# sends them. A run of the qdisc sends 64 frames. The backlog has room for 34. The two ports take turns.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK, captures and sends PAUSE
#	               |    | tc copies
#	out pausectl --+- sink, captures
. "${0%/*}/../../lib/lossless.sh"

frames=400

# below_prio DEV: a port below another qdisc
below_prio()
{
	tc qdisc add dev "$1" root handle 1: prio bands 2 priomap 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
	tc qdisc add dev "$1" parent 1:1 pausectl
}

# check_released QUEUES ATTACH: the devices have so many transmit queues. With several, the kernel takes up to nine
# frames from a port below another qdisc before it sends the first.
check_released()
{
	local queues="numtxqueues $1 numrxqueues $1" overlap

	# shellcheck disable=SC2086 # words
	pair $queues
	# shellcheck disable=SC2086 # words
	ip link add out up $queues type veth peer name sink $queues netns "$PEER"
	ip -n "$PEER" link set sink up
	# The frames of $LINK are for both ports.
	on_peer tc qdisc add dev "$LINK" clsact
	on_peer tc filter add dev "$LINK" egress matchall action mirred egress mirror dev sink
	"$2" "$DUT"
	"$2" out
	configure speed 10mbit
	pausectl set dev out speed 10mbit
	shut link
	await 2 counter_is paused_link 1 out
	capture_peer peer type 88b5 count $frames for 10s
	capture sink -n "$PEER" capture sink type 88b5 count $frames for 10s
	station blast "$DUT" size 1514 count $frames sndbuf 10000000 >"$TMP/blast"
	station blast out size 1514 count $frames sndbuf 10000000 >"$TMP/blast-out"
	await 2 is $frames sum_of queue_packets "$DUT"
	await 2 is $frames sum_of queue_packets out
	note backlog_drops
	from_peer pause 0
	await 10 all_drained "$DUT" out
	await_end peer sink
	check_received peer
	check_received sink
	reply_is "$1 queues, $2: frames dropped for want of room in a backlog" 0 since backlog_drops
	overlap=$(awk '$4 == "88b5" { if (!first[FILENAME]) first[FILENAME] = $1; last[FILENAME] = $1 }
		END {
			for (port in first) {
				begin = first[port] > begin ? first[port] : begin
				end = !end || last[port] < end ? last[port] : end
			}
			printf "%d", end - begin
		}' "$TMP/peer" "$TMP/sink")
	check_between "$1 queues, $2: ns in which both ports send" "$overlap" 1000000 10000000000
	ip link del "$DUT"
	ip link del out
}

add_netns "$PEER"
machine_sysctl netdev_max_backlog 33
check_released 1 attach
check_released 2 attach
check_released 2 below_prio
