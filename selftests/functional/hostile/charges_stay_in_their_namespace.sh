#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
#
# Frames that a container sends through a macvlan on a port wait at that port. In the container they
# came in on a device. If a port of the host has the same ifindex as that device, the frames are not
# charged to it, and it drops nothing. This holds if the container routes the frames, and if its tc
# redirects them.
#
# Frames that come in on a VLAN device of $DUT in the container, and wait at a port of the
# container, do not charge $DUT.
#
#	$PEER          box (the container)                     here                $PEER
#	src0 --------- x0, ifindex 7777
#	sends UDP       | routes, or tc redirects
#	               mv0 (macvlan) ------------------------- $DUT pausectl ----- $LINK
#	               vlan10 (VLAN of $DUT)                                       sends data,
#	                | tc redirects                                             last part
#	               slow pausectl --- slow-peer
#	                                                       eth7 pausectl, ifindex 7777, idle
. "${0%/*}/../../lib/lossless.sh"

box=box-$$
index=7777
count=60

# send_to ADDRESS: sends several datagrams from one process. A write of the shell is up to 1024
# octets.
send_to()
{
	local i data

	printf -v data '%01000d' 0
	exec {socket}<>"/dev/udp/$1/9"
	for ((i = 0; i < count; i++)); do
		printf %s "$data" >&"$socket"
	done
	exec {socket}>&-
}

in_box()
{
	nsenter --net="/run/netns/$box" "$@"
}

# check_untouched WHAT DEV: nothing was ever charged to DEV
check_untouched()
{
	check_counter tx_xoff_link 0 "$2"
	reply_is "$1: most octets charged to $2" 0 sum_of occupancy_max "$2"
	reply_is "$1: frames that $2 dropped" 0 sum_of buffer_drops "$2"
}

# sent WHAT: src0 sends by way of the box; the frames wait at $DUT, and eth7 is not charged
sent()
{
	on_peer bash -c "$(declare -f send_to); count=$count; send_to 10.9.2.1"
	reply_between "$1: frames that wait at $DUT" 20 $count sum_of queue_packets "$DUT"
	check_untouched "$1" eth7
	await 10 all_drained "$DUT"
}

pair
add_netns $box
ip link add eth7 index $index up type veth peer name eth7-peer
ip link set eth7-peer up
attach
attach eth7
configure speed 10mbit pace on
pausectl set dev eth7 speed 100mbit

ip -n "$PEER" link add src0 type veth peer name x0 index $index netns $box
ip link add mv0 link "$DUT" netns $box type macvlan mode bridge
for dev in x0 mv0; do
	ip -n $box link set $dev up
done
ip -n "$PEER" link set src0 up
ip -n "$PEER" addr add 10.9.1.1/24 dev src0
ip -n "$PEER" route add 10.9.2.0/24 via 10.9.1.2
ip -n $box addr add 10.9.1.2/24 dev x0
ip -n $box addr add 10.9.2.2/24 dev mv0
ip -n $box neigh add 10.9.2.1 lladdr $RECEIVER dev mv0
in_box sysctl -qw net.ipv4.ip_forward=1
sent "routed by the container"

# x0 also has a port. The hook of that port sees the frames, but in the container.
in_box tc qdisc add dev x0 root pausectl
sent "seen by a port of the container"
in_box tc qdisc del dev x0 root

in_box tc qdisc add dev x0 clsact
in_box tc filter add dev x0 ingress protocol ip matchall action mirred egress redirect dev mv0
sent "redirected by the container"

# The VLAN device of $DUT and the port where its frames wait are both in the container.
ip link add vlan10 link "$DUT" netns $box type vlan id 10
ip -n $box link add slow type veth peer name slow-peer
for dev in vlan10 slow slow-peer; do
	ip -n $box link set $dev up
done
in_box tc qdisc add dev slow root pausectl
in_box pausectl set dev slow speed 1mbit pace on
in_box tc qdisc add dev vlan10 clsact
in_box tc filter add dev vlan10 ingress matchall action mirred egress redirect dev slow
configure pace off
# waits_in_box: prints how many frames wait at slow, by netlink, because /sys here shows only this
# namespace
waits_in_box()
{
	in_box pausectl -j stats dev slow | jq '.[0].queue_packets | add'
}
on_peer station blast "$LINK" prio 3 tag 10 size 1000 count $count >"$TMP/blast"
check_between "by a VLAN device: frames that wait in the container" "$(waits_in_box)" 20 $count
check_untouched "by a VLAN device" "$DUT"
