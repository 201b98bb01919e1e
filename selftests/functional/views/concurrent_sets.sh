#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
# kernel: any
# length: long
#
# If two processes set different elements of a setting at the same time, by pausectl set or by the qdisc of
# pausectl add, both changes stay. So do two entries of the APP table, and two changes like "prio +3".
. "${0%/*}/../../lib/lib.sh"
require jq

pairs=${PAIRS:-20}

by_set() # ELEMENT:VALUE
{
	configure xoff-quanta "$1"
}

by_add()
{
	pausectl add "$DUT" replace xoff-quanta "$1"
}

# in_step VIEW VIEW: element 3 by the one, element 4 by the other, over and over
in_step()
{
	local i first lost=0 failed_sets=0 values

	for ((i = 1; i <= pairs; i++)); do
		"by_$1" 3:$i 2>>"$TMP/err" &
		first=$!
		"by_$2" 4:$i 2>>"$TMP/err" &
		wait $! || failed_sets=$((failed_sets + 1))
		wait $first || failed_sets=$((failed_sets + 1))
		setting xoff_quanta
		read -ra values <<<"$reply"
		((values[3] == i && values[4] == i)) || lost=$((lost + 1))
	done
	check_eq "$1 beside $2: sets that failed, of $((2 * pairs))" $failed_sets 0
	check_eq "$1 beside $2: pairs that lost one, of $pairs" $lost 0
}

pair
pausectl add "$DUT" xoff-quanta 3:7,link:9
check_settings xoff_quanta "65535 65535 65535 7 65535 65535 65535 65535 9" \
	refresh_quanta "32767 32767 32767 3 32767 32767 32767 32767 4"
for views in "set set" "set add" "add add"; do
	# shellcheck disable=SC2086 # two words
	in_step $views
done
check_setting xoff_quanta "65535 65535 65535 $pairs $pairs 65535 65535 65535 9"

# at_once WHAT FIELD COUNT SETTING...: two batches at the same time, of which each sets half of the settings, one by
# one. Then FIELD of the port, for jq, has COUNT of them.
at_once()
{
	local what=$1 shown=$2 count=$3 first
	shift 3

	printf "set dev $DUT %s\n" "${@:1:$#/2}" >"$TMP/first"
	printf "set dev $DUT %s\n" "${@:$#/2+1}" >"$TMP/second"
	pausectl -b "$TMP/first" &
	first=$!
	pausectl -b "$TMP/second"
	wait $first
	check_eq "$what at once: those that stay" "$(pausectl -j show "$DUT" | jq ".[0].$shown")" "$count"
}

mapfile -t entries < <(printf 'dscp-prio %u:1\n' {0..63})
for round in {1..3}; do
	at_once "round $round: entries of the APP table" "dscp_prio | length" 64 "${entries[@]}"
	configure dscp-prio default
	at_once "round $round: priorities" "prio | map(select(.)) | length" 8 "prio "+{0..7}
	configure prio none
done
