#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
# kernel: any
# length: long
#
# Where lossless frames are lost, `pausectl doctor` never says that none is lost, and it names the cause
# or the place. The receiver counts what is lost.
#
#	sender-1 ($TX)          here                        $PEER
#	tx1 ------------------- sw1 --- br0 --- $DUT ------ $LINK
#	pausectl                pausectl        pausectl
#	                        1 Gb/s          slow
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/lossless.sh"

TX=sender-$$-1
frames=400

watching() # PID: doctor has looked, and waits
{
	[[ $(<"/proc/$1/wchan") == *poll* ]]
}

# watched COMMAND...: what doctor says of all ports while the command runs, in $TMP/text and $TMP/json
watched()
{
	local jobs=() ports=() dev pid

	background pausectl -n all doctor for 60 >"$TMP/text"
	jobs+=("$job")
	background pausectl -n all -j doctor for 60 >"$TMP/json"
	jobs+=("$job")
	for pid in "${jobs[@]}"; do
		await 10 watching "$pid"
	done
	"$@"
	for dev in sw1 "$DUT"; do
		[[ ! -e /sys/class/net/$dev/pausectl ]] || ports+=("$dev")
	done
	busywait 5 all_drained "${ports[@]}" || :
	nap 0.05 # what waits in other qdiscs leaves
	for pid in "${jobs[@]}"; do
		kill "$pid"
		wait "$pid" || :
	done
}

# told WHAT DEV FINDING: $headline of DEV does not say that nothing is lost, and a finding matches
told()
{
	local said

	headline=$(grep -E "^([^ ]*/)?$2: " "$TMP/text")
	said=$(<"$TMP/json")
	json_strings "${said#*\"ifname\":\""$2"\"}" findings
	printf -v said '%s; ' "${strings[@]}"
	said=${said%; }
	echo "# $headline"
	check_match "$1: headline of $2" "${headline/*, 0 lost*/0 lost}" "*frames*finding*"
	check_match "$1: findings of $2" "$said" "$3"
}

# loses WHAT DEV FINDING COMMAND...: the command sends $frames frames, and $lacks do not arrive
loses()
{
	receiver_has
	lacks=$((frames + reply))
	watched "${@:4}"
	receiver_has
	lacks=$((lacks - reply))
	check_between "$1: frames that the receiver lacks" $lacks 1 $frames
	told "$1" "$2" "$3"
}

# loses_nothing WHAT COMMAND...: the command sends $frames frames, and all arrive
loses_nothing()
{
	local before

	receiver_has
	before=$reply
	watched "${@:2}"
	receiver_has
	check_eq "$1: frames that the receiver has" $((reply - before)) $frames
	check_match "$1: headline" "$(grep -E "^sw1: " "$TMP/text")" "sw1: PFC 3 both ways; in * frames of priority 3 passed, 0 lost"
}

filtered()
{
	[[ $(ip -n "$TX" link show dev tx1) == *xdp* ]]
}

# slow: renew with a small buffer of sw1, and a slow port
slow()
{
	renew buffer-size 3:100k buffer-xoff 3:20k
	configure speed 10mbit
}

# renew SETTING...: all ports begin anew, with these settings of sw1
renew()
{
	local dev

	for dev in sw1 "$DUT"; do
		detach "$dev"
		attach "$dev"
	done
	tc -n "$TX" qdisc replace dev tx1 root pfifo
	tc -n "$TX" qdisc replace dev tx1 root handle 1: pausectl
	on_sender 1 pausectl set dev tx1 prio 3 speed 1gbit
	pausectl set dev sw1 prio 3 speed 1gbit "$@"
	configure prio 3 speed 50mbit pace on limit 32k
}

# vlan_bridge BRIDGE: a bridge of the VLAN devices sw1.1 and $DUT.1, without maps of priorities
vlan_bridge()
{
	ip link set sw1 nomaster
	ip link set "$DUT" nomaster
	ip link add sw1.1 link sw1 up type vlan id 1
	ip link add "$DUT.1" link "$DUT" up type vlan id 1
	add_bridge br1
	enslave sw1.1 br1
	enslave "$DUT.1" br1
}

no_vlan_bridge()
{
	ip link del br1
	ip link del sw1.1
	ip link del "$DUT.1"
	enslave sw1 br0
	enslave "$DUT" br0
	bridge fdb replace "$RECEIVER" dev "$DUT" master static
}

receiver_pair
sender 1 prio 3
renew

loses_nothing "lossless" tagged $frames
check_eq "lossless: findings" "$(jq -c '[.[] | select(.ifname == ("sw1", "tx1")).findings[]]' "$TMP/json")" "[]"

other="frames of priority 3 went on as another priority"
full="*queues of priority 3 have, because programs or tunnels here send too fast, dropped * frames*"

# (a) The priority changes inside the machine.
ip link set br0 type bridge vlan_filtering 1
loses "access port" sw1 "*$frames $other*" tagged $frames
ip link set br0 type bridge vlan_filtering 0

renew
loses "no tag" tx1 "*of $frames frames of priority 3 that left tx1, $frames came as another priority*" untagged $frames

renew
vlan_bridge
loses "VLAN devices without maps" sw1 "*$frames $other*" tagged $frames

# (c) The way out has no queue that stops a sender.
ip link set "$DUT.1" type vlan egress-qos-map 0:3
tc qdisc add dev "$DUT.1" root tbf rate 50mbit burst 5k limit 20k
renew
loses "tbf above the port" sw1 "*qdisc tbf of $DUT.1 stops nobody, and has dropped * frames*" tagged $frames
no_vlan_bridge
renew
detach
tc qdisc add dev "$DUT" root tbf rate 50mbit burst 5k limit 20k
tc qdisc add dev sw1 clsact
tc filter add dev sw1 ingress matchall action mirred egress redirect dev "$DUT"
loses "redirected at the ingress" sw1 "*qdisc tbf of $DUT stops nobody, and has dropped * frames*" tagged $frames
tc qdisc del dev sw1 clsact
detach
attach

# (d) XOFF leaves, and is never heard.
unseen="of * XOFFs that left here, the port at the other end has seen 0*"
slow
tc -n "$TX" qdisc add dev tx1 clsact
tc -n "$TX" filter add dev tx1 ingress protocol 0x8808 matchall action drop
loses "the partner drops control frames" sw1 "*full buffers have dropped*$unseen" tagged $frames
tc -n "$TX" filter del dev tx1 ingress
ip -n "$TX" link add ifb0 up type ifb
tc -n "$TX" filter add dev tx1 ingress matchall action mirred egress redirect dev ifb0
slow
loses "the partner redirects its ingress" sw1 "*$unseen" tagged $frames
tc -n "$TX" qdisc del dev tx1 clsact
slow
background station -n "$TX" xdp tx1
filter=$job
await 5 filtered
loses "the partner drops control frames by XDP" sw1 "*$unseen" tagged $frames
kill "$filter"
wait "$filter" || :

# (e) Frames that are too long for the way out
renew
ip link set sw1 mtu 4000
ip link set br0 mtu 4000
ip -n "$TX" link set tx1 mtu 4000
loses "MTU" sw1 "*frames above 1500 octets cannot leave the bridge by $DUT: *" tagged $frames size 3000
ip -n "$TX" link set tx1 mtu 1500
ip link set sw1 mtu 1500

# The link of the way out goes down and up.
flap()
{
	background tagged $frames
	nap 0.01
	ip -n "$PEER" link set "$LINK" down
	nap 0.01
	ip -n "$PEER" link set "$LINK" up
	wait "$job"
}
renew
loses "a link that flaps" "$DUT" "*the link went up or down * times*" flap
await 5 forwarding "$DUT"

# The backlog of the processor is shorter than what a port waits for, and frames leave in a burst.
burst()
{
	pausectl xoff dev sw1 prio 3
	background tagged $frames sndbuf 1000000
	nap 0.02
	pausectl xon dev sw1
	wait "$job"
}
renew
machine_sysctl netdev_max_backlog 8
loses "backlog" sw1 "*the backlog of processors was full, and dropped * frames*" burst
machine_sysctl netdev_max_backlog 1000

# (f) Programs fill their own queue.
renew
on_sender 1 pausectl set dev tx1 limit 32k speed 50mbit pace on
pausectl set dev sw1 speed 50mbit
loses "own queue" tx1 "$full" tagged $frames sndbuf 1000000

# (b) Routers. A tunnel charges nobody. Datagrams have priority 3 by VLAN devices with maps.
send_to() # ADDRESS [DATAGRAMS]
{
	# shellcheck disable=SC2016 # expanded there
	on_sender 1 bash -c 'printf -v data "%01000d" 0
		exec {socket}<>"/dev/udp/$1/9"
		for ((i = 0; i < $2; i++)); do printf %s "$data" >&"$socket"; done' - "$1" "${2:-$frames}"
}

renew
echo 1 >/proc/sys/net/ipv4/ip_forward
ip link set sw1 nomaster
ip link set "$DUT" nomaster
ip -n "$TX" link add tx1.5 link tx1 up type vlan id 5 egress-qos-map 0:3
ip -n "$TX" addr add 10.5.1.1/24 dev tx1.5
ip -n "$TX" route add default via 10.5.1.2
ip link add "$DUT.6" link "$DUT" up type vlan id 6 egress-qos-map 0:3
ip addr add 10.5.2.2/24 dev "$DUT.6"
ip neigh add 10.5.2.1 lladdr "$RECEIVER" dev "$DUT.6"

ip link add sw1.5 link sw1 up type vlan id 5
ip addr add 10.5.1.2/24 dev sw1.5
ip link add gre1 up type gre local 10.5.2.2 remote 10.5.2.1
ip route add 10.9.0.0/16 dev gre1
loses "GRE" sw1 "*qdisc pausectl of $DUT has dropped * frames*" send_to 10.9.0.1
told "GRE" "$DUT" "$full"
ip link del gre1

# A router makes two fragments of each datagram.
renew
ip link set "$DUT.6" mtu 700
on_sender 1 bash -c 'echo 1 >/proc/sys/net/ipv4/ip_no_pmtu_disc'
loses "fragments" sw1 "*IP fragmentation has dropped * frames*qdisc pausectl of $DUT has dropped * frames*" \
	send_to 10.5.2.1 $((frames / 2))
lost=${headline#*up to }
check_between "fragments: frames lost by the headline" "${lost%% *}" $lacks $((2 * lacks))
told "fragments" "$DUT" "*frames of priority 3 came here from devices that charge no port*queues of priority 3 have dropped * frames*"
ip link set "$DUT.6" mtu 1500

renew
ip link add vrf0 up type vrf table 10
ip link set sw1.5 master vrf0
ip link set "$DUT.6" master vrf0
ip neigh replace 10.5.2.1 lladdr "$RECEIVER" dev "$DUT.6"
loses_nothing "VRF" send_to 10.5.2.1
ip link set "$DUT.6" nomaster
ip link del sw1.5
ip link del vrf0
ip neigh replace 10.5.2.1 lladdr "$RECEIVER" dev "$DUT.6"

renew
enslave sw1 br0
ip link add br0.5 link br0 up type vlan id 5
ip addr add 10.5.1.2/24 dev br0.5
on_sender 1 ip neigh flush dev tx1.5
loses_nothing "the bridge has the gateway's address" send_to 10.5.2.1

renew
detach sw1
loses "a device without a port" "$DUT" "*frames of priority 3 came here from devices that charge no port*" send_to 10.5.2.1

# Doctor reads many network namespaces between the two ends, while XOFF leaves. All are heard.
for i in {1..200}; do
	ip netns add "between-$$-$i"
	finally "ip netns del between-$$-$i"
done
attach sw1
pausectl set dev sw1 prio 3 speed 10gbit
note counter tx_xoff_3 sw1
pausectl xoff dev sw1 prio 3 for 300ms
text=$(pausectl doctor dev sw1 for 0.5 || :)
check_match "while XOFF leaves" "$text" "sw1: PFC 3 both ways; in * s 0 frames of priority 3 passed, 0 lost"
reply_between "XOFFs that left" 50 10000 since counter tx_xoff_3 sw1
