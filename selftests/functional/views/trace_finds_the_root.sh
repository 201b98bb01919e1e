#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
# time: measured
# length: long
#
# pausectl trace names the root of a tree of pauses, over all namespaces: the slow port at the end of three
# switches, a station that stops its switch, or a port that stops its partner by itself.
#
#	sender-1           here                                           $PEER
#	tx1 -------------- sw1 [br1] a2 --- b1 [br2] b2 --- c1 [br0] $DUT --- $LINK
#	pausectl, sends    all six ports: pausectl; $DUT is the slow one      no port
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/lossless.sh"

# traced: what pausectl trace says, the numbers as N, in $reply. The same in JSON is in $TMP/json.
traced()
{
	reply=$(pausectl trace | sed -E 's/[0-9]+ (octets|us)/N \1/g')
	pausectl -j trace >"$TMP/json"
}

# queued PRIO DEV: frames of the priority wait there
queued()
{
	counter "queue_packets_$1" "$2"
	((reply > 0))
}

none="no port of 7 is paused, or stops another"

receiver_pair
configure prio 3 speed 10mbit pace on
chain=(a2 b1 b2 c1)
for i in 0 2; do
	ip link add "${chain[i]}" type veth peer name "${chain[i + 1]}"
	ip link set "${chain[i]}" up
	ip link set "${chain[i + 1]}" up
done
for dev in "${chain[@]}"; do
	attach "$dev"
	pausectl set dev "$dev" prio 3 speed 100mbit pace on buffer-xoff $early_xoff
done
for n in 1 2; do
	add_bridge "br$n"
done
enslave a2 br1
enslave b1 br2
enslave b2 br2
enslave c1 br0
switched()
{
	enslave "$1" br1
}
sender 1 prio 3 speed 100mbit pace on buffer-xoff $early_xoff

# --- nobody --------------------------------------------------------------------------------
check_eq "ports at rest" "$(pausectl trace)" "$none"
check_eq "ports at rest: JSON" "$(pausectl -j trace)" "[]"

# --- the slow port -------------------------------------------------------------------------
blast_from 1 prio 3 size 1514 for 2s
blast=$job
stops()
{
	on_sender 1 pausectl -j stats tx1 | jq -e '.[0].pause_transitions[3] > 3' >/dev/null
}
await 5 stops
traced
check_eq "a slow port: text" "$reply" "\
priority 3: $DUT is the root: no pause stops it, and N octets wait
    c1 stops b2: N octets charged, paused for N us
        b1 stops a2: N octets charged, paused for N us
            sw1 stops tx1 in sender-$$-1: N octets charged, paused for N us"
check_eq "a slow port: JSON" \
	"$(jq -r '.[] | "\(.depth) \(.kind) \(.ifname) \(.priority) \(.stops) \(.stops_netns)"' "$TMP/json")" "\
0 slow $DUT 3 null null
1 stop c1 3 b2 null
2 stop b1 3 a2 null
3 stop sw1 3 tx1 sender-$$-1"
check_between "octets that wait at the root" "$(jq '.[0].waiting' "$TMP/json")" 1514 100000
check_between "octets charged to c1" "$(jq '.[1].charged' "$TMP/json")" 1514 $((early_xoff * 3 / 2))
check_between "tx1 was paused, us of 200 ms" "$(jq '.[3].paused_us' "$TMP/json")" 100000 230000
check_eq "the same, asked for at the sender: root" \
	"$(on_sender 1 pausectl -j trace | jq -r '.[0] | "\(.kind) \(.ifname)"')" "slow $DUT"

# --- the receiver stops its switch -----------------------------------------------------------
from_peer pfc 3:65535
await 2 counter_is paused_3 1
traced
check_eq "a receiver that stops: text" "$reply" "\
priority 3: $LINK in $PEER is the root: it has no port, and stops $DUT
    c1 stops b2: N octets charged, paused for N us
        b1 stops a2: N octets charged, paused for N us
            sw1 stops tx1 in sender-$$-1: N octets charged, paused for N us"
check_eq "a receiver that stops: JSON" \
	"$(jq -r '.[0] | "\(.kind) \(.ifname) \(.station) \(.station_netns)"' "$TMP/json")" "station $DUT $LINK $PEER"
from_peer pfc 3:0
wait "$blast"
await 20 all_drained a2 b2 "$DUT"
check_empty sw1 b1 c1
check_eq "ports at rest again" "$(pausectl trace)" "$none"

# --- a port that stops its partner by itself -------------------------------------------------
pausectl xoff dev b1 prio 3
await 2 counter_is paused_3 1 a2
traced
check_eq "xoff by hand: text" "$reply" "\
priority 3: b1 is the root: it stops its partner, and nothing waits there
    b1 stops a2: N octets charged, paused for N us"
pausectl xon dev b1 prio 3
await 2 counter_is paused_3 0 a2

runs 1 'pausectl: option "x": allowed are for*' trace x
runs 1 'pausectl: for: value missing*' trace for
