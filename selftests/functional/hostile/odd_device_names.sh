#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# A device may have any name that the kernel allows: show, stats, watchdog and monitor show all
# ports. Their JSON is valid and tells the exact name, and their text has no octet that a terminal
# acts upon.
#
#	here                                    |  $PEER
#	nine dummy devices pausectl, odd names  |
#	$DUT pausectl --------------------------+- $LINK, sends nothing
. "${0%/*}/../../lib/lib.sh"
require jq

# The first four names are not UTF-8: a lone octet, an overlong slash, a surrogate, and a sequence that
# is cut off. e, f and h have control characters, f one of two octets. g has the backslash that begins
# an escape. The last name is valid UTF-8.
names=($'a\xff' $'b\xc0\xaf' $'c\xed\xb0\x80' $'d\xe2\x82' $'e\x01\x1b[1m' $'f\xc2\x9b' 'g\x41' $'h\x7f'
	$'\xc3\xa9th0')
shown=('a\xff' 'b\xc0\xaf' 'c\xed\xb0\x80' 'd\xe2\x82' 'e\x01\x1b[1m' 'f\xc2\x9b' 'g\x5cx41' 'h\x7f'
	$'\xc3\xa9th0')

port_pair
listener monitor pausectl -j monitor
for name in "${names[@]}"; do
	ip link add "$name" type dummy
	attach "$name" 2>"$TMP/warning"
	pausectl set dev "$name" limit 1mb
done
await 10 told monitor $((2 * ${#names[@]}))
finish monitor

for command in show stats watchdog; do
	status=0
	pausectl -j $command >"$TMP/$command" || status=$?
	check_eq "$command in JSON: exit status" $status 0
	check_eq "$command in JSON: ports" "$(jq length "$TMP/$command" 2>&1)" $((${#names[@]} + 1))
	status=0
	pausectl $command >"$TMP/text" || status=$?
	check_eq "$command: exit status" $status 0
	check_eq "$command: ports" "$(grep -c '^[^ ]' "$TMP/text")" $((${#names[@]} + 1))
	check_eq "$command: lines with control characters" "$(grep -caP '[\x00-\x08\x0e-\x1f\x7f\xff]' "$TMP/text" || :)" 0
done
check_eq "monitor: lines that are no JSON" \
	"$(jq -R 'try (fromjson | empty) catch 1' "$TMP/monitor" | wc -l)" 0
check_eq "monitor: events" "$(jq -s 'map(.event) | group_by(.) | map(length) | join(" ")' "$TMP/monitor")" \
	"\"${#names[@]} ${#names[@]}\""
jq -r '.[] | "\(.ifindex) \(.ifname)"' "$TMP/show" >"$TMP/names"
jq -r '"\(.ifindex) \(.ifname)"' "$TMP/monitor" | sort -u >"$TMP/monitored"
for i in "${!names[@]}"; do
	name=${names[i]} demanded=${shown[i]}
	read -r index <"/sys/class/net/$name/ifindex"
	reply=$(sed -n "s/^$index //p" "$TMP/names")
	check_eq "name in JSON" "$reply" "$demanded"
	printf -v again %b "$reply"
	verdict "$([[ $again == "$name" ]] && echo 1 || echo 0)" "$demanded tells the name"
	reply=$(pausectl show dev "$name")
	check_eq "name in text" "${reply%%:*}" "$demanded"
	check_eq "name of monitor" "$(sed -n "s/^$index //p" "$TMP/monitored")" "$demanded"
done
