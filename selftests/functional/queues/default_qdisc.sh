#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: new
#
# With net.core.default_qdisc=pausectl each new device with a queue gets a port. A device with several transmit queues
# gets one port, under mq.
#
# A device that can have no port comes up all the same, also in the network namespace of a user namespace: it gets
# noqueue, the kernel's next choice, it sends, and the log says once why it has no port. A queue below an explicit mq is
# refused with the reason, and mq with it.
#
#	here                                            |  $PEER
#	ifb.1 pausectl; station sends                   |
#	ifb.4 mq: four pausectl qdiscs, one port        |
#	$DUT, a veth, which needs no queue: no port ----+- $LINK
#	tun.1, tun.mq: no Ethernet, so no port          |
#	foreign_pause, foreign_dcb: operations of their |  another user and network namespace
#	  own, so no port; station sends                |  tun.user: no port
. "${0%/*}/../../lib/lib.sh"

# check_comes_up DEV REASON: DEV comes up without a port, for this reason
check_comes_up()
{
	ip link set "$1" up
	check_match "$1: root qdisc" "$(tc qdisc show dev "$1" root)" "qdisc noqueue *"
	check_match "$1: state" "$(ip link show dev "$1")" "*<*,UP*>*"
	check_eq "$1: reasons in the log" "$(dmesg | grep -c "$1: pausectl: $2" || :)" 1
}

# The log has every refusal, however fast they come.
machine_sysctl message_cost 0
modprobe pausectl
echo N >/sys/module/pausectl/parameters/force
test_module pausectl_foreign
finally "rmmod pausectl_foreign"
for dev in foreign_pause foreign_dcb; do
	nsenter --net=/proc/1/ns/net ip link set $dev netns $$
done
machine_sysctl default_qdisc pausectl

# --- no port ------------------------------------------------------------------------------
ip tuntap add dev tun.1 mode tun
check_comes_up tun.1 "MAC Control is for Ethernet devices only"
ip tuntap add dev tun.mq mode tun multi_queue
check_comes_up tun.mq "MAC Control is for Ethernet devices only"
check_comes_up foreign_pause "the device has PAUSE of its own"
check_comes_up foreign_dcb "the device has PFC or ETS of its own"

station blast foreign_pause prio 0-7 count 3 >"$TMP/blast"
reply_is "frames that foreign_pause took of priority 3" 3 sent_by_blast 3
check_refused "explicit mq" 2 "*Ethernet devices only*" tc qdisc add dev tun.mq root handle 1: mq
check_match "explicit mq: root qdisc" "$(tc qdisc show dev tun.mq root)" "qdisc noqueue *"

# shellcheck disable=SC2016 # expanded by the inner shell
check_match "in a user namespace: root qdisc" "$(unshare --user --map-root-user --net bash -c '
	ip tuntap add dev tun.user mode tun && ip link set tun.user up && tc qdisc show dev tun.user root')" \
	"qdisc noqueue *"
pair
check_eq "port of a veth" "$([[ -e /sys/class/net/$DUT/pausectl ]] && echo yes || echo no)" no

# --- a port: RTNL is free again ---------------------------------------------------------------
ip link add ifb.1 numtxqueues 1 numrxqueues 1 up type ifb
check_setting qdiscs 1 ifb.1
check_match "root qdisc of ifb.1" "$(tc qdisc show dev ifb.1)" "qdisc pausectl *root*"
ip link add ifb.4 numtxqueues 4 numrxqueues 4 up type ifb
check_setting qdiscs 4 ifb.4
check_eq "mq and pausectl qdiscs of ifb.4" \
	"$(tc qdisc show dev ifb.4 | awk '{ n[$2]++ } END { print n["mq"], n["pausectl"] }')" "1 4"
station blast ifb.1 prio 0-7 count 3 >/dev/null
check_match "sent by ifb.1" "$(tc -s qdisc show dev ifb.1)" "*Sent 24000 bytes 24 pkt*"

ip link set ifb.4 down
for dev in ifb.4 ifb.1 tun.1 tun.mq; do
	ip link del $dev
done
check_eq "ports left" "$(pausectl -j show)" "[]"
