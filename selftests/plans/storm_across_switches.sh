#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: plans
#
# A storm at the last of three switches, which stand for the chips of a chassis, stops a lossless priority from end to end. A lossy
# priority on the same links arrives, and no frame is lost.
#
#	switch_row
#	tx1 sends, $LINK sends the storm, captures
. "${0%/*}/../lib/plans.sh"

switch_row
take_snapshot
capture_peer storm
storm_of pfc 3:65535
flows 1 1,3 1000 50
wait "$job" "$storm_job"
await 5 gone 1
finish storm
reply_is "L14: lossless frames that arrived in the storm" 0 arrived 3 storm
check_flows 1 1 storm
rates 1 1 storm
check_between "L14: rate of the lossy flow, percent" "$slowest" 98 102
reply_is "L14: PFC frames received at the last switch, by priority" "0 0 0 20 0 0 0 0" moved rx_pfc
for dev in c1 b1; do
	reply_between "L14: XOFFs of $dev to the switch before" 1 1000 counter tx_xoff_3 $dev
done
capture_peer after
from_peer pfc 3:0
await 5 all_drained a2 b2 "$DUT"
await 5 empty sw1 b1 c1
finish after
check_flows 1 3 after
reply_is "L14: frames dropped" 0 sum_of buffer_drops sw1 b1 c1
