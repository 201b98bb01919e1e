#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 31.1.4: frames that are not PAUSE frames for this station change nothing, in every mode: a wrong
# destination address, a type other than 88-08, an opcode other than 00-01. All frames go out, and
# the gaps between them stay as they are.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends a stream |  sends control frames, captures
. "${0%/*}/lib.sh"

speed=1000000000
count=10

# rejected WHAT FRAME NAME=BY...: sends $count such frames; the counters move by this
rejected()
{
	local what=$1 frame=$2 i control

	shift 2
	part="$settings, $what"
	control="$frame $BEGIN"
	for ((i = 1; i < count; i++)); do
		control+=" + $frame spin $((150000 + i * 1217))ns"
	done
	take_snapshot
	gap_stream rejected 300 1514 $speed "$settings" "$control"
	all_sent rejected 300
	gaps_unchanged rejected $speed
	counted counters rx_pause=1 rx_xoff_link=1 pause_transitions_link=1 "$@"
}

rig
receiving_cost
control=$((count + 1))
for settings in "mode pause rx on" "mode pause rx off" "mode off" "mode pfc prio 0-7"; do
	rejected "another multicast DA" "pause 65535 da 01:80:c2:00:00:02" \
		rx_mac_control=$control rx_wrong_address=$count
	rejected "another unicast DA" "pause 65535 da 02:00:00:00:00:99" \
		rx_mac_control=$control rx_wrong_address=$count
	rejected "type 88-09" "pause 65535 type 0x8809" rx_mac_control=1
	rejected "opcode 00-02" "pause 65535 opcode 2" \
		rx_mac_control=$control rx_unsupported_opcodes=$count
done
