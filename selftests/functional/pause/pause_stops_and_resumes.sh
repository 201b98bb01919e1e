#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
#
# A PAUSE frame stops the link: no frame starts later than one quantum after the PAUSE frame, none
# before the time asked for is over (IEEE 802.3, 31B.3). Then sending goes on at once, and no frame
# is lost.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PAUSE, captures
. "${0%/*}/../../lib/lib.sh"

speed=10000000
quantum_ns=51200
frame_ns=819200			# 1000 octets, FCS, preamble and gap
quanta=(1 10 100 1000 5000)

pair
attach
configure speed $speed pace on

capture_peer peer
peer=$job
capture_dut dut
dut=$job
blast prio 0 size 1000
sender=$job
await 10 counter_reaches queue_packets_0 10
from_peer pause "${quanta[0]}" after 2ms + pause "${quanta[1]}" after 5ms + \
	pause "${quanta[2]}" after 5ms + pause "${quanta[3]}" after 20ms + \
	pause "${quanta[4]}" after 100ms
await 10 counter_is pause_transitions_link ${#quanta[@]}
reap "$sender"
await 10 drained
reap "$dut" "$peer"

station pauses "$TMP/dut" speed $speed >"$TMP/pauses"
check_eq "pauses" "$(wc -l <"$TMP/pauses")" ${#quanta[@]}
while read -r line; do
	fields "$line"
	what="pause of ${field[quanta]} quanta"
	check_eq "$what: frames begun after one quantum" "${field[early]}" 0
	# A pause shorter than the frame in transmission delays nothing: the next frame follows
	# this one.
	slack=$((field[asked] > frame_ns ? quantum_ns : frame_ns))
	check_between "$what: resumed so many ns late" "${field[late]}" 0 $slack
done <"$TMP/pauses"
check_received peer
