#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# ethtool_std_stats.sh of newer Linux passes for the groups eth-ctrl and pause: control frames that
# software sends, and those that it receives, are counted.
#
# Debian's sources of Linux 6.12 do not have this script yet. Without newer sources this test sends
# and counts the same frames itself.
#
#	veth0 pausectl --- veth1 pausectl
#	both send MAC Control frames by mausezahn
. "${0%/*}/../../lib/upstream.sh"

script=drivers/net/hw/ethtool_std_stats.sh

# shown GROUP NAME: the counter of veth0, in $reply
shown()
{
	reply=$("$upstream_adapters/ethtool" --json -S veth0 --groups "$1" -- --src aggregate | jq ".[0].\"$1\".\"$2\"")
}

# counts GROUP NAME N SENDER OTHER FORMAT...: while SENDER sends N frames and OTHER sends 2 N, the counter
# of veth0 grows by N
counts()
{
	local group=$1 name=$2 n=$3 sender=$4 other=$5 before verdict
	shift 5

	shown "$group" "$name"
	before=$reply
	mausezahn "$sender" -q -d 10usec -c "$n" "$@" >/dev/null 2>&1
	mausezahn "$other" -q -d 10usec -c $((2 * n)) "$@" >/dev/null 2>&1
	shown "$group" "$name"
	verdict=FAIL
	((reply - before != n)) || verdict=OK
	check_eq "$group $name" $((reply - before)) "$n"
	tell_row $script "$group-$name" "$verdict" "rebuilt here: the script came after Linux 6.12"
}

ports 2
if has_upstream $script; then
	except "eth-mac-*" SKIP "a port does not count all frames"
	upstream $script 26
	exit
fi
control=(-a own -b bcast "88:08" -p 64)
pause=(-a own -b "01:80:c2:00:00:01" "88:08:00:01:00:01")
counts eth-ctrl MACControlFramesTransmitted 1000 veth0 veth1 "${control[@]}"
counts eth-ctrl MACControlFramesReceived 1000 veth1 veth0 "${control[@]}"
counts pause tx_pause_frames 2000 veth0 veth1 "${pause[@]}"
counts pause rx_pause_frames 2000 veth1 veth0 "${pause[@]}"
