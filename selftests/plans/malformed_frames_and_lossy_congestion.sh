#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: plans
#
# No malformed PFC frame stops a priority, and the switch forwards none of them. A lossy priority that is sent at twice the speed of
# its receiver loses frames, and makes the switch send no PFC.
#
# A frame whose vector has all 16 bits set is not malformed for a port: it ignores the reserved octet (IEEE 802.3, Annex 31D), and
# stops the priorities that it obeys. The plan demands that it stops none.
. "${0%/*}/../lib/plans.sh"

all=0,1,2,3,4,5,6,7
plan_switch
capture far -n "sender-$$-1" capture tx1 type 8808
times=0:65535,1:65535,2:65535,3:65535,4:65535,5:65535,6:65535,7:65535
n=0
for malformed in "opcode 0x0102" "opcode 0xffff" "vector 0xff00" "len 24" "len 15"; do
	take_snapshot
	capture_peer peer
	# shellcheck disable=SC2086 # a frame is words
	storm_of pfc $times $malformed
	flows 1 $all 1000 100
	wait "$job" "$storm_job"
	await 5 drained
	finish peer
	check_flows 1 $all peer
	rates 1 $all peer
	check_between "Y02, $malformed: slowest flow, percent" "$slowest" 98 102
	for counter in pause_transitions rx_pfc drops; do
		reply_is "Y02, $malformed: $counter, by priority" "0 0 0 0 0 0 0 0" moved $counter
	done
	n=$((n + 20))
	counter rx_mac_control
	check_eq "Y02, $malformed: frames received" $((reply - snapshot[rx_mac_control])) 20
done
from_peer pfc $times vector 0xffff
await 2 counter_is paused_4 1
check_paused 3,4
from_peer pfc $times vector 0xffe7
check_paused 3,4
reopen 3 4
check_paused none
take_snapshot
from_peer pfc 3:60000 sa 00:00:00:00:00:00 + pfc 3:0 sa 00:00:00:00:00:00
check_moved "K23: source address of zeros" rx_mac_control=2 rx_pfc_frames=2 rx_pfc_3=2 rx_xoff_3=1 rx_xon_3=1 pause_transitions_3=1
finish far
check_eq "Y02: of $n malformed frames, those that the switch has forwarded" "$(grep -c 8808 "$TMP/far" || :)" 0

configure limit 20k
take_snapshot
capture far -n "sender-$$-1" capture tx1 type 8808
flows 1 1 1514 200
wait "$job"
await 5 drained
finish far
moved drops
read -ra drops <<<"$reply"
check_between "Y04, K12: lossy frames dropped" "${drops[1]}" 1 1000
check_eq "Y04: PFC frames to the sender" "$(grep -c 8808 "$TMP/far" || :)" 0
reply_is "Y04: PFC frames sent by the port of the sender" 0 sum_of tx_pfc sw1
