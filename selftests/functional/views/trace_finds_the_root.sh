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
#	switch_row
#	tx1 sends, $LINK has no port
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/lossless.sh"

# traced: what pausectl trace says, the numbers as N, in $reply. The same in JSON is in $TMP/json.
traced()
{
	reply=$(pausectl trace | sed -E 's/[0-9]+ (octets|us)/N \1/g')
	pausectl -j trace >"$TMP/json"
}

none="no port of 7 is paused, or stops another"

switch_row

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
