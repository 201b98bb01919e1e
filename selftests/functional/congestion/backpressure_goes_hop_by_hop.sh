#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# With three switches in a row, congestion at the last switch stops the sender: each hop stops the
# hop before by PFC. No frame is lost on the way.
#
#	switch_row
#	tx1 sends, $LINK captures
. "${0%/*}/../../lib/lossless.sh"

switch_row
capture_peer peer
blast_from 1 prio 3 size 1514 for 2s
wait "$job"
await 20 all_drained a2 b2 "$DUT"
finish peer
check_whole 1 3 peer
for dev in c1 b1 sw1; do
	reply_between "$dev: XOFFs sent" 1 1000000 counter tx_xoff_3 "$dev"
	reply_between "$dev: XONs sent" 1 1000000 counter tx_xon_3 "$dev"
	reply_is "$dev: lossless frames dropped" 0 sum_of buffer_drops "$dev"
done
paused=$(on_sender 1 pausectl -j stats dev tx1 | jq '.[0].pause_duration_us[3]')
check_between "the sender was stopped, us of 2 s" "$paused" 1000000 3000000
check_empty sw1 b1 c1
