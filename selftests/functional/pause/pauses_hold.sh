#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# A pause holds for its time: no frame starts later than one quantum after the frame that asks for the pause, none
# before the time is over, and then sending goes on at once (IEEE 802.3, 31B.3; 802.1Q, 36.1). The last frame wins:
# its time replaces what is left, whether it ends later or sooner. Time 0 ends a pause, and changes nothing if none
# runs. No frame of data is lost.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PAUSE, PFC, captures
. "${0%/*}/../../lib/lib.sh"

speed=10000000
quantum_ns=51200
frame_ns=819200			# 1000 octets, FCS, preamble and gap

# hold TRANSITIONS FRAMES DEMAND...: the peer sends the frames while data flows. They make this number of pauses, and each does
# what its DEMAND says:
#	whole		holds until its time is over
#	replaced	holds until the next frame
#	second		holds from the frame before on, until its time is over
#	end		has time 0, and ends a pause
#	nothing		has time 0, and changes nothing
hold()
{
	local frames=$2 transitions=$1 demand slack what ends
	shift 2

	take_snapshot
	capture_peer peer
	capture_dut dut
	blast prio 0 size 1000
	await 10 counter_reaches queue_packets_0 10
	# shellcheck disable=SC2086 # frames are words
	from_peer $frames
	await 10 counter_is "pause_transitions_$index" $((snapshot["pause_transitions_$index"] + transitions))
	await 10 counter_is "paused_$index" 0
	finish blast
	await 10 drained
	finish dut peer

	station pauses "$TMP/dut" speed $speed >"$TMP/pauses"
	check_eq "$frames: requests" "$(wc -l <"$TMP/pauses")" $#
	for demand; do
		read -r line
		fields "$line"
		what="$frames: $demand ${field[quanta]}"
		# A pause shorter than the frame in transmission delays nothing: the next frame follows this one.
		slack=$((field[asked] > frame_ns ? quantum_ns : frame_ns))
		case $demand in
		replaced) check_eq "$what: replaced in time" "${field[replaced]}" 1 ;;
		second) check_eq "$what: frames begun" "${field[started]}" 0 ;;
		end) slack=$quantum_ns ;;
		esac
		check_eq "$what: frames begun after one quantum" "${field[early]}" 0
		[[ $demand == replaced ]] || check_between "$what: resumed so many ns late" "${field[late]}" 0 $slack
	done <"$TMP/pauses"
	ends=$(grep -c ' quanta=0 ' "$TMP/pauses" || :)
	check_moved "$frames" rx_mac_control=$# "${counters[@]/%/=$#}" "rx_xoff_$index=$(($# - ends))" \
		"rx_xon_$index=$ends" "pause_transitions_$index=$transitions"
	check_received peer
}

port_pair speed $speed pace on
index=link counters=(rx_pause)
hold 5 "pause 1 after 2ms + pause 10 after 5ms + pause 100 after 5ms + pause 1000 after 20ms + pause 5000 after 100ms" \
	whole whole whole whole whole
hold 2 "pause 1000 after 5ms + pause 2000 after 20ms + pause 2000 after 150ms + pause 500 after 20ms" \
	replaced second replaced second
hold 1 "pause 0 after 5ms + pause 0 after 5ms + pause 65535 after 5ms + pause 0 after 50ms" \
	nothing nothing replaced end
configure prio 0
index=0 counters=(rx_pfc_frames rx_pfc_0)
hold 2 "pfc 0:1000 after 5ms + pfc 0:2000 after 20ms + pfc 0:2000 after 150ms + pfc 0:500 after 20ms" \
	replaced second replaced second
hold 1 "pfc 0:0 after 5ms + pfc 0:0 after 5ms + pfc 0:65535 after 5ms + pfc 0:0 after 50ms" \
	nothing nothing replaced end
