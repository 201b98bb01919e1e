#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: deterministic
#
# The speed of a port, and with it the quantum, is the speed of the link as ethtool tells it,
# except if the user sets a speed. If the device shows no speed, the port assumes 1 Gb/s and warns.
#
#	here                                              |  $PEER
#	$DUT pausectl ------------------------------------+- $LINK station, sends PAUSE
#	dummy.1, ifb.1: pausectl, speed unknown           |
#	tap.1 pausectl, a tap of station, speed by ethtool
#	br.1 pausectl, a bridge: member.1 --- other.1 (veth)
. "${0%/*}/../../lib/lib.sh"

require ethtool

check_speed() # WHAT DEV MBPS SOURCE
{
	reply_is "$1: speed_mbps" "$3" setting speed_mbps "$2"
	reply_is "$1: speed_source" "$4" setting speed_source "$2"
}

# renegotiate MBPS: the link of tap.1
renegotiate()
{
	ip link set tap.1 carrier off
	ethtool -s tap.1 speed "$1" duplex full
	ip link set tap.1 carrier on
	busywait 2 is "$1" setting speed_mbps tap.1 || :
}

pair
message=$(attach 2>&1)
check_eq "attaching to veth, whose speed is known, says" "$message" ""
check_speed "veth" "$DUT" 10000 link
configure speed 25gbit
check_speed "set to 25gbit" "$DUT" 25000 configured
check_refused "a rate of 0" 1 "*speed*1mbit*1.6tbit*" configure speed 0
check_speed "still set to 25gbit" "$DUT" 25000 configured
configure speed auto
check_speed "set to auto" "$DUT" 10000 link

for kind in dummy ifb; do
	ip link add $kind.1 up type $kind
	message=$(attach $kind.1 2>&1)
	check_match "attaching to $kind says" "$message" "*Warning*1*G*"
	check_speed "$kind" $kind.1 1000 assumed
done

# A tap has a speed that can be set, and a carrier.
capture tap tap tap.1
ip link set tap.1 up
attach tap.1
for speed in 2500 100 40000; do
	renegotiate $speed
	check_speed "tap renegotiated" tap.1 $speed link
done

# A higher speed needs more headroom. The size and XON of a buffer that the user set stay, even if
# they leave no room for this headroom. XOFF, which is not set, stays between them.
renegotiate 100
counter xon_in_force_3 tap.1
headroom=$reply
size=$((headroom * 4)) xon=$((headroom * 29 / 10))
pausectl set dev tap.1 buffer-size 3:$size buffer-xon 3:$xon
for speed in 100 400000; do
	renegotiate $speed
	check_counter size_in_force_3 $size tap.1
	check_counter xon_in_force_3 $xon tap.1
	reply_between "XOFF of that buffer at $speed Mb/s" $((xon + 1)) $((size - 1)) counter xoff_in_force_3 tap.1
done
reply_between "headroom now, for which there is no room" $((size / 3 + 1)) 100000000 counter xon_in_force_4 tap.1

# The quantum is 512 bit times.
for speed in 10:51200 100:5120 1000:512 10000:51; do
	configure speed "${speed%:*}mbit"
	asked=$((20000 * ${speed#*:} / 1000))
	note counter pause_duration_us_link
	counter pause_transitions_link
	from_peer pause 20000
	await 5 counter_is pause_transitions_link $((reply + 1))
	reply_between "20000 quanta at ${speed%:*} Mb/s last so many us" $asked $((asked + 50)) \
		since counter pause_duration_us_link
done

# The speed of a bridge is that of its fastest port whose link is up. If no link is up, the bridge has
# no speed, and pausectl keeps the last one.
add_bridge br.1
veth member.1 other.1
enslave member.1 br.1
attach br.1
check_speed "bridge" br.1 10000 link
ip link set other.1 down
await 5 is down content /sys/class/net/br.1/operstate
# The kernel notifies all listeners of a link change under RTNL. This command also takes RTNL, so it waits
# until the kernel has notified the port.
ip link set lo up
check_speed "bridge without a link" br.1 10000 link
