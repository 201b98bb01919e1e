#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# hook: any
# length: long
#
# With the plugin, tc shows and sets the settings of a port as options of the qdisc, as text and
# JSON, and shows counters of one value as statistics. Other views show the settings that tc makes,
# and tc shows the settings that other views make.
#
# A refused request changes nothing. Without the plugin, tc takes pausectl without options, and its
# JSON is valid.
#
#	here                                |  $PEER
#	$DUT pausectl, in the end two of ---+- $LINK station
#	     them below mq                  |  sends PFC
. "${0%/*}/../../lib/lib.sh"
require jq
without=/nonexistent

# tc_with, tc_without WORD...: tc with and without the plugin
tc_with()
{
	TC_LIB_DIR=$PLUGIN_DIR tc "$@"
}

tc_without()
{
	TC_LIB_DIR=$without tc "$@"
}

option() # KEY; in $reply
{
	json_field "$(tc_with -j qdisc show dev "$DUT")" "$1"
}

# differences TC-OBJECT LEFT-OUT: prints the entries that only tc shows, those that only pausectl shows,
# and whether tc shows more than five. Leaves out entries of pausectl that meet the condition LEFT-OUT, and
# some values in force that are no settings.
differences()
{
	jq -cs --slurpfile new "$TMP/new" "(.[0][0].$1 | to_entries) as \$tc |
		(.[1][0] | del(.ifname, .ifindex, .ring_drops, .pause_precision, .headroom, .in_flight, .partner_obeys, .partner_resumes, .last_pause_start_us, .last_pause_us, .capacity, .xoff_outstanding, .stormed, .storming, .dscp_prio, .ethtype_prio, .default_prio, .stream_port_prio, .dgram_port_prio, .port_prio) |
			to_entries) as \$own |
		(\$new[0][0] | to_entries) as \$new |
		[\$tc - \$own, (\$own - \$tc | map(select($2 | not))), (\$tc | length > 5)]"
}

views_agree() # WHAT
{
	# shellcheck disable=SC2016 # variables of jq
	check_eq "$1: tc alone, pausectl alone, more than 5" "$({
		tc_with -j qdisc show dev "$DUT"
		pausectl -j show dev "$DUT"
	} | differences options '. as $entry | $new | index($entry)')" "[[],[],true]"
}

pair
attach
pausectl -j show dev "$DUT" >"$TMP/new"
tc_with qdisc change dev "$DUT" root handle 1: pausectl
check_eq "options of a new port" "$(tc_with -j qdisc show dev "$DUT" |
	jq -c '.[0].options | [.mode, .speed, has("limit"), has("xoff_quanta")]')" '["pause","auto",false,false]'
detach
tc_with qdisc add dev "$DUT" root handle 1: pausectl \
	mode pfc prio 3,4 speed 1gbit pace limit 1mb
check_setting mode pfc
check_setting prio 3-4
check_setting speed 1000000000
check_setting pace 1
check_setting limit 1048576
check_eq "options" "$(tc_with -j qdisc show dev "$DUT" |
	jq -c '.[0].options | [.mode,.prio,.speed,.pace,.limit]')" \
	'["pfc",[false,false,false,true,true,false,false,false],1000000000,true,1048576]'
views_agree "after add"
check_match "text" "$(tc_with qdisc show dev "$DUT")" \
	"qdisc pausectl 1: root refcnt [0-9]* mode pfc prio 3,4*speed 1gbit (configured) pace on*limit 1mb*"

# Changes, whole and in part, by any view
tc_with qdisc change dev "$DUT" root handle 1: pausectl rx off tsa 0:ets,1:ets tc-bw 0:70,1:30
check_setting rx 0
check_setting limit 1048576
check_setting tsa "ets ets strict strict strict strict strict strict"
views_agree "after change"
tc_with qdisc change dev "$DUT" root handle 1: pausectl tc-bw 0:60,1:40 prio-tc 7:1
check_setting tc_bw "60 40 0 0 0 0 0 0"
check_setting prio_tc "0 1 2 3 4 5 6 1"
configure rx on limit 2mb pace off
views_agree "after pausectl set"
option limit
check_eq "limit by tc" "$reply" 2097152
configure limit 64k
option limit
check_eq "limit by tc, set by pausectl" "$reply" 65536

: >"$TMP/monitor.err"
background pausectl monitor dev "$DUT" count 1 >"$TMP/events" 2>"$TMP/monitor.err"
await 10 nonempty "$TMP/monitor.err"
tc_with qdisc change dev "$DUT" root handle 1: pausectl limit 128k
await 5 nonempty "$TMP/events"
check_match "event" "$(cat "$TMP/events")" "*config*limit 64kb -> 128kb"

# The plugin or the kernel refuses these, and nothing changes.
pausectl -j show >"$TMP/before"
refused() # STATUS PATTERN OPTION...
{
	check_refused "tc qdisc change ... ${*:3}" "$1" "*$2*" \
		tc_with qdisc change dev "$DUT" root handle 1: pausectl tx off "${@:3}"
}

refused 1 'mode "pcf"*off*pause*pfc' mode pcf
refused 1 'prio "+3": allowed are lists*' prio +3
refused 1 'option "nonsense": unknown; see pausectl help set' nonsense
refused 1 '"tx"*twice' tx on
refused 1 'limit*missing' limit
refused 2 'limit*16384*1073741824' limit 1k
refused 2 'tc-bw*100' tc-bw 0:61
refused 2 'prio*pfc*' mode pause prio 3
check_eq "settings after all that" "$(pausectl -j show)" "$(cat "$TMP/before")"

# Statistics
from_peer pfc 3:100,1:5 + pfc 3:0
await 2 counter_is rx_mac_control 2
check_eq "statistics: tc alone, pausectl alone, more than 5" "$({
	tc_with -s -j qdisc show dev "$DUT"
	pausectl -j stats dev "$DUT"
} | differences statistics '.value | type == "array"')" "[[],[],true]"
check_eq "tc's own beside them" "$(tc_with -s -j qdisc show dev "$DUT" | jq -c '.[0] | [.drops, .qlen, .kind]')" \
	'[0,0,"pausectl"]'
check_match "statistics as text" "$(tc_with -s qdisc show dev "$DUT")" "*Sent *rx_mac_control *2*"
check_match "all statistics as text" "$(tc_with -s -d qdisc show dev "$DUT")" "*Sent *rx_mac_control *2*rx_pause *0*"

# If a port begins with some values of an array, the others have their defaults.
detach
tc_with qdisc add dev "$DUT" root handle 1: pausectl prio-tc 3:1 tsa 1:ets tc-bw 1:100 maxrate 0:1gbit
arrays()
{
	local key

	for key in prio_tc tsa tc_bw maxrate; do
		option $key
		echo "$reply"
	done
}
arrays >"$TMP/at-once"
detach
attach
configure prio-tc 3:1 tsa 1:ets tc-bw 1:100 maxrate 0:1gbit
tc_with qdisc change dev "$DUT" root handle 1: pausectl
check_eq "arrays in part, at once and afterwards" "$(cat "$TMP/at-once")" \
	"$(arrays)"

# With bad options there is neither a qdisc nor a port.
detach
check_refused "add with shares of 50%" 2 '*tc-bw*100*' \
	tc_with qdisc add dev "$DUT" root pausectl tsa 0:ets tc-bw 0:50
check_eq "ports then" "$(pausectl -j show)" "[]"

# Without the plugin
check_refused "an option without plugin" 1 '*pausectl*mode*' \
	tc_without qdisc add dev "$DUT" root pausectl mode pfc
tc_without qdisc add dev "$DUT" root handle 1: pausectl
check_setting mode pause
configure prio 3
check_eq "JSON without plugin" "$(tc_without -s -j qdisc show dev "$DUT" | jq -c '.[0] | [.kind, .options, .drops]')" \
	'["pausectl",{},0]'
check_match "text without plugin" "$(tc_without -s qdisc show dev "$DUT")" "qdisc pausectl 1: root refcnt [0-9]*Sent*"
# tc also shows options of a port that was added without the plugin.
tc_with qdisc change dev "$DUT" root handle 1: pausectl limit 1mb
views_agree "plugin found later"

# Below mq, each qdisc shows the port that they share.
detach
ip link del "$DUT"
pair numtxqueues 2 numrxqueues 2
tc_with qdisc add dev "$DUT" root handle 1: mq
tc_with qdisc add dev "$DUT" parent 1:1 handle 11: pausectl limit 1mb
tc_with qdisc add dev "$DUT" parent 1:2 handle 12: pausectl speed 10gbit
check_eq "limit and speed of both below mq" "$(tc_with -j qdisc show dev "$DUT" |
	jq -c '[.[] | select(.kind == "pausectl") | .options | .limit, .speed]')" \
	"[1048576,10000000000,1048576,10000000000]"
