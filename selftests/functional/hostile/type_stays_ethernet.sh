#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# A device with a port stays an Ethernet device, because the addresses that the port has added, and
# deletes at its end, have 6 octets. Without the port, the owner of a tap may change its type.
#
#	here
#	typed pausectl, a tap
. "${0%/*}/../../lib/lib.sh"

infiniband=32
multicast=01:80:c2:00:00:01

# listens: whether the device receives frames to the multicast address of the standard
listens()
{
	reply=no
	[[ $(ip maddr show dev typed) != *$multicast* ]] || reply=yes
}

ip tuntap add dev typed mode tap
finally "ip tuntap del dev typed mode tap"
attach typed
listens
check_eq "a port listens" "$reply" yes
check_refused "another type, with a port" 2 "*type: Operation not permitted*" \
	station tap typed type $infiniband
check_match "with a port" "$(ip link show dev typed)" "*link/ether*"
detach typed
listens
check_eq "after the port" "$reply" no
station tap typed type $infiniband
check_match "without a port" "$(ip link show dev typed)" "*link/infiniband*"
check_refused "a port on a device of that type" 2 "*Ethernet devices only*" attach typed
