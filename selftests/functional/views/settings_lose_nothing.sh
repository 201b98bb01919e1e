#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
# kernel: new
#
# No frame is lost, doubled or reordered by changes of settings, or by pausing and resuming, with
# traffic on all priorities that stays below the limit.
#
# The test attaches the port before the traffic. While the kernel replaces the root qdisc of a device,
# it drops frames before any qdisc sees them, whatever the kind of the qdisc is.
. "${0%/*}/../../lib/lib.sh"

pair
capture_dut dut
attach
blast prio 0-7 size 300 every 8ms burst 2
# Meanwhile the peer sends many control frames.
background station -n "$PEER" frame "$LINK" pause 3000 count 1000000 every 10ms
storm=$job
background station -n "$PEER" frame "$LINK" pfc 0:3000,3:0,5:9000 count 1000000 every 14ms
storm+=" $job"
await 5 counter_reaches rx_pause 1

changes=("prio 0-7" "pace on" "speed 1gbit" "prio 3,5" "split-gso off" "mode pause"
	"advertise auto" "require both" "require none" "advertise off" "rx off"
	"speed 100mbit" "limit 1mb" "rx on" "mode off" "tx off" "pace off" "split-gso on"
	"mode pfc" "limit 8mb" "prio none" "prio 0,5" "speed auto" "tx on" "mode pause")
for change in "${changes[@]}"; do
	# shellcheck disable=SC2086 # a change is words
	configure $change
done
# shellcheck disable=SC2086 # two pids
kill $storm
await 10 counter_is paused_link 0
finish blast
await 20 drained
for prio in {0..7}; do
	check_counter "drops_$prio" 0
done
reply_between "pauses of the link meanwhile" 1 100000 counter pause_transitions_link
finish dut
check_received dut out
