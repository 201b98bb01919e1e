#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
# length: long
#
# A port may end while its driver takes no frames and its partner is stopped. The XON then leaves as
# soon as the driver takes frames again, although the port is gone.
#
# The module drops this frame if the time of the pause is over, if the device goes down, moves or is
# deleted, or if the module is unloaded. A new port takes the frame over. None of these events waits for
# the driver.
#
#	here                                     |  $PEER
#	busy0, pausectl that ends ---------------+- busy1 pausectl, the partner
#	sends XOFF; its driver can stop          |
. "${0%/*}/../../lib/lib.sh"

PARTNER=/mnt/class/net/busy1/pausectl/statistics
LATE_US=100000

# partner NAME: this counter of busy1, in $reply
partner()
{
	counter_in "$PARTNER" "$1"
}

partner_is() # NAME VALUE
{
	partner "$1"
	((reply == $2))
}

check_partner() # WHAT NAME DEMANDED
{
	partner "$2"
	check_eq "$1: $2 of the partner" "$reply" "$3"
}

# begins [SETTING...]: a port of busy0 begins with these settings
begins()
{
	attach busy0 2>/dev/null
	pausectl set dev busy0 speed 10mbit "$@"
}

# stops_partner [WORD...]: busy0 stops the partner by xoff; then the driver takes no frames
stops_partner()
{
	pausectl xoff dev busy0 "$@"
	await 5 partner_is "paused_$timer" 1
	driver_stops
}

# check_goes_on WHAT: the driver takes frames again, and soon the partner goes on
check_goes_on()
{
	local began=${EPOCHREALTIME/./}

	check_partner "$1, driver busy" "paused_$timer" 1
	driver_goes
	busywait 5 partner_is "paused_$timer" 0 || :
	check_between "$1: partner goes on after, us" $((${EPOCHREALTIME/./} - began)) 0 $LATE_US
}

# waiting [SETTING...]: busy0 has no port any more, and an XON waits for its driver. The number of XONs
# that the partner has received so far is in $xons.
waiting()
{
	begins prio 3 "$@"
	stops_partner
	detach busy0
	partner rx_xon_3
	xons=$reply
}

# check_nothing WHAT: the driver takes frames again, and the partner receives no XON
check_nothing()
{
	driver_goes
	nap 0.05
	check_partner "$1" rx_xon_3 "$xons"
}

modprobe pausectl
ip netns add "$PEER"
finally "ip netns del $PEER"
on_peer bash -c "$quiet"
nsenter --net="/run/netns/$PEER" mount -t sysfs sysfs /mnt
busy_pair
detach busy0
partner_begins()
{
	on_peer tc qdisc add dev busy1 root pausectl
	on_peer pausectl set dev busy1 prio 3 speed 10mbit
}
partner_begins

# --- the port goes -----------------------------------------------------------------------
timer=3
begins prio 3
stops_partner
detach busy0
check_goes_on "XOFF"

begins prio 3
stops_partner interval 1ms for 0.05
await 5 xoff_over busy0
detach busy0
check_goes_on "XOFF that had ended"

on_peer pausectl set dev busy1 mode pause
timer="link"
begins
stops_partner
detach busy0
check_goes_on "XOFF of PAUSE"
on_peer pausectl set dev busy1 prio 3
timer=3

# --- a new port --------------------------------------------------------------------------
waiting
attach busy0
check_goes_on "a new port"
nap 0.02
check_partner "a new port" rx_xon_3 $((xons + 1))
detach busy0

waiting
begins prio 3
pausectl xoff dev busy0 prio 3
check_nothing "a new port that stops the partner, too"
check_partner "a new port that stops the partner, too" paused_3 1
check_counter xoff_outstanding_3 1 busy0
pausectl xon dev busy0 prio 3
await 5 partner_is paused_3 0
detach busy0

# --- the frame is dropped -----------------------------------------------------------------
waiting
await 5 partner_is paused_3 0
nap 0.5
check_nothing "the time is over"

waiting
ip link set busy0 down
ip link set busy0 up
check_nothing "the device was down"
await 10 partner_is paused_3 0

waiting
ip netns add moved-$$
finally "ip netns del moved-$$"
ip link set busy0 netns moved-$$
ip -n moved-$$ link set busy0 up
check_nothing "the device has moved"
ip -n moved-$$ link set busy0 netns $$
ip link set busy0 up
await 10 partner_is paused_3 0

waiting
on_peer tc qdisc del dev busy1 root
await 10 module_idle
rmmod pausectl
check_eq "the module went" "$([[ -e /sys/module/pausectl ]] || echo gone)" gone
driver_goes
partner_begins

waiting
rmmod pausectl_busy
check_eq "the device went" "$([[ -e /sys/class/net/busy0 ]] || echo gone)" gone
test_module pausectl_busy
