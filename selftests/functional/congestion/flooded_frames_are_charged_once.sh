#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
#
# If a bridge floods a frame to many ports, the port charges the frame to its ingress port once,
# however many copies wait. The buffer does not overflow, no copy is lost, and nothing stays charged.
#
# All 16 outgoing ports are paused when the frames come.
#
#	sender-1           here                                   receiver
#	tx1 -------------- sw1 [br0] out.1 ... out.16 ----------- sink.1 ... sink.16
#	pausectl, sends    pausectl  pausectl, each paused        station sends PFC
#	broadcasts
. "${0%/*}/../../lib/lossless.sh"

ports=16
frames=200
BROADCAST=ff:ff:ff:ff:ff:ff

# received: how many frames the sinks have received, in $reply
received()
{
	read -r reply < <(nsenter --net="/run/netns/$receiver" bash -c '
		cat /proc/net/dev' | awk '/sink\./ { sum += $3 } END { print sum + 0 }')
}

receiver=receiver-$$
add_netns $receiver
add_bridge br0
for ((i = 1; i <= ports; i++)); do
	veth out.$i sink.$i $receiver
	port out.$i speed 100mbit prio 3 ecn "$((i % 2 ? 3 : 4)):1"
	enslave out.$i br0
done
sender 1 prio 3 speed 100mbit pace on buffer-xoff $early_xoff

# Each partner asks for the longest pause, 336 ms at 100 Mb/s.
for ((i = 1; i <= ports; i++)); do
	station -n $receiver frame sink.$i pfc 3:65535
done
# Copies add the memory of their struct sk_buff. For shorter frames this memory, and not the octets, would decide.
blast_from 1 prio 3 size 1514 count $frames da $BROADCAST
wait "$job"
await 10 at_least $((ports * frames)) received
reply_is "copies that arrived" $((ports * frames)) received
reply_between "XOFFs sent to the sender" 1 1000 counter tx_xoff_3 sw1
reply_is "copies dropped" 0 sum_of drops $(seq -f out.%g $ports)
reply_is "copies for which the buffer was full" 0 sum_of buffer_drops sw1
# Some frames are on their way when XOFF goes out. A charge for each copy would make 24,000 octets of the
# first frame.
reply_between "most octets charged" $((early_xoff + 1)) $((early_xoff * 3 / 2)) counter occupancy_max_3 sw1
check_empty sw1
