#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# A host that takes its frames slowly loses none. As in Documentation/congestion.rst, tc redirects all
# tagged frames that come in to an ifb with a paced pausectl, and the host pauses its partner.
#
#	sender-1             here, the host
#	tx1 ---------------- sw1 pausectl, captures what the host takes
#	pausectl, sends       | tc redirects, ingress
#	                     ifb0 pausectl, 10 Mb/s
. "${0%/*}/../../lib/lossless.sh"

rate=10000000

# sw1 is the port of the host, and tx1 is the port of its partner.
switched()
{
	:
}
sender 1 prio 3 speed 100mbit pace on
ip link add ifb0 type ifb
ip link set ifb0 up
tc qdisc add dev ifb0 root pausectl
pausectl set dev ifb0 prio 3 speed $rate pace on limit 16384
tc qdisc add dev sw1 clsact
tc filter add dev sw1 ingress protocol 802.1q matchall action mirred egress redirect dev ifb0

capture host capture sw1 proto 88b5
blast_from 1 prio 3 size 1514 for 2s
wait "$job"
await 10 all_drained ifb0
finish host
cp "$TMP/blast-1" "$TMP/blast"
check_received host in
reply_between "XOFFs sent to the partner" 2 1000000 counter tx_xoff_3 sw1
reply_is "lossless frames dropped" 0 sum_of buffer_drops sw1
check_empty sw1
frames=$(grep -c 88b5 "$TMP/host")
echo "frames that the host took in 2 s: $frames, $((frames * 1538 * 4 / 1000)) kbit/s of $((rate / 1000))"
