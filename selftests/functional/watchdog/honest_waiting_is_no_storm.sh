#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# time: measured
#
# Two senders of 1 Gb/s share a receiver of 5 Mb/s, so each is paused for more than 99 % of the time. But
# frames leave in each watchdog-detect-ms. That is no storm, and the watchdogs drop nothing. A
# station that lets no frame pass is one, and is detected.
#
#	sender-1, sender-2          here                                $PEER
#	tx1, tx2 ------------------ sw1, sw2 [switch] $DUT ------------ $LINK
#	pausectl, send,             pausectl          pausectl, 5 Mb/s  captures
#	watched
. "${0%/*}/../../lib/lossless.sh"
require jq

detect_ms=100

# of_sender N KEY: a counter of the port of sender N, for priority 3; in $reply
of_sender()
{
	reply=$(on_sender "$1" pausectl -j stats "tx$1" | jq ".[0].$2[3]")
}

receiver_pair
configure prio 3 speed 5mbit pace on
for n in 1 2; do
	sender $n prio 3 speed 1gbit pace on buffer-xoff $early_xoff \
		watchdog 3:drop watchdog-detect-ms $detect_ms watchdog-restore-ms 100
done

capture_peer peer
senders=()
for n in 1 2; do
	blast_from $n prio 3 size 1514 for 4s
	senders+=("$job")
done
for n in 1 2; do
	await 5 at_least 1 of_sender $n paused
done
for n in 1 2; do
	from[n]=${EPOCHREALTIME/./}
	of_sender $n pause_duration_us
	were[n]=$reply
done
nap 1.2
for n in 1 2; do
	us=$((${EPOCHREALTIME/./} - from[n]))
	of_sender $n pause_duration_us
	check_between "sender $n: permille of the time in pause" $(((reply - were[n]) * 1000 / us)) 990 1010
done
for pid in "${senders[@]}"; do
	[[ -e /proc/$pid ]] || verdict 0 "a sender has ended before the measurement"
done
wait "${senders[@]}"
await 20 all_drained "$DUT"
finish peer
for n in 1 2; do
	check_whole $n 3 peer
	for what in storms_detected storm_drops; do
		reply_is "sender $n: $what" 0 of_sender $n $what
	done
done

# The partner of sender 1 lets nothing pass.
pausectl xoff dev sw1 prio 3 for 1
await 2 at_least 1 of_sender 1 paused
blast_from 1 prio 3 size 1514 count 10
await 1 at_least 1 of_sender 1 storms_detected
await 5 xoff_over sw1
reply_is "a storm: frames dropped" 10 of_sender 1 storm_drops
