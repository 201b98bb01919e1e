#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# The trusted fields, in their order, and the APP table decide the priority of a frame. The test covers
# each selector of IEEE 802.1Q Table D-9, over IPv4 and IPv6, with a tag and without.
#
# Frames wait in the queue of their priority, because the port is paused. Nearly all come twice:
# with headers in one place, and as frames of 5,000 octets of which all but the first 14 lie in
# pages.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PAUSE
. "${0%/*}/../../lib/queues.sh"
. "${0%/*}/../../lib/trust.sh"

frames=()
demands=()

# goes PRIORITY WHAT [FRAME-OPTION...]: the frame in $reply is to get this priority; adds it to the
# frames of the next check
goes()
{
	((${#frames[@]} == 0)) || frames+=(+)
	frames+=(hex "$reply" "${@:3}")
	demands+=("$1 $2")
}

# check_priorities WHAT: sends all frames of goes(), and then all of them in pieces
check_priorities()
{
	local word
	local -a again=() pieces=(len 5000 pieces sndbuf 4000000)

	check_those "$1"
	for word in "${frames[@]}"; do
		[[ $word != + ]] || again+=("${pieces[@]}")
		again+=("$word")
	done
	frames=("${again[@]}" "${pieces[@]}")
	check_those "$1, in pieces"
	forget
}

forget()
{
	frames=()
	demands=()
}

# check_those WHAT: sends all frames in one go. If a priority is wrong, sends them one by one to
# find the frame.
check_those()
{
	local earlier demanded i prio
	local -a waiting expected

	lengths
	read -ra earlier <<<"$reply"
	expected=("${earlier[@]}")
	for demanded in "${demands[@]}"; do
		prio=${demanded%% *}
		expected[prio]=$((expected[prio] + 1))
	done
	station frame "$DUT" "${frames[@]}"
	lengths
	read -ra waiting <<<"$reply"
	for i in {0..7}; do
		expected[i]=$((expected[i] - earlier[i]))
		waiting[i]=$((waiting[i] - earlier[i]))
	done
	check_eq "$1: ${#demands[@]} frames by priority" "${waiting[*]}" "${expected[*]}"
	[[ ${waiting[*]} == "${expected[*]}" ]] || one_by_one
}

one_by_one()
{
	local -a earlier waiting one=()
	local word i at=0

	for word in "${frames[@]}" +; do
		[[ $word == + ]] || { one+=("$word"); continue; }
		lengths
		read -ra earlier <<<"$reply"
		station frame "$DUT" "${one[@]}"
		lengths
		read -ra waiting <<<"$reply"
		for i in {0..7}; do
			((waiting[i] == earlier[i])) ||
				check_eq "${demands[at]#* }: priority" "$i" "${demands[at]%% *}"
		done
		one=()
		at=$((at + 1))
	done
}

pair mtu 9000
attach
configure speed 1mbit
shut link
dcb app add dev "$DUT" dscp-prio 10:3 26:2 26:4 63:7 0:5 ethtype-prio 0x8906:5 \
	stream-port-prio 860:6 861:7 dgram-port-prio 4791:5 port-prio 5000:2 default-prio 1

# By default the port trusts only PCP, and the table decides nothing.
ipv4 10; goes 0 "DSCP 10"
ipv4 10; goes 6 "DSCP 10, PCP 6" vlan 5:6
ethernet 8906 ""; goes 0 FCoE
ipv4 8 $TCP 1000 860; goes 3 "TCP 860, skb->priority 3" prio 3
check_priorities "trust pcp"

configure trust pcp,dscp
ipv4 10; goes 3 "IPv4, DSCP 10"
ipv6 10 $TCP 1000 860; goes 3 "IPv6, DSCP 10"
ipv4 26; goes 4 "DSCP 26, of 2 and 4 the higher"
ipv4 63; goes 7 "DSCP 63"
ipv4 0; goes 5 "DSCP 0"
ipv4 11; goes 0 "DSCP 11, which has no entry"
ipv4 11; goes 6 "DSCP 11, skb->priority 6" prio 6
ipv4 10; goes 3 "DSCP 10, skb->priority 6" prio 6
ipv4 10; goes 6 "DSCP 10, PCP 6" vlan 5:6
ipv4 10; goes 0 "DSCP 10, PCP 0" vlan 0:0
ethernet 8906 ""; goes 0 FCoE
check_priorities "trust pcp,dscp"
ethernet 0800 ""; goes 0 "IPv4 without a header"
ethernet 86dd 60; goes 0 "IPv6 without a header"
check_those "headers that are missing"
forget

configure trust dscp,pcp
ipv4 10; goes 3 "DSCP 10, PCP 6" vlan 5:6
ipv6 10 $TCP 1000 860; goes 3 "IPv6, DSCP 10, PCP 6" svlan 5:6
ipv4 10; goes 3 "DSCP 10, two tags" vlan 5:6 svlan 5:1
ipv4 11; goes 6 "DSCP 11, PCP 6" vlan 5:6
ipv4 11; goes 1 "DSCP 11, two tags" vlan 5:6 svlan 5:1
check_priorities "trust dscp,pcp"

configure trust ethtype,stream-port,dgram-port,port
ethernet 8906 ""; goes 5 FCoE
ethernet 8906 ""; goes 5 "FCoE, PCP 6" vlan 5:6
ethernet 0806 ""; goes 1 "ARP: default priority"
ethernet 0806 ""; goes 6 "ARP, skb->priority 6" prio 6
ethernet 0806 ""; goes 1 "ARP, PCP 6" vlan 5:6
ipv4 10; goes 1 "DSCP 10"
for protocol in $TCP $SCTP; do
	ipv4 8 "$protocol" 1000 860; goes 6 "protocol $protocol, to port 860"
	ipv6 8 "$protocol" 860 1000; goes 6 "protocol $protocol over IPv6, from port 860"
	ipv4 8 "$protocol" 861 860; goes 7 "protocol $protocol, from 861 to 860"
	ipv4 8 "$protocol" 1000 4791; goes 1 "protocol $protocol, to port 4791"
done
for protocol in $UDP $DCCP; do
	ipv4 8 "$protocol" 1000 4791; goes 5 "protocol $protocol, to port 4791"
	ipv6 8 "$protocol" 4791 1000; goes 5 "protocol $protocol over IPv6, from port 4791"
	ipv4 8 "$protocol" 1000 860; goes 1 "protocol $protocol, to port 860"
done
for protocol in $TCP $SCTP $UDP $DCCP; do
	ipv4 8 "$protocol" 1000 5000; goes 2 "protocol $protocol, to port 5000"
done
ipv4 8 1 1000 5000; goes 1 "ICMP that looks like port 5000"
ipv4_options $TCP 1000 860; goes 6 "behind options of IPv4"
ipv4 8 $TCP 1000 860 100; goes 1 "a later fragment of IPv4"
ipv6_behind 0 00010400000000 $TCP 1000 860; goes 6 "behind hop-by-hop options"
ipv6_behind 44 00000100000000 $TCP 1000 860; goes 6 "the first fragment of IPv6"
ipv6_behind 44 00010000000000 $TCP 1000 860; goes 1 "a later fragment of IPv6"
check_priorities "trust ethtype,stream-port,dgram-port,port"

# A change of the table acts at once.
dcb app add dev "$DUT" stream-port-prio 860:7 dgram-port-prio 53:3
dcb app del dev "$DUT" ethtype-prio 0x8906:5 default-prio 1
ipv4 8 $TCP 1000 860; goes 7 "port 860, a second entry"
ipv4 8 $UDP 1000 53; goes 3 "port 53, a new entry"
ethernet 8906 ""; goes 0 "FCoE without its entry, nor a default"
check_priorities "entries that came and went"
dcb app replace dev "$DUT" stream-port-prio 860:1
ipv4 8 $TCP 1000 860; goes 1 "port 860, another entry"
check_priorities "an entry that was replaced"

configure trust none
ipv4 10; goes 0 "DSCP 10, PCP 6" vlan 5:6
ethernet 0806 ""; goes 4 "skb->priority 4" prio 4
ethernet 0806 ""; goes 0 "skb->priority 65537" prio 65537
check_priorities "trust none"

# MAC Control frames have no priority, whatever is trusted.
take_snapshot
configure trust dscp,port
station frame "$DUT" pause 0 + pfc 3:1
check_moved "control frames of others, while paused" tx_mac_control=2 tx_pause=1 tx_pfc_3=1 tx_pfc_frames=1

# The entries of the table end with the port.
from_peer pause 0
await 5 drained
detach
attach
check_setting trust pcp
configure trust dscp speed 1mbit
shut link
ipv4 10; goes 0 "DSCP 10"
check_priorities "a new port, without entries"
