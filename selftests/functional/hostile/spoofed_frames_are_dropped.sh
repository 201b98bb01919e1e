#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# length: long
#
# With spoof-check on, MAC Control frames that others made do not leave a port, whatever their
# opcode, length and destination: those of a local station, of mausezahn, and those that tc
# redirects. The port drops and counts each.
#
# Tagged frames and data pass, and so do the own frames of the port: of pausectl send and xoff
# and of congestion, also while the driver is busy. So do own frames that another task enqueues: below netem, frames
# that find the driver busy come to the qdisc of the port later, in a softirq. With spoof-check off, all pass.
#
#	$PEER                   here                                   $PEER
#	far station ----------- near --tc redirects--> $DUT ---------- $LINK
#	sends control           station, mausezahn:    pausectl        captures, sends PFC
#	                        send control by $DUT
#	busy1 station --------- busy0 [switch] ------> $DUT            (second part)
#	sends data, captures    pausectl (later below netem)
. "${0%/*}/../../lib/lossless.sh"
. "${0%/*}/../../lib/spoofed.sh"
require mausezahn

frames=()
for frame in "pause 9" "pfc 3:9" "pause 9 da 02:00:00:00:00:43" "pause 9 da ff:ff:ff:ff:ff:ff" \
	"control 0x7777" "control 0x0002 len 1000" "pause 9 len 14" "pause 9 sa 02:00:00:00:00:51"; do
	# shellcheck disable=SC2206 # a frame is words
	frames+=($frame persist +)
done
octets="01:80:c2:00:00:01 02:00:00:00:00:42 88:08 00:01 ff:ff$(printf ' 00%.0s' {1..42})"

# from_station: $DUT sends the frames; the marker follows on the same way
from_station()
{
	station frame "$DUT" "${frames[@]}" "${marker[@]}"
}

redirected()
{
	station -n "$PEER" frame far "${frames[@]}" "${marker[@]}"
}

from_mausezahn()
{
	mausezahn "$DUT" -q -c 1 "$octets" >"$TMP/mausezahn" 2>&1 || :
	station frame "$DUT" "${marker[@]}"
}

# tagged: the type of these frames is 8808 behind the tag
tagged()
{
	station frame "$DUT" pause 9 vlan 7:3 + pause 9 svlan 8:3 + pause 9 vlan 0:0 + "${marker[@]}"
}

by_pausectl()
{
	pausectl send dev "$DUT" pause 9
	pausectl send dev "$DUT" pfc 3:9
	pausectl send dev "$DUT" pause 0 to 02:00:00:00:00:43
	station frame "$DUT" "${marker[@]}"
}

receiver_pair
configure speed 1gbit
veth near far "$PEER"
tc qdisc add dev near clsact
tc filter add dev near ingress matchall action mirred egress redirect dev "$DUT"

check_setting spoof_check 0
check_way "off, station" 8 8 from_station
check_way "off, mausezahn" 1 1 from_mausezahn
check_way "off, redirected by tc" 8 8 redirected

# If the port trusts more than the tag, frames take another way to their queue.
for trust in pcp dscp,pcp; do
	configure spoof-check on trust $trust
	check_way "on, trust $trust, station" 8 0 from_station
	check_way "on, trust $trust, mausezahn" 1 0 from_mausezahn
	check_way "on, trust $trust, redirected by tc" 8 0 redirected
	check_way "on, trust $trust, tagged" 3 3 tagged
	check_way "on, trust $trust, pausectl send" 3 3 by_pausectl
done
check_counter tx_spoofed 34
configure trust pcp

# --- XOFF by hand, and a driver that is busy ----------------------------------------------------
busy_pair
for dev in busy0 "$DUT"; do
	pausectl set dev "$dev" prio 3 speed 10mbit buffer-xoff $early_xoff spoof-check on
done
switched busy0

capture wire -n "$PEER" capture busy1 type 8808
driver_stops
pausectl send dev busy0 pfc 3:77
station frame busy0 pause 9 persist
pausectl send dev busy0 pfc 3:78
check_counter tx_spoofed 1 busy0
driver_goes
await 5 counter_is tx_mac_control 2 busy0
pausectl xoff dev busy0 prio 3 quanta 5 interval 10ms for 0.035
# Two frames by send, four XOFFs, and XON
await 5 counter_is tx_mac_control 7 busy0
check_counter tx_spoofed 1 busy0

# --- congestion ---------------------------------------------------------------------------
shut 3
station -n "$PEER" blast busy1 tag 1 prio 3 size 500 count 20 >"$TMP/blast"
await 5 counter_is xoff_outstanding_3 1 busy0
from_peer pfc 3:0
await 5 all_drained "$DUT"
await 5 counter_is xoff_outstanding_3 0 busy0
finish wire
reply_between "PFC frames that the port sent" 9 1000 counter tx_pfc_3 busy0
check_eq "PFC frames at the partner" "$(grep -c ' pfc=' "$TMP/wire" || :)" "$reply"
check_eq "frames of others at the partner" "$(grep -c ' pause=' "$TMP/wire" || :)" 0
check_counter tx_spoofed 1 busy0

# --- below netem --------------------------------------------------------------------------
ip link set busy0 nomaster
detach busy0
tc qdisc add dev busy0 root handle 1: netem delay 10ms
tc qdisc add dev busy0 parent 1: handle 2: pausectl
pausectl set dev busy0 mode pfc prio 3 spoof-check on
capture netem -n "$PEER" capture busy1 type 8808
driver_stops
pausectl send dev busy0 pfc 3:77
station frame busy0 pause 9 persist + pfc 3:9 persist
pausectl send dev busy0 pfc 3:78
check_counter tx_spoofed 0 busy0
driver_goes
await 5 counter_is tx_mac_control 2 busy0
check_counter tx_spoofed 2 busy0
finish netem
check_eq "below netem: frames at the partner" "$(sed -n 's/.* pfc=\([0-9,]*\)$/\1/p' "$TMP/netem" | paste -sd ' ')" \
	"0,0,0,77,0,0,0,0 0,0,0,78,0,0,0,0"
check_eq "below netem: frames of others at the partner" "$(grep -c ' pause=' "$TMP/netem" || :)" 0
