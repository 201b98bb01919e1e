#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# After "stats clear", the text of stats shows what came since, and gauges as they are. JSON and sysfs go on
# as before. A new port of the device begins with its own counters.
. "${0%/*}/../../lib/lib.sh"
require jq setpriv

# column NAME PRIO: of the text of stats
column()
{
	pausectl stats "$DUT" | awk -v name="$1" -v column=$(($2 + 2)) '$1 == name { print $column }'
}

# received COUNT: PFC frames for priority 3 that sysfs has
received()
{
	await 5 counter_is rx_pfc_3 "$1"
}

finally "rm -rf /run/pausectl"
rm -rf /run/pausectl
port_pair prio 3
from_peer pfc 3:1
from_peer pfc 3:1
received 2
await 5 counter_is paused_3 0
check_eq "before: rx_pfc of 3" "$(column rx_pfc 3)" 2
check_match "before" "$(pausectl stats "$DUT")" "$DUT:"$'\n'"*"

runs 0 "$DUT: cleared" stats clear "$DUT"
check_match "nothing came since" "$(pausectl stats "$DUT")" "$DUT: since 20??-??-?? ??:??:??: all counters are 0"
from_peer pfc 3:1,4:0
received 3
check_eq "since then: rx_pfc of 3" "$(column rx_pfc 3)" 1
check_eq "since then: rx_pfc of 4" "$(column rx_pfc 4)" 1
check_eq "JSON: rx_pfc of 3" "$(pausectl -j stats "$DUT" | jq '.[0].rx_pfc[3]')" 3
check_eq "show -s: rx_pfc of 3" "$(pausectl -s show "$DUT" | awk '$1 == "rx_pfc" { print $5 }')" 3
check_match "another device" "$(on_peer pausectl stats)" "there is no port*"

runs 0 "$DUT: cleared" stats clear
check_eq "cleared again: rx_pfc of 3" "$(column rx_pfc 3)" ""
check_eq "cleared, in JSON" "$(pausectl -j stats clear "$DUT" | jq -r '.[].ifname')" "$DUT"
check_match "gauges stay" "$(pausectl -d stats "$DUT" | awk '$1 == "size_in_force" { print $5 }')" "[1-9]*"

detach
attach
configure prio 3
from_peer pfc 3:1
received 1
check_match "a new port" "$(pausectl stats "$DUT")" "$DUT:"$'\n'"*"
check_eq "a new port: rx_pfc of 3" "$(column rx_pfc 3)" 1

runs 0 "$DUT: cleared" stats clear "$DUT"
check_eq "cleared: rx_pfc of 3" "$(column rx_pfc 3)" ""
for file in /run/pausectl/*; do
	echo >>"$file"
done
check_eq "a file of another size: rx_pfc of 3" "$(column rx_pfc 3)" 1

check_refused "without rights" 2 "pausectl: stats clear: /run/pausectl: Permission denied" \
	setpriv --reuid 65534 --regid 65534 --clear-groups pausectl stats clear "$DUT"
check_refused "another word" 1 'pausectl: option "clean": *' pausectl stats "$DUT" clean
