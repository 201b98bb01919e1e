#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
#
# A device can go while its port is paused, with data waiting and control frames coming in. The
# port ends with the device, and nothing of it stays.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PFC
. "${0%/*}/../../lib/lib.sh"

rounds=4

for ((round = 1; round <= rounds; round++)); do
	pair
	attach
	configure prio 0-7 speed 100mbit pace on
	blast prio 0-7 size 300 every 4ms burst 2
	background station -n "$PEER" frame "$LINK" \
		pfc 0:65535,3:100,5:0,7:9 count 4000000000 every 1ms persist
	storm=$job
	await 10 counter_reaches rx_xoff_3 20
	await 10 counter_reaches queue_packets_0 5
	# In every other round the peer's end goes.
	if ((round % 2)); then
		ip link del "$DUT"
	else
		ip -n "$PEER" link del "$LINK"
	fi
	wait "$storm" 2>/dev/null || :
	check_eq "round $round: ports left" "$(pausectl -j show)" "[]"
	await 10 module_idle
done
check_eq "references to the module" "$reply" 0
