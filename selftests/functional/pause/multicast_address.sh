#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# A device listens to 01-80-C2-00-00-01 as long as it has a port, and not afterwards.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends nothing
. "${0%/*}/../../lib/lib.sh"

listens() # WHEN DEMANDED
{
	check_eq "$1: times that 01:80:c2:00:00:01 is listed" \
		"$(ip maddr show dev "$DUT" | grep -c 01:80:c2:00:00:01 || :)" "$2"
}

pair
listens "before" 0
attach
listens "attached" 1
ip link set "$DUT" down
ip link set "$DUT" up
listens "after link down and up" 1
configure mode off
listens "mode off" 1
tc qdisc replace dev "$DUT" root handle 2: pausectl
listens "replaced by another" 1
detach
listens "detached" 0
