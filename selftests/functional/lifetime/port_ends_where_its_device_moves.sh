#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: new
#
# A device that moves to another network namespace leaves its port behind: the old namespace lists
# no port. The device has none in the new one until it gets a qdisc there, with the default
# settings.
#
# A VLAN device and the loopback device can have no port.
#
#	here                               |  $PEER
#	$DUT pausectl ---------------------+- $LINK station, sends PFC
#	  | moves                          |
#	  |                                |  moved
#	  +--------------------------------+> $DUT, then pausectl; vlan.10 above it: refused
. "${0%/*}/../../lib/lib.sh"

port_pair prio 3,4 speed 1gbit
from_peer pfc 3:60000
check_counter paused_3 1

add_netns moved
ip link set "$DUT" netns moved
check_eq "ports left behind" "$(pausectl -j show)" "[]"
check_eq "ports that came along" "$(ip netns exec moved pausectl -j show)" "[]"
ip -n moved link set "$DUT" up
ip netns exec moved tc qdisc add dev "$DUT" root pausectl
check_match "its new port" "$(ip netns exec moved pausectl -d show)" "$DUT: mode pause *prio none*"

ip -n moved link add link "$DUT" name vlan.10 type vlan id 10
check_refused "a port on a VLAN device" 2 "*VLAN*" \
	ip netns exec moved tc qdisc add dev vlan.10 root pausectl
check_refused "a port on the loopback device" 2 "*Ethernet*" \
	ip netns exec moved tc qdisc add dev lo root pausectl
