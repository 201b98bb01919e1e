#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
#
# A port that ends while its partner is stopped sends XON. If the driver takes no frames, the port tries
# again for 3 ms and then ends without XON. The partner goes on when its pause is over. A new port of the
# device sends no XON for the old one. Without a link the end does not wait.
#
#	here                                     |  $PEER
#	busy0, pausectl that ends ---------------+- busy1 pausectl, the partner
#	sends XOFF; its driver can be busy       |
. "${0%/*}/../../lib/lib.sh"

PARTNER=/mnt/class/net/busy1/pausectl/statistics
PAUSE_US=3355392	# 65535 quanta at 10 Mb/s

# partner NAME: this counter of busy1, in $reply
partner()
{
	counter_in "$PARTNER" "$1"
}

# stops_partner [SETTING...]: a port of busy0 with these settings begins, and stops the partner
stops_partner()
{
	attach busy0 2>/dev/null
	pausectl set dev busy0 speed 10mbit "$@"
	pausectl xoff dev busy0
	await 5 is 1 partner "paused_$timer"
	partner "rx_xon_$timer"
	xons=$reply
}

# ends: the port ends; how long tc took, us, in $reply
ends()
{
	local began=${EPOCHREALTIME/./}

	detach busy0
	reply=$((${EPOCHREALTIME/./} - began))
}

check_partner() # WHAT NAME DEMANDED
{
	reply_is "$1: $2 of the partner" "$3" partner "$2"
}

modprobe pausectl
add_netns "$PEER"
nsenter --net="/run/netns/$PEER" mount -t sysfs sysfs /mnt
busy_pair
detach busy0
on_peer tc qdisc add dev busy1 root pausectl
on_peer pausectl set dev busy1 prio 3 speed 10mbit

# --- the driver takes frames, or takes them again in time ---------------------------------
timer=3
stops_partner prio 3
ends
idle=$reply
check_partner "idle driver" paused_3 0
check_partner "idle driver" rx_xon_3 $((xons + 1))

stops_partner prio 3
echo 20 >/sys/module/pausectl_busy/parameters/refusals
ends
check_between "busy driver: the end takes longer, us" $((reply - idle)) 500 4000
check_partner "busy driver" paused_3 0
check_partner "busy driver" rx_xon_3 $((xons + 1))

on_peer pausectl set dev busy1 mode pause
timer="link"
stops_partner mode pause
echo 20 >/sys/module/pausectl_busy/parameters/refusals
ends
check_partner "busy driver, PAUSE" paused_link 0
on_peer pausectl set dev busy1 prio 3
timer=3

# --- the driver takes none -----------------------------------------------------------------
# There is no refresh, so the pause of the partner has the length of one XOFF.
note partner pause_duration_us_3
stops_partner prio 3 refresh-quanta 65535
driver_stops
ends
check_between "stopped driver: the end takes longer, us" $((reply - idle)) 2500 6000
driver_goes
nap 0.02
check_partner "stopped driver" paused_3 1
attach busy0 2>/dev/null
nap 0.02
check_partner "a new port" paused_3 1
check_partner "a new port" rx_xon_3 "$xons"
await 5 is 0 partner paused_3
reply_between "length of the pause, us" $PAUSE_US $((PAUSE_US + 1000)) since partner pause_duration_us_3
check_partner "the pause is over" rx_xon_3 "$xons"
detach busy0

# --- no link --------------------------------------------------------------------------------
stops_partner prio 3
driver_stops
ip link set busy0 down
ends
check_between "device down: the end takes longer, us" $((reply - idle)) -1000 1000
driver_goes
ip link set busy0 up
nap 0.02
check_partner "device down" rx_xon_3 "$xons"
