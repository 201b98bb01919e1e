#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# A paced port sends at its speed, counting FCS, preamble and inter-packet gap (24 octets) and the
# padding to the minimum frame. So does a queue that waited for the end of a pause. With pace off the
# port sends faster.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  receives
. "${0%/*}/../../lib/lib.sh"

pair
attach

# spacing FILE: prints the number of frames that went out, and the mean and the least time from one
# start to the next, ns
spacing()
{
	awk '$2 == "out" {
		if (n++) {
			if (n == 2 || $1 - last < least)
				least = $1 - last
		} else {
			first = $1
		}
		last = $1
	} END { printf "%d %d %d\n", n, (last - first) / (n - 1), least }' "$TMP/$1"
}

paced() # SPEED SIZE NS
{
	local frames=250 count mean least

	configure speed "$1" pace on
	capture_dut dut
	dut=$job
	station blast "$DUT" count $frames size "$2" >/dev/null
	await 10 drained
	reap "$dut"
	read -r count mean least < <(spacing dut)
	check_eq "$1, $2 octets: frames" "$count" $frames
	check_between "$1, $2 octets: mean ns between starts" "$mean" \
		$(($3 * 99 / 100)) $(($3 * 101 / 100))
	# If a timer is late, the grid makes up for that with the next frame.
	check_between "$1, $2 octets: least ns between starts" "$least" $(($3 - 20000)) "$3"
}

# These speeds are so slow that the work of the guest itself, up to 0.6 ms, makes no difference.
paced 1mbit 60 672000
paced 10mbit 1514 1230400
paced 10mbit 1000 819200
paced 1mbit 300 2592000

# A frame shorter than the minimum is padded on the wire.
configure speed 1mbit
capture_dut short
dut=$job
station frame "$DUT" hex "020000000088 020000000042 88b5 00" count 210
await 10 drained
reap "$dut"
read -r count mean _ < <(spacing short)
check_eq "frames of 15 octets" "$count" 210
check_between "frames of 15 octets: mean ns between starts" "$mean" 665280 678720

# Frames that wait for the end of a pause leave at the speed of the port, too.
configure speed 10mbit mode pause
from_peer pause 65535
await 2 counter_is paused_link 1
station blast "$DUT" count 250 size 1514 sndbuf 1000000000 >/dev/null
await 2 counter_is queue_packets_0 250
capture_dut resumed
dut=$job
from_peer pause 0
await 10 drained
reap "$dut"
read -r count mean _ < <(spacing resumed)
check_eq "after a pause: frames" "$count" 250
check_between "after a pause: mean ns between starts" "$mean" 1218096 1242704

configure pace off
capture_dut free
dut=$job
station blast "$DUT" count 250 size 1514 >/dev/null
reap "$dut"
read -r count mean _ < <(spacing free)
check_eq "pace off: frames" "$count" 250
check_between "pace off: mean ns between starts" "$mean" 0 123040
