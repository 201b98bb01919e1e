#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
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
require jq

# of N KEY...: what these keys of the Nth line of the last trace are, in $reply
of()
{
	local i json key values=()

	json=$(<"$TMP/json")
	for ((i = 0; i < $1; i++)); do
		json=${json#*\}}
	done
	for key in "${@:2}"; do
		json_field "${json%%\}*}" "$key"
		values+=("$reply")
	done
	reply=${values[*]//\"/}
}

# check_of WHAT N "KEY..." DEMANDED
check_of()
{
	# shellcheck disable=SC2086 # words
	reply_is "$1" "$4" of "$2" $3
}

check_traced() # WHAT DEMANDED
{
	traced
	check_eq "$1: text" "$reply" "$2"
}

none="no port of 7 is paused, or stops another"

switch_row
# Five frames leave a buffer between XON and XOFF, so the recording has a fifth of the events.
for dev in sw1 b1 c1; do
	pausectl set dev $dev buffer-xon 1514
done

# A time in which nobody stops anybody, and then the first two congestions below
listener record pausectl -n all record file "$TMP/recording" interval 20ms

# --- nobody --------------------------------------------------------------------------------
check_eq "ports at rest" "$(pausectl trace)" "$none"
check_eq "ports at rest: JSON" "$(pausectl -j trace)" "[]"

# --- the slow port -------------------------------------------------------------------------
background station -n sender-$$-1 blast tx1 tag 1 prio 3 size 1514 >"$TMP/blast"
blast=$job
stops()
{
	json_element "$(on_sender 1 pausectl -j stats tx1)" pause_transitions 3
	((reply > 3))
}
await 5 stops
slow_tree="\
priority 3: $DUT is the root: no pause stops it, and N octets wait
    c1 stops b2: N octets charged, paused for N us
        b1 stops a2: N octets charged, paused for N us
            sw1 stops tx1 in sender-$$-1: N octets charged, paused for N us"
check_traced "a slow port" "$slow_tree"
check_eq "a slow port: JSON" \
	"$(jq -r '.[] | "\(.depth) \(.kind) \(.ifname) \(.priority) \(.stops) \(.stops_netns) \(.obeys)"' "$TMP/json")" "\
0 slow $DUT 3 null null null
1 stop c1 3 b2 null true
2 stop b1 3 a2 null true
3 stop sw1 3 tx1 sender-$$-1 true"
reply_between "octets that wait at the root" 1514 100000 of 0 waiting
reply_between "octets charged to c1" 1514 $((early_xoff * 3 / 2)) of 1 charged
reply_between "tx1 was paused, us of 200 ms" 100000 230000 of 3 paused_us
traced b1
check_eq "the tree of a port in it" "$reply" "$slow_tree"
check_eq "the same in JSON, for a time" "$(pausectl -j trace dev b1 for 100ms | jq -c 'map(.ifname)')" "[\"$DUT\",\"c1\",\"b1\",\"sw1\"]"
ip link add idle type dummy
check_eq "a port in no tree" "$(pausectl trace idle)" "idle is in no tree: nothing stops it, and it stops nobody"
ip link del idle
on_sender 1 pausectl -j trace >"$TMP/json"
check_of "the same, asked for at the sender: root" 0 "kind ifname" "slow $DUT"

# --- the receiver stops its switch -----------------------------------------------------------
shut 3
station_tree="\
priority 3: $LINK in $PEER is the root: it has no port, and stops $DUT
${slow_tree#*$'\n'}"
check_traced "a receiver that stops" "$station_tree"
station_json=$(jq -c 'map(del(.waiting, .charged, .paused_us))' "$TMP/json")
check_of "a receiver that stops: JSON" 0 "kind ifname station station_netns" "station $DUT $LINK $PEER"
from_peer pfc 3:0
reap "$blast"
await 20 all_drained a2 b2 "$DUT"
check_empty sw1 b1 c1
check_eq "ports at rest again" "$(pausectl trace)" "$none"
finish record

# --- a port that stops its partner by itself -------------------------------------------------
pausectl xoff dev b1 prio 3
await 2 counter_is paused_3 1 a2
check_traced "xoff by hand" "\
priority 3: b1 is the root: it stops its partner, and nothing waits there
    b1 stops a2: N octets charged, paused for N us"
pausectl xon dev b1 prio 3
await 2 counter_is paused_3 0 a2
pausectl xoff dev a2 prio 3 for 60 received
await 2 counter_is paused_3 1 a2
check_traced "XOFF that only a2 knows" "\
priority 3: a2 is the root: it is paused, and b1 asks for nothing: an XOFF from before or of another program, or XOFF by hand that is received"
check_of "XOFF that only a2 knows: JSON" 0 "kind ifname partner" "paused a2 b1"
pausectl xon dev a2
await 2 counter_is paused_3 0 a2
pausectl set dev a2 rx-prio none
pausectl xoff dev b1 prio 3
check_traced "a partner that does not obey" "\
priority 3: b1 is the root: it sends XOFF, and nothing waits there
    b1 sends XOFF to a2: N octets charged, not paused"
check_of "a partner that does not obey: JSON" 1 "obeys paused_us" "false 0"
pausectl xon dev b1 prio 3
pausectl set dev a2 rx-prio 3

# --- in a recording ------------------------------------------------------------------------
# The receiver stopped its switch last, so all ports were stopped for longest then.
traced "$TMP/recording"
check_match "recorded: time" "${reply%%$'\n'*}" \
	"pausectl: $TMP/recording: from *.? s to *.? s, when ports were stopped most"
check_eq "recorded: text" "${reply#*$'\n'}" "${station_tree/no port,/no port in the recording,}"
check_eq "recorded: JSON" "$(jq -c 'map(del(.waiting, .charged, .paused_us))' "$TMP/json")" "$station_json"
# What trace says is in the recording, for other programs.
check_eq "recorded: words" "$(jq -r 'select(.record == "root" and .kind == "station").says' "$TMP/recording" | sort -u)" \
	"${station_tree/%no port,*/no port in the recording, and stops $DUT}"
# Before the pause of the receiver, the slow port is the root. A sample may tell of the pause before its event.
jq -nc --arg dut "$DUT" 'label $out | inputs |
	if .ifname == $dut and (.event == "paused" or .paused[3]? > 0) then break $out else . end' \
	"$TMP/recording" >"$TMP/part"
traced "$TMP/part"
check_eq "a part: text" "${reply#*$'\n'}" "$slow_tree"
reply_between "a part: sw1 stopped tx1, us of 100 ms" 50000 125000 of 3 paused_us
runs 1 'pausectl: option "for": allowed only without a file*' trace "$TMP/part" for 0.05
# The first sample has all ports, and nobody was stopped before.
head -n 15 "$TMP/recording" >"$TMP/part"
runs 0 "$none" trace "$TMP/part"

head -c -3 "$TMP/part" >"$TMP/cut"
runs 1 "pausectl: $TMP/cut:15: the line has no end, so the file may be cut off" trace "$TMP/cut"
echo '{"mode":"pfc"}' >"$TMP/cut"
runs 1 "pausectl: $TMP/cut:1: this is no line of pausectl record" trace "$TMP/cut"
: >"$TMP/cut"
runs 1 "pausectl: $TMP/cut: the file is empty" trace "$TMP/cut"
jq -c 'del(.roots)' "$TMP/part" >"$TMP/old"
old="pausectl: $TMP/old: the recording has no roots: record it again by pausectl 0.3 or later"
runs 1 "$old" trace "$TMP/old"
runs 1 "$old" plot "$TMP/old" format dot
runs 1 "pausectl: $TMP/none: No such file or directory" trace "$TMP/none"

runs 1 'pausectl: option "x": allowed are dev, for*' trace for 1 x
runs 1 'pausectl: for: value missing*' trace for
