#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
#
# While frames come in and none leaves, they take at most the memory that the limits allow, however small
# they are. A partner that obeys XOFF loses none of the smallest frames. For frames of 1514 octets, the
# octets decide, as before.
#
#	sender-1..4               here                           $PEER
#	tx1..4 ------------------ sw1..4 [br0] $DUT ------------ $LINK station
#	pausectl, obeys nothing   pausectl     pausectl, paused  pauses $DUT for 33 s
. "${0%/*}/../../lib/lossless.sh"

smallest=60	# octets
frames=9000	# of each sender, which take 540,000 octets, and 8.6 MB of memory on Linux 6.12
limit=500000
xoff=100000
size=300000
# Of limits: the memory of a queue is 4 times its octets. Beside that, a buffer has room for 8 times its
# headroom: two frames of the MTU, a control frame and 100 us at 100 Mb/s.
queue_most=$((4 * limit))
buffer_most=$((4 * size + 8 * (2 * 1518 + 60 + 1250)))
# What else the kernel allocates in between
noise=200000

# slabs: octets of all objects in use, in $reply. On Linux 7.3, free objects that a processor keeps count as used, too, until their cache
# shrinks.
slabs()
{
	local cache

	echo 3 >/proc/sys/vm/drop_caches
	for cache in /sys/kernel/slab/{kmalloc,skbuff}*; do
		[[ ! -e $cache/shrink ]] || echo 1 >"$cache/shrink"
	done
	nap 0.1
	reply=$(awk 'NR > 2 { sum += $2 * $4 } END { print sum }' /proc/slabinfo)
}

# sum_memory DEV...: the gauge memory of all devices, in $reply
sum_memory()
{
	local dev sum=0

	for dev; do
		json_field "$(pausectl -j stats dev "$dev")" memory
		sum=$((sum + reply))
	done
	reply=$sum
}

sender_drained()
{
	[[ $(on_sender 1 pausectl -j stats dev tx1 | jq '.[0].queue_packets | add') == 0 ]]
}

let_go()
{
	reopen 3 5
	await 10 all_drained "$DUT"
}

# flood PRIORITY SENDERS: all senders send their frames at once
flood()
{
	local n jobs=()

	for ((n = 1; n <= $2; n++)); do
		blast_from "$n" prio "$1" size $smallest count $frames sndbuf 100000000
		jobs+=("$job")
	done
	wait "${jobs[@]}"
}

# check_memory WHAT MOST DEV...: since $before, the slabs have grown by no more, and by what the ports report
check_memory()
{
	local grown

	slabs
	grown=$((reply - before))
	reply_between "$1: octets of memory that the ports report" $(($2 * 95 / 100)) "$2" sum_memory "${@:3}"
	check_between "$1: octets that slabs have grown by" "$grown" $((reply * 9 / 10)) $(($2 + noise))
}

# check_case WHAT PRIORITY SENDERS MOST DEV...: the frames of the senders come in and wait
check_case()
{
	shut 3 5
	slabs
	before=$reply
	flood "$2" "$3"
	check_memory "$1" "$4" "${@:5}"
	let_go
	reply_is "$1: memory in the end" 0 sum_memory "${@:5}"
}

receiver_pair
configure prio 3,5 speed 1mbit limit $limit
for n in {1..4}; do
	sender "$n" prio 3 speed 100mbit
	ethtool -K "sw$n" gro off >/dev/null
	pausectl set dev "sw$n" buffer-size "3:$size" buffer-xoff "3:$xoff"
	on_sender "$n" pausectl set dev "tx$n" rx-prio none limit 10mb
done

# The first look at the slabs makes the kernel free what it has cached.
slabs
for senders in 1 4; do
	check_case "$senders senders, lossy" 5 $senders $queue_most "$DUT"
	check_case "$senders senders, lossless" 3 $senders $((senders * buffer_most)) $(seq -f sw%g $senders)
done
for n in {1..4}; do
	reply_between "sw$n: XOFFs sent" 1 1000000 counter tx_xoff_3 "sw$n"
done

# The partner obeys. What comes in after XOFF finds room.
pausectl set dev sw1 buffer-size 3:$size
on_sender 1 pausectl set dev tx1 rx-prio 3
note sum_of buffer_drops sw1
note sum_of drops "$DUT"
shut 3 5
capture_peer peer
flood 3 1
await 2 counter_is xoff_outstanding_3 1 sw1
reply_between "the partner obeys: octets of memory" $((4 * xoff)) $buffer_most sum_memory sw1
let_go
await 10 sender_drained
await 10 all_drained "$DUT"
finish peer
reply_is "the partner obeys: frames dropped from the buffer" 0 since sum_of buffer_drops sw1
reply_is "the partner obeys: frames dropped" 0 since sum_of drops "$DUT"
check_whole 1 3 peer

# Frames of ordinary length: to the octet
ordinary=1514
below=$((xoff / ordinary))
shut 3 5
blast_from 2 prio 3 size $ordinary count $below
wait "$job"
await 2 counter_is queue_packets_3 $below
check_counter occupancy_3 $((below * ordinary)) sw2
check_counter xoff_outstanding_3 0 sw2
blast_from 2 prio 3 size $ordinary count 1
await 2 counter_is xoff_outstanding_3 1 sw2
check_counter occupancy_3 $(((below + 1) * ordinary)) sw2
blast_from 2 prio 3 size $ordinary count 300 sndbuf 100000000
wait "$job"
await 2 counter_is occupancy_3 $((size / ordinary * ordinary)) sw2
check_counter occupancy_3 $((size / ordinary * ordinary)) sw2
let_go
