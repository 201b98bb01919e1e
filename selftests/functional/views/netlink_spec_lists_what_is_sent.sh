#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# The netlink specification lists exactly the attributes that the kernel sends, in answers and in
# events.
. "${0%/*}/../../lib/lib.sh"

of_sources Documentation/netlink/specs/pausectl.yaml
spec=$reply

# names_of_set SET: prints the names of its attributes, in the order of their numbers
names_of_set()
{
	awk -v set="$1" '
		/^  -$/ { getline; in_set = $2 == set }
		/^operations:/ { exit }
		in_set && /^        name:/ { print $2 }' "$spec"
}

# listed OPERATION: prints the attributes of its answer by the specification, sorted
listed()
{
	awk -v operation="$1" '
		/^      name:/ { here = $2 == operation }
		here && /^        (request|reply|event):/ || here && /^ +(reply|event):/ { answer = $1 != "request:" }
		here && /request:/ { answer = 0 }
		here && answer && / attributes: \[/ { gsub(/.*\[|\]|,/, ""); for (i = 1; i <= NF; i++) print $i }
		here && answer && /^ +- [a-z]/ { print $2 }' "$spec" | sort -u
}

mapfile -t names < <(names_of_set main)
check_eq "the first and the last attribute by the header" "${names[0]} ${#names[@]}" \
	"ifindex $(station attributes max)"

# named: turns numbers of attributes into names, sorted
named()
{
	local number

	while read -r number; do
		echo "${names[number - 1]}"
	done | sort -u
}

# check_listed WHAT OPERATION [UNSENT]: $TMP/sent has all attributes that are listed, except
# UNSENT, and no other
check_listed()
{
	check_eq "$1: sent, but not listed" "$(comm -13 <(listed "$2") <(named <"$TMP/sent") | xargs)" ""
	check_eq "$1: listed, but not sent" "$(comm -23 <(listed "$2") <(named <"$TMP/sent") | xargs)" "${3-}"
}

lines()
{
	(($(wc -l <"$TMP/events") >= $1))
}

pair
capture events attributes events
attach
configure speed 10mbit prio 3
from_peer pfc 3:2000
await 5 counter_is pause_transitions_3 1
pausectl send dev "$DUT" pfc 3:9
await 5 lines 5
finish events
cp "$TMP/events" "$TMP/sent"
# The test events sees the attribute lost.
check_listed events event-ntf lost

configure watchdog 3:alert
# For what a port tells of the one at the other end
partner_port
for operation in port-get stats-get watchdog-get; do
	station attributes $operation "$DUT" >"$TMP/sent"
	check_listed "$operation" $operation
done

hold_charged_frame
station attributes charges-get >"$TMP/sent"
check_listed charges-get charges-get
