#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
#
# MAC Control frames leave a paused port, whether the port or a local station made them. They also leave
# ahead of all data that waits, whether the port is paused or not (IEEE 802.3, 31B.3.2).
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	data, PAUSE    |  sends PAUSE, captures
. "${0%/*}/../../lib/lib.sh"

queued=40

port_pair speed 10mbit

# count CAPTURE TYPE: prints how many frames of that type the capture has
count()
{
	grep -c " $2 " "$TMP/$1" || :
}

capture_peer peer
shut link
station blast "$DUT" count $queued >/dev/null
check_counter queue_packets_0 $queued
station frame "$DUT" pause 5
pausectl send dev "$DUT" pause 6
check_counter paused_link 1
check_counter queue_packets_0 $queued
finish peer
# The first control frame in the capture is the peer's own.
check_eq "control frames out while paused" "$(($(count peer 8808) - 1))" 2
check_eq "data frames out while paused" "$(count peer 88b5)" 0

# Now the port may send, but slowly: the control frame overtakes the data that waits.
capture_peer peer
configure pace on
from_peer pause 0
station frame "$DUT" pause 7
counter queue_packets_0
waiting=$reply
check_between "frames that still wait behind it" "$waiting" 1 $queued
await 5 drained
finish peer
behind=$(awk '/pause=7/ { seen = 1; next } seen && / 88b5 / { n++ } END { print n + 0 }' \
	"$TMP/peer")
check_between "data frames behind the control frame" "$behind" "$waiting" $queued
check_eq "data frames in all" "$(count peer 88b5)" $queued
