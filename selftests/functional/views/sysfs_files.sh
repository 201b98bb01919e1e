#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# sysfs shows the counters, as netlink shows them, and nothing else. It takes no change.
. "${0%/*}/../../lib/lib.sh"
of_sources mac_ctrl/rules/counters.h
table=$reply

# no_write WHAT FILE: root may not write the file
no_write()
{
	# shellcheck disable=SC2016 # expanded by the inner shell
	check_refused "$1" 1 "*ermission denied*" bash -c 'echo off >"$0"' "$sysfs/$2"
}

port_pair
sysfs=/sys/class/net/$DUT/pausectl

cd "$sysfs"
check_eq "files beside the counters" "$(find . -path ./statistics -prune -o -type f -printf '%P\n')" ""
check_eq "directories" "$(find . -mindepth 1 -type d -printf '%P\n')" statistics
check_eq "modes of all files" "$(find . -type f -printf '%m\n' | sort -u)" 444
cd /
keep_settings
no_write "write to rx_pause" statistics/rx_pause
chmod 644 "$sysfs/statistics/rx_pause"
no_write "write to rx_pause with mode 644" statistics/rx_pause
check_kept "after all that"

# Timers that run: priorities, the link, both
configure speed 10mbit mode pfc prio 0-7
from_peer pfc 0:65535,1:65535,2:65535,7:65535
await 2 counter_is paused_7 1
check_paused 0,1,2,7
from_peer pfc 0:0,1:0,2:0
await 2 counter_is paused_2 0
check_paused 7
from_peer pfc 7:0
await 2 counter_is paused_7 0
check_paused none
configure mode pause
shut link
check_paused link
from_peer pause 0
await 2 counter_is paused_link 0
check_paused none
detach
check_eq "files without a port" "$([[ -e $sysfs ]] && echo yes || echo no)" no
attach

# Each file is a counter of netlink with its value. Each counter has a file, except those that say which frames stop
# nobody, and memory.
without="charged|changed|uncharged|memory"
configure mode pfc prio 1,6
from_peer pfc 1:100,6:0,7:5 + pause 3 + control 7 + pfc 1:1 len 20 + pause 1 da ff:ff:ff:ff:ff:ff
pausectl send dev "$DUT" pfc 2:100,3:0
await 2 counter_reaches rx_wrong_address 1
await 2 counter_is paused_1 0
pausectl -j stats dev "$DUT" | jq -r '.[0] | del(.ifname, .ifindex, .headroom, .in_flight) | to_entries[] |
	if (.value | type) == "array" then
		.key as $k | .value | to_entries[] |
		"\($k)_\(if .key == 8 then "link" else .key end) \(.value)"
	else "\(.key) \(.value)" end' | grep -vE "^($without)[_ ]" | sort >"$TMP/netlink"
station values "$sysfs/statistics" | tr -d '[' | tr ']=' ' ' | tr -s ' ' | sort >"$TMP/sysfs"
check_eq "statistics files" "$(find "$sysfs/statistics" -type f -printf '%f\n' | sort)" \
	"$(sed -n 's/^\t[A-Z]*(\([a-z_]*\), [A-Z_]*, [0-9],.*/\1/p' \
		"$table" | grep -vxE "$without" | sort)"
values=$(sed -n 's/^\t[A-Z]*([a-z_]*, [A-Z_]*, \([0-9]\),.*/\1/p' \
	"$table" | paste -sd +)
check_eq "values of counters" "$(wc -l <"$TMP/sysfs")" $((values - 3 * 8 - 1))
check_eq "differences of sysfs and netlink" "$(diff "$TMP/netlink" "$TMP/sysfs" || :)" ""
check_eq "counters that are not 0" "$(awk '$2 && $1 !~ /_in_force_/ { print $1 }' "$TMP/sysfs" | paste -sd ' ')" \
	"pause_duration_us_1 pause_transitions_1 rx_ignored rx_mac_control rx_malformed rx_pause \
rx_pfc_1 rx_pfc_6 rx_pfc_7 rx_pfc_frames rx_unsupported_opcodes rx_wrong_address rx_xoff_1 rx_xon_6 \
tx_mac_control tx_pfc_2 tx_pfc_3 tx_pfc_frames tx_xoff_2 tx_xon_3"
