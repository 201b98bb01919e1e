#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
#
# pausectl -n all speaks of the ports of all network namespaces: of the present one as DEV, of the others as
# NETNS/DEV. Devices with equal names and indexes are kept apart. A namespace that is gone is left out.
#
#	here            |  $PEER             |  third
#	$DUT pausectl --+- $LINK pausectl    |  $DUT pausectl, with the index that it has here
. "${0%/*}/../../lib/lib.sh"
require jq setpriv

told=$TMP/told

# told_lines COUNT
told_lines()
{
	local -a all

	mapfile -t all <"$told"
	((${#all[@]} >= $1))
}

pair
attach
configure prio 3
on_peer tc qdisc add dev "$LINK" root pausectl
third=third-$$
ip netns add "$third"
finally "ip netns del $third"
index=$(<"/sys/class/net/$DUT/ifindex")
ip -n "$third" link add "$DUT" index "$index" type dummy
tc -n "$third" qdisc add dev "$DUT" root pausectl
pausectl -n "$third" set "$DUT" prio 5
: >"/run/netns/gone-$$"
finally "rm /run/netns/gone-$$"
# A second name of this namespace shows its ports once.
: >"/run/netns/here-$$"
mount --bind /proc/self/ns/net "/run/netns/here-$$"
finally "umount /run/netns/here-$$; rm /run/netns/here-$$"

runs 0 "$DUT: mode pfc prio 3 *"$'\n'"$PEER/$LINK: mode pause *"$'\n'"$third/$DUT: mode pfc prio 5 *" -n all show
check_eq "ports as JSON" "$(pausectl -j -n all show | jq -c '[.[] | [.netns, .ifname, .mode]]')" \
	"[[null,\"$DUT\",\"pfc\"],[\"$PEER\",\"$LINK\",\"pause\"],[\"$third\",\"$DUT\",\"pfc\"]]"
runs 0 "[[]{\"ifname\":\"$DUT\",\"ifindex\":$index*" -j show
check_eq "ports of stats" "$(pausectl -n all stats | grep -c :)" 3
check_eq "priority 3 of three ports in the metrics" "$(pausectl -n all metrics |
	grep -E '^pausectl_rx_pfc_total.*priority="3"' | sort)" "\
pausectl_rx_pfc_total{device=\"$DUT\",netns=\"$third\",priority=\"3\"} 0
pausectl_rx_pfc_total{device=\"$DUT\",priority=\"3\"} 0
pausectl_rx_pfc_total{device=\"$LINK\",netns=\"$PEER\",priority=\"3\"} 0"
runs 0 "$DUT:*the other end does not obey XOFF of priority 3*$third/$DUT:*" -n all doctor

: >"$told.err"
background pausectl -n all monitor >"$told" 2>"$told.err"
monitor=$job
await 10 nonempty "$told.err"
configure prio 3,4
pausectl -n "$third" set "$DUT" prio 5,6
from_peer pfc 3:2000
await 5 counter_is pause_transitions_3 1
await 5 counter_is paused_3 0
await 5 told_lines 4
kill "$monitor"
wait "$monitor" || :
# Events of two namespaces have no order.
check_eq "events" "$(cut -d ' ' -f 2- "$told" | sed 's/ after .*//' | sort)" "\
$third/$DUT config prio 5 -> 5,6
$DUT config prio 3 -> 3,4
$DUT paused prio 3 quanta 2000
$DUT resumed prio 3"

runs 1 "*-n all: allowed only without a device*" -n all show "$DUT"
runs 1 "*-n all: allowed only without a device*" -n all monitor "$DUT"
runs 1 "*-n all: allowed only with show, stats, doctor, monitor, top, metrics*" -n all set "$DUT" prio 3
echo "show" >"$TMP/batch"
echo "metrics" >>"$TMP/batch"
check_eq "lines of show in a batch" "$(pausectl -n all -b "$TMP/batch" | grep -c ': mode')" 3
unprivileged=$(setpriv --reuid 65534 --clear-groups pausectl -n all show 2>&1) || :
check_match "without privileges" "$unprivileged" "*pausectl: netns *: needs CAP_SYS_ADMIN"
