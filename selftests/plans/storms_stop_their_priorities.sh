#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: plans
#
# A storm of PFC stops the lossless priorities that it names: none of their frames arrives, and none is lost. All other
# priorities arrive at the rate at which they are sent. So it is with frames of any size. A storm of PFC for lossy priorities,
# or of PAUSE, stops nothing.
. "${0%/*}/../lib/plans.sh"

# in_storm CASES FRAME STOPPED PRIORITIES SIZE...: while the storm of FRAME lasts, each of the priorities sends frames of each size.
# The priorities STOPPED, or none, wait until the storm is over.
in_storm()
{
	local what=$1 stopped=${3/none/} all=$4 others vid=0 size jobs=() prio received=""

	others=$(tr , '\n' <<<"$all" | grep -vxE "${stopped//,/|}" | paste -sd ,)
	take_snapshot
	capture_peer storm
	# shellcheck disable=SC2086 # a frame is words
	storm_of $2
	for size in "${@:5}"; do
		vid=$((vid + 1))
		flows $vid "$all" "$size" $((100 / ($# - 4)))
		jobs+=("$job")
	done
	wait "${jobs[@]}" "$storm_job"
	await 5 gone "$others"
	finish storm
	for prio in {0..7}; do
		[[ ,$stopped, == *,$prio,* ]] && received+=" 20" || received+=" 0"
	done
	[[ $2 != pfc* || $3 == none ]] || reply_is "$what: PFC frames received, by priority" "${received# }" moved rx_pfc
	[[ $3 != none ]] || reply_is "$what: pauses, by priority" "0 0 0 0 0 0 0 0" moved pause_transitions
	[[ -z $stopped ]] || reply_is "$what: frames of $stopped that arrived in the storm" 0 arrived "$stopped" storm
	for ((vid = 1; vid <= $# - 4; vid++)); do
		check_flows $vid "$others" storm
		rates $vid "$others" storm
		check_between "$what: ${*:4 + vid:1} octets, slowest flow of the others, percent" "$slowest" 98 102
		check_between "$what: ${*:4 + vid:1} octets, fastest flow of the others, percent" "$fastest" 98 102
	done
	capture_peer after
	from_peer pfc 3:0,4:0
	await 5 drained
	await 5 all_drained sw1
	finish after
	[[ -z $stopped ]] || for ((vid = 1; vid <= $# - 4; vid++)); do
		check_flows $vid "$stopped" after
	done
	reply_is "$what: frames dropped" 0 sum_of drops "$DUT"
	check_empty sw1
}

plan_switch
in_storm "L01, K01" "pfc 3:65535" 3 0,1,2,3,4,5,6,7 1514
in_storm "K01, another priority" "pfc 4:65535" 4 0,1,2,3,4,5,6,7 1514
in_storm "L02, K02, W24" "pfc 3:65535,4:65535" 3,4 0,1,2,3,4,5,6,7 1514
for size in 60 508 1514 9212; do
	in_storm L06 "pfc 3:65535" 3 0,1,2,3,4,5,6,7 $size
done
in_storm L07 "pfc 3:65535" 3 0,1,2,3,4,5,6,7 60 590 1514
in_storm Y01 "pfc 3:65535,4:65535" 3,4 $LOSSY,3,4 1514
in_storm K03 "pfc 0:65535,1:65535,2:65535,5:65535,6:65535,7:65535" none 0,1,2,3,4,5,6,7 1514

capture far -n "sender-$$-1" capture tx1 type 8808
in_storm "Y03, K04, K31" "pause 65535" none 0,1,2,3,4,5,6,7 1514
finish far
check_eq "Y03: PAUSE frames that the switch has forwarded" "$(grep -c 8808 "$TMP/far" || :)" 0
check_paused none
