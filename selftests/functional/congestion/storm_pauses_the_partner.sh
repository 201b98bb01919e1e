#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# time: deterministic
# kernel: any
#
# A storm keeps the partner from sending for the time asked for, or as long as its command runs,
# and then lets the partner go on. An event tells of its begin and of its end.
#
# A storm with `received` stops the port itself, if the port obeys such frames, and sends nothing.
#
#	here                          |  $PEER
#	$DUT pausectl, the partner ---+- $LINK pausectl
#	sends data; own storms        |  sends storms
. "${0%/*}/../../lib/lib.sh"

# $DUT is the partner, whose traffic stops. The storms come from $LINK.
pair
attach
on_peer tc qdisc add dev "$LINK" root pausectl
on_peer pausectl set dev "$LINK" prio 0-7 speed 1gbit
configure prio 0-7 speed 1gbit

storm() # WORD...: the words of pausectl storm after dev DEV
{
	on_peer pausectl storm dev "$LINK" "$@"
}

sending()
{
	read -r reply <"/sys/class/net/$DUT/statistics/tx_packets"
	((reply > 0))
}

monitor_ready()
{
	[[ -s $TMP/monitor.err ]]
}

background nsenter --net="/run/netns/$PEER" pausectl monitor dev "$LINK" \
	>"$TMP/monitor" 2>"$TMP/monitor.err"
monitor=$job
await 10 monitor_ready
capture_dut wire
wire=$job
blast prio 2 size 500
sender=$job
await 2 sending
storm pfc all for 0.1
await 5 counter_is paused_2 0
nap 0.02
reap "$sender"
await 10 drained
reap "$wire"
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
check_eq "frames started in the storm" "$frames" 0
check_between "length of the storm, ns" "$span" 99000000 101000000
check_eq "frames of priority 2 after the storm" \
	"$(awk '/ op=0101/ { after = 0; next } $2 == "out" { after = 1 } END { print after + 0 }' \
	"$TMP/wire")" 1
await 5 grep -q storm-ended "$TMP/monitor"
check_eq "events" "$(grep -c storm "$TMP/monitor")" 2

# A storm ends with its command, even if SIGKILL ends the command.
background nsenter --net="/run/netns/$PEER" pausectl storm dev "$LINK" pfc 3 interval 1ms
command=$job
await 2 counter_is paused_3 1
check_refused "a second storm" 2 "*another storm*" storm pfc 4 for 1
kill -KILL "$command"
wait "$command" || :
await 5 counter_is paused_3 0
check_counter paused_3 0

# The last frame of a storm lets its priorities go on, except those that must stop for another
# reason.
on_peer pausectl xoff dev "$LINK" prio 3
await 2 counter_is paused_3 1
take_snapshot
storm pfc 3,4 quanta 1000 interval 100us for 0.02
await 5 counter_is rx_xon_4 $((snapshot[rx_xon_4] + 1))
check_counter paused_4 0
check_counter paused_3 1
check_counter rx_xon_3 "${snapshot[rx_xon_3]}"
on_peer pausectl xon dev "$LINK" prio 3
await 5 counter_is paused_3 0

# A storm that names no priority, and a storm that the partner does not obey
take_snapshot
storm pfc none interval 1ms for 0.02
check_between "empty frames received" "$(counter rx_mac_control && echo $((reply - snapshot[rx_mac_control])))" 15 22
for prio in {0..7}; do
	check_counter "paused_$prio" 0
done
configure mode pause
take_snapshot
storm pfc all interval 1ms for 0.02
check_counter paused_link 0
counter rx_ignored
check_between "frames ignored in mode pause" $((reply - snapshot[rx_ignored])) 15 22

# In a storm with received no frame leaves, and the port counts no frame. But priorities 3 and 5 are paused
# and count requests, as if frames came in.
own_storm()
{
	pausectl storm dev "$DUT" "$@" received
}

configure prio 3,5
take_snapshot
requests=${snapshot[rx_xoff_3]}
own_storm pfc 3,5 for 0.1
await 5 counter_is paused_3 0
await 5 counter_is paused_5 0
counter pause_duration_us_3
check_between "own storm: paused, us" $((reply - snapshot[pause_duration_us_3])) 99000 110000
check_moved "own storm" rx_xoff_3=any rx_xoff_5=any rx_xon_3=1 rx_xon_5=1 \
	pause_transitions_3=1 pause_transitions_5=1 pause_duration_us_3=any pause_duration_us_5=any
# One request in each half of 65535 quanta, 16.8 ms
check_between "own storm: requests" $((snapshot[rx_xoff_3] - requests)) 5 8
background pausectl storm dev "$DUT" pfc 3 received
command=$job
await 2 counter_is paused_3 1
check_refused "a storm beside one's own" 2 "*another storm*" pausectl storm dev "$DUT" pfc 5 for 1
kill -INT "$command"
wait "$command" || :
await 5 counter_is paused_3 0
# A storm ends if the port stops obeying its priority. The pause then runs out.
background pausectl storm dev "$DUT" pfc 3 received
command=$job
await 2 counter_is paused_3 1
configure prio 5
await 5 counter_is paused_3 0
status=0
wait "$command" || status=$?
check_eq "a storm that ends early: exit status" $status 2
# These pauses are so brief that the port keeps the processor until they end.
own_storm pfc 5 quanta 1 interval 100us for 0.005
check_counter paused_5 0
for words in "pause" "pfc 3" "pfc 3,5" "pfc none"; do
	# shellcheck disable=SC2086 # words
	check_refused "received $words in mode pfc" 2 "*received*mode pfc*rx-prio*" own_storm $words for 1
done
configure mode pause
check_refused "received pfc in mode pause" 2 "*received*mode pause the link*" own_storm pfc 3 for 1
take_snapshot
own_storm pause for 0.02
await 5 counter_is paused_link 0
check_moved "own storm of PAUSE" rx_xoff_link=any rx_xon_link=1 pause_transitions_link=1 \
	pause_duration_us_link=any
configure rx off
check_refused "received, rx off" 2 "*received*obeys no*" own_storm pause for 1
configure rx on mode off
check_refused "received, mode off" 2 "*received*obeys no*" own_storm pause for 1
configure mode pause

check_refused "quanta 0" 1 "*1 to 65535*" storm pause quanta 0
check_refused "interval" 1 "*1us to 10s*" storm pause interval 11s
check_refused "list" 1 "*0 to 7*" storm pfc 8
check_refused "no kind" 1 "*pause, pfc*" storm
on_peer ip link set "$LINK" down
check_refused "device down" 2 "*down*" storm pause for 1
check_refused "received, no carrier" 2 "*no carrier*" own_storm pause for 1
on_peer ip link set "$LINK" up
on_peer pausectl set dev "$LINK" mode pause tx off
check_refused "tx off" 2 "*tx is off*" storm pause for 1
reap "$monitor"
