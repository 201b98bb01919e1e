#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: new
#
# Tracepoints tell of each control frame received, with what became of it and why, and of each
# closing and opening of the gate.
. "${0%/*}/../../lib/lib.sh"

port_pair speed 10mbit
trace_events receive gate_closed gate_opened

from_peer pause 100
await 2 counter_is pause_transitions_link 1
from_peer pause 60000 + pause 0 + pfc 3:5 + pfc none + control 0x7777 + \
	pause 1 len 17 + pause 1 da ff:ff:ff:ff:ff:ff
await 2 counter_reaches rx_wrong_address 1
configure rx off
from_peer pause 5
await 2 counter_is rx_ignored 2
configure rx on prio 3
from_peer pfc 3:100,5:1
await 2 counter_is pause_transitions_3 1
echo 0 >"$tracing/events/pausectl/enable"
grep -o 'pausectl_.*' "$tracing/trace" >"$TMP/trace"
cat "$TMP/trace"

traced() # PATTERN TIMES
{
	check_eq "traced \"$1\"" "$(grep -cE "$1" "$TMP/trace" || :)" "$2"
}

traced "^pausectl_receive: $DUT " 10
traced "^pausectl_receive: .*opcode=0x0001 vector=0x100 len=60 acted upon" 3
traced "^pausectl_receive: .*opcode=0x0101 vector=0x008 .*ignored.*mode" 1
traced "^pausectl_receive: .*opcode=0x0101 vector=0x000 .*empty vector" 1
traced "^pausectl_receive: .*opcode=0x7777 .*unsupported opcode" 1
traced "^pausectl_receive: .*len=17 malformed" 1
traced "^pausectl_receive: .*wrong destination address" 1
traced "^pausectl_receive: .*ignored.*rx is off" 1
traced "^pausectl_receive: .*vector=0x028 .*ignored.*not enabled" 1
traced "^pausectl_gate_closed: $DUT " 3
traced "^pausectl_gate_closed: .*priority=8 quanta=100 " 1
traced "^pausectl_gate_closed: .*priority=8 quanta=60000 " 1
traced "^pausectl_gate_closed: .*priority=3 quanta=100 " 1
traced "^pausectl_gate_opened: $DUT " 3
traced "^pausectl_gate_opened: .*priority=8 .*expired" 1
traced "^pausectl_gate_opened: .*priority=8 .*released" 1
traced "^pausectl_gate_opened: .*priority=3 .*expired" 1
