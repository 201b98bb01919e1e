#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: deterministic
# kernel: any
#
# If n buffers share a pool, each with alpha, and fill alike, they send XOFF at
# alpha * pool / (1 + n * alpha) octets. One buffer that drains sends XON at
# alpha * pool / (2 + alpha).
#
# Frames that come in after XOFF use the headroom, so none is lost. If a partner does not stop, its
# frames do not take the headroom of other priorities.
#
#	sender-1             here                        $PEER
#	tx1 ---------------- sw1 [switch] $DUT --------- $LINK station
#	pausectl, sends      pausectl     pausectl       stops priorities of $DUT, captures
. "${0%/*}/../../lib/lossless.sh"

pool=240000
size=1000
frame=$size	# octets that the port charges for a frame, with its tag

# traced BUFFER WHAT: the occupancies at which the buffer became congested or drained (WHAT), in
# order, in the array occupancies
traced()
{
	mapfile -t occupancies < <(sed -n "s/.*: sw1 buffer=$1 occupancy=\([0-9]*\) $2\$/\1/p" \
		"$tracing/trace")
}

# fill PRIORITIES COUNT: tx1 sends COUNT frames of each priority, all at the same pace
fill()
{
	blast_from 1 prio "$1" size $size every 5ms count "$2" sndbuf 100000000
	wait "$job"
}

# all_stopped FIRST LAST
all_stopped()
{
	local prio

	for ((prio = $1; prio <= $2; prio++)); do
		counter_is "xoff_outstanding_$prio" 1 sw1 || return 1
	done
}

# check_case ALPHA PARTS N: N priorities with this alpha, which is PARTS / 128
check_case()
{
	local last=$(($3 - 1)) share=$((pool * $2 / (128 + $3 * $2))) prio list

	list=0-$last
	[[ $last != 0 ]] || list=0
	pausectl set dev sw1 alpha "$1"
	echo >"$tracing/trace"
	shut 0 1 2 3
	fill "$list" $((share / frame + 20))
	await 2 all_stopped 0 $last
	for ((prio = 0; prio <= last; prio++)); do
		traced $prio congested
		check_between "alpha $1, $3 priorities: priority $prio, octets at XOFF, analytic $share" \
			"${occupancies[0]-none}" $((share - 2 * frame)) $((share + 2 * frame))
	done
	reopen 0 1 2 3
	await 5 all_drained "$DUT"
	check_empty sw1
	await 2 counter_is xoff_outstanding_$last 0 sw1
	cat "$TMP/blast-1" >>"$TMP/blasts"
	(($3 == 1)) || return 0
	traced 0 drained
	share=$((pool * $2 / (256 + $2)))
	check_between "alpha $1: octets at XON, analytic $share" "${occupancies[0]-none}" $((share - 2 * frame)) \
		$((share + 2 * frame))
}

receiver_pair
configure prio 0-3 speed 1mbit
sender 1 prio 0-3 speed 100mbit pace on
trace_events congestion

check_setting alpha "static static static static static static static static" sw1
for alpha in 0 1/129 9 1/0 1/ x; do
	check_refused "alpha $alpha" 1 "*alpha*1/128 to 8*" pausectl set dev sw1 alpha $alpha
done
check_refused "pool 16383" 2 "*pool*16384 to 1073741824 octets*" pausectl set dev sw1 pool 16383
pausectl set dev sw1 pool $pool
capture_peer peer
check_case 1 128 1
check_case 1 128 2
check_case 1 128 3
check_case 1/2 64 4
check_case 4 512 2
reply_is "frames dropped for want of room" 0 sum_of buffer_drops sw1
reply_is "frames dropped" 0 sum_of drops "$DUT"
finish peer
sent=$(awk -F '[= ]' '{ sum += $4 } END { print sum }' "$TMP/blasts")
check_eq "frames that arrived" "$(grep -c ' 88b5 ' "$TMP/peer")" "$sent"

# The partner obeys no XOFF any more. Priority 0 fills the pool and its own headroom. The headroom of
# priority 1 stays free: the port sends XOFF for priority 1 at once, and priority 1 has all its headroom.
pausectl set dev sw1 alpha 8 buffer-size 0:60000,1:60000
on_sender 1 pausectl set dev tx1 rx-prio none
shut 0 1 2 3
counter size_in_force_0 sw1
size_before=$reply
counter xoff_in_force_0 sw1
headroom=$((size_before - reply))
blast_from 1 prio 0 size $size every 200us count 400 sndbuf 100000000
wait "$job"
reply_between "priority 0: frames dropped" 1 400 counter buffer_drops_0 sw1
counter occupancy_0 sw1
first=$reply
check_between "priority 0: octets, pool $pool and headroom $headroom" "$first" \
	$((pool * 8 / 9 - frame)) $((pool * 8 / 9 + 2 * frame + headroom))
blast_from 1 prio 1 size $size every 200us count 100 sndbuf 100000000
wait "$job"
reply_between "priority 1: octets, of what is left and its headroom" $((headroom - frame)) $((pool + headroom - first + headroom)) \
	counter occupancy_1 sw1
check_between "both, of pool and headroom" $((first + reply)) 1 $((pool + 2 * headroom))
reopen 0 1 2 3
await 5 all_drained "$DUT"
check_empty sw1
