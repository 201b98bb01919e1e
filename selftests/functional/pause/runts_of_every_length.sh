#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# A frame of 14 to 59 octets acts if it holds its opcode and its parameters. A frame too short for
# them is counted as malformed and changes nothing.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"

pair
attach
configure speed 1gbit

# sweep KIND INDEX PARAMETERS FRAME COUNTER...: FRAME acts if it has at least PARAMETERS octets
sweep()
{
	local kind=$1 index=$2 parameters=$3 counters=("${@:5}") len wrong="" acted malformed

	counter "rx_xoff_$index"
	acted=$reply
	counter rx_malformed
	malformed=$reply
	take_snapshot
	for len in {14..59}; do
		# shellcheck disable=SC2086 # a frame is words
		from_peer $4 len "$len"
		if ((len < parameters)); then
			malformed=$((malformed + 1))
		else
			acted=$((acted + 1))
		fi
		busywait 2 counter_is "rx_xoff_$index" "$acted" &&
			busywait 2 counter_is rx_malformed "$malformed" || wrong+=" $len"
	done
	check_eq "$kind: lengths treated wrongly" "${wrong:-none}" none
	await 2 counter_is "paused_$index" 0
	check_moved "$kind of 14 to 59 octets" rx_mac_control=46 \
		rx_malformed=$((parameters - 14)) "rx_xoff_$index=$((60 - parameters))" \
		"${counters[@]/%/=$((60 - parameters))}" \
		"pause_transitions_$index=any"
}

sweep PAUSE link 18 "pause 100" rx_pause
configure prio 7
sweep PFC 7 34 "pfc 7:100" rx_pfc_7 rx_pfc_frames
