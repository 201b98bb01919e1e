#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# qos_pfc.sh of Linux, written for switches of NVIDIA, passes on ports: 10 MB of priority 1 pass two
# bridges, of which the second sends 200 Mb/s only. PFC stops the first one in time, so no octet is lost.
#
# Each port is a MAC of 1 Gb/s. dcb sets PFC and buffers as in the switch. Adapters turn the shaper into
# maxrate, pools of egress into the limit of queues, and count the octets of a priority.
#
#	veth0 --- veth1 bridges veth4 -PFC- veth5 bridges veth2 --- veth3	all pausectl
#	sends						  200 Mb/s
. "${0%/*}/../../lib/upstream.sh"

ports 6 mode off speed 1gbit pace on
upstream drivers/net/mlxsw/qos_pfc.sh 2 DEVLINK_DEV=
for way in tx_xoff_1:veth5 rx_xoff_1:veth4; do
	counter "${way%:*}" "${way#*:}"
	check_between "${way%:*} of ${way#*:}" "$reply" 1 1000000
done
