#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
#
# If a storm sends more XOFFs than listeners can be told of, the events that are told also tell how
# many were lost. The end of a port amid a storm is told, too.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends storms   |  receives
. "${0%/*}/../../lib/lib.sh"

# told: the number of events, with those that they say were lost, in $reply; of these the number of
# lost ones in $lost
told()
{
	reply=$(jq -s 'length + (map(.lost // 0) | add)' "$TMP/events")
	lost=$(jq -s 'map(.lost // 0) | add' "$TMP/events")
}

# all_told COUNT: COUNT events are told or told as lost
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
# Two more: the begin and the end of the storm
demanded=$((xoffs + xons + 2))
busywait 10 all_told "$demanded" || :
check_eq "events of a storm, told or told as lost" "$reply" "$demanded"
check_between "of these lost" "$lost" 1 "$demanded"

# tc runs in real time, so nothing keeps it from the processor: the port ends while events still
# wait to be sent.
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
