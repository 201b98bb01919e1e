#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
#
# TCP hands down segments larger than the MTU. With split-gso on every frame that
# starts is one of the wire; with it off they pass whole. The stream arrives.
. "${0%/*}/../lib.sh"

octets=400000

pair
ip addr add 10.9.0.1/24 dev "$DUT"
ip -n "$PEER" addr add 10.9.0.2/24 dev "$LINK"
attach

# stream NAME: a capture of that name, its longest frame in $longest
stream()
{
	local sink dut

	capture sink -n "$PEER" stream listen 5001
	sink=$job
	capture_dut "$1"
	dut=$job
	station stream connect 10.9.0.2 5001 $octets
	wait "$sink"
	reap "$dut"
	check_eq "$1: octets that arrived" "$(cat "$TMP/sink")" $octets
	longest=$(awk '$2 == "out" && $3 > max { max = $3 } END { print max }' "$TMP/$1")
}

check_setting split_gso 1
stream "split-gso on"
check_between "split-gso on: longest frame" "$longest" 1000 1514
configure split-gso off
stream "split-gso off"
check_between "split-gso off: longest frame" "$longest" 1515 70000
configure split-gso on speed 100mbit pace on
stream "split-gso and pace on"
check_between "split-gso and pace on: longest frame" "$longest" 1000 1514
