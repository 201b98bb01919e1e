#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# Runs each line of Documentation/phrasebook.rst on a new port: the right side, and the left side if that is a
# command of dcb or ethtool. Then both sides must leave the port with the same settings.
#
#	here		     |	$PEER
#	eth0 pausectl -------+- $LINK pausectl
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"
require dcb ethtool jq

DUT=eth0

# settings_after COMMAND: appends what a new port shows after the command to $TMP/shown
settings_after()
{
	attach
	[[ $left == @(dcb|ethtool)\ * ]] || configure prio 3
	if output=$(eval "$1" 2>&1); then
		verdict 1 "$1"
	else
		verdict 0 "$1: ${output%%$'\n'*}"
	fi
	pausectl -j show "$DUT" >>"$TMP/shown"
	ports=$((ports + 1))
	detach
}

# known COMMAND: succeeds if this machine's dcb and kernel can carry it out
known()
{
	[[ $1 != *apptrust* ]] || { dcb help 2>&1 | grep -q apptrust && [[ $(uname -r) != 6.1.* ]]; }
}

pair
partner_port
rates_as_dcb
of_sources Documentation/phrasebook.rst
# shellcheck disable=SC2016 # the marks of literals in rst
mapfile -t rows < <(sed -nE 's/^   "(.*)", "``(.*)``"$/\1\t\2/p' "$reply")
check_between "lines" ${#rows[@]} 30 99
ports=0 compared=()
for row in "${rows[@]}"; do
	left=${row%%$'\t'*}
	left=${left//\`\`/}
	settings_after "${row#*$'\t'}"
	[[ $left == @(dcb|ethtool)\ * ]] || continue
	if known "$left"; then
		compared+=("$ports $left")
		settings_after "$left"
	else
		echo "# $left is not known here"
	fi
done
# One jq for all ports, without what a port does just now
mapfile -t settings < <(jq -cS '.[0] | del(.ifindex, .forced, .xoff_outstanding, .last_pause_start_us, .last_pause_us)' \
	"$TMP/shown")
check_eq "answers of show" ${#settings[@]} $ports
for left in "${compared[@]}"; do
	port=${left%% *}
	check_eq "${left#* }: the port" "${settings[port]}" "${settings[port - 1]}"
done
