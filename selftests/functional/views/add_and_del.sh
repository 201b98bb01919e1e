#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# pausectl add makes a port and sets it, and del ends it. A root qdisc that somebody has configured is
# replaced only if asked, and tc, which always replaces it, warns. A refused setting leaves the root as it was.
. "${0%/*}/../../lib/lib.sh"

root()
{
	tc qdisc show dev "$DUT" root
}

pair
runs 0 "" add "$DUT" prio 3 speed 1gbit dscp-prio 26:3
check_settings mode pfc speed 1000000000
check_match "handle of the root" "$(root)" "qdisc pausectl 1: root *"
# The plugin of 0.2 sent an empty list. It adds nothing to what tc shows.
check_eq "an empty list" "$(station options "$DUT")" "error=0"
check_eq "JSON of tc" "$(tc -s -j qdisc show dev "$DUT" root | jq -c '.[0] | [.kind, .options, .statistics]')" \
	'["pausectl",{},null]'
runs 2 "pausectl: add dev $DUT: it has a port already: pausectl set dev $DUT changes it" add "$DUT" prio 4
check_setting prio 3
runs 0 "" add dev "$DUT" replace prio 4
check_setting prio 4
runs 2 "pausectl: add dev $DUT: *mode pfc*" add dev "$DUT" replace mode pause prio 5
check_setting prio 4
# Only pausectl add sends options, with the number of the device.
foreign="error=22 message=pausectl: the qdisc takes options only from 'pausectl add': *"
check_match "options without a device" "$(station options "$DUT" limit=u32:1000000)" "$foreign"
check_match "options of another device" "$(station options "$DUT" ifindex=dev:lo limit=u32:1000000)" "$foreign"
check_match "an option that is none" "$(station options "$DUT" ifindex=dev:"$DUT" app-change=hex:)" "error=22 message=attribute is not*"
# The kernel asks a new qdisc to begin before it finds that nothing may stand below a class of pausectl.
check_match "options of a qdisc below another" \
	"$(station options "$DUT" parent=1:1 ifindex=dev:"$DUT" limit=u32:1000000)" "$foreign"
check_settings limit 4194304 prio 4

# The port and its queues stay.
configure speed 10mbit
shut 4
station blast "$DUT" prio 4 count 3 >/dev/null
runs 0 "" add "$DUT" replace limit 1mb
check_setting limit 1048576
check_counter queue_packets_4 3
from_peer pfc 4:0
await 2 drained
runs 0 "" del "$DUT"
check_match "options without a device, no port" "$(station options "$DUT" limit=u32:1000000)" "$foreign"
check_match "root after refused options" "$(root)" "qdisc noqueue *"
runs 2 "pausectl: del dev $DUT: its root qdisc is noqueue, not pausectl" del "$DUT"

# A refused setting or device leaves no port.
runs 2 "pausectl: add dev $DUT: *mode pfc*" add "$DUT" mode pause prio 3
check_match "root after a refused setting" "$(root)" "qdisc noqueue *"
runs 2 "pausectl: add dev lo: pausectl: MAC Control is for Ethernet devices only*" add lo
ip link add link "$DUT" name vlan10 type vlan id 10
runs 2 "pausectl: add dev vlan10: pausectl: a VLAN has no MAC Control sublayer*" add vlan10
runs 2 'pausectl: add dev nosuch: no such device "nosuch"' add nosuch

# Values in part, at the beginning and afterwards
arrays()
{
	pausectl -j show "$DUT" | jq -c '.[0] | [.prio_tc, .tsa, .tc_bw, .maxrate]'
}
runs 0 "" add "$DUT" prio-tc 3:1 tsa 1:ets tc-bw 1:100 maxrate 0:1gbit
at_once=$(arrays)
runs 0 "" del "$DUT"
attach
configure prio-tc 3:1 tsa 1:ets tc-bw 1:100 maxrate 0:1gbit
check_eq "arrays in part, at once and afterwards" "$at_once" "$(arrays)"
detach
# With bad shares there is no port.
runs 2 "*tc-bw*100*" add "$DUT" tsa 0:ets tc-bw 0:50
check_eq "ports then" "$(pausectl -j show)" "[]"

named="a root qdisc and its settings"
for kind in "tbf rate 10mbit burst 5k latency 50ms" "netem delay 10ms" "htb default 1" drr; do
	name=${kind%% *}
	# shellcheck disable=SC2086 # words
	tc qdisc add dev "$DUT" root handle 7: $kind
	before=$(root)
	runs 2 "pausectl: add dev $DUT: its root qdisc $name 7: would be lost: \"pausectl add dev $DUT replace\" replaces it*" add "$DUT" prio 3
	runs 2 "pausectl: del dev $DUT: its root qdisc is $name, not pausectl" del "$DUT"
	runs 2 "pausectl: add dev $DUT: *mode pfc*" add "$DUT" replace mode pause prio 3
	check_eq "$name: after these" "$(root)" "$before"
	below=$({ pausectl add "$DUT" 2>&1 || :; } | sed -n 's/.*"\(tc qdisc add .* pausectl\)".*/\1/p')
	if [[ $name == @(tbf|netem) ]]; then
		eval "$below"
		check_eq "$name: above the port" "$(root)" "$before"
		pausectl set "$DUT" prio 3
		tc qdisc del dev "$DUT" parent 7:1
	fi
	[[ $(uname -r) == 6.1.* ]] || named="the root qdisc $name 7: and its settings"
	check_eq "$name: tc" "$(tc qdisc add dev "$DUT" root pausectl 2>&1)" "Warning: pausectl: replaced $named."
	runs 0 "" del "$DUT"
	# shellcheck disable=SC2086 # words
	tc qdisc add dev "$DUT" root handle 7: $kind
	runs 0 "pausectl: warning: pausectl: replaced $named" add "$DUT" replace prio 3
	check_setting prio 3
	runs 0 "" del "$DUT"
done
