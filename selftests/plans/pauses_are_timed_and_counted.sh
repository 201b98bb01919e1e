#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: plans
#
# A pause of priority 3 lasts for as long as its frame asks, and a time of 0 ends it at once. Each view has the exact numbers
# of PFC frames for each priority, in both directions.
. "${0%/*}/../lib/plans.sh"
require jq

# first_after: how late the first frame of priority 3 left after the last request for a pause, ns; in $reply. The time asked for is
# in $asked.
first_after()
{
	fields "$(station pauses "$TMP/dut" speed $speed | grep index=3 | tail -n 1)"
	asked=${field[asked]}
	reply=${field[late]}
}

plan_switch
capture_dut dut
storm_of pfc 3:65535
flows 1 3 1514 12
wait "$job" "$storm_job"
check_counter tx_packets_3 0
from_peer pfc 3:0
await 5 drained
finish dut
first_after
check_between "L03: from XON to the first frame, ms, rounded up" $(((reply + 999999) / 1000000)) 0 1

capture_dut dut
flows 1 3 1514 12
sender=$job
await 2 counter_reaches tx_packets_3 5
from_peer pfc 3:10000
await 2 counter_is paused_3 1
await 5 counter_is paused_3 0
wait "$sender"
await 5 drained
finish dut
first_after
check_between "L04: a pause of 10000 quanta, in quanta" $(((asked + reply) * 10 / 512000)) 9500 10500

# --- counters: N + 1 frames for priority N ---------------------------------------------
frames=(pfc 0:0)
for prio in {1..7}; do
	frames+=(+ pfc "$prio:0" count $((prio + 1)))
done
demanded="1 2 3 4 5 6 7 8"
take_snapshot
from_peer "${frames[@]}"
await 2 counter_reaches rx_pfc_7 $((snapshot[rx_pfc_7] + 8))
reply_is "L15, K26: received, in sysfs" "$demanded" moved rx_pfc
since_snapshot() # the eight numbers, less those of the snapshot, in $reply
{
	local prio list=()

	for prio in {0..7}; do
		list+=($(($(cut -d ' ' -f $((prio + 1)) <<<"$2") - snapshot[$1_$prio])))
	done
	reply=${list[*]}
}
reply_is "L15: received, by pausectl" "$demanded" since_snapshot rx_pfc \
	"$(pausectl -j stats dev "$DUT" | jq -r '.[0].rx_pfc | .[:8] | join(" ")')"
reply_is "L15: received, by dcb" "$demanded" since_snapshot rx_pfc \
	"$(dcb -j pfc show dev "$DUT" indications | jq -r '.indications | join(" ")')"
capture_peer sent type 8808
for prio in 0 3 3 3 7 7; do
	pausectl send dev "$DUT" pfc $prio:0
done
await 2 counter_reaches tx_pfc_7 $((snapshot[tx_pfc_7] + 2))
finish sent
reply_is "L15: sent, in sysfs" "1 0 0 3 0 0 0 2" moved tx_pfc
reply_is "L15: sent, by dcb" "1 0 0 3 0 0 0 2" since_snapshot tx_pfc \
	"$(dcb -j pfc show dev "$DUT" requests | jq -r '.requests | join(" ")')"
check_eq "L15: frames on the wire" "$(grep -c ' op=0101' "$TMP/sent")" 6
