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

# told WHAT OBEYS RESUMES: lists of timers, or null
told()
{
	check_eq "$1: obeys, resumes too soon" "$(pausectl -j show "$DUT" | jq -c '.[0] | [.partner_obeys, .partner_resumes] |
		map(if . then [to_entries[] | select(.value).key] else null end)')" "[$2,$3]"
}

there()
{
	pausectl -n "$PEER" set dev "$LINK" "$@"
}

pair
attach
configure prio 3,4 speed 10gbit
told "no port" "[]" null
ip netns exec "$PEER" tc qdisc add dev "$LINK" root pausectl
there prio 3 speed 10gbit
told "one priority" "[3]" "[]"
there prio 3,4
told "both" "[3,4]" "[]"
there speed 100gbit
told "ten times faster" "[3,4]" "[3,4]"
there speed 1gbit
told "ten times slower" "[3,4]" "[]"
configure refresh-quanta 4:65535
there speed 10gbit
told "XOFF is sent again too late" "[3,4]" "[4]"
configure refresh-quanta default
there rx-prio 4
told "one priority, to send for both" "[4]" "[]"
there mode pause
told "PAUSE" "[8]" "[]"
configure mode pause
told "PAUSE at both ends" "[8]" "[]"
there rx off
told "PAUSE, but rx off" "[]" "[]"
tc -n "$PEER" qdisc del dev "$LINK" root
told "no port any more" "[]" null
