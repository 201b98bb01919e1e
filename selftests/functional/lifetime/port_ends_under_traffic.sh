#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
# kernel: new
#
# A port can end while it is paused, with data waiting and control frames coming in: its qdisc is removed or replaced, or
# its device or that of its partner is deleted. Nothing of the port stays. rmmod is refused as long as there is a port,
# and succeeds right after its end. Afterwards the device sends again, complete and in order.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	sends data     |  sends PFC
. "${0%/*}/../../lib/lib.sh"

traffic()
{
	blast prio 0-7 size 300 every 4ms burst 2
	background station -n "$PEER" frame "$LINK" pfc 0:65535,1:65535,3:100,5:0,7:9 count 4000000000 every 1ms persist
	storm=$job
}

# paused_port: a port that is paused while data waits
paused_port()
{
	port "$DUT" prio 0-7 speed 100mbit pace on
	await 10 counter_reaches rx_xoff_3 20
	await 10 counter_reaches queue_packets_0 5
}

no_port() # WHEN
{
	check_eq "$1: ports left" "$(pausectl -j show)" "[]"
}

pair
traffic
for way in removed "replaced by a port" "device down" "replaced by pfifo"; do
	paused_port
	case $way in
	removed) detach ;;
	"replaced by a port")
		tc qdisc replace dev "$DUT" root handle 2: pausectl
		check_setting qdiscs 1
		detach ;;
	"device down") ip link set "$DUT" down; detach; ip link set "$DUT" up ;;
	*) tc qdisc replace dev "$DUT" root handle 9: pfifo; detach ;;
	esac
	no_port "$way"
done

for round in 1 2 3; do
	paused_port
	check_refused "round $round: rmmod with a port" 1 "*in use*" rmmod pausectl
	check_setting qdiscs 1
	detach
	await 10 unload
	check_eq "round $round: module" "$([[ -e /sys/module/pausectl ]] && echo there || echo gone)" gone
done
kill "$storm"
finish blast

capture_dut dut
station blast "$DUT" prio 0-7 count 20 >"$TMP/blast"
finish dut
check_received dut out

for round in 1 2; do
	for end in here there; do
		[[ -e /sys/class/net/$DUT ]] || pair
		traffic
		paused_port
		case $end in
		here) ip link del "$DUT" ;;
		there) ip -n "$PEER" link del "$LINK" ;;
		esac
		wait "$storm" 2>/dev/null || :
		no_port "device $end deleted, round $round"
		await 10 module_idle
	done
done
check_eq "references to the module" "$reply" 0
