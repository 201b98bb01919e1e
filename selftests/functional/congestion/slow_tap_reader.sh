#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: new
# time: measured
#
# The ring of a tap drops frames that its reader, a virtual machine, does not fetch in time, and the
# port does not learn of it. show and doctor say so. With the pace that doctor advises, at a speed
# that the reader keeps up with, no frame is lost. From Linux 7.2 on, a tap whose owner sets
# IFF_BACKPRESSURE stops the port instead: then no frame is lost without a pace, and there is no finding.
#
#	here
#	tap.1 pausectl, sends data --- station reads a frame each 200 us
. "${0%/*}/../../lib/lib.sh"
require jq

frames=3000

tap() # OPTION...
{
	capture reader tap tap.1 every 200us "$@"
	ip link set tap.1 up
	port tap.1 prio 3
}

doctor() # FIELD; in $reply
{
	local json

	json=$(pausectl -j doctor dev tap.1) || :
	[[ $json == "[{"* ]]
	reply=$(jq -r ".[0].$1 | join(\"; \")" <<<"$json")
}

# send: sends the frames, until none waits in the port
send()
{
	station blast tap.1 prio 3 size 1000 count $frames >"$TMP/blast"
	await 10 counter_is queue_packets_3 0 tap.1
	reply_is "frames sent" $frames sent_by_blast 3
}

# check_read WHAT: the reader fetches all frames, the last 1000 of them from the ring
check_read()
{
	reply_is "$1: frames that the ring dropped" 0 device_counter tap.1 tx_dropped
	nap 0.4
	finish reader
	check_eq "$1: frames read" "$(cat "$TMP/reader")" "prio=3 frames=$frames"
}

tap
check_eq "show" "$(pausectl show tap.1 | grep -c 'ring drops what its reader fetches late')" 1
check_eq "show: JSON" "$(pausectl -j show tap.1 | jq '.[0].ring_drops')" true
reply_is "doctor" "the device drops frames that its reader does not fetch in time" doctor findings
send
reply_between "without pace: frames that the ring dropped" 1 $frames device_counter tap.1 tx_dropped
reply_is "frames that the port counts as dropped" 0 counter drops_3 tap.1
finish reader

# A frame of 1000 octets takes 400 us at 20 Mb/s.
tap
reply_is "remedy" "pausectl set dev tap.1 pace on" doctor remedies
bash -c "$reply speed 20mbit"
reply_is "doctor with pace" "" doctor findings
reply_is "its note" "the device drops frames if its reader fetches less than 20mbit" doctor notes
send
check_read "with pace"

tap backpressure
read -r flags </sys/class/net/tap.1/tun_flags
if ((flags & 0x80)); then
	check_eq "backpressure: show" "$(pausectl -j show tap.1 | jq '.[0].ring_drops')" false
	reply_is "backpressure: doctor" "" doctor findings
	send
	check_read "backpressure"
fi
