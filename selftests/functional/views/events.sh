#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: deterministic
#
# The group events tells when a port begins and ends, is set, pauses and resumes, and asks its
# partner to stop or go on. Events come in order, with their fields, in the network namespace of
# the device and in no other.
#
# If a port sends more XOFFs than it can report, the events that listeners get also tell how many events were lost.
# Listeners also get the event of a port that ends meanwhile.
#
# No number in JSON loses digits in a reader that takes numbers as doubles, as jq does. jq prints exactly what
# pausectl has printed.
. "${0%/*}/../../lib/lib.sh"
require jq

# check_exact WHAT FILE: jq prints each line of the file as it is
check_exact()
{
	nonempty "$2"
	check_eq "$1: lines that lose digits, of $(wc -l <"$2")" "$(command jq -c . "$2" | grep -vxFcf "$2" || :)" 0
}

# count_flood: the number of events that came plus the number that they say were lost, in $reply; the number of
# lost events alone in $lost
count_flood()
{
	read -r reply lost < <(jq -rs 'map(.lost // 0) | add as $lost | "\(length + $lost) \($lost)"' "$TMP/flood")
}

# flood_told COUNT: at least COUNT events have come or are reported as lost
flood_told()
{
	count_flood
	((reply >= $1))
}

xoffs_above() # COUNT
{
	counter tx_xoff_3
	((reply > $1))
}

ended()
{
	[[ $(tail -n 1 "$TMP/flood") == *'"detached"'* ]]
}

pair
# The module must be loaded before somebody can listen.
attach
detach
listener here pausectl -j monitor
listener there nsenter --net="/run/netns/$PEER" pausectl -j monitor

# --- what a port does --------------------------------------------------------------------
began=$EPOCHSECONDS
attach
configure speed 10mbit
configure speed 10mbit
from_peer pause 1000
await 5 counter_is pause_transitions_link 1
from_peer pause 60000 + pause 0 after 10ms
await 5 counter_is pause_transitions_link 2
pausectl send dev "$DUT" pause 77
pausectl send dev "$DUT" pause 0
configure prio 3
from_peer pfc 3:2000
await 5 counter_is pause_transitions_3 1
pausectl send dev "$DUT" pfc 3:9,4:0
configure maxrate 3:1600gbit speed 1.6tbit
detach
await 5 told here 15
partner_port
await 5 told there 1
finish here there

check_eq "events" "$(jq -r '"\(.ifname) \(.event) \(.priority // "-") \(.quanta // "-") \(.lost // 0)"' "$TMP/here")" "\
$DUT attached - - 0
$DUT config - - 0
$DUT paused link 1000 0
$DUT resumed link - 0
$DUT paused link 60000 0
$DUT resumed link - 0
$DUT xoff link 77 0
$DUT xon link - 0
$DUT config - - 0
$DUT paused 3 2000 0
$DUT resumed 3 - 0
$DUT xoff 3 9 0
$DUT xon 4 - 0
$DUT config - - 0
$DUT detached - - 0"
mapfile -t durations < <(jq -r 'select(.event == "resumed").duration_ns' "$TMP/here")
check_between "1000 quanta at 10 Mb/s: ns" "${durations[0]}" 51200000 51251200
check_between "60000 quanta, ended after 10 ms: ns" "${durations[1]}" 9900000 20000000
check_between "2000 quanta at 10 Mb/s: ns" "${durations[2]}" 102400000 102451200
check_eq "mode and prio in the last config" \
	"$(jq -c 'select(.event == "config") | [.mode, .prio]' "$TMP/here" | tail -n 1)" \
	'["pfc",[false,false,false,true,false,false,false,false]]'
check_eq "times in order" \
	"$(jq -s 'map(.time) | . == sort and (.[0] | tonumber) > 1000000000' "$TMP/here")" true
check_eq "events in the other namespace" \
	"$(jq -r '"\(.ifname) \(.event)"' "$TMP/there")" "$LINK attached"

# --- digits ------------------------------------------------------------------------------
check_exact monitor "$TMP/here"
mapfile -t times < <(jq -r .time "$TMP/here")
check_eq "times that are SECONDS.NANOSECONDS, of ${#times[@]}" \
	"$(printf '%s\n' "${times[@]}" | grep -cxE '[0-9]{10}\.[0-9]{9}' || :)" 15
check_between "seconds of the first" "${times[0]%.*}" "$began" "$EPOCHSECONDS"
attach
configure maxrate 3:1600gbit speed 1.6tbit
for command in show stats watchdog; do
	pausectl -j $command >"$TMP/out"
	check_exact $command "$TMP/out"
done

# --- more events than a port can report --------------------------------------------------
configure maxrate none speed auto prio 3
listener flood pausectl -j monitor
pausectl xoff dev "$DUT" prio 3 interval 2us for 0.02
await 5 xoff_over "$DUT"
counter tx_xoff_3
xoffs=$reply
counter tx_xon_3
demanded=$((xoffs + reply))
busywait 10 flood_told "$demanded" || :
check_eq "events of XOFF and XON, told or told as lost" "$reply" "$demanded"
check_between "of these lost" "$lost" 1 "$demanded"

# tc runs with real-time priority, before the kworker that sends events. So the port ends while events
# still wait.
pausectl xoff dev "$DUT" prio 3 interval 20us for 10
await 10 xoffs_above $((xoffs + 100))
chrt -f 99 tc qdisc del dev "$DUT" root
busywait 10 ended || :
check_match "last event" "$(tail -n 1 "$TMP/flood")" '*"detached"*'
