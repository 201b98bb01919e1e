#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: plans
#
# The watchdog keeps to the storm while things change. If it is switched off in a storm, the port obeys the pause again and
# forgets the storm. If the storm turns into XON, the storm is over. A change of the buffers, and a link that goes down and up,
# make no storm. Control frames are not counted as drops of the device.
#
#	here                      |  $PEER
#	$DUT pausectl, watched ---+- $LINK pausectl
#	sends data                |  sends storms
. "${0%/*}/../lib/plans.sh"

stormed_pair prio 3,4
configure watchdog-detect-ms 100 watchdog-restore-ms 100 watchdog drop

# begin: a storm of priority 3 that the watchdog has detected
begin()
{
	take_snapshot
	storm prio 3 for 30
	await 2 counter_is paused_3 1
	frames 3 5
	await 2 counter_is stormed_3 1
}

frames() # PRIORITIES COUNT
{
	station blast "$DUT" prio "$1" size 200 count "$2" >"$TMP/blast"
}

end()
{
	on_peer pausectl xon dev "$LINK"
	await 2 counter_is stormed_3 0
	await 2 drained
}

# --- switched off in a storm -------------------------------------------------------------
begin
reply_is "W33: frames dropped in the storm" "0 0 0 5 0 0 0 0" moved storm_drops
configure watchdog off
check_counter stormed_3 0
frames 3 5
reply_is "W33: frames that wait, once the watchdog is off" 5 counter queue_packets_3
on_peer pausectl xon dev "$LINK"
await 2 drained
configure watchdog drop
frames 3 5
await 2 drained
nap 0.3
check_counter stormed_3 0
reply_is "W33: storms detected, with the watchdog on again" "0 0 0 1 0 0 0 0" moved storms_detected
reply_is "W33: frames dropped in all" "0 0 0 5 0 0 0 0" moved drops

# --- switched on and off under traffic, without a storm -----------------------------------
take_snapshot
capture_peer peer
blast prio 3,4 size 200 every 2ms count 200
for action in off drop forward alert off drop; do
	configure watchdog $action
	nap 0.05
done
await_end blast
await 2 drained
finish peer
check_received peer
reply_is "W17: storms detected while the watchdog is switched on and off" "0 0 0 0 0 0 0 0" moved storms_detected

# --- an XOFF storm becomes an XON storm -----------------------------------------------------
begin
on_peer pausectl xon dev "$LINK"
background station -n "$PEER" frame "$LINK" pfc 3:0 count 1000000 every 10ms
xon=$job
await 2 counter_is stormed_3 0
reply_is "W34: storms restored in a storm of XON" "0 0 0 1 0 0 0 0" moved storms_restored
capture_peer peer
blast prio 3 size 200 every 10ms count 50
await_end blast
await 2 drained
finish peer
check_received peer
reply_is "W34: storms detected" "0 0 0 1 0 0 0 0" moved storms_detected
kill "$xon"
wait "$xon" || :

# --- the buffers change in a storm, and the priority ----------------------------------------
begin
configure alpha 3:1/8
frames 3 5
configure alpha 3:static
frames 3,4 5
await 2 gone 4
check_counter stormed_3 1
reply_is "W08: frames dropped while the buffers change" "0 0 0 15 0 0 0 0" moved storm_drops
end
reply_is "W08: storms detected" "0 0 0 1 0 0 0 0" moved storms_detected

# --- the port goes down and up after a storm ------------------------------------------------
begin
end
ip link set "$DUT" down
ip link set "$DUT" up
frames 3 5
await 2 drained
nap 0.3
reply_is "W09: storms detected, and none once the port was down and up" "0 0 0 1 0 0 0 0" moved storms_detected

# --- drops of the device ------------------------------------------------------------------
note device_counter "$DUT" rx_dropped
take_snapshot
from_peer pfc none count 1000
from_peer pfc 3:65535,4:65535 count 1000
await 2 counter_reaches rx_pfc_frames $((snapshot[rx_pfc_frames] + 2000))
reply_is "W13: frames received that the device counts as dropped" 0 since device_counter "$DUT" rx_dropped
reply_is "W13: PFC frames received, by priority" "0 0 0 1000 1000 0 0 0" moved rx_pfc
