# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions that the tests of ETS (Clause 37) share, in addition to lib.sh. TC 1 and TC 2 of the suite are
# priorities 1 and 2, each with a class of its own.
#
# End device: the port under test sends the frames itself. Switch: tagged frames of two sources come in by
# two other ports of a bridge.
#
#	end device:	$DUT ---- $LINK
#	switch:		src1 ---- in1 --+
#				        +-- bridge -- $DUT ---- $LINK
#			src2 ---- in2 --+
#
# All frames are queued while the port is paused. So the sources offer more than the port can send, and
# take no processor time during the measurement.
# shellcheck source=selftests/conformance/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

readonly SPEED=1000000000 WINDOW_NS=10000000	# 10,000,000 bit times

end_device()
{
	pair
	attach
	role="end device"
}

switch()
{
	local i

	pair
	add_bridge br0
	enslave "$DUT" br0
	for i in 1 2; do
		ip link add in$i type veth peer name src$i netns "$PEER"
		ip -n "$PEER" link set src$i up
		ip link set in$i up
		enslave in$i br0
	done
	attach
	role=switch
}

offer() # PRIO FRAMES
{
	if [[ $role == switch ]]; then
		station -n "$PEER" blast "src$1" prio "$1" count "$2" size 1514 tag 10 \
			sndbuf 1000000000 >>"$TMP/blast"
	else
		station blast "$DUT" prio "$1" count "$2" size 1514 sndbuf 1000000000 >>"$TMP/blast"
	fi
	await 10 counter_is "queue_packets_$1" "$2"
}

# transmit FRAMES1 FRAMES2: sends this number of frames of each class, captured at the sink
transmit()
{
	: >"$TMP/blast"
	configure mode pause speed 1mbit pace on limit 268435456
	from_peer pause 65535
	await 2 counter_is paused_link 1
	offer 1 "$1"
	offer 2 "$2"
	configure speed $SPEED
	capture_peer sink
	from_peer pause 0
	await 20 drained
	reap "$job"
}

# shares: the share of each class, in hundredths of a percent of the octets that began within the window,
# in the array share. share[0] is the number of frames.
declare -a share
shares()
{
	shares_after 0 $WINDOW_NS
}

# shares_after COUNT WINDOW_NS: the shares, once TC 1 and TC 2 have each sent COUNT frames
shares_after()
{
	read -ra share < <(awk -v count="$1" -v window="$2" '
		$4 == "88b5" {
			if (!begun && sent[1] >= count && sent[2] >= count) {
				begun = 1
				first = $1
			}
			sent[$5]++
			if (begun && $1 - first < window) {
				octets[$5] += $3
				all += $3
				n++
			}
		}
		END { printf "%d %d %d\n", n, octets[1] * 10000 / all + 0.5, octets[2] * 10000 / all + 0.5 }' \
		"$TMP/sink")
}

# shares_kept PERCENT1: the suite allows an error of 10% of the share. This test demands 1%. The lesser share is
# judged, because the other one is the rest and has the same error.
shares_kept()
{
	local tc=$(($1 > 50 ? 2 : 1))
	local part_of=$((tc == 1 ? $1 * 100 : 10000 - $1 * 100))

	within "share of TC $tc, set to $((part_of / 100))% (the suite allows $((part_of * 9 / 10)) to $((part_of * 11 / 10)))" \
		"${share[$tc]}" $((part_of * 99 / 100)) $((part_of * 101 / 100)) "hundredths of a percent"
}

all_arrive() # FRAMES1 FRAMES2
{
	all_sent sink "$1" 1
	all_sent sink "$2" 2
}
