#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
#
# A storm sends more XOFFs than those who listen can be told of while it lasts: how many were
# lost is told with what still is. Where a port ends amid a storm, its end is told, too.
. "${0%/*}/../../lib/lib.sh"

# told: events and those that they say were lost, in $reply; of these the lost ones in $lost
told()
{
	reply=$(jq -s 'length + (map(.lost // 0) | add)' "$TMP/events")
	lost=$(jq -s 'map(.lost // 0) | add' "$TMP/events")
}

# all_told COUNT
all_told()
{
	told
	((reply >= $1))
}

pair
attach
configure prio 3
background pausectl -j monitor >"$TMP/events" 2>"$TMP/monitor.err"
await 10 nonempty "$TMP/monitor.err"

pausectl storm dev "$DUT" pfc 3 interval 2us for 0.02
counter tx_xoff_3
xoffs=$reply
counter tx_xon_3
xons=$reply
# Its begin and its end, too
demanded=$((xoffs + xons + 2))
busywait 10 all_told "$demanded" || :
check_eq "events of a storm, told or told as lost" "$reply" "$demanded"
check_between "of these lost" "$lost" 1 "$demanded"

# As its own process, which nothing keeps from the processor, the end of the port comes while
# events wait that have found no other time
background pausectl storm dev "$DUT" pfc 3 interval 20us for 10
counter_grown()
{
	counter tx_xoff_3
	((reply > xoffs + 100))
}
await 10 counter_grown
chrt -f 99 tc qdisc del dev "$DUT" root
status=0
wait "$job" || status=$?
check_eq "storm whose port ends: exit status" $status 2
detached()
{
	[[ $(tail -n 1 "$TMP/events") == *'"detached"'* ]]
}
busywait 10 detached || :
check_match "last event" "$(tail -n 1 "$TMP/events")" '*"detached"*'
