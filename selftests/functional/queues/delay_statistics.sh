#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# hook: any
# time: measured
#
# A port measures how long its frames wait, and captures agree. Frames that joined the queue while
# delay-statistics was off do not count. Switching delay-statistics on sets the statistics to 0.
#
# A mirror copies each frame to dummy1 when it joins the queue. The capture of $DUT tells when the
# frame left.
#
#	here                              |  $PEER
#	$DUT pausectl, sends data --------+- $LINK station, sends PFC
#	   | tc copies, egress            |
#	dummy1, captures copies           |
. "${0%/*}/../../lib/lib.sh"

unit=1024	# ns, the resolution of the port's time stamps

# hold_and_release PRIO:QUANTA,...: sends three frames each of priorities 3 and 5 while these
# pauses run, and two of priority 3 when the pauses are over. The two captures tell how long the
# frames waited: by priority in the arrays frames, mean and max, ns
hold_and_release()
{
	local copies out line prio

	capture copies capture dummy1
	copies=$job
	capture_dut out
	out=$job
	from_peer pfc "$1"
	await 2 counter_is paused_3 1
	station blast "$DUT" prio 3 size 200 count 3 every 1ms >/dev/null
	station blast "$DUT" prio 5 size 200 count 3 >/dev/null
	await 2 counter_is paused_3 0
	await 2 drained
	station blast "$DUT" prio 3 size 200 count 2 >/dev/null
	await 2 drained
	reap "$copies" "$out"
	frames=() mean=() max=()
	while read -r line; do
		fields "$line"
		prio=${field[prio]}
		frames[prio]=${field[frames]}
		mean[prio]=${field[mean]}
		max[prio]=${field[max]}
	done < <(awk '
		$2 != "out" || $4 != "88b5" { next }
		FILENAME ~ /copies$/ { joined[$5, ++copy[$5]] = $1; next }
		{
			delay = $1 - joined[$5, ++left[$5]]
			sum[$5] += delay
			if (delay > max[$5]) max[$5] = delay
		}
		END {
			for (p in left)
				printf "prio=%d frames=%d mean=%d max=%d\n", p, left[p], sum[p] / left[p], max[p]
		}' "$TMP/copies" "$TMP/out")
}

# check_delays WHAT PRIO: the port counts what the captures tell. tc copies a frame a little before
# the port stamps it, and the capture stamps it a little after it has left.
check_delays()
{
	check_counter "delay_packets_$2" "${frames[$2]}"
	counter "delay_mean_ns_$2"
	check_between "$1, priority $2: mean, captured ${mean[$2]} ns" "$reply" \
		$((mean[$2] - 10000)) $((mean[$2] + unit))
	counter "delay_max_ns_$2"
	check_between "$1, priority $2: maximum, captured ${max[$2]} ns" "$reply" \
		$((max[$2] - 10000)) $((max[$2] + unit))
}

pair
attach
configure prio 3,5 speed 100mbit
ip link add dummy1 up type dummy
tc qdisc add dev "$DUT" clsact
tc filter add dev "$DUT" egress matchall action mirred egress mirror dev dummy1
check_setting delay_statistics 0

hold_and_release 3:20000
for counter in delay_packets_3 delay_mean_ns_3 delay_max_ns_3; do
	check_counter "$counter" 0
done

# A pause of 102 ms for priority 3, and none for priority 5
configure delay-statistics on
hold_and_release 3:20000
check_eq "frames captured" "${frames[3]} ${frames[5]}" "5 3"
check_delays "a pause" 3
check_delays "no pause" 5
check_between "the pause shows, ms" $((max[3] / 1000000)) 1 102

# A frame that joined while delay-statistics was off has no stamp and does not count. A frame with
# a stamp counts, whatever is set when it leaves.
configure delay-statistics off
from_peer pfc 5:20000
await 2 counter_is paused_5 1
station blast "$DUT" prio 5 size 200 count 1 >/dev/null
configure delay-statistics on
station blast "$DUT" prio 5 size 200 count 2 >/dev/null
configure delay-statistics off
station blast "$DUT" prio 5 size 200 count 4 >/dev/null
check_counter queue_packets_5 7
check_counter delay_packets_3 0
from_peer pfc 5:0
await 2 drained
check_counter delay_packets_5 2
check_counter delay_packets_3 0
