#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
#
# rmmod succeeds right after the end of the last port, which was paused, while data and control frames
# still come. rmmod is refused as long as there is a port.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PFC
. "${0%/*}/../../lib/lib.sh"

rounds=3

unload()
{
	rmmod pausectl 2>/dev/null
}

pair
blast prio 0-7 size 300 every 4ms burst 2
sender=$job
background station -n "$PEER" frame "$LINK" \
	pfc 0:65535,3:100,5:0,7:9 count 4000000000 every 1ms persist
storm=$job

for ((round = 1; round <= rounds; round++)); do
	attach
	configure prio 0-7 speed 100mbit pace on
	await 10 counter_reaches rx_xoff_0 5
	await 10 counter_reaches queue_packets_0 5
	check_refused "round $round: rmmod with a port" 1 "*in use*" rmmod pausectl
	check_setting qdiscs 1
	detach
	await 10 unload
	check_eq "round $round: module" \
		"$([[ -e /sys/module/pausectl ]] && echo there || echo gone)" gone
done
kill "$storm"
reap "$sender"
