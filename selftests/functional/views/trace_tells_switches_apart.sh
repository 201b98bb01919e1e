#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# pausectl trace finds roots by where the charges of each port wait, and not by namespaces. All devices are in
# one namespace. A switch with two slow ports has two roots, and neither is blamed for what another switch does. A
# port that sends XOFF by hand is a root, whatever waits in the ports of its namespace.
#
#	tx1 --- sw1 [tc] o1 --- r1		frames to two receivers
#	                 o2 --- r2
#	tx2 --- sw2 [tc] p  --- q		another switch
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/lossless.sh"

OTHER=02:00:00:00:00:89

# link A B SETTING...: a veth pair, each end with a port with these settings
link()
{
	local dev

	veth "$1" "$2"
	for dev in "$1" "$2"; do
		port "$dev" prio 3 pace on "${@:3}"
	done
}

# switched DEV FILTER...: where frames that come in on DEV leave. A filter more comes first.
switched()
{
	tc qdisc add dev "$1" clsact 2>/dev/null || :
	tc filter add dev "$1" ingress protocol 802.1q "${@:2}"
}

# all_above COUNTER LEAST DEV...: at priority 3
all_above()
{
	local dev

	for dev in "${@:3}"; do
		counter "${1}_3" "$dev"
		((reply > $2)) || return 1
	done
}

link tx1 sw1 speed 100mbit buffer-xoff 45000
link tx2 sw2 speed 100mbit buffer-xoff 30000
link o1 r1 speed 10mbit
link o2 r2 speed 10mbit
link p q speed 10mbit
switched sw1 flower dst_mac $RECEIVER action mirred egress redirect dev o1
switched sw1 flower dst_mac $OTHER action mirred egress redirect dev o2
switched sw2 matchall action mirred egress redirect dev p
check_eq "ports at rest" "$(pausectl trace)" "no port of 10 is paused, or stops another"

# --- three slow ports of two switches ------------------------------------------------------------
# Each of two senders has at most 17 frames on the way, and more than 25 wait at sw1: some of each, always.
background station blast tx1 tag 1 prio 3 size 1514 sndbuf 20000 for 3s >"$TMP/blast"
background station blast tx1 tag 1 prio 3 size 1514 sndbuf 20000 for 3s da $OTHER >"$TMP/blast"
background station blast tx2 tag 1 prio 3 size 1514 for 3s >"$TMP/blast"
blast=$job
await 5 all_above pause_transitions 3 tx1 tx2
await 5 all_above queue_packets 5 o1 o2
traced
check_eq "slow ports: text" "$reply" "\
priority 3: o1 is the root: no pause stops it, and N octets wait
    sw1 stops tx1: N octets charged, paused for N us
priority 3: o2 is the root: no pause stops it, and N octets wait
    sw1 stops tx1: N octets charged, as above
priority 3: p is the root: no pause stops it, and N octets wait
    sw2 stops tx2: N octets charged, paused for N us"
for i in 0 2 4; do
	waiting=$(jq ".[$i].waiting" "$TMP/json")
	check_between "root $((i / 2 + 1)): octets that wait" "$waiting" 1514 100000
	check_eq "root $((i / 2 + 1)): octets charged" "$(jq ".[$((i + 1))].charged" "$TMP/json")" "$waiting"
done
wait "$blast"
await 20 all_drained tx1 tx2 o1 o2 p

# --- XOFF by hand --------------------------------------------------------------------------------
background station blast tx1 tag 1 prio 3 size 1514 for 2s >"$TMP/blast"
blast=$job
pausectl xoff dev r1 prio 3 interval 10ms for 1
await 2 counter_is paused_3 1 o1
await 2 counter_is paused_3 1 tx1
traced
check_eq "XOFF of r1: text" "$reply" "\
priority 3: r1 is the root: it stops its partner, and nothing waits there
    r1 stops o1: N octets charged, paused for N us
        sw1 stops tx1: N octets charged, paused for N us"
pausectl xon dev r1
wait "$blast"
await 20 all_drained tx1 o1
check_empty sw1 sw2
