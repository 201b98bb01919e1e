#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: measured
# kernel: any
#
# XOFF by hand keeps the partner from sending for the time asked for, and then lets the partner go on.
# It may ask for another time and come at another interval. Each priority has its own end, and congestion
# of the same priority gets the time that it needs, at once.
#
# XOFF with `received` stops the port itself, if the port obeys such frames, and sends nothing.
#
#	here                          |  $PEER
#	$DUT pausectl, the partner ---+- $LINK pausectl
#	sends data; received XOFF     |  sends XOFF
. "${0%/*}/../../lib/lib.sh"

# $DUT is the partner, whose traffic stops. XOFF comes from $LINK.
port_pair
partner_port prio 0-7 speed 1gbit
configure prio 0-7 speed 1gbit

xoff() # WORD...: the words of pausectl xoff after dev DEV
{
	on_peer pausectl xoff dev "$LINK" "$@"
}

own() # WORD...: received XOFF
{
	pausectl xoff dev "$DUT" "$@" received
}

# by_hand PRIO: whether $LINK stops it by hand, in $reply
by_hand()
{
	json_element "$(on_peer pausectl -j show dev "$LINK")" forced "$1"
}

# times_asked: the times that PFC frames to the peer asked for, for priority 3, one after the other
times_asked()
{
	sed -n 's/.* in .* op=0101 vector=[0-9]* pfc=[0-9]*,[0-9]*,[0-9]*,\([0-9]*\),.*/\1/p' "$TMP/wire" | xargs
}

# check_asked PRIO LEAST MOST: so many frames of the capture asked for 100 quanta for this priority
check_asked()
{
	check_between "XOFFs of priority $1" "$(sed -n 's/.* op=0101 vector=[0-9]* pfc=//p' "$TMP/wire" |
		cut -d, -f$(($1 + 1)) | grep -c '^100$')" "$2" "$3"
}

# --- the partner stops, for the time asked for ------------------------------------------
capture_dut wire
blast prio 2 size 500
await 2 at_least 1 device_counter "$DUT" tx_packets
xoff for 100ms
reply_is "forced meanwhile" true by_hand 2
await 5 counter_is paused_2 0
reply_is "forced afterwards" false by_hand 2
nap 0.02
finish blast
await 10 drained
finish wire
check_counter pause_transitions_2 1
# Frames that started between one quantum after the first pause frame and the last pause frame
read -r frames span < <(awk '
	/ op=0101/ { if (!first) first = $1; last = $1; next }
	$2 == "out" { when[n++] = $1 }
	END {
		for (i = 0; i < n; i++)
			between += when[i] > first + 512 && when[i] < last
		print between, last - first
	}' "$TMP/wire")
check_eq "frames started meanwhile" "$frames" 0
check_between "from the first XOFF to XON, ns" "$span" 99900000 100100000
check_eq "frames of priority 2 afterwards" \
	"$(awk '/ op=0101/ { after = 0; next } $2 == "out" { after = 1 } END { print after + 0 }' \
	"$TMP/wire")" 1

# --- each priority has its own times and end --------------------------------------------
xoff prio 3
await 2 counter_is paused_3 1
take_snapshot
# xoffs_of_4 QUANTA LEAST MOST [WORD...]: so many XOFFs come, and then XON
xoffs_of_4()
{
	note counter rx_xon_4
	capture_dut wire type 8808
	xoff prio 4 quanta "$1" "${@:4}" for 0.02
	await 5 is 1 since counter rx_xon_4
	finish wire
	check_between "XOFFs of $1 quanta" "$(grep -c " op=0101 vector=24 .*,65535,$1," "$TMP/wire" || :)" "$2" "$3"
}
xoffs_of_4 1000 195 201 interval 100us
check_counter paused_4 0
check_counter paused_3 1
check_counter rx_xon_3 "${snapshot[rx_xon_3]}"
# Without an interval, XOFF comes again after half of the time that it asks for: 1024 us.
xoffs_of_4 4000 19 21
# The last request for a priority holds. xon ends it.
xoff prio 3 quanta 1000 interval 1s for 30
await 5 counter_is paused_3 0
on_peer pausectl xon dev "$LINK"
reply_is "forced after xon" false by_hand 3

# --- two intervals: each priority keeps its own, though a PFC frame could name both ----------
take_snapshot
capture_dut wire type 8808
xoff prio 5 quanta 100 interval 5ms for 0.04
xoff prio 6 quanta 100 interval 1ms for 0.02
await 5 counter_is rx_xon_5 $((snapshot[rx_xon_5] + 1))
counter rx_xon_6
check_eq "XONs of priority 6" $((reply - snapshot[rx_xon_6])) 1
finish wire
check_asked 5 7 9
check_asked 6 18 21

# --- priorities that the partner does not obey ------------------------------------------
configure prio 3
# ignored WHAT TIMER PRIORITIES
ignored()
{
	note counter rx_ignored
	xoff prio "$3" interval 1ms for 0.02
	nap 0.03
	check_counter "paused_$2" 0
	reply_between "$1: frames ignored" 15 22 since counter rx_ignored
}
ignored "a priority without PFC" 4 4
configure mode pause
ignored "mode pause" link all

# --- congestion in a gap that the user asked for ----------------------------------------
configure prio 3 speed 10mbit buffer-xoff 3:50 buffer-xon 3:10
capture_peer wire type 8808
pausectl xoff dev "$DUT" prio 3 quanta 5 interval 10s for 30
hold_charged_frame
await 2 counter_reaches tx_xoff_3 2
pausectl xon dev "$DUT"
nap 0.001
check_counter xoff_outstanding_3 1
check_counter tx_xon_3 0
finish wire
check_match "XOFF by hand, then of congestion" "$(times_asked)" "5 65535*"
from_peer pfc 3:0
await 2 counter_is xoff_outstanding_3 0
tc qdisc del dev "$DUT" clsact

# --- received: no frame leaves, but the priorities are paused as if frames came in ------
configure buffer-xoff 3:auto buffer-xon 3:auto prio 3,5 speed 1gbit
take_snapshot
requests=${snapshot[rx_xoff_3]}
own prio 3,5 for 0.1
await 5 counter_is paused_3 0
await 5 counter_is paused_5 0
counter pause_duration_us_3
check_between "received: paused, us" $((reply - snapshot[pause_duration_us_3])) 99900 100200
check_moved "received" rx_xoff_3=any rx_xoff_5=any rx_xon_3=1 rx_xon_5=1 \
	pause_transitions_3=1 pause_transitions_5=1 pause_duration_us_3=any pause_duration_us_5=any
# One request in each half of 65535 quanta, 16.8 ms
own prio 3 quanta 65535 for 0.1
await 5 counter_is rx_xon_3 $((snapshot[rx_xon_3] + 1))
check_between "received: requests" $(($(counter rx_xoff_3; echo "$reply") - requests)) 10 16
own for 30
await 2 counter_is paused_5 1
check_counter paused_3 1
# XOFF ends if the port stops obeying its priority. The pause then runs out.
configure prio 5
await 5 counter_is paused_3 0
check_counter paused_5 1
pausectl xon dev "$DUT" prio 5
check_counter paused_5 0
own prio 5 quanta 1 interval 100us for 0.005
nap 0.01
check_counter paused_5 0
for words in "prio 3" "prio 3,5"; do
	# shellcheck disable=SC2086 # words
	check_refused "received $words in mode pfc" 2 "*received*mode pfc*rx-prio*" own $words for 1
done
configure mode pause
check_refused "received prio in mode pause" 2 "*received*mode pause the link*" own prio 3 for 1
take_snapshot
own for 0.02
await 5 counter_is rx_xon_link $((snapshot[rx_xon_link] + 1))
check_moved "received PAUSE" rx_xoff_link=any rx_xon_link=1 pause_transitions_link=1 \
	pause_duration_us_link=any
configure rx off
check_refused "received, rx off" 2 "*received*obeys no*" own for 1
configure rx on mode off
check_refused "received, mode off" 2 "*received*obeys no*" own for 1
configure mode pause

# --- refused ----------------------------------------------------------------------------
check_refused "received without an end" 2 "*interval and received need a duration*" own
check_refused "an interval without an end" 2 "*interval and received need a duration*" xoff interval 1ms
check_refused "quanta 0" 1 "*1 to 65535*" xoff quanta 0
check_refused "interval" 1 "*1us to 10s*" xoff interval 11s for 1
check_refused "time" 1 "*1us to 24h*" xoff for 100000
check_refused "xon for" 1 "*prio*" on_peer pausectl xon dev "$LINK" for 3
on_peer ip link set "$LINK" down
check_refused "device down" 2 "*down*" xoff for 1
check_refused "received, no carrier" 2 "*no carrier*" own for 1
on_peer ip link set "$LINK" up
configure_partner mode pause tx off
check_refused "tx off" 2 "*tx is off*" xoff for 1
