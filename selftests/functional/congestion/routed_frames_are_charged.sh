#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
#
# A router charges a datagram that waits at one port to the port that it came in on, also if VLAN
# devices are above these ports, and a VRF or a bridge with the router's address is above the VLAN
# devices. The charged port stops its partner in time: no datagram is lost, and nothing stays charged.
#
# Datagrams that the router itself sends are charged to nobody. So are datagrams that the router puts
# into a tunnel, because the tunnel writes over the mark of the port, and those that come out of a tunnel above no
# device.
#
#	$PEER                      here, routes                              receiver
#	sends UDP
#	$LINK.10 (VLAN)            $DUT.10 (VLAN)      out.20 (VLAN)
#	   |                          |                   |
#	$LINK pausectl ----------- $DUT pausectl       out pausectl -------- sink
#	                                               10 Mb/s               captures
. "${0%/*}/../../lib/lossless.sh"

datagrams=60
port=9

# path SENDER IN OUT NET: sets the addresses of these devices and the route between the ends. The
# far end has no address and answers nothing, so no ICMP message disturbs the senders.
path()
{
	on_peer ip addr add "10.$4.1.1/24" dev "$1"
	on_peer ip route replace 10.0.0.0/8 via "10.$4.1.2"
	ip addr add "10.$4.1.2/24" dev "$2"
	ip addr add "10.$4.2.2/24" dev "$3"
	ip neigh add "10.$4.2.1" lladdr $RECEIVER dev "$3"
}

# tagged DEV VID [NETNS-COMMAND]: adds a VLAN device above DEV, whose frames have PCP 3
tagged()
{
	"${@:3}" ip link add "$1.$2" link "$1" up type vlan id "$2" egress-qos-map 0:3
}

# send_to ADDRESS: sends a datagram with each write, without starting a process. A write of the
# shell is up to 1024 octets.
send_to()
{
	local i data

	printf -v data '%01000d' 0
	exec {socket}<>"/dev/udp/$1/$port"
	for ((i = 0; i < datagrams; i++)); do
		printf %s "$data" >&"$socket"
	done
	exec {socket}>&-
}

send_by_peer() # ADDRESS
{
	on_peer bash -c "$(declare -f send_to); datagrams=$datagrams port=$port; send_to $1"
}

# forwarded WHAT ADDRESS TIMER BUFFER
forwarded()
{
	local what=$1 timer=$3

	take_snapshot
	capture sink -n "$receiver" capture sink type 0800 count $datagrams for 10s
	send_by_peer "$2"
	wait "$job"
	await 10 counter_is "xoff_outstanding_$timer" 0
	arrived=$(grep -c "^[0-9]* in 104[26] 0800 " "$TMP/sink" || :)
	check_eq "$what: datagrams that arrived" "$arrived" $datagrams
	check_charged "$what" "$timer" "$4"
}

# not_charged WHAT COMMAND...: the command sends the datagrams
not_charged()
{
	take_snapshot
	"${@:2}"
	reply_between "$1: frames that wait" 20 $datagrams sum_of queue_packets out
	check_moved "$1: not charged"
	await 10 all_drained out
}

pair
sink_behind out
echo 1 >/proc/sys/net/ipv4/ip_forward
attach
attach out
partner_port
tagged "$DUT" 10
tagged out 20
tagged "$LINK" 10 on_peer
configure speed 100mbit buffer-xoff $early_xoff
pausectl set dev out speed 10mbit pace on tx off
configure_partner speed 100mbit pace on tx off

path "$LINK" "$DUT" out 1
forwarded "untagged, PAUSE" 10.1.2.1 link 0
not_charged "untagged, made by the router" send_to 10.1.2.1
for kind in gre ipip; do
	ip link add tunnel type $kind local 10.1.2.2 remote 10.1.2.1
	ip link set tunnel up
	ip route add 10.3.0.0/16 dev tunnel
	not_charged "into a tunnel, $kind" send_by_peer 10.3.2.1
	ip link del tunnel
done

# vxlan NET HERE-OPTION...: a tunnel between the sender and the router, instead of one before
vxlan()
{
	on_peer ip link del vxlan0 2>/dev/null || :
	ip link del vxlan0 2>/dev/null || :
	on_peer ip link add vxlan0 type vxlan id 7 local 10.1.1.1 remote 10.1.1.2 dstport 4789
	ip link add vxlan0 type vxlan id 7 local 10.1.1.2 remote 10.1.1.1 dstport 4789 "${@:2}"
	on_peer ip link set vxlan0 up
	ip link set vxlan0 up
	path vxlan0 vxlan0 out "$1"
}

# A sender on this machine leaves the checksum inside the tunnel to be made, so the frame has no room for the mark.
vxlan 5 dev "$DUT"
not_charged "out of VXLAN, not checksummed" send_by_peer 10.5.2.1
on_peer ethtool -K vxlan0 tx off
forwarded "out of VXLAN above the port, PAUSE" 10.5.2.1 link 0
vxlan 6
on_peer ethtool -K vxlan0 tx off
not_charged "out of VXLAN above no device" send_by_peer 10.6.2.1

configure prio 3
pausectl set dev out prio 3 tx-prio none
configure_partner prio 3 tx-prio none
path "$LINK.10" "$DUT.10" out.20 2
forwarded "VLAN devices, PFC" 10.2.2.1 3 3
not_charged "VLAN devices, made by the router" send_to 10.2.2.1

ip link add vrf1 up type vrf table 10
for dev in "$DUT.10" out.20; do
	ip link set "$dev" master vrf1
done
path "$LINK.10" "$DUT.10" out.20 3
forwarded "a VRF" 10.3.2.1 3 3

ip link del vrf1
add_bridge br0
enslave "$DUT.10" br0
path "$LINK.10" br0 out.20 4
forwarded "a bridge" 10.4.2.1 3 3
