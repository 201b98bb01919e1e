#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# length: long
#
# A parent qdisc has two pausectl qdiscs. The watchdog drops all frames of one of them while the frames
# of the other one wait. The parents count the frames that are left, their dequeue ends, and they still
# serve both classes.
#
# Parents are htb, drr, hfsc, and htb below htb.
#
#	here                                                                 |  $PEER
#	$DUT parent +- class 1, pausectl: priority 3, dropped in a storm ----+- $LINK station
#	            +- class 2, pausectl: priority 0, obeys                  |  sends PFC
#	sends data                                                           |
. "${0%/*}/../../lib/queues.sh"
. "${0%/*}/../../lib/watchdog.sh"

frame="020000000088 020000000001 88b5"
octets=200

# leaves MAJOR CLASS-ARGUMENTS...: adds both classes with their qdiscs and filters
leaves()
{
	local major=$1 minor
	shift

	for minor in 1 2; do
		tc class add dev "$DUT" parent "$major:" classid "$major:$minor" "$@"
		tc qdisc add dev "$DUT" parent "$major:$minor" handle "$major$minor:" pausectl
	done
	tc filter add dev "$DUT" parent "$major:" basic match 'meta(priority eq 3)' \
		flowid "$major:1"
	tc filter add dev "$DUT" parent "$major:" basic match 'meta(priority eq 0)' \
		flowid "$major:2"
}

# parents_agree: prints what the parents count, once if all count the same
parents_agree()
{
	parents_count | xargs -n 1 | sort -u | xargs
}

# come PRIO COUNT: frames of that priority join the queue
come()
{
	station frame "$DUT" hex "$frame" len $octets prio "$1" count "$2"
}

# below PARENT FIRST: the class of priority FIRST gets its frames first, and so the first turn
below()
{
	configure prio 0,3 speed 1mbit watchdog 3:drop watchdog-detect-ms 3:1000 watchdog-restore-ms 3:100
	shut 0 3
	case $2 in
	0) come 0 5; come 3 10 ;;
	3) come 3 10; come 0 5 ;;
	esac
	check_eq "$1: parents while all wait" "$(parents_agree)" "15:$((15 * octets))"
	await 4 counter_is storm_drops_3 10
	check_counter queue_packets_0 5
	check_eq "$1: parents once 10 are dropped" "$(parents_agree)" "5:$((5 * octets))"
	come 3 10
	await 2 counter_is storm_drops_3 20
	come 0 5
	check_eq "$1: parents while others wait" "$(parents_agree)" "10:$((10 * octets))"
	note device_counter "$DUT" tx_packets
	from_peer pfc 0:0
	await 2 drained
	reply_is "$1: frames of the others that left" 10 since device_counter "$DUT" tx_packets
	check_eq "$1: parents once the others left" "$(parents_agree)" "0:0"
	from_peer pfc 3:0
	await 2 counter_is stormed_3 0
	come 3 10
	await 2 drained
	check_counter storm_drops_3 20
	check_eq "$1: parents afterwards" "$(parents_agree)" "0:0"

	# drop-all drops all frames at once, storm or not.
	configure watchdog off
	shut 3
	come 3 10
	configure watchdog 3:drop-all
	check_counter storm_drops_3 30
	check_eq "$1: parents without all of them" "$(parents_agree)" "0:0"
	detach
}

# root_of KIND [CLASS-ARGUMENTS...]: a root qdisc of that kind with both classes
root_of()
{
	tc qdisc add dev "$DUT" root handle 1: "$1"
	leaves 1 "$@"
}

pair
root_of htb rate 1gbit
below htb 3
root_of drr
below drr 0
root_of hfsc ls rate 1gbit
below hfsc 3
tc qdisc add dev "$DUT" root handle 1: htb default 1
tc class add dev "$DUT" parent 1: classid 1:1 htb rate 1gbit
tc qdisc add dev "$DUT" parent 1:1 handle 2: htb
leaves 2 htb rate 1gbit
below "htb below htb" 3
