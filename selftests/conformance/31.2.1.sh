#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# 31.2.1: under overload the port sends well-formed PAUSE frames (appendix 31C), in every mode with
# transmit enabled. The first one comes after R frames at line rate; R_MAX is the greatest R. With
# transmit disabled, the port sends no PAUSE frame during 2 R_MAX frames. The test also checks this for
# PFC, which is not in the suite.
#
# The station obeys the control frames, so that no frame is lost, and sends none of its own.
#
#	here                               |  $PEER
#	$DUT pausectl ---------------------+- $LINK pausectl, the station
#	   | tc redirects received data    |  sends data, obeys, captures
#	ifb0 pausectl, the host, which     |
#	takes a tenth of the speed         |
. "${0%/*}/lib.sh"

speed=100000000
repeats=5
overload=80
host=ifb0

# slow_host: a host that is too slow for data at line rate. The suite uses echo requests.
slow_host()
{
	ip link add $host type ifb
	ip link set $host up
	attach $host
	pausectl set dev $host speed $((speed / 10)) pace on
	tc qdisc add dev "$DUT" clsact
	tc filter add dev "$DUT" ingress protocol 802.1q matchall \
		action mirred egress redirect dev $host
}

station_mode() # SETTINGS
{
	# shellcheck disable=SC2086 # settings are words
	on_peer pausectl set dev "$LINK" tx off speed $speed pace on $1
}

received() # FRAMES
{
	read -r reply <"/sys/class/net/$DUT/statistics/rx_packets"
	((reply >= $1))
}

host_idle()
{
	counter queue_packets_3 $host
	((reply == 0))
}

# offer NAME FRAMES: the station sends FRAMES frames, with the minimum gap between them
offer()
{
	local before

	capture_peer "$1" octets 60
	read -r before <"/sys/class/net/$DUT/statistics/rx_packets"
	station -n "$PEER" blast "$LINK" tag 1 prio 3 size 1514 count "$2" >"$TMP/blast"
	await 5 received $((before + $2))
	await 5 host_idle
	reap "$job"
}

control_frames() # NAME XOFF|XON: how many came, in $reply
{
	reply=$(grep -c "^[0-9]* in 60 8808 .* octets=${octets[$2]}$" "$TMP/$1" || :)
}

declare -A octets
# padded HEX: the octets of a frame that begins like this, with zeros up to 60 octets; in $reply
padded()
{
	printf -v reply '%s%0*d' "$1" $((120 - ${#1})) 0
}

# expected pause|pfc: the frames of appendix 31C, or those of 802.1Q for priority 3, in octets
expected()
{
	local own header

	own=$(<"/sys/class/net/$DUT/address")
	header=0180c2000001${own//:/}8808
	case $1 in
	pause) padded "${header}0001ffff"; octets[XOFF]=$reply; padded "${header}0001"; octets[XON]=$reply ;;
	pfc)
		padded "${header}01010008000000000000ffff"; octets[XOFF]=$reply
		padded "${header}01010008"; octets[XON]=$reply ;;
	esac
}

# charged: prints how many frames of priority 3 were charged to the port
charged()
{
	local values

	json_field "$(pausectl -j stats dev "$DUT")" charged
	IFS=, read -ra values <<<"${reply//[\[\]]/}"
	echo "${values[3]}"
}

# enabled SETTINGS pause|pfc: with these settings the port sends control frames under overload. r_max becomes
# the greatest R.
enabled()
{
	local i r rs=() xoff=0 xon=0 all=0 lost=0 charged

	part="$1"
	expected "$2"
	# shellcheck disable=SC2086 # settings are words
	configure $1
	take_snapshot
	charged=$(charged)
	for ((i = 0; i < repeats; i++)); do
		offer "run$i" $overload
		r=$(awk '$2 == "out" && $4 == "88b5" { n++ }
			$2 == "in" && $4 == "8808" { print n; exit }' "$TMP/run$i")
		rs+=("${r:-none}")
		((${r:-0} <= r_max)) || r_max=$r
		control_frames "run$i" XOFF
		xoff=$((xoff + reply))
		control_frames "run$i" XON
		xon=$((xon + reply))
		all=$((all + $(grep -c " in .* 8808 " "$TMP/run$i" || :)))
		fields "$(station check "$TMP/run$i" out)"
		lost=$((lost + overload - field[frames]))
	done
	told "R, frames until the first one is sent, $repeats times" "${rs[*]}"
	judge "runs in which one was sent" "$(printf '%s\n' "${rs[@]}" | grep -c '[0-9]')" \
		"$repeats" "$(printf '%s\n' "${rs[@]}" | grep -q none && echo 0 || echo 1)"
	exactly "frames that are not, octet by octet, an XOFF or an XON of appendix 31C" \
		$((all - xoff - xon)) 0
	exactly "XONs less XOFFs" $((xon - xoff)) 0
	exactly "frames that the station could not send" "$lost" 0
	case $2 in
	pause) counted counters tx_mac_control=$all tx_pause=$all tx_xoff_link=$xoff tx_xon_link=$xon \
		occupancy_max_0=any ;;
	pfc) counted counters tx_mac_control=$all tx_pfc_frames=$all tx_pfc_3=$all tx_xoff_3=$xoff tx_xon_3=$xon \
		occupancy_max_3=any ;;
	esac
	check_eq "$1: frames charged" $(($(charged) - charged)) $((repeats * overload))
}

disabled() # SETTINGS
{
	part="$1"
	# shellcheck disable=SC2086 # settings are words
	configure $1
	take_snapshot
	offer run $((2 * r_max))
	exactly "control frames in 2 R_MAX frames" "$(grep -c " in .* 8808 " "$TMP/run" || :)" 0
	counted "no counter moves" occupancy_max_0=0
}

pair
attach
on_peer tc qdisc add dev "$LINK" root pausectl
slow_host
configure speed $speed

r_max=0
station_mode "mode pause rx on"
enabled "mode pause rx on tx on" pause
enabled "mode pause rx off tx on" pause
enabled "mode pause rx on tx on advertise pause partner pause" pause
enabled "mode pause advertise asym partner pause-asym" pause
part="mode pause"
told "R_MAX" "$r_max"
disabled "mode pause rx on tx off advertise off"
disabled "mode pause rx off tx off"
disabled "mode pause advertise pause-asym partner asym"
disabled "mode pause advertise none partner pause-asym"
disabled "mode off advertise off"

r_max=0
station_mode "mode pfc prio 0-7 tx-prio none"
enabled "mode pfc prio 3" pfc
enabled "mode pfc prio 0-7 rx-prio none" pfc
part="mode pfc"
told "R_MAX" "$r_max"
disabled "mode pfc prio 3 tx-prio none"
disabled "mode pfc rx-prio none tx-prio none"
disabled "mode pfc prio 4"
