#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# The port takes ethtool -A in any mode and in any state of the link. In mode pfc, or while the link is
# down, the wish waits and takes effect later, but -a already shows it. A wish also lasts through mode
# off, in which -a shows rx and tx off.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK, in the end with pausectl
#	               |  station sends PFC
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"

check_acts() # WHAT MODE RX TX: what is in force
{
	setting mode
	local mode=$reply

	setting rx_active
	local rx=$reply

	setting tx_active
	check_eq "$1: mode, rx and tx in force" "$mode $rx $reply" "$2 $3 $4"
}

pair
attach

# In mode pfc, the wish waits, and PFC goes on.
configure prio 3
check_pause "in mode pfc" "off on on"
ethtool -A "$DUT" rx off
check_pause "-A rx off in mode pfc" "off off on"
check_acts "-A rx off in mode pfc" pfc 1 1
check_setting rx 0
from_peer pfc 3:1000
await 5 counter_is rx_xoff_3 1
ethtool -A "$DUT" tx off
check_pause "-A tx off in mode pfc" "off off off"
check_setting tx 0
ethtool -A "$DUT" rx on
check_setting rx 1
configure mode pause
check_acts "mode pause" pause 1 0
check_pause "mode pause" "off on off"

# dcb sets mode pfc, and mode pause again when no priority has PFC any more.
ethtool -A "$DUT" rx off tx on
dcb pfc set dev "$DUT" prio-pfc 4:on
check_acts "dcb pfc on" pfc 1 1
check_pause "dcb pfc on" "off off on"
dcb pfc set dev "$DUT" prio-pfc 5:on
dcb pfc set dev "$DUT" prio-pfc 4:off
check_pause "another priority" "off off on"
check_acts "another priority" pfc 1 1
dcb pfc set dev "$DUT" prio-pfc 5:off
check_acts "dcb pfc off" pause 0 1
check_pause "dcb pfc off" "off off on"

# A change of the mode may set tx as well.
configure prio 3
ethtool -A "$DUT" rx on tx on
configure mode pause tx off
check_acts "wish and set" pause 1 0

# A wish lasts through mode off.
configure prio 3
ethtool -A "$DUT" rx off tx on
configure mode off
check_pause "mode off" "off off off"
configure mode pause
check_acts "mode pause after off" pause 0 1
configure mode off
ethtool -A "$DUT" rx off tx off
check_acts "-A rx off tx off in mode off" off 0 0
ethtool -A "$DUT" rx on
check_acts "-A rx on in mode off" pause 1 0
check_pause "-A rx on in mode off" "off on off"

# Autonegotiation, in mode pfc and with a partner that comes later
configure prio 3
ethtool -A "$DUT" autoneg on tx on
check_pause "-A autoneg on in mode pfc" "on on on"
check_acts "-A autoneg on in mode pfc" pfc 1 1
check_setting advertise auto
configure mode pause
check_acts "agreed with nobody" pause 0 0
check_pause "agreed with nobody" "on on on"
tc -n "$PEER" qdisc add dev "$LINK" root pausectl
on_peer ethtool -A "$LINK" autoneg on
check_acts "agreed" pause 1 1
ethtool -A "$DUT" autoneg off

# A link that is down
ip link set "$DUT" down
ethtool -A "$DUT" rx off tx on
check_pause "-A on a link that is down" "off off on"
ip link set "$DUT" up
check_acts "it is up" pause 0 1
