#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
# length: long
#
# A burst of 10 MB of a lossless priority comes in at 1 Gb/s and leaves at 200 Mb/s: as many octets
# leave as came in. Without PFC the same burst loses frames.
#
# dcb sets PFC, buffer and maximum rate of the ports, as on a switch. The scenario is that of the
# selftest qos_pfc of mlxsw.
#
#	sender-1             here                              $PEER
#	tx1 ---------------- sw1 [switch] $DUT --------------- $LINK
#	pausectl, sends      pausectl     pausectl, 200 Mb/s   captures
. "${0%/*}/../../lib/views.sh"
. "${0%/*}/../../lib/lossless.sh"

burst=10000000
size=1500
frames=$((burst / size + 1))

# check_burst DROPPED: if DROPPED is no, all octets that came in at sw1 leave at $DUT; if it is
# yes, fewer do
check_burst()
{
	local in out

	note device_counter sw1 rx_bytes
	note device_counter "$DUT" tx_bytes
	capture_peer peer
	blast_from 1 prio 3 size $size count $frames
	wait "$job"
	await 20 all_drained "$DUT"
	finish peer
	since device_counter sw1 rx_bytes
	in=$reply
	since device_counter "$DUT" tx_bytes
	out=$reply
	check_between "octets that came in" "$in" $burst $((burst + size))
	if [[ $1 == no ]]; then
		check_eq "octets that left" "$out" "$in"
	else
		check_between "octets that left, without PFC" "$out" 1 $((in - 1))
	fi
}

receiver_pair
# The device does not count a tag that the kernel keeps beside the frame.
ethtool -K "$DUT" tx-vlan-hw-insert off
sender 1 speed 1gbit
on_sender 1 pausectl set dev tx1 pace on
configure limit 100k
rates_as_dcb
dcb maxrate set dev "$DUT" tc-maxrate 3:200mbit
dcb buffer set dev sw1 prio-buffer 3:3 buffer-size 3:100kb
for dev in sw1 "$DUT"; do
	dcb pfc set dev "$dev" prio-pfc 3:on
done
on_sender 1 dcb pfc set dev tx1 prio-pfc 3:on
check_setting maxrate "none none none 200000000 none none none none"

check_burst no
check_whole 1 3 peer
reply_between "XOFFs sent to the sender" 2 1000000 counter tx_xoff_3 sw1
reply_is "lossless frames dropped" 0 sum_of buffer_drops sw1
counter occupancy_max_3 sw1
echo "at most $reply octets charged"
check_empty sw1
check_between "rate of the way out, Mb/s" "$(awk '$4 == "88b5" { if (!first) first = $1; else octets += $3; last = $1 }
	END { printf "%d", octets * 8000 / (last - first) }' "$TMP/peer")" 180 201

# Set mode off. In mode pause the buffers of sw1 would still take the frames that its partner sends.
pausectl set dev sw1 mode off
check_burst yes
