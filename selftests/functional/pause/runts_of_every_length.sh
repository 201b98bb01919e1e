#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: deterministic
#
# A frame of 14 to 59 octets acts if it holds its opcode, pause_time or the vector, and the times of the
# priorities in the vector. What stands beyond its end counts as the zeros of the pad that a MAC adds
# (IEEE 802.3, 4.2.3.3) and veth does not. A frame that is too short is counted as malformed and changes
# nothing.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends PAUSE, PFC
. "${0%/*}/../../lib/lib.sh"

port_pair speed 1gbit

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
configure prio 0,3,7
for priority in 0 3 7; do
	sweep PFC $priority $((20 + 2 * priority)) "pfc $priority:100" rx_pfc_$priority rx_pfc_frames
done

# As a public generator makes it: 32 octets, time[7] is missing.
configure speed 10mbit
take_snapshot
from_peer hex "0180c2000001 000102030405 8808 0101 0008 0000 0000 0000 ffff 0000 0000 0000"
check_moved "PFC without time[7]" rx_mac_control=1 rx_pfc_frames=1 rx_pfc_3=1 rx_xoff_3=1 paused_3=1
from_peer pfc 3:0 len 26
check_moved "XON without time[4] to time[7]" rx_mac_control=1 rx_pfc_frames=1 rx_pfc_3=1 rx_xon_3=1 \
	paused_3=any pause_transitions_3=1
