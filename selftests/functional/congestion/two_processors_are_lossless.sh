#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
# kernel: any
# time: measured
# length: long
#
# Three hosts send to h4 by RoCE over two leaves and two spines, on two processors in wall time. h4 stops its link until
# XOFF has reached all three hosts. So all links are full when h4 lets them go, and then the hosts share one link. Both
# processors carry frames, no frame is lost, and no sender goes back.
#
#	spine1          spine2
#	  | \          / |
#	  |  +--------+  |
#	  | /          \ |
#	leaf1           leaf2        All links have 10 Mb/s. A device has
#	 |  |            |  |        the name of what is at its other end.
#	h1  h2          h3  h4
#
# Each switch is a namespace with a bridge, and reaches h1 and h4 by spine1, h2 and h3 by spine2. rxe works in the
# initial network namespace, so the hosts are there. A queue pair of rxe has 64 frames on the way. So a host that does
# not stop has more than a buffer holds. A buffer has room for 200 ms, in which the machine may stop a processor.
. "${0%/*}/../../lib/rdma.sh"
. "${0%/*}/../../lib/lossless.sh"
require bridge ib_send_bw jq

mac=02:00:00:00:00:0

# port DEV [-n NETNS]
port()
{
	ip "${@:2}" link set "$1" up
	pausectl "${@:2}" add "$1" trust dscp dscp-prio 26:3 prio 3 speed 10mbit pace on buffer-size 3:300k buffer-xoff 3:12k
}

# switch_port SWITCH DEV
switch_port()
{
	ip -n "$1" link set "$2" master br0
	port "$2" -n "$1"
}

# reach N LEAF SPINE: links host N to its leaf, and shows the switches the way to it
reach()
{
	local i

	finally "ip link del h$1"
	{
		echo "link add h$1 address $mac$1 type veth peer name h$1 netns leaf$2"
		echo "address add 10.0.0.$1/24 dev h$1"
		for i in {1..4}; do
			((i == $1)) || echo "neigh add 10.0.0.$i lladdr $mac$i dev h$1 nud permanent"
		done
	} | ip -batch -
	port "h$1"
	switch_port "leaf$2" "h$1"
	bridge -n "leaf$2" fdb add "$mac$1" dev "h$1" master static
	bridge -n "leaf$((3 - $2))" fdb add "$mac$1" dev "spine$3" master static
	bridge -n "spine$3" fdb add "$mac$1" dev "leaf$2" master static
	rdma_host "$1"
}

# roce N HOST [ADDRESS]: one end of the 1 MB that host N sends to h4; the pid goes to the array ends. The timeout,
# 4.096 us * 2^22, is far above any wait.
ends=()
roce()
{
	background ib_send_bw --CPU-freq --events --port "1000$1" --ib-dev "rdma$2" --gid-index 1 --tclass $((26 << 2)) \
		--size 16384 --qp 8 --tx-depth 8 --iters 8 --qp-timeout 22 "${@:3}" >"$TMP/roce-$1-$2" 2>&1
	ends+=("$job")
}

# received_by MASK [COMMAND...]: these processors receive the frames of the namespace that the command enters. Without
# RPS the processor that sends a frame on a veth also receives it, and two that take turns change the order of frames.
received_by()
{
	"${@:2}" bash -c "for i in /sys/class/net/*/queues/rx-0/rps_cpus; do echo $1 >\$i; done"
}

listening()
{
	(($(ss -Htln | wc -l) == 3))
}

all_forward()
{
	local name

	for name in leaf{1,2} spine{1,2}; do
		! bridge -n "$name" link | grep -qv 'state forwarding' || return 1
	done
}

for name in leaf{1,2} spine{1,2}; do
	add_netns "$name"
	ip -n "$name" link add br0 up type bridge stp_state 0 mcast_snooping 0
done
for leaf in 1 2; do
	for spine in 1 2; do
		ip -n leaf$leaf link add spine$spine type veth peer name leaf$leaf netns spine$spine
		switch_port leaf$leaf spine$spine
		switch_port spine$spine leaf$leaf
	done
done
reach 1 1 1
reach 2 1 2
reach 3 2 2
reach 4 2 1
received_by 1
for i in 1 2; do
	received_by 2 ip netns exec leaf$i
	received_by 1 ip netns exec spine$i
done
await 10 all_forward
watch_drops
backlog_drops
dropped=$reply
mapfile -t before </proc/net/softnet_stat

pausectl xoff dev h4
for n in 1 2 3; do
	roce $n 4
done
await 30 listening
for n in 1 2 3; do
	roce $n $n 127.0.0.1
done
for n in 1 2 3; do
	await 30 counter_is paused_3 1 h$n
done
pausectl xon dev h4
for pid in "${ends[@]}"; do
	wait "$pid" || verdict 0 "RoCE: $(tail -n 3 "$TMP"/roce-*)"
done

mapfile -t after </proc/net/softnet_stat
for cpu in 0 1; do
	check_between "frames that processor $cpu has received" \
		$((16#${after[cpu]%% *} - 16#${before[cpu]%% *})) 500 1000000
done
reply_is "RoCE: errors of sequence, and times that a sender went back" 0 rdma_sum rcvd_seq_err completer_retry_err
check_eq "frames dropped by all ports" "$(pausectl -n all -j stats | jq '[.[] | .drops[], .buffer_drops[]] | add')" 0
backlog_drops
check_eq "frames dropped before a port saw them" $((reply - dropped)) 0
reply_is "frames that the kernel dropped before they reached a socket" 0 dropped_on_the_way
