#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# The queue length decides which frames ECN marks: none up to ecn-min, all above ecn-max, and in
# between a share that grows in proportion. On the wire, as many ECT frames have CE as this curve says.
#
# A frame that is not ECT stays as it is. IPv4 and IPv6 are marked below any tags, no frame is
# dropped, and no other copy of a marked frame changes.
#
# Marking is random, so the test allows a deviation by Bernstein's inequality. If frames are marked
# independently with probabilities p, the number of marks differs from the sum of p by more than t
# with a probability of at most 2 exp(-t^2 / 2 / (V + t / 3)), where V is the sum of p (1 - p). The
# test takes the t for 10^-10. So one of the three levels fails by chance in less than 10^-9 of all runs.
#
#	here                                    |  $PEER
#	$DUT.9 (VLAN), station sends            |
#	   |                                    |
#	$DUT pausectl, ECN; sends IP -----------+- $LINK station, captures, sends PFC
#	   | tc copies, egress (last part)      |
#	dummy1 pausectl, captures copies        |
. "${0%/*}/../../lib/lib.sh"

station=020000000088020000000099

# ipv4 ECN: a frame of 60 octets with a right checksum, as hex in $reply
ipv4()
{
	local sum=$((0x4500 + $1 + 0x2e + 0x40fd + 0x0a00 + 1 + 0x0a00 + 2))

	printf -v reply '%s080045%02x002e0000000040fd%04x0a0000010a000002%052d' $station "$1" \
		$((~sum & 0xffff)) 0
}

ipv6() # ECN
{
	printf -v reply '%s86dd60%02x0000000c3b40%032d%032d%024d' $station $(($1 << 4)) 0 0 0
}

# ecn_of CAPTURE: the ECN bits of each of its IP frames, in the array ecn; "bad" if the checksum is
# wrong
ecn_of()
{
	mapfile -t ecn < <(sed -n 's/.* ecn=\([0-3]\)$/\1/p; s/.*badsum/bad/p' "$TMP/$1")
}

# tally WORD...: prints how often each word is among the words
tally()
{
	printf '%s\n' "$@" | sort | uniq -c | awk '{ printf "%s%s %s", (NR > 1 ? " " : ""), $1, $2 }'
}

# The frames that are to wait: probes below ecn-min, at three points of the slope, and above
# ecn-max, with large frames in between that fill the queue
kmin=1000000 kmax=3000000 pmax=80
probes=4000
ipv4 2
probe=(hex "$reply" prio 3)
filler=(hex "${station}9999" len 64000 prio 3)
held=("${probe[@]}" count 500 sndbuf 1000000000 + "${filler[@]}" count 20)
for level in 1 2 3; do
	held+=(+ "${probe[@]}" count "$probes" + "${filler[@]}" count 5)
done
held+=(+ "${filler[@]}" count 14 + "${probe[@]}" count 500)

pair mtu 65535
attach
# At this speed a pause lasts up to 33 s.
configure prio 3-6 limit 8mb speed 1mbit
ip link add link "$DUT" name "$DUT.9" type vlan id 9 egress-qos-map 5:5
ip link set "$DUT.9" up
ip link add dummy1 up type dummy
port dummy1 speed 1mbit pace on
tc qdisc add dev "$DUT" clsact
for kind in "ecn 0:ecn*off, or 1 to 100" "ecn 101:1 to 100" "ecn 8:1:ecn*0 to 7"; do
	# shellcheck disable=SC2086 # two words
	check_refused "${kind%:*}" 1 "*${kind##*:}*" pausectl set dev "$DUT" ${kind%:*}
done
check_refused "ecn-max 2gb" 2 "*ecn-max*1073741824 octets*" pausectl set dev "$DUT" ecn-max 2gb
check_refused "min above max" 2 "*ecn-min, ecn-max*0 to ecn-max*1073741824 octets*" \
	pausectl set dev "$DUT" ecn 3:1 ecn-min 3:200001
check_setting ecn "off off off off off off off off"

# ECN off: no frame is marked, whether the queue is empty or above all limits.
capture_peer off
shut 3 4 5 6
station frame "$DUT" "${probe[@]}" count 10 + "${filler[@]}" count 4 sndbuf 1000000000 + "${probe[@]}" count 10
from_peer pfc 3:0,4:0,5:0,6:0
await 2 drained
finish off
ecn_of off
check_eq "off: frames by ECN" "$(tally "${ecn[@]}")" "20 2"

configure ecn 3:$pmax,4:1,5:100 ecn-min 3:$kmin,4:30000,5:0 ecn-max 3:$kmax,4:30000,5:0
capture_peer slope
shut 3 4 5 6
station frame "$DUT" "${held[@]}"
ipv4 1
station frame "$DUT" hex "$reply" prio 4 count 1000 sndbuf 1000000000
counter ecn_marks_3
marked=$reply
reply_is "frames dropped" 0 counter drops_3
from_peer pfc 3:0
await 10 counter_is queue_packets_3 0
finish slope

# The curve takes the octets that wait when a frame has joined, its own included.
awk -v kmin=$kmin -v kmax=$kmax -v pmax=$pmax '
BEGIN { level = 0 }
/ (0800|9999) / {
	octets += $3
	if ($4 != "0800") { level += before == "0800"; before = $4; next }
	before = $4
	p = octets <= kmin ? 0 : octets > kmax ? 1 : pmax / 100 * (octets - kmin) / (kmax - kmin)
	frames[level]++
	sum[level] += p
	variance[level] += p * (1 - p)
	marks[level] += / ecn=3$/
}
END {
	log_odds = log(2 / 1e-10)
	for (level = 0; level in frames; level++) {
		v = variance[level]
		t = v ? log_odds / 3 + sqrt(log_odds * log_odds / 9 + 2 * v * log_odds) : 0
		printf "%d %d %d %.1f %.1f\n", level, frames[level], marks[level], sum[level], t
	}
}' "$TMP/slope" >"$TMP/levels"
total=0
while read -r level frames marks expected bound; do
	echo "level $level: $frames frames, $marks marked, analytic $expected, bound $bound"
	total=$((total + marks))
	lowest=$(awk "BEGIN { print int($expected - $bound + 0.999) }")
	check_between "level $level: marked" "$marks" "$lowest" "$(awk "BEGIN { print int($expected + $bound) }")"
done <"$TMP/levels"
check_eq "levels" "$(wc -l <"$TMP/levels")" 5
check_eq "marks counted" "$marked" $total

# A step: the first 500 frames fill the queue exactly to ecn-min, which is ecn-max.
capture_peer step
from_peer pfc 4:0
await 5 counter_is queue_packets_4 0
finish step
ecn_of step
unmarked=0
while [[ ${ecn[unmarked]-} == 1 ]]; do
	unmarked=$((unmarked + 1))
done
check_eq "step: frames before the first with CE" $unmarked 500
check_eq "step: frames with CE" "$(tally "${ecn[@]:unmarked}")" "500 3"
check_counter ecn_marks_4 500

# Headers: every frame that joins priority 5 is marked, if its transport knows ECN.
frames=()
for version in ipv4 ipv6; do
	for bits in 0 1 2 3; do
		$version $bits
		frames+=(hex "$reply" prio 5 + hex "$reply" vlan 7:5 + hex "$reply" vlan 7:3 svlan 8:5 +)
		station frame "$DUT.9" hex "$reply" prio 5
	done
done
capture_peer headers
take_snapshot
station frame "$DUT" "${frames[@]}" hex "${station}0800" prio 5 + hex "${station}080045" len 16 prio 5
from_peer pfc 5:0
await 2 counter_is queue_packets_5 0
finish headers
ecn_of headers
# First the eight frames of the VLAN device, then three frames of each version and ECN value
check_eq "ECN of IPv4 and IPv6, by what it was" "${ecn[*]}" \
	"0 3 3 3 0 3 3 3 0 0 0 3 3 3 3 3 3 3 3 3 0 0 0 3 3 3 3 3 3 3 3 3"
check_eq "frames with a tag from the device" "$(grep -c 'vlan=9:5' "$TMP/headers")" 8
check_counter ecn_marks_5 16

# A copy that waits at another port shares its octets with the frame, until the frame is marked.
tc filter add dev "$DUT" egress matchall action mirred egress mirror dev dummy1
capture copies capture dummy1
capture_peer marked
ipv4 2
station frame "$DUT" hex "$reply" prio 5 count 5
await 2 counter_is queue_packets_5 0
await 2 counter_is queue_packets_5 0 dummy1
finish copies marked
ecn_of copies
check_eq "ECN of copies" "${ecn[*]}" "2 2 2 2 2"
ecn_of marked
check_eq "ECN of the frames" "${ecn[*]}" "3 3 3 3 3"
