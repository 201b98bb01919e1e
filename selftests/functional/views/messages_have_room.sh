#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# Netlink messages take at most 80 % of the room that the kernel gives to a message, even if all
# settings differ from those of a new port.
#
# The test measures answers and events of the family pausectl.
. "${0%/*}/../../lib/lib.sh"

# NLMSG_GOODSIZE with pages of 4 KiB, less the room that an skb needs for itself
room=3776

# check_room WHAT OCTETS: a message of OCTETS has room
check_room()
{
	check_between "$1: octets" "$2" 100 $((room * 8 / 10))
}

# all_told: the port has begun, and has told of both changes
all_told()
{
	(($(grep -c octets "$TMP/events") >= 3))
}

# There are two sets of options, because mode pfc refuses requests with the first set. The values stay.
options_of_pause="advertise pause partner tx require rx"
options="prio 0-3 rx-prio 0-2 tx-prio 1-3 rx off tx off speed 1gbit pace on split-gso off limit 1mb
	prio-tc 0:1,1:0,2:3,3:2,4:5,5:4,6:7,7:6 tsa 0:ets,1:ets tc-bw 0:40,1:60
	maxrate 0:1mbit,1:2mbit,2:3mbit
	xoff-quanta 0:1000,link:1001 refresh-quanta 0:500,link:501 prio-buffer 0:1,1:0
	buffer-size 0:100000 buffer-xoff 0:50000 buffer-xon 0:40000 delay-bits 1000 trust dscp,pcp
	watchdog 1:alert watchdog-detect-ms 1:300 watchdog-restore-ms 1:400
	forward on guard-ms 100 ecn 5:2 ecn-min 5:6000 ecn-max 5:300000
	alpha 1:2 pool 1mb
	filter global-control:any filter-type global-control:0x9000
	filter-opcode global-control:0x0005
	filter-address unicast:02:00:00:00:00:77,multicast:01:80:c2:00:00:0e,source:02:00:00:00:00:78
	ack on spoof-check on"

port_pair
pausectl -j show dev "$DUT" >"$TMP/new"
detach
capture events octets events
# shellcheck disable=SC2086 # settings are words
pausectl add "$DUT" $options_of_pause
# shellcheck disable=SC2086 # settings are words
configure $options
pausectl -j show dev "$DUT" >"$TMP/set"
# Only keys that are not settings may be as on a new port.
check_eq "as on a new port" "$(jq -rs '.[0][0] as $new | .[1][0] |
	del(.ring_drops, .headroom, .in_flight, .partner_obeys, .partner_resumes, .last_pause_start_us, .last_pause_us, .capacity, .xoff_outstanding, .stormed, .dscp_prio, .ethtype_prio, .default_prio, .stream_port_prio, .dgram_port_prio, .port_prio) | to_entries[] | select($new[.key] == .value) | .key' "$TMP/new" "$TMP/set" | sort | xargs)" \
	"advertised agreed forced ifindex ifname link_configuration_error partner_advertised partner_link_configuration_error partner_source pause_state qdiscs rx_active tx_active"
await 5 all_told
finish events
check_room "events" "$(sed -n 's/^octets=//p' "$TMP/events" | sort -n | tail -n 1)"
# A whole APP table: 64 DSCPs with four priorities
entries=
for ((i = 0; i < 64; i++)); do
	entries+=$i:0,$i:1,$i:2,$i:3,
done
pausectl set "$DUT" dscp-prio "${entries%,}"
for command in port-get stats-get watchdog-get; do
	reply=$(station octets $command "$DUT")
	check_room "$command" "${reply#octets=}"
done
