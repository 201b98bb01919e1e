#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# No number in JSON loses digits in a reader that takes numbers as doubles, as jq does. jq prints exactly
# what pausectl has printed.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends PAUSE
. "${0%/*}/../../lib/lib.sh"
require jq

# check_exact WHAT FILE: jq prints each line of the file as it is
check_exact()
{
	check_eq "$1: lines that lose digits, of $(wc -l <"$2")" \
		"$(jq -c . "$2" | grep -vxFcf "$2" || :)" 0
}

monitor_ready()
{
	[[ -s $TMP/monitor.err ]]
}

pair
attach
: >"$TMP/monitor.err"
background pausectl -j monitor >"$TMP/monitor" 2>"$TMP/monitor.err"
monitor=$job
await 10 monitor_ready
began=$EPOCHSECONDS
for i in {1..8}; do
	from_peer pause "1000$i"
	await 5 counter_is pause_transitions_link "$i"
done
configure maxrate 3:1600gbit speed 1.6tbit
# The end of the port is the last event.
detach
told()
{
	grep -q detached "$TMP/monitor"
}
await 5 told
reap "$monitor"
check_between "events" "$(wc -l <"$TMP/monitor")" 18 18
check_exact monitor "$TMP/monitor"
mapfile -t times < <(jq -r .time "$TMP/monitor")
wrong=0
for time in "${times[@]}"; do
	[[ $time =~ ^[0-9]{10}\.[0-9]{9}$ ]] || wrong=$((wrong + 1))
done
check_eq "times that are not SECONDS.NANOSECONDS, of ${#times[@]}" $wrong 0
check_between "seconds of the first" "${times[0]%.*}" "$began" "$EPOCHSECONDS"
attach
for command in show stats watchdog; do
	pausectl -j $command >"$TMP/out"
	check_exact $command "$TMP/out"
done
