#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
# length: long
#
# The octets of a frame include its VLAN tag, even if the kernel keeps the tag beside the frame. This
# holds for maximum rates, ETS shares, queues, limits, buffers, and the octets sent. A GSO frame counts
# one tag for each frame that it is divided into.
#
# When all frames have left or are dropped, the counts of parent qdiscs are back at 0.
#
#	$PEER              here                                receiver
#	$LINK.10 (VLAN)    $DUT.10 (VLAN) --- br0 --- out.10
#	   |                  |                          |
#	$LINK ------------ $DUT pausectl              out pausectl --- sink
#	sends PAUSE, PFC   sends data, TCP            (br0, out and sink: last part,
#	and data                                       where $LINK.10 sends data)
. "${0%/*}/../../lib/queues.sh"
. "${0%/*}/../../lib/lossless.sh"

small=60	# without the tag
large=1514
tag=4
frame="$RECEIVER 020000000001 88b5"

# add_vlan NETNS-OPTIONS... DEV: adds DEV.10, which keeps priorities
add_vlan()
{
	local dev=${*: -1}

	ip "${@:1:$#-1}" link add "$dev.10" link "$dev" up type vlan id 10 \
		ingress-qos-map 0:0 1:1 3:3 egress-qos-map 0:0 1:1 3:3
}

pair
# $DUT takes the tag beside the frame.
ethtool -K "$DUT" tx-vlan-hw-insert on
add_vlan "$DUT"
add_vlan -n "$PEER" "$LINK"
attach
configure limit 268435456

# --- a maximum rate ------------------------------------------------------------------
configure maxrate 3:10mbit
frames_wait "$DUT.10" 3 300 $small
check_counter queue_bytes_3 $((300 * (small + tag)))
release rate out
kbit=$(awk '$2 == "out" && $5 == 3 {
		if (n++) octets += $3
		else first = $1
		last = $1
	} END { printf "%d", octets * 8000000 / (last - first) }' "$TMP/rate")
check_between "10 Mb/s, frames of $small octets and a tag: kbit/s" "$kbit" 9900 10000
configure maxrate none

# --- two classes of one half each ------------------------------------------------------
configure tsa 0:ets,1:ets tc-bw 0:50,1:50
frames_wait "$DUT.10" 0 3000 $small 1 140 $large
configure speed 1gbit pace on
release ets out
# While both classes have frames. One large frame more or less changes the permille by 2.
permille=$(awk '$2 == "out" && $5 <= 1 && n++ < 2900 { octets[$5] += $3 }
	END { printf "%d", octets[0] * 1000 / (octets[0] + octets[1]) + 0.5 }' "$TMP/ets")
check_between "two halves: permille of the small frames" "$permille" 495 505
configure tsa strict pace off

# --- the limit of a queue --------------------------------------------------------------
configure limit 16384
note counter drops_3
configure speed 1mbit
shut link
station frame "$DUT.10" hex "$frame" len $small prio 3 count 300 persist sndbuf 1000000000
check_counter queue_packets_3 $((16384 / (small + tag)))
check_counter queue_bytes_3 $((16384 / (small + tag) * (small + tag)))
reply_is "frames dropped" $((300 - 16384 / (small + tag))) since counter drops_3
from_peer pause 0
await 5 drained
configure limit 268435456

# --- GSO, split and whole, and what the parent counts --------------------------------
ip addr add 10.9.0.1/24 dev "$DUT.10"
ip -n "$PEER" addr add 10.9.0.2/24 dev "$LINK.10"

# octets_sent: by the qdisc of the port, in $reply
octets_sent()
{
	reply=$(tc -s -j qdisc show dev "$DUT" | jq '[.[] | select(.kind == "pausectl").bytes] | add')
}

# stream NAME: sends a TCP stream. The qdisc counts the octets of the link: a frame has 1448 octets
# of data and 70 of headers.
stream()
{
	note octets_sent
	capture sink -n "$PEER" stream listen 5001
	capture_dut "$1"
	station stream connect 10.9.0.2 5001 400000
	await_end sink
	await 5 drained
	finish "$1"
	check_eq "$1: octets that arrived" "$(cat "$TMP/sink")" 400000
	since octets_sent
	check_eq "$1: octets sent" "$reply" "$(awk '
		$2 == "out" {
			frames = $3 > 1518 ? int(($3 - 70 + 1447) / 1448) : 1
			octets += $3 + (frames - 1) * 70
		} END { print octets }' "$TMP/$1")"
}

configure split-gso on
stream "split"
configure split-gso off
stream "whole"
configure split-gso on

# below PARENTS COUNT: the parents count the frames that wait, and COUNT afterwards
below()
{
	# More frames come than the limit has room for.
	configure speed 1mbit mode pause limit 16384
	shut link
	station blast "$DUT.10" prio 3 count 10 size $small >"$TMP/blast"
	station frame "$DUT.10" hex "$frame" len 1400 prio 3 count 20 persist
	reply_between "$1: frames that wait" 11 29 counter queue_packets_3
	check_match "$1: parents while $reply wait" "$(parents_count)" "*$reply:@(????|?????)"
	from_peer pause 0
	await 5 drained
	check_eq "$1: parents afterwards" "$(parents_count)" "$2"
	stream "$1"
	check_eq "$1: parents after TCP" "$(parents_count)" "$2"
	detach
}

detach
tc qdisc add dev "$DUT" root handle 1: htb default 1
tc class add dev "$DUT" parent 1: classid 1:1 htb rate 1gbit
tc qdisc add dev "$DUT" parent 1:1 handle 10: pausectl
below htb "0:0"
tc qdisc add dev "$DUT" root handle 1: prio bands 3 priomap 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
tc qdisc add dev "$DUT" parent 1:1 handle 2: htb default 1
tc class add dev "$DUT" parent 2: classid 2:1 htb rate 1gbit
tc qdisc add dev "$DUT" parent 2:1 handle 10: pausectl
below "htb below prio" "0:0 0:0"

# --- what parents count once the queue is dropped ------------------------------------
tc qdisc add dev "$DUT" root handle 1: prio bands 3 priomap 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
tc qdisc add dev "$DUT" parent 1:1 handle 10: pausectl
configure prio 3 speed 1mbit watchdog 3:drop watchdog-detect-ms 3:100
shut 3
station blast "$DUT.10" prio 3 count 10 size $small >"$TMP/blast"
await 2 counter_is storm_drops_3 10
check_eq "watchdog: prio" "$(parents_count)" "0:0"
# Frames that come while the storm goes on
station blast "$DUT.10" prio 3 count 10 size $small >"$TMP/blast"
await 2 counter_is storm_drops_3 20
check_eq "watchdog, later frames: prio" "$(parents_count)" "0:0"
configure watchdog off
station blast "$DUT.10" prio 3 count 10 size $small >"$TMP/blast"
check_counter queue_packets_3 10
check_eq "prio while 10 frames wait" "$(parents_count)" "10:$((10 * small))"
tc qdisc replace dev "$DUT" parent 1:1 handle 20: pfifo
check_eq "replaced: prio and pfifo" "$(parents_count)" "0:0 0:0"
detach

# --- buffers -----------------------------------------------------------------------------
# Frames that come in on $DUT.10 leave by out.10: the kernel again keeps the tag beside the frame.
sink_behind out
port "$DUT" prio 3 speed 100mbit
port out prio 3 speed 1mbit
add_vlan out
add_bridge br0
ip addr flush dev "$DUT.10"
enslave "$DUT.10" br0
enslave out.10 br0
bridge fdb add $RECEIVER dev out.10 master static
station -n "$receiver" frame sink pfc 3:65535
await 2 counter_is paused_3 1 out
on_peer station blast "$LINK.10" prio 3 count 10 size 100 >"$TMP/blast"
await 2 counter_is queue_packets_3 10 out
check_counter queue_bytes_3 $((10 * (100 + tag))) out
check_counter occupancy_3 $((10 * (100 + tag)))
station -n "$receiver" frame sink pfc 3:0
await 2 counter_is queue_packets_3 0 out
check_counter occupancy_3 0
