#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# Runs the commands of Documentation/howto.rst as they stand there. Each section begins with a new
# eth0, whose partner has a port too.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/document.sh"
require dcb dot ethtool gnuplot jq
# The /sys that lib.sh mounts hides the tracefs that was mounted before.
mount -t tracefs tracefs /sys/kernel/tracing

DUT=eth0
section=
install_profiles
private_etc
finally "rm -rf /etc/pausectl"

# begin_section NUMBER: in a new section, removes the devices that the last one may have left, and makes a new
# pair. $DUT gets a port, except if the first block of the section adds one.
begin_section()
{
	local heading

	heading=$(<"$TMP/blocks/$1.section")
	[[ $heading != "$section" ]] || return 0
	section=$heading
	echo "$section"
	! ip link del br0 2>/dev/null || :
	! ip link del "$DUT" 2>/dev/null || :
	pair
	ip -n "$PEER" link set "$LINK" address 02:00:00:00:00:51
	on_peer tc qdisc add dev "$LINK" root pausectl
	[[ $(<"$TMP/blocks/$1.sh") == *@("tc qdisc"|"pausectl add eth0")* ]] || attach
}

split_document howto
run_blocks begin_section
