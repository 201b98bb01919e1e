#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# show, stats and watchdog of 100 ports print all ports, whole, in text and JSON, while one port
# comes and goes as fast as it can. A kernel that is slow with netlink has no list that is whole in
# 100 tries, and pausectl says so.
#
#	here
#	p0 ... p99, dummies, pausectl; the port of p50 comes and goes
. "${0%/*}/../../lib/lib.sh"
require jq

ports=100
calls=${CALLS:-4}

seq -f "link add p%.0f type dummy" 0 $((ports - 1)) | ip -batch -
seq -f "qdisc add dev p%.0f root pausectl" 0 $((ports - 1)) | tc -batch - 2>"$TMP/warnings"

# ports_of_text LINES: prints the number of ports in $TMP/out, or 0 if not all of them have LINES
# lines
ports_of_text()
{
	awk -v each="$1" '/^[^ ]/ { ports++ } END { print NR == ports * each ? ports : 0 }' "$TMP/out"
}

ports_of_json()
{
	jq 'map(select(.ifname and .ifindex)) | length' "$TMP/out" 2>&1 || :
}

# call WHAT COUNT COMMAND...: calls pausectl COMMAND $calls times. The function COUNT prints how many
# ports are in the output.
call()
{
	local what=$1 count=$2 i refused=0 wrong=""
	shift 2

	for ((i = 0; i < calls; i++)); do
		pausectl "$@" >"$TMP/out" 2>"$TMP/err" || refused=$((refused + 1))
		reply=$($count)
		[[ $reply == @($ports|$((ports - 1))) ]] || wrong+=" ${reply:-none}"
	done
	check_eq "$what: calls that failed, of $calls ($(tail -n 1 "$TMP/err"))" $refused 0
	check_eq "$what: answers that were not whole" "$wrong" ""
}

# How many lines the text of one port has
declare -A lines
for command in show stats watchdog; do
	lines[$command]=$(pausectl $command dev p0 | wc -l)
done
# One port comes and goes, until the tc that reads these lines ends.
tc -batch - < <(yes $'qdisc del dev p50 root\nqdisc add dev p50 root pausectl' 2>/dev/null) 2>"$TMP/warnings" &
churn=$!
jobs_started+=("$churn")
for command in show stats watchdog; do
	call "$command" "ports_of_text ${lines[$command]}" $command
	call "$command in JSON" ports_of_json -j $command
done
check_eq "it still comes and goes" "$(kill -0 "$churn" && echo yes)" yes
