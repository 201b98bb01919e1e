#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
# kernel: any
# length: long
#
# Another program, tshark, reads the frames of `pausectl send` and of congestion as PAUSE and PFC
# (IEEE 802.3, 31B and 31D): addresses, opcode, times, class-enable vector, and 60 octets.
#
# The test measures no time. It runs on several CPUs because tshark reads many files of the host,
# for which the clock of a deterministic guest would jump.
#
#	here                            |  $PEER
#	$DUT pausectl ------------------+- $LINK station, sends data; tcpdump captures
#	  | tc redirects received data  |
#	ifb0 pausectl, can be paused    |
. "${0%/*}/../../lib/lossless.sh"

require tcpdump tshark

written() # FRAMES
{
	[[ $(tcpdump -r "$TMP/pcap" 2>/dev/null | wc -l) == "$1" ]]
}

pair
ip link set "$DUT" address 02:00:00:00:00:42
attach
: >"$TMP/tcpdump"
background nsenter --net="/run/netns/$PEER" tcpdump --immediate-mode -U -Q in -i "$LINK" \
	-w "$TMP/pcap" 2>"$TMP/tcpdump"
tcpdump=$job
await 10 grep -q listening "$TMP/tcpdump"
pausectl send dev "$DUT" pause 4660
pausectl send dev "$DUT" pause 0 to 02:00:00:00:00:99
configure prio 0-7
pausectl send dev "$DUT" pfc 3:4660,7:65535
pausectl send dev "$DUT" pfc 0:1,1:2,2:3,3:4,4:5,5:6,6:7,7:8
pausectl send dev "$DUT" pfc 5:0
await 10 written 5
check_counters tx_mac_control 5 tx_pause 2 tx_xoff_link 1 tx_xon_link 1 tx_pfc_5 2 tx_xoff_5 1 tx_xon_5 1

# A host takes no frames, and then takes all. Congestion makes the port send XOFF and XON, first by PFC,
# then by PAUSE.
ip link add ifb0 up type ifb
port ifb0 speed 10mbit
configure speed 100mbit buffer-xoff "$early_xoff"
tc qdisc add dev "$DUT" clsact
tc filter add dev "$DUT" ingress protocol 802.1q matchall action mirred egress redirect dev ifb0
overload() # TIMER: of which the counters are
{
	note counter "tx_xoff_$1"
	note counter "tx_xon_$1"
	pausectl xoff dev ifb0 for 60 received
	await 10 counter_is paused_link 1 ifb0
	station -n "$PEER" blast "$LINK" tag 1 prio 3 size 1514 count 20 >"$TMP/blast"
	await 10 at_least 1 since counter "tx_xoff_$1"
	pausectl xon dev ifb0
	await 10 at_least 1 since counter "tx_xon_$1"
}
overload 3
configure mode pause
overload link
counter tx_mac_control
sent=$reply
await 10 written "$sent"
reap "$tcpdump"

fields_of_frames()
{
	local fields=(frame.len eth.dst eth.src eth.type macc.opcode macc.pause_time
		macc.cbfc.enbv macc.cbfc.pause_time.c{0..7} macc.cbfc.enbv.not_zero _ws.malformed)

	tshark -r "$TMP/pcap" -T fields -E separator='|' "${fields[@]/#/-e}" 2>"$TMP/tshark"
}

mapfile -t lines < <(fields_of_frames)
multicast="60|01:80:c2:00:00:01|02:00:00:00:00:42|0x8808"
pfc="$multicast|0x0101|"
check_eq "frames" ${#lines[@]} "$sent"
check_eq "PAUSE 4660" "${lines[0]-}" "$multicast|0x0001|4660|||||||||||"
check_eq "PAUSE 0 to an address" "${lines[1]-}" \
	"60|02:00:00:00:00:99|02:00:00:00:00:42|0x8808|0x0001|0|||||||||||"
check_eq "PFC for 3 and 7" "${lines[2]-}" "$pfc|0x0088|0|0|0|4660|0|0|0|65535||"
check_eq "PFC for all" "${lines[3]-}" "$pfc|0x00ff|1|2|3|4|5|6|7|8||"
check_eq "PFC 0 for 5" "${lines[4]-}" "$pfc|0x0020|0|0|0|0|0|0|0|0||"

mapfile -t kinds < <(printf '%s\n' "${lines[@]:5}" | sort -u)
check_eq "kinds of frames of congestion" ${#kinds[@]} 4
check_eq "PAUSE 0" "${kinds[0]-}" "$multicast|0x0001|0|||||||||||"
check_eq "PAUSE 65535" "${kinds[1]-}" "$multicast|0x0001|65535|||||||||||"
check_eq "PFC 0 for 3" "${kinds[2]-}" "$pfc|0x0008|0|0|0|0|0|0|0|0||"
check_eq "PFC 65535 for 3" "${kinds[3]-}" "$pfc|0x0008|0|0|0|65535|0|0|0|0||"
