#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# Runs the commands of README.md, which print what it shows, and the first commands of Documentation/index.rst,
# each on a new port. A command of doctor may have findings.
#
#	here		     |	$PEER
#	eth0 pausectl -------+- $LINK pausectl
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/document.sh"
require dcb jq

DUT=eth0
install_profiles
private_etc
finally "rm -rf /etc/pausectl"
pair
on_peer pausectl add "$LINK" prio 3

of_sources README.md
mkdir "$TMP/blocks"
sed -n 's/^    //p' "$reply" | sed -n '/^# /,$p' | sed '/^make /,$d' | awk -v out="$TMP/blocks" '
	sub(/^# /, "") { n += 2; print > sprintf("%s/%03d.sh", out, n - 1); next }
	{ print > sprintf("%s/%03d.text", out, n) }'
check_eq "commands of README.md" "$(cat "$TMP"/blocks/*.sh | grep -c "^pausectl ")" 5
run_blocks
detach

of_sources Documentation/index.rst
# A target of make would boot a guest in this one.
# shellcheck disable=SC2016 # the marks of literals in rst
mapfile -t commands < <(sed -nE '/``make /d; s/^   "[^"]*", "``([^`]*)``[^"]*", ".*"$/\1/p' "$reply")
check_between "commands of index.rst" ${#commands[@]} 15 30
for command in "${commands[@]}"; do
	[[ $command == "pausectl add"* ]] || attach
	status=0
	output=$($command 2>&1) || status=$?
	[[ $command != *doctor* ]] || status=0
	check_eq "$command: exit status" $status 0
	((status == 0)) || echo "$output"
	detach
done
