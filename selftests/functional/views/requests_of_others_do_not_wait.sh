#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# Ports of an unprivileged user come and go while requests of ethtool wait for RTNL, which a slow driver holds.
# Requests of generic netlink that need no RTNL do not wait for any of that.
#
#	here                          |  $PEER               |  a user's own namespace
#	$DUT pausectl; ethtool asks   +- $LINK               |  dummy0, pausectl, again and again
#	busy0 ------------------------+- busy1, slow         |
. "${0%/*}/../../lib/lib.sh"
require genl

# again COMMAND...: runs the command until $TMP/stop exists
again()
{
	while [[ ! -e $TMP/stop ]]; do
		"$@" || :
	done >"$TMP/again" 2>&1
}

set_addresses()
{
	ip -n "$PEER" link set busy1 address 02:00:00:00:00:01
	ip -n "$PEER" link set busy1 address 02:00:00:00:00:02
}

ports_of_a_user()
{
	unshare -Urn bash -c "ip link add dummy0 up type dummy; tc -force -batch '$TMP/ports'"
}

port_pair
busy_pair
detach busy0
echo 200 >/sys/module/pausectl_busy/parameters/slow_ms
for ((i = 0; i < 50; i++)); do
	echo "qdisc add dev dummy0 root pausectl"
	echo "qdisc del dev dummy0 root"
done >"$TMP/ports"
jobs=()
for command in set_addresses "ethtool -a $DUT" ports_of_a_user; do
	# shellcheck disable=SC2086 # a command is words
	background again $command
	jobs+=("$job")
done
asked=0 longest=0 now=${EPOCHREALTIME/./}
until=$((now + 10000000))
while ((now < until)); do
	began=${EPOCHREALTIME/./}
	genl ctrl get name nlctrl >"$TMP/nlctrl"
	now=${EPOCHREALTIME/./} asked=$((asked + 1))
	((now - began <= longest)) || longest=$((now - began))
	nap 0.01
done
: >"$TMP/stop"
wait "${jobs[@]}"
check_between "requests" $asked 100 100000
check_between "longest wait in us" $longest 1 100000
