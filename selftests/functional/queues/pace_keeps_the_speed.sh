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

port_pair

# spacing FILE [NS]: prints the number of frames that went out, the mean time from one start to the next, ns, how late
# the frames are in the mean, ns, on the grid of NS on which the most punctual of them is not late, and the least time, ns
spacing()
{
	awk -v slot="${2-0}" '$2 == "out" {
		if (!n)
			first = $1
		else if (n == 1 || $1 - last < least)
			least = $1 - last
		last = $1
		ahead = n++ * slot - ($1 - first)
		if (n == 1 || ahead > most)
			most = ahead
		sum += ahead
	} END { printf "%d %d %d %d\n", n, (last - first) / (n - 1), most - sum / n, least }' "$TMP/$1"
}

# leave WHAT FRAMES LEAST MOST COMMAND...: the command lets so many frames leave, with LEAST to MOST ns from start to start
# in the mean
leave()
{
	local count mean _

	capture_dut dut
	"${@:5}"
	await 10 drained
	finish dut
	read -r count mean _ < <(spacing dut)
	check_eq "$1: frames" "$count" "$2"
	check_between "$1: mean ns between starts" "$mean" "$3" "$4"
}

send() # SIZE
{
	station blast "$DUT" count 250 size "$1" sndbuf 1000000000 >/dev/null
}

paced() # SPEED SIZE NS
{
	configure speed "$1" pace on
	leave "$1, $2 octets" 250 $(($3 * 99 / 100)) $(($3 * 101 / 100)) send "$2"
	# If a timer is late, the grid makes up for that with the next frame, and no frame leaves with the one before it.
	read -r _ _ late least < <(spacing dut "$3")
	check_between "$1, $2 octets: ns late on the grid, in the mean" "$late" 0 10000
	check_between "$1, $2 octets: least ns between starts" "$least" $(($3 / 2)) $(($3 * 101 / 100))
}

# These speeds are so slow that the work of the guest itself, up to 0.6 ms, makes no difference.
paced 1mbit 60 672000
paced 10mbit 1514 1230400
paced 10mbit 1000 819200
paced 1mbit 300 2592000

# A frame shorter than the minimum is padded on the wire.
configure speed 1mbit
leave "15 octets" 210 665280 678720 station frame "$DUT" hex "020000000088 020000000042 88b5 00" count 210

# Frames that wait for the end of a pause leave at the speed of the port, too.
configure speed 10mbit mode pause
shut link
send 1514
await 2 counter_is queue_packets_0 250
leave "after a pause" 250 1218096 1242704 from_peer pause 0

configure pace off
leave "pace off" 250 0 123040 send 1514
