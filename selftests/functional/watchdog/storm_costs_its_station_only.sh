#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# A station lets no frame pass. With the profile switch and watchdog 3:drop, the switch at the station drops its frames. The
# switches before it, with the profile and a watchdog-detect-ms of 1000, drop nothing, so another priority
# or station behind the same links would lose nothing.
#
#	sender-1            here                                                   $PEER
#	tx1 --- sw1 [br1] a2 --- b1 [br2] b2 --- c1 [br0] $DUT --- $LINK: a storm for 0.6 s
. "${0%/*}/../../lib/lossless.sh"

switch_row
install_profiles
partner_port prio 3 speed 10mbit
configure profile switch watchdog 3:drop
for dev in a2 b2; do
	pausectl set dev $dev profile switch watchdog 3:drop watchdog-detect-ms 1000
done
on_peer pausectl xoff dev "$LINK" prio 3 for 0.6
await 2 counter_is paused_3 1
blast_from 1 prio 3 size 1514 for 1s
wait "$job"
await 5 all_drained "$DUT" a2 b2
reply_is "storms that the switch at the station detected" 1 counter storms_detected_3
reply_between "frames that it dropped" 10 100000 counter storm_drops_3
for dev in a2 b2; do
	counter pause_duration_us_3 $dev
	check_between "$dev: us in pause, as long as that switch judged" "$reply" 150000 999999
	reply_is "$dev: frames dropped" 0 counter storm_drops_3 $dev
done
