#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: plans
#
# Each of three stations sends to the two others, with a lossless priority and a lossy one. A storm comes from station 2. If it is
# longer than the time to detect, the switch drops frames of the lossless priority that go to station 2, and does not pass the storm
# on. All other flows are whole. With the action forward, or if the storm is shorter, all flows are whole.
#
#	$PEER-N			here
#	rxN ------------------- outN [switch]		N = 1 to 3
#	pausectl, 100 Mb/s	pausectl, 10 Mb/s, watched
. "${0%/*}/../lib/plans.sh"

add_bridge br0
for n in 1 2 3; do
	add_netns "sender-$$-$n"
	veth "out$n" "tx$n" "sender-$$-$n"
	on_sender "$n" tc qdisc add dev "tx$n" root handle 1: pausectl
	on_sender "$n" pausectl set dev "tx$n" prio 3,4 speed 100mbit pace on
	port "out$n" prio 3,4 speed $speed pace on watchdog-detect-ms 200 watchdog-restore-ms 100
	enslave "out$n" br0
	bridge fdb add 02:00:00:00:00:0$n dev "out$n" master static
done

# all_to_all CASE ACTION SECONDS: a storm of so many seconds
all_to_all()
{
	local from to jobs=() what=$1

	for n in 1 2 3; do
		pausectl set dev out$n watchdog "$2"
		capture "at-$n" -n "sender-$$-$n" capture "tx$n"
	done
	DUT=out2 take_snapshot
	on_sender 2 pausectl xoff dev tx2 prio 3 for "$3"
	await 2 counter_is paused_3 1 out2
	sum_of tx_xoff out1 out3
	xoffs=$reply
	for from in 1 2 3; do
		for to in 1 2 3; do
			[[ $from != "$to" ]] || continue
			# The VLAN tells the flows apart.
			background on_sender $from station blast tx$from tag $from$to prio 1,3 size 1000 every 10ms count 40 \
				da 02:00:00:00:00:0$to >"$TMP/blast-$from$to"
			jobs+=("$job")
		done
	done
	wait "${jobs[@]}"
	await 5 xoff_over tx2 on_sender 2
	await 5 counter_is stormed_3 0 out2
	await 5 all_drained out1 out2 out3
	for n in 1 2 3; do
		finish "at-$n"
	done
	for from in 1 2 3; do
		for to in 1 2 3; do
			[[ $from != "$to" ]] || continue
			check_whole $from$to 1 at-$to
			[[ $to == 2 && $4 == drop ]] || check_whole $from$to 3 at-$to
		done
	done
	reply_is "$what: frames of 3 from station 1 and 3 to station 2 that arrived" "$([[ $4 == drop ]] && echo 0 || echo 80)" arrived 3 at-2
	DUT=out2 reply_is "$what: storms detected at station 2" "0 0 0 $5 0 0 0 0" moved storms_detected
	sum_of storms_detected out1 out3
	check_eq "$what: storms detected at the others" "$reply" 0
	sum_of tx_xoff out1 out3
	check_eq "$what: XOFFs to stations 1 and 3" $((reply - xoffs)) 0
}

all_to_all "W05, W15, W16, W18, K40" drop 0.7 drop 1
all_to_all "W19, K41" forward 0.7 none 1
all_to_all "W06" drop 0.15 none 0
