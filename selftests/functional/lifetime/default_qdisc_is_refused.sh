#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# With net.core.default_qdisc=pausectl, a device that can have no port comes up all the same. It
# gets noqueue, the kernel's next choice, it sends, and the log says once why it has no port.
#
# The same holds in the network namespace of a user namespace. A queue below an explicit mq is
# refused with the reason, and mq with it.
#
#	here
#	tun.1, tun.mq: no Ethernet, so no port
#	foreign_pause, foreign_dcb: operations of their own, so no port; station sends
#	ifb.1: a port
#	another user and network namespace
#	tun.user: no port
. "${0%/*}/../../lib/lib.sh"

# The log has every refusal, however fast they come.
machine_sysctl message_cost 0

# reasons DEV REASON: prints how often the log gives this reason why DEV has no port
reasons()
{
	dmesg | grep -c "$1: pausectl: $2" || :
}

# check_comes_up DEV REASON: DEV comes up without a port, for this reason
check_comes_up()
{
	ip link set "$1" up
	check_match "$1: root qdisc" "$(tc qdisc show dev "$1" root)" "qdisc noqueue *"
	check_match "$1: state" "$(ip link show dev "$1")" "*<*,UP*>*"
	check_eq "$1: reasons in the log" "$(reasons "$1" "$2")" 1
}

require ip tc
modprobe pausectl
echo N >/sys/module/pausectl/parameters/force
test_module pausectl_foreign
finally "rmmod pausectl_foreign"
for dev in foreign_pause foreign_dcb; do
	nsenter --net=/proc/1/ns/net ip link set $dev netns $$
done
machine_sysctl default_qdisc pausectl

ip tuntap add dev tun.1 mode tun
check_comes_up tun.1 "MAC Control is for Ethernet devices only"
ip tuntap add dev tun.mq mode tun multi_queue
check_comes_up tun.mq "MAC Control is for Ethernet devices only"
check_comes_up foreign_pause "the device has PAUSE of its own"
check_comes_up foreign_dcb "the device has PFC or ETS of its own"

station blast foreign_pause prio 0-7 count 3 >"$TMP/blast"
sent_by_blast 3
check_eq "frames that foreign_pause took of priority 3" "$reply" 3
check_refused "explicit mq" 2 "*Ethernet devices only*" tc qdisc add dev tun.mq root handle 1: mq
check_match "explicit mq: root qdisc" "$(tc qdisc show dev tun.mq root)" "qdisc noqueue *"

# shellcheck disable=SC2016 # expanded by the inner shell
check_match "in a user namespace: root qdisc" "$(unshare --user --map-root-user --net bash -c '
	ip tuntap add dev tun.user mode tun && ip link set tun.user up && tc qdisc show dev tun.user root')" \
	"qdisc noqueue *"

# RTNL is free again, and a device that can have a port gets one.
ip link add ifb.1 numtxqueues 1 numrxqueues 1 up type ifb
check_setting qdiscs 1 ifb.1
ip link del ifb.1
ip link del tun.1
ip link del tun.mq
check_eq "ports left" "$(pausectl -j show)" "[]"
