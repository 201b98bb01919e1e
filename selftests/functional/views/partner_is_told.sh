#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# A port tells for which timers the port at the other end of its pair obeys XOFF, and for which it obeys but goes on
# too soon, because it is faster. It asks that port each time.
#
#	here            |  $PEER
#	$DUT pausectl --+- $LINK pausectl, or without a port
. "${0%/*}/../../lib/lib.sh"
require jq

# tells WHAT OBEYS RESUMES: lists of timers, or null
tells()
{
	check_eq "$1: obeys, resumes too soon" "$(port_json '[.partner_obeys, .partner_resumes] |
		map(if . then [to_entries[] | select(.value).key] else null end)')" "[$2,$3]"
}

# with "SETTING..." WHAT OBEYS RESUMES: after these settings of the partner
with()
{
	# shellcheck disable=SC2086 # words
	configure_partner $1
	tells "${@:2}"
}

port_pair prio 3,4 speed 10gbit
tells "no port" "[]" null
partner_port
with "prio 3 speed 10gbit" "one priority" "[3]" "[]"
with "prio 3,4" "both" "[3,4]" "[]"
with "speed 100gbit" "ten times faster" "[3,4]" "[3,4]"
with "speed 1gbit" "ten times slower" "[3,4]" "[]"
configure refresh-quanta 4:65535
with "speed 10gbit" "XOFF is sent again too late" "[3,4]" "[4]"
configure refresh-quanta default
with "rx-prio 4" "one priority, to send for both" "[4]" "[]"
with "mode pause" "PAUSE" "[8]" "[]"
configure mode pause
tells "PAUSE at both ends" "[8]" "[]"
with "rx off" "PAUSE, but rx off" "[]" "[]"
tc -n "$PEER" qdisc del dev "$LINK" root
tells "no port any more" "[]" null
