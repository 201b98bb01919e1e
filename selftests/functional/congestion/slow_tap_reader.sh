#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
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
	reader=$job
	ip link set tap.1 up
	attach tap.1
	pausectl set dev tap.1 prio 3
}

doctor() # FIELD
{
	reply=$(pausectl -j doctor dev tap.1 | jq -r ".[0].$1 | join(\"; \")" || :)
}

dropped()
{
	read -r reply </sys/class/net/tap.1/statistics/tx_dropped
}

none_waits()
{
	counter queue_packets_3 tap.1
	((reply == 0))
}

# send: sends the frames, until none waits in the port
send()
{
	station blast tap.1 prio 3 size 1000 count $frames >"$TMP/blast"
	await 10 none_waits
	sent_by_blast 3
	check_eq "frames sent" "$reply" $frames
}

# check_read WHAT: the reader fetches all frames, the last 1000 of them from the ring
check_read()
{
	dropped
	check_eq "$1: frames that the ring dropped" "$reply" 0
	nap 0.4
	reap "$reader"
	check_eq "$1: frames read" "$(cat "$TMP/reader")" "prio=3 frames=$frames"
}

tap
check_eq "show" "$(pausectl show tap.1 | grep -c 'ring drops what its reader fetches late')" 1
check_eq "show: JSON" "$(pausectl -j show tap.1 | jq '.[0].ring_drops')" true
doctor findings
check_eq "doctor" "$reply" "the device drops frames that its reader does not fetch in time"
send
dropped
check_between "without pace: frames that the ring dropped" "$reply" 1 $frames
counter drops_3 tap.1
check_eq "frames that the port counts as dropped" "$reply" 0
reap "$reader"

# A frame of 1000 octets takes 400 us at 20 Mb/s.
tap
doctor remedies
check_eq "remedy" "$reply" "pausectl set dev tap.1 pace on"
bash -c "$reply speed 20mbit"
doctor findings
check_eq "doctor with pace" "$reply" ""
doctor notes
check_eq "its note" "$reply" "the device drops frames if its reader fetches less than 20mbit"
send
check_read "with pace"

tap backpressure
read -r flags </sys/class/net/tap.1/tun_flags
if ((flags & 0x80)); then
	check_eq "backpressure: show" "$(pausectl -j show tap.1 | jq '.[0].ring_drops')" false
	doctor findings
	check_eq "backpressure: doctor" "$reply" ""
	send
	check_read "backpressure"
fi
