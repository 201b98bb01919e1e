#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# Only the opcodes of PAUSE (00-01) and PFC (01-01) act. Each of 16 other opcodes is counted as
# unsupported and changes nothing: reserved ones, and ones of MAC Control functions that a port
# lacks (GATE, REPORT, REGISTER and so on, Annex 31A).
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends MAC Control frames
. "${0%/*}/../../lib/lib.sh"

pair
attach
configure speed 10mbit

for opcode in 0x0000 0x0002 0x0003 0x0004 0x0005 0x0006 0x0007 0x0100 0x0102 \
	      0x0110 0x0111 0x0113 0x1001 0x8001 0xfffe 0xffff; do
	take_snapshot
	from_peer pause 65535 opcode $opcode
	check_moved "opcode $opcode" rx_mac_control=1 rx_unsupported_opcodes=1
done
take_snapshot
from_peer control 0x0002 len 16
check_moved "opcode 0x0002 without parameters" rx_mac_control=1 rx_unsupported_opcodes=1
from_peer control 0x0002 len 15
check_moved "half an opcode" rx_mac_control=1 rx_malformed=1
from_peer control 0x0001
check_moved "opcode 0x0001, time 0" rx_mac_control=1 rx_pause=1 rx_xon_link=1
from_peer control 0x0101
check_moved "opcode 0x0101, empty vector" rx_mac_control=1 rx_pfc_frames=1
from_peer pause 65535 type 0x8809 + control 0x7777
check_moved "type 88-09 and a fence" rx_mac_control=1 rx_unsupported_opcodes=1
