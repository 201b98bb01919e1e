#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
#
# Frames that this machine sends itself are charged to no port and stop no partner, even if tc at
# the egress of a port copies them to another port or an ifb shapes them.
#
# tc and ifb write a device into the frame, as if the frame had come in on that device.
#
#	here                                 |  $PEER
#	$DUT pausectl, station sends --------+- $LINK, captures
#	  | tc copies, egress                |  receiver
#	  +--> out pausectl, slow -----------+- sink
#	  | later tc redirects, egress       |
#	  +--> ifb0 pausectl, shapes, then $DUT
. "${0%/*}/../../lib/lossless.sh"

# check_uncharged WHAT DEV...
check_uncharged()
{
	local dev

	for dev in "${@:2}"; do
		reply_is "$1: most octets charged to $dev" 0 sum_of occupancy_max "$dev"
		check_counter tx_xoff_link 0 "$dev"
		reply_is "$1: frames that $dev dropped" 0 sum_of buffer_drops "$dev"
	done
}

pair
sink_behind out
attach
attach out
configure speed 100mbit
pausectl set dev out speed 10mbit pace on
tc qdisc add dev "$DUT" clsact

tc filter add dev "$DUT" egress matchall action mirred egress mirror dev out
station blast "$DUT" prio 3 size 1514 count 60 >"$TMP/blast"
reply_between "copies that wait" 20 60 sum_of queue_packets out
check_uncharged "mirrored" "$DUT" out
await 10 all_drained out
tc filter del dev "$DUT" egress

ip link add ifb0 numtxqueues 1 numrxqueues 1 up type ifb
port ifb0 speed 100mbit pace on
configure speed 10mbit pace on
tc filter add dev "$DUT" egress matchall action mirred egress redirect dev ifb0
capture sink -n "$PEER" capture "$LINK" type 88b5 count 60 for 10s
station blast "$DUT" prio 3 size 1514 count 60 >"$TMP/blast"
wait "$job"
check_received sink
check_uncharged "shaped by an ifb" "$DUT" ifb0
