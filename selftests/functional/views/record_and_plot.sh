#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
# length: long
#
# pausectl record writes events and counters, each line JSON, and misses none. It ends cleanly, also if
# there is no room for a line.
#
#	sender-1           here                          $PEER
#	tx1 -------------- sw1 --- switch --- $DUT ----- $LINK, sends a pause
#	pausectl, sends    pausectl, slow
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/lossless.sh"

# recorded FILTER: what jq makes of all lines of the recording, in $reply
recorded()
{
	reply=$(jq -s -r "$1" "$TMP/recording")
}

# check_lines WHAT FILE: each line is JSON
check_lines()
{
	check_eq "$1: lines that are no JSON" "$(jq -nR '[inputs | try (fromjson | empty) catch 1] | length' "$2")" 0
}

# last COUNTER DEV: the last value of it in the recording, in $reply
last()
{
	recorded "map(select(.record == \"sample\" and .ifname == \"$2\") | .$1 // empty) | last | @json"
}

# record ARGUMENTS...: starts it, pid in $job
record()
{
	: >"$TMP/record.err"
	background pausectl record "$@" 2>"$TMP/record.err"
	await 10 nonempty "$TMP/record.err"
	check_eq "record $*: standard error" "$(<"$TMP/record.err")" "pausectl: recording"
}

receiver_pair
configure prio 3 speed 10mbit pace on
sender 1 prio 3 speed 100mbit pace on buffer-xoff $early_xoff

# --- a pause and congestion --------------------------------------------------------------
record file "$TMP/recording" interval 10ms
recorder=$job
from_peer pfc 3:4000
await 5 counter_is pause_transitions_3 1
blast_from 1 prio 3 size 1514 for 0.3s
wait "$job"
await 20 all_drained "$DUT"
check_empty sw1
# What the ports have told by now is written, because a later event is.
pausectl set dev "$DUT" limit 2mb
told()
{
	grep -q '"event":"config"' "$TMP/recording"
}
await 5 told
reap "$recorder"

check_lines "recording" "$TMP/recording"
recorded '[.[0], .[-1]] | map(.record) | join(" ")'
check_eq "first and last line" "$reply" "begin end"
recorded 'map(select(.record == "port") | .ifname) | sort | join(" ")'
check_eq "ports" "$reply" "sw1 $DUT"
recorded "map(select(.record == \"port\") | \"\(.ifname) \(.bridge // \"-\") \(.peer) \(.peer_netns)\") | sort | join(\"; \")"
bridge=br0
[[ $switch == bridge ]] || bridge=-
check_eq "how they are joined" "$reply" "sw1 $bridge tx1 sender-$$-1; $DUT $bridge $LINK $PEER"
recorded 'map(.lost // 0) | add'
check_eq "events lost" "$reply" 0
recorded '.[-1].events'
check_eq "events by the last line" "$reply" "$(grep -c '"event"' "$TMP/recording")"
for row in "resumed $DUT pause_transitions" "xoff sw1 tx_xoff" "xon sw1 tx_xon"; do
	read -r event dev name <<<"$row"
	counter "${name}_3" "$dev"
	demanded=$reply
	recorded "map(select(.event == \"$event\" and .ifname == \"$dev\" and .priority == 3)) | length"
	check_eq "$event of $dev: events" "$reply" "$demanded"
	last "$name" "$dev"
	check_eq "$name of $dev in the last sample" "$(jq '.[3]' <<<"$reply")" "$demanded"
done
# A sample each 10 ms: a look that takes longer makes one less.
recorded '(.[-1].monotonic | tonumber) - (.[0].monotonic | tonumber) | . * 100 | floor'
demanded=$reply
recorded '.[-1].samples'
check_between "samples" "$reply" $((demanded * 9 / 10)) $((demanded + 2))
recorded 'map(select(.record == "sample" and .ifname == "sw1") | .occupancy[3] // 0) | max'
check_between "most octets charged to sw1 in a sample" "$reply" $((early_xoff / 2)) $((early_xoff * 3 / 2))
recorded 'map(select(.record == "sample")) | map(length) | [max, min] | join(" ")'
check_match "keys of the longest and of the shortest sample" "$reply" "4? 5"

# --- its end -----------------------------------------------------------------------------
pausectl record "$DUT" for 0.1 >"$TMP/recording" 2>/dev/null
recorded 'map(select(.ifname) | .ifname) | unique | join(" ")'
check_eq "ports, if one is asked for" "$reply" "$DUT"
runs 2 'pausectl: record: no such device "nosuch"' record "$DUT" nosuch
runs 2 'pausectl: record dev lo: no pausectl qdisc on this device*' record lo
runs 2 "pausectl: record: $TMP/no/file: No such file or directory" record "$DUT" file "$TMP/no/file"
runs 1 'pausectl: interval "5": allowed are *' record "$DUT" interval 5
runs 1 'pausectl: option "fro": *did you mean "for"*' record "$DUT" for 1 fro 2
runs 1 'pausectl: option "file": given twice*' record file a file b

mkdir "$TMP/small"
mount -t tmpfs -o size=32k tmpfs "$TMP/small"
finally "umount '$TMP/small'"
status=0
output=$(pausectl record interval 1ms file "$TMP/small/recording" 2>&1 >/dev/null) || status=$?
check_eq "full disk: exit status" $status 2
check_eq "full disk: message" "$output" "pausectl: recording
pausectl: could not write all of the output"
check_eq "full disk: octets behind the last line" "$(tail -c 1 "$TMP/small/recording" | od -An -tx1)" " 0a"
check_lines "full disk" "$TMP/small/recording"

mkfifo "$TMP/pipe"
head -n 1 <"$TMP/pipe" >/dev/null &
jobs_started+=($!)
status=0
output=$(pausectl record interval 1ms 2>&1 >"$TMP/pipe") || status=$?
check_eq "closed pipe: exit status" $status 2
check_match "closed pipe: message" "$output" "*pausectl: could not write all of the output"
