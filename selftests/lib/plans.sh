# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154 # for those who source it, and what lossless.sh sets
#
# For the tests of testers' plans, see Documentation/plans.rst. Each check names the case of the plan that it belongs to.
# Source it in place of lib.sh.
#
#	sender-1		here				$PEER
#	tx1 ------------------- sw1 [switch] $DUT ------------- $LINK
#	pausectl, 100 Mb/s	pausectl     pausectl, 10 Mb/s	plain station: sends storms, captures
# shellcheck source=selftests/lib/lossless.sh
. "${BASH_SOURCE[0]%/*}/lossless.sh"
# shellcheck source=selftests/lib/watchdog.sh
. "${BASH_SOURCE[0]%/*}/watchdog.sh"

speed=10000000
LOSSY=0,1,2,5,6,7

# plan_switch [SETTING...]: makes the setting. Priorities 3 and 4 are lossless, and SETTING is of $DUT.
plan_switch()
{
	receiver_pair mtu 9216
	configure prio 3,4 speed $speed pace on "$@"
	sender 1 prio 3,4 speed 100mbit pace on
	ip link set sw1 mtu 9216
	on_sender 1 ip link set tx1 mtu 9216
}

# storm_of FRAME...: the station at $LINK sends this frame 20 times in 4 s. A time of 65535 quanta lasts for 3.4 s.
storm_of()
{
	counter rx_mac_control
	background station -n "$PEER" frame "$LINK" "$@" count 20 every 200ms
	storm_job=$job
	await 2 counter_reaches rx_mac_control $((reply + 1))
}

# flows VID PRIORITIES SIZE PART: each priority sends for 0.8 s and at least 100 frames, and all of them take PART percent of the
# speed. A frame may be late by one frame of each other priority: of 100 frames, that is less than 1 percent of the rate.
flows()
{
	local n=${2//,/} count

	# 24 octets of a frame are on the wire only.
	every_ns[$1]=$((($3 + 24) * 8 * ${#n} * 100000000000 / $4 / speed))
	count=$((800000000 / every_ns[$1]))
	background on_sender 1 station blast tx1 tag "$1" prio "$2" size "$3" every "${every_ns[$1]}ns" \
		count $((count > 100 ? count : 100)) sndbuf 8000000 >"$TMP/blast-$1"
}

# gone PRIORITIES: no frame of these waits at $DUT
gone()
{
	local prio

	for prio in ${1//,/ }; do
		counter_is "queue_packets_$prio" 0 || return 1
	done
}

# rates VID PRIORITIES CAPTURE: the slowest and the fastest of these flows, in percent of what they sent; in $slowest and $fastest
rates()
{
	read -r slowest fastest < <(awk -v every="${every_ns[$1]}" -v vlan="vlan=$1:" -v wanted=",$2," '
		index($0, vlan) && index(wanted, "," $5 ",") { if (!n[$5]++) first[$5] = $1; last[$5] = $1 }
		END {
			low = 1000
			for (i in n) {
				rate = int((n[i] - 1) * every * 100 / (last[i] - first[i]) + 0.5)
				low = rate < low ? rate : low
				high = rate > high ? rate : high
			}
			print low, high + 0
		}' "$TMP/$3")
}

# moved COUNTER: how much each priority has since take_snapshot, in $reply
moved()
{
	local prio list=()

	for prio in {0..7}; do
		counter "$1_$prio"
		list+=($((reply - snapshot[$1_$prio])))
	done
	reply=${list[*]}
}

# arrived PRIORITIES CAPTURE: how many frames of these have come in, in $reply
arrived()
{
	reply=$(awk -v wanted=",$1," '$2 == "in" && $4 == "88b5" && index(wanted, "," $5 ",") { n++ } END { print n + 0 }' "$TMP/$2")
}

# check_flows VID PRIORITIES CAPTURE: all frames of these have arrived, once and in order
check_flows()
{
	local prio

	for prio in ${2//,/ }; do
		check_whole "$1" "$prio" "$3"
	done
}
