#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 31.1.2: a PAUSE frame with a time other than 0 stops the port: no new frame starts later than one
# quantum after reception, and none before the time is over. All M frames go out. If receiving is
# disabled, nothing changes.
#
# Times are 0, N0 (the peak gap in quanta), every power of two, 65535 and 200 random ones, with the
# multicast and the unicast address.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends a stream |  sends PAUSE, captures
. "${0%/*}/lib.sh"

mac_control=01:80:c2:00:00:01
gbit=1000000000

label() # ADDRESS
{
	[[ $1 == "$mac_control" ]] && echo multicast || echo unicast
}

# paused SPEED LENGTH ADDRESS SETTINGS [busy]
paused()
{
	part="$4, $(speed_name "$1"), $(label "$3")${5:+, processor busy}"
	spaced "$2" "$1" "${5:-after}" "pause Q da $3"
	zeros=$((times[0] == 0))
	take_snapshot
	stream paused "$frames" "$2" "$1" "$4" "$control"
	all_sent paused "$frames"
	pauses_kept paused "$1" ${#times[@]}
	counted counters rx_mac_control=$((${#times[@]} + 1)) rx_pause=$((${#times[@]} + 1)) \
		rx_xoff_link="$((${#times[@]} + 1 - zeros))" rx_xon_link="$zeros" \
		pause_transitions_link="$((${#times[@]} + 1 - zeros))"
}

# ignored SETTINGS ADDRESS
ignored()
{
	part="$1, $(label "$2")"
	spaced 1514 $gbit spin "pause Q da $2"
	take_snapshot
	gap_stream ignored "$frames" 1514 $gbit "$1" "$control"
	all_sent ignored "$frames"
	gaps_unchanged ignored $gbit
	counted counters rx_mac_control=$((${#times[@]} + 1)) rx_pause=$((${#times[@]} + 1)) \
		rx_xoff_link=1 "rx_ignored=${#times[@]}" pause_transitions_link=1
}

rig mtu 20000
receiving_cost
unicast=$(<"/sys/class/net/$DUT/address")

part=
told "processor time of one record of the probe, of which each start has one" \
	"$(<"/sys/module/pausectl_probe/parameters/cost_ns") ns"
part="no control frames"
gap_stream plain 300 1514 $gbit "mode pause rx on"
fields "$(timing gaps plain $gbit | tail -n 1)"
n0=$(((field[longest] + 511) / 512))
told "peak gap" "${field[longest]} ns, N0 = $n0 quanta"

times=(0 "$n0")
for ((i = 0; i < 16; i++)); do
	times+=($((1 << i)))
done
times+=(65535)
few=("${times[@]}")
part=
seed 3112
drawn 200
for address in $mac_control "$unicast"; do
	paused $gbit 1514 "$address" "mode pause rx on tx on"
	ignored "mode pause rx off" "$address"
done

times=("${few[@]}")
drawn 20
paused $gbit 1514 $mac_control "mode pause rx on tx off"
ignored "mode off" $mac_control
ignored "mode pfc prio 0-7" $mac_control
paused 10000000 1514 $mac_control "mode pause rx on"
paused 100000000 1514 $mac_control "mode pause rx on"
paused 10000000000 20014 $mac_control "mode pause rx on"

# If the processor is busy, the end of a pause need not wake the processor.
times=(100 200 500 1000 2000)
paused $gbit 1514 $mac_control "mode pause rx on" busy
