#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# TCP hands down segments larger than the MTU. With split-gso on, the port splits them and every
# frame that starts is a frame of the wire; with split-gso off they pass whole. By default, auto, they
# pass whole unless the port paces, or the class of the frame has a maximum rate.
#
# The stream arrives in all cases. Paced, all take the time of their frames on the wire.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends TCP      |  receives TCP
. "${0%/*}/../../lib/lib.sh"

octets=400000
# The capture stamps a frame up to this time after its start.
late_us=100

pair
ip addr add 10.9.0.1/24 dev "$DUT"
ip -n "$PEER" addr add 10.9.0.2/24 dev "$LINK"
attach

# stream NAME: sends a stream and captures it to $TMP/NAME. Sets $longest, the octets of the
# longest frame; $took_us, the time from the first frame to the last; $due_us, the time at 2 Mb/s
# of all frames except the last. A frame has 1448 octets of data, 66 of headers, and 24 of
# preamble, FCS and gap.
stream()
{
	local sink dut

	capture sink -n "$PEER" stream listen 5001
	sink=$job
	capture_dut "$1"
	dut=$job
	station stream connect 10.9.0.2 5001 $octets
	wait "$sink"
	reap "$dut"
	check_eq "$1: octets that arrived" "$(cat "$TMP/sink")" $octets
	read -r longest took_us due_us < <(awk '
		$2 != "out" { next }
		$3 > max { max = $3 }
		{
			first = first ? first : $1
			last = $1
			all += wire
			frames = $3 > 1514 ? int(($3 - 66 + 1447) / 1448) : 1
			wire = $3 + (frames - 1) * 66 + frames * 24
		}
		END { printf "%d %d %d\n", max, (last - first) / 1000, all * 8 / 2 }' "$TMP/$1")
}

check_setting split_gso auto
stream "auto"
check_between "auto: longest frame" "$longest" 1515 70000
configure maxrate 1:1gbit
stream "auto, another class limited"
check_between "auto, another class limited: longest frame" "$longest" 1515 70000
configure maxrate 0:1gbit
stream "auto, class limited"
check_between "auto, class limited: longest frame" "$longest" 1000 1514
configure maxrate none split-gso on
stream "split-gso on"
check_between "split-gso on: longest frame" "$longest" 1000 1514
configure split-gso off
stream "split-gso off"
check_between "split-gso off: longest frame" "$longest" 1515 70000
configure split-gso auto speed 2mbit pace on
stream "auto and pace on"
check_between "auto and pace on: longest frame" "$longest" 1000 1514
check_between "auto and pace on: us" "$took_us" $((due_us - late_us)) $((due_us * 12 / 10))
configure split-gso off
stream "pace on"
check_between "pace on: longest frame" "$longest" 1515 70000
check_between "pace on: us" "$took_us" $((due_us - late_us)) $((due_us * 12 / 10))
