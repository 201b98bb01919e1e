#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# hook: any
#
# pausectl add makes a port and sets it, and del ends it. A root qdisc that somebody has configured is
# replaced only if asked, and tc, which always replaces it, warns. A refused setting leaves the root as it was.
#
#	here                |  $PEER
#	$DUT pausectl ------+- $LINK station
. "${0%/*}/../../lib/lib.sh"

root()
{
	tc qdisc show dev "$DUT" root
}

pair
runs 0 "" add "$DUT" prio 3 speed 1gbit dscp-prio 26:3
check_setting mode pfc
check_setting speed 1000000000
check_match "handle of the root" "$(root)" "qdisc pausectl 1: root *"
check_eq "JSON of tc" "$(tc -j qdisc show dev "$DUT" root | jq -c '.[0] | [.kind, .options]')" \
	'["pausectl",{}]'
runs 2 "pausectl: add dev $DUT: it has a port already: pausectl set dev $DUT changes it" add "$DUT" prio 4
check_setting prio 3
runs 0 "" add dev "$DUT" replace prio 4
check_setting prio 4
runs 2 "pausectl: add dev $DUT: *mode pfc*" add dev "$DUT" replace mode pause prio 5
check_setting prio 4
runs 0 "" del "$DUT"
runs 2 "pausectl: del dev $DUT: its root qdisc is noqueue, not pausectl" del "$DUT"

# A refused setting or device leaves no port.
runs 2 "pausectl: add dev $DUT: *mode pfc*" add "$DUT" mode pause prio 3
check_match "root after a refused setting" "$(root)" "qdisc noqueue *"
runs 2 "pausectl: add dev lo: pausectl: MAC Control is for Ethernet devices only*" add lo
ip link add link "$DUT" name vlan10 type vlan id 10
runs 2 "pausectl: add dev vlan10: pausectl: a VLAN has no MAC Control sublayer*" add vlan10
runs 2 'pausectl: add dev nosuch: no such device "nosuch"' add nosuch

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
