#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: deterministic
#
# If congestion of a port keeps its partner paused for guard-ms, the port sends one XON
# and no more XOFF. The port then drops frames that find no room. An event and a counter report the guard.
#
# When the buffer has drained, the next congestion sends XOFF again. The guard does not end
# an XOFF that the user asked for by hand. Two XOFFs are at least 20 us apart.
#
#	sender-1             here                        $PEER
#	tx1 ---------------- sw1 [switch] $DUT --------- $LINK station
#	pausectl, sends      pausectl,    pausectl       stops priority 3 of $DUT
#	                     guard
. "${0%/*}/../../lib/lossless.sh"
. "${0%/*}/../../lib/watchdog.sh"

guard_ms=80

receiver_pair
configure prio 3 speed 1mbit
sender 1 prio 3 speed 100mbit pace on
# The buffer is small, so that frames that come in during the guard find no room.
pausectl set dev sw1 buffer-size 3:13000
check_setting guard_ms off sw1
check_refused "guard-ms 79" 1 "*80 to 8000*" pausectl set dev sw1 guard-ms 79
pausectl set dev sw1 guard-ms 100
check_setting guard_ms 100 sw1
pausectl set dev sw1 guard-ms $guard_ms
listener events pausectl -j monitor dev sw1

# This pause of $DUT lasts for 33 s.
shut 3
blast_from 1 prio 3 size 1000 every 1ms for 200ms
sender=$job
await 2 counter_is guarded_3 1 sw1
await 2 told_of guard 3 1
guard=${moments[0]}
times xoff 3
check_between "XOFF until the guard, us" $(((guard - moments[0]) / 1000)) $((guard_ms * 1000)) \
	$((guard_ms * 1000 + 500))
xoffs=${#moments[@]}
wait "$sender"
await 2 counter_is xoff_outstanding_3 0 sw1
nap 0.1 # for frames that wait at the sender
reply_is "XONs" 1 counter tx_xon_3 sw1
counter tx_xoff_3 sw1
check_eq "XOFFs while guarded" $((reply - xoffs)) 0
reply_between "frames dropped" 10 200 counter buffer_drops_3 sw1
ethtool -S sw1 >"$TMP/statistics"
check_eq "ethtool -S: discards" "$(sed -n 's/^ *rx_prio3_discards: //p' "$TMP/statistics")" "$reply"
check_eq "ethtool -S: storms" "$(sed -n 's/^ *tx_pause_storm_error_events: //p' "$TMP/statistics")" 1
check_counter guards_3 1 sw1

from_peer pfc 3:0
await 2 all_drained "$DUT"
await 2 counter_is guarded_3 0 sw1
await 2 told_of guard-ended 3 1
check_counter guards_3 1 sw1
pausectl set dev sw1 guard-ms 8000
shut 3
blast_from 1 prio 3 size 1000 every 1ms count 20
wait "$job"
await 2 counter_is xoff_outstanding_3 1 sw1
check_counter guarded_3 0 sw1
from_peer pfc 3:0
await 2 all_drained "$DUT"
check_empty sw1
await 2 counter_is xoff_outstanding_3 0 sw1

# The guard does not end an XOFF by hand, because this XOFF does not come from congestion.
pausectl set dev sw1 guard-ms $guard_ms
pausectl xoff dev sw1 prio 3
nap 0.1
check_counter guards_3 1 sw1
check_counter xoff_outstanding_3 1 sw1

# Nor does it count the time of such an XOFF for congestion that has begun meanwhile. This XOFF by hand
# asks for one quantum, so the sender goes on.
note counter xoff_duration_us_3 sw1
pausectl xoff dev sw1 prio 3 quanta 1 interval 10s for 30
from_peer pfc 3:0
shut 3
counter tx_xoff_3 sw1
xoffs=$reply
blast_from 1 prio 3 size 1000 every 1ms count 20
sender=$job
await 2 counter_reaches tx_xoff_3 $((xoffs + 1)) sw1
ended=$(date +%s%N)
pausectl xon dev sw1 prio 3
returned=$(date +%s%N)
await 2 told_of guard 3 2
times guard 3
# The XOFF ended while xon ran.
check_between "from the end of XOFF by hand to the guard, us" $(((moments[1] - ended) / 1000)) \
	$((guard_ms * 1000)) $(((returned - ended) / 1000 + guard_ms * 1000 + 20000))
reply_between "XOFF outstanding, us" $((guard_ms * 1000)) 2000000 since counter xoff_duration_us_3 sw1
wait "$sender"
from_peer pfc 3:0
await 2 all_drained "$DUT"
await 2 counter_is guarded_3 0 sw1

# However short the refresh is, a port sends at most one XOFF in 20 us, so that the processor also has
# time for other work. Processes may still have to wait until the guard ends the XOFFs. The guard runs in
# the kernel, so it does not wait for a process.
await 2 counter_is xoff_outstanding_3 0 sw1
pausectl set dev sw1 speed 1600gbit pace off refresh-quanta 1 buffer-size 3:64k buffer-xoff 3:16k buffer-xon 3:8k
counter tx_xoff_3 sw1
xoffs=$reply
shut 3
blast_from 1 prio 3 size 1000 count 40
await 10 counter_is guards_3 3 sw1
counter tx_xoff_3 sw1
check_between "XOFFs, 20 us apart at least, until the guard" $((reply - xoffs)) 100 \
	$((guard_ms * 1000 / 20 + 1))
