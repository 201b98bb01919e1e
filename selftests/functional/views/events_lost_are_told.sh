#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# If a port sends more XOFFs than it can report, the events that listeners get also tell how many events
# were lost. Listeners also get the event of a port that ends meanwhile.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends XOFF     |  receives
. "${0%/*}/../../lib/lib.sh"

# told: the number of events that came plus the number that they say were lost, in $reply; the number of
# lost events alone in $lost
told()
{
	reply=$(jq -s 'length + (map(.lost // 0) | add)' "$TMP/events")
	lost=$(jq -s 'map(.lost // 0) | add' "$TMP/events")
}

# all_told COUNT: at least COUNT events have come or are reported as lost
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

pausectl xoff dev "$DUT" prio 3 interval 2us for 0.02
await 5 xoff_over "$DUT"
counter tx_xoff_3
xoffs=$reply
counter tx_xon_3
xons=$reply
demanded=$((xoffs + xons))
busywait 10 all_told "$demanded" || :
check_eq "events of XOFF and XON, told or told as lost" "$reply" "$demanded"
check_between "of these lost" "$lost" 1 "$demanded"

# tc runs with real-time priority, before the kworker that sends events. So the port ends while events
# still wait.
pausectl xoff dev "$DUT" prio 3 interval 20us for 10
counter_grown()
{
	counter tx_xoff_3
	((reply > xoffs + 100))
}
await 10 counter_grown
chrt -f 99 tc qdisc del dev "$DUT" root
detached()
{
	[[ $(tail -n 1 "$TMP/events") == *'"detached"'* ]]
}
busywait 10 detached || :
check_match "last event" "$(tail -n 1 "$TMP/events")" '*"detached"*'
