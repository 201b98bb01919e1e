#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
# length: long
#
# While frames come in, and wait charged to a port, its device may change: MTU, address, name,
# carrier and master, and the transmit queues of the way out. The port goes on as the device now
# is, nothing stays charged, and in the end frames pass whole.
#
# When the device moves to another namespace, its port ends.
#
#	sender-1             here                              $PEER
#	tx1 ---------------- sw1 [switch] $DUT --------------- $LINK
#	pausectl, sends      pausectl,    mq of two pausectl   captures
#	                     changes,
#	                     moves to "moved" in the end
. "${0%/*}/../../lib/lossless.sh"

sw=sw1
sender_ns=sender-$$-1

# goes_on WHAT: frames come in and leave, so that the port tells its partner to go on and to stop
goes_on()
{
	local told began=${EPOCHREALTIME/./}

	await 20 at_least 1 sum_of occupancy $sw
	for told in tx_xon_3 tx_xoff_3; do
		note counter $told $sw
		await 20 at_least 1 since counter $told $sw
	done
	verdict 1 "$1: the port goes on, seen after $(((${EPOCHREALTIME/./} - began) / 1000)) ms"
}

# traffic STATION-ARGUMENTS...: tx1 sends. The pid in $job is that of station itself, so that the
# test can end station alone.
traffic()
{
	background station -n $sender_ns blast tx1 tag 1 prio 3 "$@" >"$TMP/blast"
}

# send_to ADDRESS: a control frame that changes nothing
send_to()
{
	station -n $sender_ns frame tx1 pfc 3:0 da "$1"
}

# All frames leave by the second of two queues. The test adds filters before the traffic. A filter makes
# the kernel patch code, and an emulated CPU may crash if it runs this code meanwhile.
receiver_pair numtxqueues 2 numrxqueues 2
detach
tc -batch - <<BATCH
qdisc add dev $DUT root handle 1: mq
qdisc add dev $DUT parent 1:1 handle 11: pausectl
qdisc add dev $DUT parent 1:2 handle 12: pausectl
qdisc add dev $DUT clsact
filter add dev $DUT egress matchall action skbedit queue_mapping 1
BATCH
# At this speed frames wait even on a debug kernel.
configure prio 3 speed 2mbit pace on
sender 1 prio 3 speed 1gbit buffer-xoff 3:8000 buffer-xon 3:3000
traffic size 1500
blaster=$job
goes_on "at first"

for mtu in 9000 1500; do
	ip link set $sw mtu $mtu
	ip link set "$DUT" mtu $mtu
	goes_on "MTU $mtu"
done

read -r before <"/sys/class/net/$sw/address"
address=02:00:00:00:07:01
ip link set $sw address $address
note counter rx_pfc_3 $sw
send_to $address
await 10 at_least 1 since counter rx_pfc_3 $sw
note counter rx_wrong_address $sw
send_to "$before"
await 10 at_least 1 since counter rx_wrong_address $sw
# The first frames may have been on their way with the old address.
capture source -n $sender_ns capture tx1 type 8808 octets 14 count 20 for 20s
goes_on "address $address"
await_end source
check_match "source of control frames" "$(grep "^[0-9]" "$TMP/source" | tail -n 1)" \
	"*0180c2000001${address//:/}8808*"

# Before Linux 6.2 a device must be down to get another name.
ip link set $sw down
ip link set $sw name sw1b
sw=sw1b
ip link set $sw up
await 10 forwarding $sw
goes_on "another name"
reply_is "its name" "\"$sw\"" json_field "$(pausectl -j show dev $sw)" ifname

for i in 1 2; do
	ip -n $sender_ns link set tx1 down
	await 10 is 0 content /sys/class/net/$sw/carrier
	ip -n $sender_ns link set tx1 up
	await 10 is 1 content /sys/class/net/$sw/carrier
	await 10 forwarding $sw
	goes_on "carrier lost and found, $i"
done

ip link set $sw nomaster
enslave $sw br0
goes_on "master cleared and set"

for queues in 1 2; do
	ethtool -L "$DUT" tx $queues
	await 10 forwarding "$DUT"
	there=(/sys/class/net/"$DUT"/queues/tx-*)
	check_eq "transmit queues" ${#there[@]} $queues
	goes_on "$queues transmit queues"
done

reap "$blaster"
await 20 all_drained "$DUT"
check_empty $sw
capture_peer wire
# These frames come slower than the way out. The test only counts them, because two CPUs may hand
# them on in another order.
traffic size 500 count 100 every 3ms
wait "$job"
await 20 all_drained "$DUT"
finish wire
fields "$(station check "$TMP/wire" | grep "^prio=3 ")"
check_eq "frames that arrived in the end" "${field[frames]-0} lost ${field[lost]-}" "100 lost 0"

# The device moves while frames are charged to its port.
traffic size 1500
await 20 at_least 1 sum_of occupancy $sw
add_netns moved
ip link set $sw netns moved
kill "$job"
wait "$job" || :
check_eq "ports left here" "$(station dump port)" "entries=1 torn=0 error=0"
check_eq "ports there" "$(station -n moved dump port)" "entries=0 torn=0 error=0"
await 20 all_drained "$DUT"
