#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# length: long
#
# The bits PAUSE and ASM_DIR that both ends advertise decide which end sends PAUSE frames and which end
# obeys them. The frames on the wire agree with this (UNH-IOL Clause 31, Appendix 31A, Table 1).
#
#	here
#	$DUT pausectl --- $LINK pausectl	each end sends PAUSE and data in turn
. "${0%/*}/../../lib/agreement.sh"

two_ports
pausectl set dev "$DUT" advertise auto
pausectl set dev "$LINK" advertise auto

# Disable PAUSE transmit, disable PAUSE receive
for partner in none pause asym pause-asym; do
	check_case "0 0 with $partner" none $partner N N
done
check_case "0 1 with 0 0" asym none N N
check_case "0 1 with 0 1" asym asym N N
check_case "0 1 with 1 0" asym pause N N
check_case "1 0 with 0 0" pause none N N
check_case "1 0 with 0 1" pause asym N N
check_case "1 1 with 0 0" pause-asym none N N
# Disable transmit, enable receive
check_case "1 1 with 0 1" pause-asym asym R T
# Enable transmit, disable receive
check_case "0 1 with 1 1" asym pause-asym T R
# Enable both
check_case "1 0 with 1 0" pause pause B B
check_case "1 0 with 1 1" pause pause-asym B B
check_case "1 1 with 1 0" pause-asym pause B B
check_case "1 1 with 1 1" pause-asym pause-asym B B

# With advertise auto, an end advertises the bits that ask for its tx and rx settings.
while read -r tx rx advertised result partner_result; do
	pausectl set dev "$DUT" tx "$tx" rx "$rx" advertise auto
	check_setting advertised "$advertised"
	check_flow "tx $tx rx $rx with 1 1" "$DUT" "$LINK" "$result"
	check_flow "tx $tx rx $rx with 1 1" "$LINK" "$DUT" "$partner_result"
done <<-END
	off off none N N
	off on pause-asym B B
	on off asym T R
	on on pause B B
END
