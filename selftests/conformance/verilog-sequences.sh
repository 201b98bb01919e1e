#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# The port passes the receive sequences of the testbenches of verilog-ethernet: restarts, releases,
# eight priorities with a time each, and acceptance checks that match and that do not. During 256
# frames of random kinds the port loses no data frame.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends a stream |  sends PAUSE, PFC, others, captures
. "${0%/*}/lib.sh"

# again SPEED: PAUSE 100, and PAUSE 100 once more after 50 quanta: a pause of 150 to 165 quanta
again()
{
	local half_ns=$((50 * 512 * 1000000000 / $1))

	part="PAUSE 100, after 50 quanta 100 again, $(speed_name "$1")"
	stream again 60 1514 "$1" "mode pause" "pause 100 count 2 every ${half_ns}ns $BEGIN"
	all_sent again 60
	pauses_kept again "$1" 2 1
}

# released SETTINGS FRAMES WHAT COUNT: the second frame ends a pause of the first. COUNT requests act.
released()
{
	part=$3
	stream released 60 1514 10000000 "$1" "$2"
	pauses_kept released 10000000 "$4" 1
}

own_times()
{
	part="PFC FF, times 10 to 80, 10 Mb/s"
	load=0-7
	stream own 40 60 10000000 "mode pfc prio 0-7" \
		"pfc 0:10,1:20,2:30,3:40,4:50,5:60,6:70,7:80 $BEGIN"
	load=0
	pauses_kept own 10000000 8
	for prio in {0..7}; do
		all_sent own 40 "$prio"
	done
}

# acts WHAT SETTINGS FRAME 0|1: FRAME begins this number of pauses
acts()
{
	local ended_before=0 index ended_after=0

	part="acceptance"
	# shellcheck disable=SC2086 # settings are words
	configure $2 speed 1gbit
	for index in {0..7} link; do
		counter "pause_transitions_$index"
		ended_before=$((ended_before + reply))
	done
	# shellcheck disable=SC2086 # frames are words
	from_peer $3
	nap 0.05
	for index in {0..7} link; do
		counter "pause_transitions_$index"
		ended_after=$((ended_after + reply))
	done
	exactly "$1 ($2)" "$((ended_after - ended_before)) pauses" "$4 pauses"
}

acceptance()
{
	local own

	own=$(<"/sys/class/net/$DUT/address")
	acts "multicast DA: match" "mode pause rx on" "pause 100" 1
	acts "multicast DA: mismatch" "mode pause rx on" "pause 100 da 01:80:c2:00:00:0e" 0
	acts "unicast DA: match" "mode pause rx on" "pause 100 da $own" 1
	acts "unicast DA: mismatch" "mode pause rx on" "pause 100 da 02:00:00:00:00:01" 0
	acts "SA: not checked, any acts" "mode pause rx on" "pause 100 sa 5a:51:52:53:54:55" 1
	acts "type: mismatch" "mode pause rx on" "pause 100 type 0x8809" 0
	acts "type behind a VLAN tag" "mode pause rx on" "pause 100 vlan 1:7" 0
	acts "opcode 00-01: match" "mode pause rx on" "control 1 vector 100" 1
	acts "opcode: mismatch" "mode pause rx on" "control 2 vector 100" 0
	acts "opcode 01-01, PFC off: mismatch" "mode pause rx on" "pfc 3:100" 0
	acts "opcode 01-01: match" "mode pfc prio 3" "pfc 3:100" 1
	acts "opcode 00-01, PAUSE off: mismatch" "mode pfc prio 3" "pause 100" 0
	acts "priority not enabled" "mode pfc prio 3" "pfc 4:100" 0
	acts "PFC, multicast DA: mismatch" "mode pfc prio 3" "pfc 3:100 da 02:00:00:00:00:01" 0
	acts "receiving disabled" "mode pause rx off" "pause 100" 0
}

# any_frame: a frame of a random kind, in $reply
any_frame()
{
	local kinds=("pause $((RANDOM % 300))" "pause 0" "pfc $((RANDOM % 8)):$((RANDOM % 300))"
		"pause $((RANDOM % 300)) len $((64 + RANDOM % 1400))" "control $RANDOM"
		"pause 65535 da 02:00:00:00:00:01" "pause 65535 type 0x8809" "pfc none"
		"pause 65535 vlan $((RANDOM % 4095)):$((RANDOM % 8))" "pause 65535 len $((14 + RANDOM % 4))"
		"hex 0180c2000001:020000000002:88b6:$((10 + RANDOM % 90))")

	reply=${kinds[RANDOM % ${#kinds[@]}]}
}

amid_data()
{
	local i control

	part="256 random frames amid data"
	seed 256
	any_frame
	control="$reply $BEGIN"
	for ((i = 1; i < 256; i++)); do
		any_frame
		control+=" + $reply after $((20 + RANDOM % 100))us"
	done
	stream amid 3000 1514 1000000000 "mode pause rx on" "$control"
	all_sent amid 3000
	summary amid 1000000000
	exactly "frames that began in a pause" "${field[early]}" 0
	told "pauses, their frames lost or repeated: see above" "${field[n]}"
}

rig
receiving_cost
again 10000000
again 1000000000
released "mode pause" "pause 100 $BEGIN + pause 0 after 2ms" "PAUSE 100, then 0, 10 Mb/s" 2
own_times
load=0-7
released "mode pfc prio 0-7" "pfc 0:100,1:200 $BEGIN + pfc 1:0 after 1ms" \
	"PFC priority 0 = 100, priority 1 = 200, then 0, 10 Mb/s" 3
load=0
acceptance
amid_data
