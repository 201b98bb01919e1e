#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 37.1.5: the port is set to 50/50, and TC 1 offers only 15% of its speed: TC 2 gets the other 85%,
# as an end device and as a switch.
#
# TC 1 sends a frame in the time of 6.667 frames, while TC 2 always has frames waiting.
#
#	end device:     here                        |  $PEER
#	                $DUT pausectl, sends data --+- $LINK, captures, sends PAUSE
#
#	switch:         br0 +- in1 -----------------+- src1, sends TC 1
#	                    +- in2 -----------------+- src2, sends TC 2
#	                    +- $DUT pausectl -------+- $LINK, captures, sends PAUSE
. "${0%/*}/ets-lib.sh"

# A tenth of the suite's speed: the sender of TC 1 runs beside the port.
slow=100000000
wire_ns 1514 $slow
every=$((reply * 100 / 15))

offer_part()
{
	if [[ $role == switch ]]; then
		background station -n "$PEER" blast src1 prio 1 count 150 size 1514 tag 10 \
			every "${every}ns" >"$TMP/part"
	else
		background station blast "$DUT" prio 1 count 150 size 1514 \
			every "${every}ns" >"$TMP/part"
	fi
}

run() # NAME
{
	part=$1
	: >"$TMP/blast"
	configure tsa 1:ets,2:ets tc-bw 1:50,2:50 mode pause speed 1mbit pace on limit 268435456
	from_peer pause 65535
	await 2 counter_is paused_link 1
	offer 2 1200
	configure speed $slow
	capture_peer sink
	job_of_capture=$job
	offer_part
	sender=$job
	await 2 counter_reaches queue_packets_1 1
	from_peer pause 0
	wait "$sender"
	await 20 drained
	reap "$job_of_capture"
	cat "$TMP/part" >>"$TMP/blast"
	# From the 20th frame of TC 1 on: the frames that TC 1 offered in the pause have gone out.
	read -ra share < <(awk -v window=$((WINDOW_NS * 10)) '
		$4 == "88b5" && $5 == 1 && ++ones == 20 { first = $1 }
		first && $4 == "88b5" && $1 - first < window {
			octets[$5] += $3
			all += $3
			n++
		}
		END { printf "%d %d %d\n", n, octets[1] * 10000 / all + 0.5, octets[2] * 10000 / all + 0.5 }' \
		"$TMP/sink")
	told "frames in 10,000,000 bit times" "${share[0]}"
	shares_kept 15
	all_arrive 150 1200
}

end_device
run "end device"
detach
ip link del "$DUT"
switch
run switch
