#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# With net.core.default_qdisc=pausectl each new device with a queue gets a port. A device with
# several transmit queues gets one port, under mq.
#
#	here                                            |  $PEER
#	ifb.1 pausectl; station sends                   |
#	ifb.4 mq: four pausectl qdiscs, one port        |
#	$DUT, a veth, which needs no queue: no port ----+- $LINK
. "${0%/*}/../../lib/lib.sh"

machine_sysctl default_qdisc pausectl
ip link add ifb.1 numtxqueues 1 numrxqueues 1 up type ifb
check_setting qdiscs 1 ifb.1
check_match "root qdisc of ifb.1" "$(tc qdisc show dev ifb.1)" "qdisc pausectl *root*"
ip link add ifb.4 numtxqueues 4 numrxqueues 4 up type ifb
check_setting qdiscs 4 ifb.4
check_eq "mq and pausectl qdiscs of ifb.4" \
	"$(tc qdisc show dev ifb.4 | awk '{ n[$2]++ } END { print n["mq"], n["pausectl"] }')" "1 4"

# A device that needs no queue gets no port.
pair
check_eq "port of a veth" "$([[ -e /sys/class/net/$DUT/pausectl ]] && echo yes || echo no)" no

station blast ifb.1 prio 0-7 count 3 >/dev/null
check_match "sent by ifb.1" "$(tc -s qdisc show dev ifb.1)" "*Sent 24000 bytes 24 pkt*"

ip link set ifb.4 down
ip link del ifb.4
ip link del ifb.1
check_eq "ports left" "$(pausectl -j show)" "[]"
