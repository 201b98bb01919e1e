#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
# length: long
#
# Two hosts write to RAM disks of a third by NVMe over RDMA, and read back what they wrote. The disks are
# behind a link of 50 Mb/s, and the hosts send at 1 Gb/s. PFC is on for priority 3. No frame is lost, no
# sender goes back, and fio finds what it wrote.
#
# Then the link to the disks goes down and up while fio runs, and then a storm stops this link until the
# watchdog drops its frames. Both times frames are lost, RoCE sends them again, and fio finds what it wrote.
# After each, fio runs again, and nothing is lost.
#
#	initial namespace            $PEER, the switch
#	h1, initiator -------------- p1 ---+
#	h2, initiator -------------- p2 ---+--- br0
#	h3, target with RAM disks -- p3 ---+          p3 is paced
#
# rxe works in the initial network namespace, so all hosts are there.
. "${0%/*}/../../lib/rdma.sh"
require dcb fio
modprobe -qa brd nvme-rdma nvmet-rdma || skip "this kernel has no NVMe over RDMA"

statistics=$TMP/sys/class/net/p3/pausectl/statistics
target=/sys/kernel/config/nvmet

# port SPEED DEV [COMMAND...]: makes the port; the command enters its namespace
port()
{
	"${@:3}" tc qdisc add dev "$2" root handle 1: pausectl
	"${@:3}" dcb app add dev "$2" dscp-prio 26:3
	"${@:3}" pausectl set dev "$2" trust dscp prio 3 speed "$1"
}

# host N SPEED: the host and its link to the switch
host()
{
	local i mac=02:00:00:00:00:0

	ip link add "h$1" address "$mac$1" up type veth peer name "p$1" netns "$PEER"
	finally "ip link del h$1"
	ip -n "$PEER" link set "p$1" master br0 up
	on_peer bridge fdb add "$mac$1" dev "p$1" master static
	ip address add "10.0.0.$1/24" dev "h$1"
	for i in 1 2 3; do
		((i == $1)) || ip neigh add "10.0.0.$i" lladdr "$mac$i" dev "h$1" nud permanent
	done
	port "$2" "h$1"
	port "$2" "p$1" on_peer
	rdma_host "$1"
}

# disk N: h3 serves /dev/ramN as diskN
disk()
{
	local subsystem=$target/subsystems/disk$1

	mkdir "$subsystem"
	finally "rmdir $subsystem"
	echo 1 >"$subsystem/attr_allow_any_host"
	mkdir "$subsystem/namespaces/1"
	finally "rmdir $subsystem/namespaces/1"
	echo "/dev/ram$1" >"$subsystem/namespaces/1/device_path"
	echo 1 >"$subsystem/namespaces/1/enable"
	ln -s "$subsystem" "$target/ports/1/subsystems/disk$1"
	finally "rm $target/ports/1/subsystems/disk$1"
}

# connect N: host N connects to diskN, with a TOS of DSCP 26; the disk is /dev/nvme${instance[N]}n1
declare -a instance
connect()
{
	local fd device

	exec {fd}<>/dev/nvme-fabrics
	echo "transport=rdma,traddr=10.0.0.3,trsvcid=4420,host_traddr=10.0.0.$1,tos=$((26 << 2))" \
		"nqn=disk$1,hostnqn=host$1,hostid=00000000-0000-0000-0000-00000000000$1,nr_io_queues=1" |
		tr ' ' , >&"$fd"
	IFS=,= read -r _ device _ <&"$fd"
	exec {fd}>&-
	instance[$1]=$device
	finally "echo 1 >/sys/class/nvme/nvme$device/delete_controller"
	await 5 test -b "/dev/nvme${device}n1"
}

# works: fio writes 2 MiB to each disk and verifies them; the pid is in $job
works()
{
	local n disks=()

	for n in 1 2; do
		disks+=("--name=disk$n" "--filename=/dev/nvme${instance[n]}n1")
	done
	background fio --ioengine=libaio --direct=1 --iodepth=4 --rw=write --bs=64k --size=2m --verify=crc32c \
		--verify_fatal=1 "${disks[@]}" >"$TMP/fio" 2>&1
}

# verified WHAT: fio has ended and found what it wrote
verified()
{
	local status=0

	wait "$job" || status=$?
	((!status)) || cat "$TMP/fio"
	check_eq "$1: exit status of fio" $status 0
}

# losses: frames that p3 has dropped, sequence errors, and times that a sender went back; in $reply
losses()
{
	local all name

	counter_in "$statistics" drops_3
	all=$reply
	for name in rcvd_seq_err completer_retry_err; do
		rdma_sum $name
		all+=" $reply"
	done
	reply=$all
}

# lossless WHAT
lossless()
{
	local before

	losses
	before=$reply
	works
	verified "$1"
	reply_is "$1: drops, sequence errors, times that a sender went back" "$before" losses
}

# disturbed WHAT COMMAND...: the command runs while fio runs and frames wait at p3. It loses frames.
disturbed()
{
	local before

	losses
	before=$reply
	works
	await 10 at_least 4 counter_in "$statistics" queue_packets_3
	"${@:2}"
	verified "$1"
	losses
	check_between "$1: frames that p3 dropped" $((${reply%% *} - ${before%% *})) 1 10000
	check_between "$1: times that a sender went back" $((${reply##* } - ${before##* })) 1 10000
}

flap()
{
	ip -n "$PEER" link set p3 down
	ip -n "$PEER" link set p3 up
	await 5 is 3 content "$TMP/sys/class/net/p3/brport/state"
}

storm()
{
	pausectl xoff dev h3 prio 3 for 1
	await 5 at_least 1 counter_in "$statistics" storms_restored_3
}

add_netns "$PEER"
ip -n "$PEER" link add br0 up type bridge stp_state 0 mcast_snooping 0
mkdir "$TMP/sys"
on_peer mount -t sysfs sysfs "$TMP/sys"
finally "umount $TMP/sys"
mount -t configfs configfs /sys/kernel/config
finally "umount /sys/kernel/config"
host 1 1gbit
host 2 1gbit
host 3 50mbit
on_peer pausectl set dev p3 pace on watchdog 3:drop
await 5 is 3 content "$TMP/sys/class/net/p3/brport/state"
mkdir "$target/ports/1"
finally "rmdir $target/ports/1"
echo rdma >"$target/ports/1/addr_trtype"
echo ipv4 >"$target/ports/1/addr_adrfam"
echo 10.0.0.3 >"$target/ports/1/addr_traddr"
echo 4420 >"$target/ports/1/addr_trsvcid"
for n in 1 2; do
	disk $n
	connect $n
done

lossless "at first"
for n in 1 2; do
	counter_in "$TMP/sys/class/net/p$n/pausectl/statistics" tx_xoff_3
	check_between "at first: XOFFs to h$n" "$reply" 1 10000
done
disturbed "the link goes down and up" flap
lossless "after that"
disturbed "a storm" storm
reply_is "storms that the watchdog detected" 1 counter_in "$statistics" storms_detected_3
lossless "after the storm"
