#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# `pausectl xoff` sends XOFF at once and again at each refresh, and `pausectl xon` ends it with one
# XON (the sequences of verilog-ethernet's testbenches). Both work while the port itself is paused.
#
# When a lost link comes back, the port sends XOFF again. `tx off` sends one XON, and then nothing.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	XOFF, XON      |  captures, sends PFC; goes down and up
. "${0%/*}/../../lib/lib.sh"

quantum_ns=512			# at 1 Gb/s
refresh=100
refreshes=50

# control_frames: prints those of the capture $TMP/wire, as VECTOR TIMES or pause TIME
control_frames()
{
	sed -n 's/.* op=0101 vector=\([0-9]*\) pfc=\([0-9,]*\)$/\1 \2/p
		s/.* op=0001 pause=\([0-9]*\)$/pause \1/p' "$TMP/wire"
}

# apart PATTERN: prints the mean, greatest and least time, ns, from one such frame of $TMP/wire to
# the next
apart()
{
	awk -v pattern="$1" '$4 == "8808" && $0 ~ pattern {
		if (n++) {
			gap = $1 - last
			most = gap > most ? gap : most
			least = !least || gap < least ? gap : least
			sum += gap
		}
		last = $1
	} END { printf "%d %d %d\n", sum / (n - 1), most, least }' "$TMP/wire"
}

port_pair speed 1gbit

# --- held: XOFFs on a grid, one XON ---------------------------------------------
configure xoff-quanta 65535 refresh-quanta $refresh
capture_peer wire type 8808
pausectl xoff dev "$DUT"
await 10 counter_reaches tx_xoff_link $refreshes
check_counter xoff_outstanding_link 1
pausectl xon dev "$DUT"
await 10 counter_is tx_xon_link 1
counter tx_xoff_link
sent=$reply
finish wire
check_eq "frames on the wire" "$(control_frames | wc -l)" $((sent + 1))
check_eq "XOFFs" "$(control_frames | grep -c "pause 65535")" "$sent"
check_eq "last one" "$(control_frames | tail -n 1)" "pause 0"
check_counter xoff_outstanding_link 0
read -r mean most least < <(apart " pause=65535$")
demanded=$((refresh * quantum_ns))
check_between "XOFFs apart, ns: mean" "$mean" $((demanded * 98 / 100)) $((demanded * 102 / 100))
echo "XOFFs apart, ns: $least to $most"

# --- vectors name all stopped priorities; the first after xon also names the released one -------
configure prio 0-7
configure refresh-quanta 65535
capture_peer wire type 8808
vector=0
demand=()
times()
{
	local prio list=

	for prio in {0..7}; do
		list+=,$((vector & 1 << prio ? 65535 : 0))
	done
	reply=${list#,}
}
for prio in {0..7}; do
	pausectl xoff dev "$DUT" prio "$prio"
	await 10 counter_reaches "tx_xoff_$prio" 1
	vector=$((vector | 1 << prio))
	times
	demand+=("$vector $reply")
done
for prio in {7..0}; do
	was=$vector
	pausectl xon dev "$DUT" prio "$prio"
	await 10 counter_is "tx_xon_$prio" 1
	vector=$((vector & ~(1 << prio)))
	times
	demand+=("$was $reply")
done
finish wire
mapfile -t frames < <(control_frames)
for i in "${!demand[@]}"; do
	check_eq "frame $i: vector and times" "${frames[i]-}" "${demand[i]}"
done
check_eq "frames" ${#frames[@]} ${#demand[@]}

# --- while paused, without a link, with tx off --------------------------------------
# At this speed the port refreshes after 335 ms, so no refresh moves the counters below.
configure speed 100mbit
shut {0..7}
take_snapshot
pausectl xoff dev "$DUT" prio 3
check_moved "XOFF while all are paused" tx_mac_control=1 tx_pfc_frames=1 tx_pfc_3=1 tx_xoff_3=1 \
	xoff_outstanding_3=1 paused_0=any paused_1=any paused_2=any paused_3=any \
	paused_4=any paused_5=any paused_6=any paused_7=any \
	pause_transitions_{0,1,2,3,4,5,6,7}=any

on_peer ip link set "$LINK" down
pausectl xon dev "$DUT"
pausectl set dev "$DUT" prio 3,4
check_refused "xoff without a carrier" 2 "*no carrier*" pausectl xoff dev "$DUT" prio 3
on_peer ip link set "$LINK" up
await 5 is 1 content "/sys/class/net/$DUT/carrier"
pausectl xoff dev "$DUT" prio 3
await 2 counter_is xoff_outstanding_3 1
on_peer ip link set "$LINK" down
on_peer ip link set "$LINK" up
counter tx_xoff_3
await 5 counter_reaches tx_xoff_3 $((reply + 1))
check_counter xoff_outstanding_3 1

note counter tx_xon_3
configure mode pause
await 2 is 1 since counter tx_xon_3
pausectl xoff dev "$DUT"
await 2 counter_is xoff_outstanding_link 1
note counter tx_xon_link
configure tx off
await 2 is 1 since counter tx_xon_link
take_snapshot
check_refused "xoff with tx off" 2 "*tx is off*" pausectl xoff dev "$DUT"
nap 0.1
check_moved "tx off after XON, XOFF still asked for"
configure tx on
await 2 counter_is xoff_outstanding_link 1
configure prio 3,4
pausectl xoff dev "$DUT" prio 5
await 2 counter_is xoff_outstanding_5 1
pausectl xon dev "$DUT"
await 2 counter_is xoff_outstanding_5 0
configure mode pause
check_refused "priority in mode pause" 2 "*mode pfc*" pausectl xoff dev "$DUT" prio 3
configure mode off
check_refused "mode off" 2 "*mode is off*" pausectl xoff dev "$DUT"
