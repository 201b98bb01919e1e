#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: deterministic
#
# The group events tells when a port begins and ends, is set, pauses and resumes, and asks its
# partner to stop or go on. Events come in order, with their fields, in the network namespace of
# the device and in no other.
#
#	here                   |  $PEER
#	$DUT pausectl ---------+- $LINK, in the end pausectl
#	sends PAUSE, PFC       |  station sends PAUSE, PFC
#	monitor                |  monitor
. "${0%/*}/../../lib/lib.sh"

monitor() # NAME COMMAND...
{
	: >"$TMP/$1.err"
	background "${@:2}" pausectl -j monitor >"$TMP/$1" 2>"$TMP/$1.err"
	await 10 nonempty "$TMP/$1.err"
}

lines() # NAME COUNT
{
	local -a all

	mapfile -t all <"$TMP/$1"
	((${#all[@]} >= $2))
}

pair
# The module must be loaded before somebody can listen.
attach
detach
monitor here env
here=$job
monitor there nsenter --net="/run/netns/$PEER"
there=$job

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
detach
await 5 lines here 14
tc -n "$PEER" qdisc add dev "$LINK" root pausectl
await 5 lines there 1
reap "$here" "$there"

jq -r '"\(.ifname) \(.event) \(.priority // "-") \(.quanta // "-") \(.lost // 0)"' "$TMP/here" \
	>"$TMP/told"
check_eq "events" "$(cat "$TMP/told")" "\
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
