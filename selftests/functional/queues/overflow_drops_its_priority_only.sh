#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# A paused priority whose queue is full drops and counts its own frames, and keeps the frames that
# it took in order. The other priorities lose nothing.
#
# If the socket buffer of a sender is below the limit, the sender waits and no frame is dropped.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PFC, captures
. "${0%/*}/../../lib/lib.sh"

limit=16384
each=60

port_pair speed 10mbit prio 3,4 limit $limit

capture_peer peer
shut 3
station blast "$DUT" prio 2,3,4 count $each size 1000 sndbuf 4000000 >"$TMP/blast"
grep . "$TMP/blast"
fields "$(grep prio=3 "$TMP/blast")"
refused=${field[dropped]}
check_between "frames of priority 3 dropped" "$refused" 1 $((each - 1))
check_counter drops_3 "$refused"
for prio in 0 1 2 4 5 6 7; do
	check_counter "drops_$prio" 0
done
check_counter queue_packets_3 $((each - refused))
reply_between "octets held for priority 3" $((limit - 1100)) $limit counter queue_bytes_3
from_peer pfc 3:0
await 2 drained
finish peer
station check "$TMP/peer" in >"$TMP/arrived"
for prio in 2 3 4; do
	count=$each
	((prio != 3)) || count=$((each - refused))
	fields "$(grep "^prio=$prio " "$TMP/arrived" || echo "frames=0 duplicates=0 reordered=0")"
	check_eq "priority $prio: received duplicates reordered" \
		"${field[frames]} ${field[duplicates]} ${field[reordered]}" "$count 0 0"
done

# A sender whose socket buffer is below the limit waits instead.
capture_peer peer
configure limit 1mb
from_peer pfc 3:4000
await 2 counter_is paused_3 1
station blast "$DUT" prio 3 count 300 size 1000 >"$TMP/blast"
await 5 drained
finish peer
check_counter drops_3 "$refused"
check_received peer
