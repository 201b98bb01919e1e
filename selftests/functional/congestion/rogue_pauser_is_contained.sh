#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# A partner pauses a priority and never sends XON. The watchdog detects one storm and drops all
# frames of this priority. No frame waits, and another priority loses nothing. When the partner has
# stopped and its last pause is over, the priority sends again.
#
#	here                             |  $PEER
#	$DUT pausectl, watchdog drop ----+- $LINK pausectl
#	sends priorities 3 and 4         |  station sends PFC for 3, captures
. "${0%/*}/../../lib/watchdog.sh"

stormed_pair prio 3,4
configure watchdog-detect-ms 100 watchdog-restore-ms 100 watchdog 3:drop
capture_peer peer
background station -n "$PEER" frame "$LINK" pfc 3:65535 count 1000000 every 50ms
rogue=$job
await 2 counter_is paused_3 1
blast prio 3,4 size 200 every 5ms for 2s
await 2 counter_is stormed_3 1
await_end blast
check_counter stormed_3 1
check_counter storms_detected_3 1
check_counter storms_restored_3 0
check_counter paused_3 1
await 2 counter_is queue_packets_3 0
counter storm_drops_3
dropped=$reply
sent_by_blast 3
check_eq "frames of priority 3 sent, and dropped" "$dropped" "$reply"
sent_by_blast 4
sent=$reply

kill "$rogue"
wait "$rogue" || :
await 5 counter_is stormed_3 0
check_counter storms_restored_3 1
check_counter paused_3 0
finish peer
fields "$(station check "$TMP/peer" in | grep "^prio=4 ")"
check_eq "frames of priority 4 that arrived" "${field[frames]}" "$sent"
check_eq "frames of other priorities" "$(station check "$TMP/peer" in | awk '!/^prio=4 /')" ""

capture_peer after
blast prio 3 size 200 every 5ms for 200ms
wait "$job"
await 2 drained
finish after
check_received after
check_counter storm_drops_3 "$dropped"
