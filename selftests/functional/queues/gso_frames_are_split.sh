#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: new
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
	capture sink -n "$PEER" stream listen 5001
	capture_dut "$1"
	station stream connect 10.9.0.2 5001 $octets
	await_end sink
	finish "$1"
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

longest() # LEAST MOST SETTING VALUE...
{
	configure "${@:3}"
	stream "${*:3}"
	check_between "${*:3}: longest frame" "$longest" "$1" "$2"
	[[ ${*:3} != *pace* ]] || paced=yes
	[[ -z $paced ]] || check_between "${*:3}: us" "$took_us" $((due_us - late_us)) $((due_us * 12 / 10))
}

check_setting split_gso auto
paced=
longest 1515 70000 maxrate none
# Another class is limited, and then the class of the stream.
longest 1515 70000 maxrate 1:1gbit
longest 1000 1514 maxrate 0:1gbit
longest 1000 1514 maxrate none split-gso on
longest 1515 70000 split-gso off
longest 1000 1514 split-gso auto speed 2mbit pace on
longest 1515 70000 split-gso off
