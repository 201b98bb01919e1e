#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# By default an incast of four unpaced senders loses no frame, and `show` and `stats` do not warn. Both
# commands warn if a lossless buffer has less headroom than its sender may have in flight when XOFF
# arrives, and show both sizes. In this case the incast loses frames, except if the senders are paced.
#
#	sender-1 ... sender-4   here                                $PEER
#	tx1 ... tx4 ----------- sw1 ... sw4 [switch] $DUT --------- $LINK
#	pausectl, send          pausectl             pausectl, 50 Mb/s
#	                        lone pausectl, a dummy device
. "${0%/*}/../../lib/lossless.sh"

frame=1518 # the longest, header and tag included
software_burst 1500
in_flight=$reply
headroom=$((2 * frame + 60 + 12500)) # by default at 1 Gb/s
senders=(1 2 3 4)
ports=(sw1 sw2 sw3 sw4)

# sizes_told HEADROOM IN-FLIGHT WARNED: show and stats of sw1 tell these, in JSON and text
sizes_told()
{
	local command text lines

	for command in show stats; do
		text=$(pausectl -j "$command" dev sw1)
		reply_is "$command: headroom" "[0,0,0,$1,0,0,0,0]" json_field "$text" headroom
		reply_is "$command: octets in flight" "$2" json_field "$text" in_flight
		text=$(pausectl "$command" dev sw1)
		lines=$(grep -c warning <<<"$text" || :)
		check_eq "$command: lines that warn" "$lines" "$3"
		((!$3)) || check_match "$command: what they say" "$text" \
			"*buffer 3 has $1 octets; *$2 or more in flight*pace on*buffer-size*"
	done
}

# incast: all senders send; how many lossless frames were dropped, in $reply
incast()
{
	local n before jobs=()

	sum_of buffer_drops "${ports[@]}"
	before=$reply
	for n in "${senders[@]}"; do
		blast_from "$n" prio 3 size 1514 sndbuf 1000000 for 300ms
		jobs+=("$job")
	done
	wait "${jobs[@]}"
	await 60 all_drained "$DUT"
	check_empty "${ports[@]}"
	counter occupancy_max_3 sw1
	echo "sw1: at most $reply octets charged"
	sum_of buffer_drops "${ports[@]}"
	reply=$((reply - before))
}

all_ports() # SETTING...
{
	local port

	for port in "${ports[@]}"; do
		pausectl set dev "$port" "$@"
	done
}

receiver_pair
pausectl set dev "$DUT" prio 3 speed 50mbit pace on
for n in "${senders[@]}"; do
	sender "$n" prio 3 speed 1gbit
done

sizes_told $((headroom + in_flight)) "$in_flight" 0
incast
check_eq "default buffers, unpaced: frames dropped" "$reply" 0

all_ports buffer-size 3:$((3 * headroom)) buffer-xoff 3:$((2 * headroom))
sizes_told $headroom "$in_flight" 1
incast
check_between "small buffers, unpaced: frames dropped" "$reply" 1 1000000
told_drops=0
for port in "${ports[@]}"; do
	said=$(pausectl -j doctor "$port" | jq -r '.[0].findings[]' | sed -n 's/^full buffers have dropped \([0-9,]*\) frames$/\1/p' || :)
	said=${said//,/}
	told_drops=$((told_drops + ${said:-0}))
done
check_eq "dropped frames that doctor tells of" $told_drops "$reply"

for n in "${senders[@]}"; do
	on_sender "$n" pausectl set dev "tx$n" pace on
done
sizes_told $headroom $frame 0
incast
check_eq "small buffers, paced: frames dropped" "$reply" 0

# A dynamic buffer has the same headroom, beside the pool. A sender with split-gso on has no GSO frame in
# flight.
all_ports alpha 3:1
on_sender 1 pausectl set dev tx1 pace off split-gso on
sizes_told $headroom $((8 * 32 * frame)) 1
all_ports alpha static tx-prio none
told_nothing=$(pausectl show dev sw1 | grep -c warning || :)
check_eq "nothing lossless: lines that warn" "$told_nothing" 0

ip link add lone type dummy
finally "ip link del lone"
attach lone
reply_is "no end of a pair: octets in flight" 0 json_field "$(pausectl -j show dev lone)" in_flight
told_nothing=$(pausectl show dev lone | grep -c warning || :)
check_eq "no end of a pair: lines that warn" "$told_nothing" 0
