#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# With spoof-check on, the port knows its own control frames also if another task enqueues them. Below
# netem, frames of pausectl send that find the driver busy come to the qdisc of the port later, in a
# softirq. They leave, and frames of other senders on the same way are dropped and counted.
#
#	here                                    $PEER
#	busy0 netem - pausectl ---------------- busy1 captures
#	(its driver can be stopped)
. "${0%/*}/../../lib/lib.sh"

pair
busy_pair
detach busy0
tc qdisc add dev busy0 root handle 1: netem delay 10ms
tc qdisc add dev busy0 parent 1: handle 2: pausectl
pausectl set dev busy0 mode pfc prio 3 spoof-check on

capture wire -n "$PEER" capture busy1 type 8808
driver_stops
pausectl send dev busy0 pfc 3:77
station frame busy0 pause 9 persist + pfc 3:9 persist
pausectl send dev busy0 pfc 3:78
check_counter tx_spoofed 0 busy0
driver_goes
await 5 counter_is tx_mac_control 2 busy0
check_counter tx_spoofed 2 busy0
reap "$job"
check_eq "frames at the partner" \
	"$(sed -n 's/.* pfc=\([0-9,]*\)$/\1/p' "$TMP/wire" | paste -sd ' ')" \
	"0,0,0,77,0,0,0,0 0,0,0,78,0,0,0,0"
check_eq "frames of others at the partner" "$(grep -c ' pause=' "$TMP/wire" || :)" 0
