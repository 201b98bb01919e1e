#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: plans
#
# The link goes down and up while a storm stops priority 3. Once the storm is over, the priority has its rate again, and nothing is
# stuck. So it is if the port goes down, or its partner. Flow control that is set works as before.
. "${0%/*}/../lib/plans.sh"

flap_port()
{
	ip link set "$DUT" down
	ip link set "$DUT" up
}

flap_partner()
{
	ip -n "$PEER" link set "$LINK" down
	await 5 is 0 content "/sys/class/net/$DUT/carrier"
	ip -n "$PEER" link set "$LINK" up
}

plan_switch
for flap in flap_port flap_partner; do
	background station -n "$PEER" frame "$LINK" pfc 3:65535 count 1000000 every 50ms persist
	storm=$job
	await 2 counter_is paused_3 1
	flows 1 3 1514 50
	sender=$job
	await 2 counter_reaches queue_packets_3 3
	$flap
	await 5 is 1 content "/sys/class/net/$DUT/carrier"
	await 5 forwarding "$DUT"
	wait "$sender"
	check_counter paused_3 1
	kill "$storm"
	wait "$storm" || :
	from_peer pfc 3:0
	await 10 drained
	check_empty sw1
	check_counter paused_3 0

	capture_peer after
	flows 2 3,5 1514 100
	wait "$job"
	await 5 drained
	finish after
	check_flows 2 3,5 after
	rates 2 3,5 after
	check_between "L11, $flap: rate of priority 3 afterwards, percent" "$slowest" 98 102
done
check_setting prio 3-4

# The pause that DPDK's plan asks for after a stop and start of the port
configure mode pause
flap_port
await 5 forwarding "$DUT"
take_snapshot
from_peer pause 60000 + pause 0
check_moved "D07: PAUSE after the port went down and up, flow control on" rx_mac_control=2 rx_pause=2 rx_xoff_link=1 rx_xon_link=1 \
	pause_transitions_link=1
configure mode off
flap_port
await 5 forwarding "$DUT"
from_peer pause 60000
check_moved "D07: the same, flow control off" rx_mac_control=1 rx_pause=1 rx_ignored=1

ip link set "$DUT" nomaster
for forward in on off; do
	demanded=0
	[[ $forward == off ]] || demanded=1
	configure forward $forward
	flap_port
	capture client capture "$DUT" proto 8808
	take_snapshot
	from_peer pause 60000
	await 2 counter_reaches rx_pause $((snapshot[rx_pause] + 1))
	finish client
	check_eq "D10: forward $forward, frames at the client after the port went down and up" "$(grep -c ' in ' "$TMP/client" || :)" $demanded
done
