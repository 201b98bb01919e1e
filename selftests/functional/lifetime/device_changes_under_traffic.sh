#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
#
# With traffic, and frames charged to it, a port's device gets another MTU, address, name and
# master, loses its carrier and leaves for another namespace; the way out gets fewer transmit
# queues and more. The port goes on as the device now is, or ends; nothing stays charged, and
# in the end frames pass whole.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/lossless.sh"

sw=sw1
sender_ns=sender-$$-1

# Frames wait at the way out, charged to the port
charged()
{
	sum_of occupancy $sw
	((reply > 0))
}

passed() # COUNTER VALUE
{
	counter "$1" $sw
	((reply > $2))
}

# goes_on WHAT: frames come in and get out, so that the partner is told to go on, and to stop
goes_on()
{
	local told began=${EPOCHREALTIME/./}

	await 20 charged
	for told in tx_xon_3 tx_xoff_3; do
		counter $told $sw
		await 20 passed $told "$reply"
	done
	verdict 1 "$1: the port goes on, seen after $(((${EPOCHREALTIME/./} - began) / 1000)) ms"
}

carrier_is() # VALUE
{
	read -r reply <"/sys/class/net/$sw/carrier"
	((reply == $1))
}

forwards() # DEV
{
	[[ $switch != bridge ]] || await 10 forwarding "$1"
}

# traffic STATION-ARGUMENTS...: pid in $job, that of station itself, to end it alone
traffic()
{
	background station -n $sender_ns blast tx1 tag 1 prio 3 "$@" >"$TMP/blast"
}

# send_to ADDRESS: a control frame that changes nothing
send_to()
{
	station -n $sender_ns frame tx1 pfc 3:0 da "$1"
}

# All frames leave by the second of two queues. Filters begin before the traffic, as an
# emulated CPU may die of code that is patched while it runs.
receiver_pair numtxqueues 2 numrxqueues 2
detach
tc -batch - <<BATCH
qdisc add dev $DUT root handle 1: mq
qdisc add dev $DUT parent 1:1 handle 11: pausectl
qdisc add dev $DUT parent 1:2 handle 12: pausectl
qdisc add dev $DUT clsact
filter add dev $DUT egress matchall action skbedit queue_mapping 1
BATCH
# So slow that frames wait on a debug kernel, too
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
counter rx_pfc_3 $sw
send_to $address
await 10 passed rx_pfc_3 "$reply"
counter rx_wrong_address $sw
send_to "$before"
await 10 passed rx_wrong_address "$reply"
# The first may have been on their way with the address before.
capture source -n $sender_ns capture tx1 type 8808 octets 14 count 20 for 20s
source=$job
goes_on "address $address"
wait "$source"
check_match "source of control frames" "$(grep "^[0-9]" "$TMP/source" | tail -n 1)" \
	"*0180c2000001${address//:/}8808*"

# Before Linux 6.2 a device that is up keeps its name.
ip link set $sw down
ip link set $sw name sw1b
sw=sw1b
ip link set $sw up
forwards $sw
goes_on "another name"
json_field "$(pausectl -j show dev $sw)" ifname
check_eq "its name" "$reply" "\"$sw\""

for i in 1 2; do
	ip -n $sender_ns link set tx1 down
	await 10 carrier_is 0
	ip -n $sender_ns link set tx1 up
	await 10 carrier_is 1
	forwards $sw
	goes_on "carrier lost and found, $i"
done

# Where the port hears by the device's rx_handler, it can have no master that needs it.
if [[ $switch == bridge ]]; then
	ip link set $sw nomaster
	enslave $sw br0
	goes_on "master cleared and set"
fi

for queues in 1 2; do
	ethtool -L "$DUT" tx $queues
	forwards "$DUT"
	there=(/sys/class/net/"$DUT"/queues/tx-*)
	check_eq "transmit queues" ${#there[@]} $queues
	goes_on "$queues transmit queues"
done

reap "$blaster"
await 20 all_drained "$DUT"
check_empty $sw
capture_peer wire
wire=$job
# Slower than the way out is, and counted: two CPUs may hand them on in another order.
traffic size 500 count 100 every 3ms
wait "$job"
await 20 all_drained "$DUT"
reap "$wire"
fields "$(station check "$TMP/wire" | grep "^prio=3 ")"
check_eq "frames that arrived in the end" "${field[frames]-0} lost ${field[lost]-}" "100 lost 0"

# It leaves while frames are charged to it.
traffic size 1500
await 20 charged
ip netns add moved
finally "ip netns del moved"
ip link set $sw netns moved
kill "$job"
wait "$job" || :
check_eq "ports left here" "$(station dump port)" "entries=1 torn=0 error=0"
check_eq "ports there" "$(station -n moved dump port)" "entries=0 torn=0 error=0"
await 20 all_drained "$DUT"
