#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
# hook: any
#
# Every view reads all that a port counts while another CPU sends through it and its partner
# pauses it: what sysfs says of these counters never goes back, and in the end they are what was
# sent. The others are read for KCSAN's sake: what is read beside the queues' lock is marked so.
. "${0%/*}/../../lib/lib.sh"

seconds=10
# On a debug kernel one takes several seconds
least_looks=5

# Counters that only grow, by the name of their file
growing='^((rx|tx)_|(drops|pause_duration_us|pause_transitions|delay_packets)_)'

# look: of what sysfs says, that which may only grow, to the array now
look()
{
	local -A values

	eval "values=($(station values "/sys/class/net/$DUT/pausectl/statistics"))"
	now=()
	for name in "${!values[@]}"; do
		[[ ! $name =~ $growing ]] || now[$name]=${values[$name]}
	done
}

ask_others()
{
	pausectl -j stats dev "$DUT" >"$TMP/stats"
	tc -s class show dev "$DUT" >"$TMP/classes"
	dcb pfc show dev "$DUT" requests indications >"$TMP/dcb"
	ethtool -I -a "$DUT" >"$TMP/ethtool"
}

pair
attach
configure prio 3 speed 1gbit delay-statistics on
background station -n "$PEER" frame "$LINK" pfc 3:100 count 1000000 every 1ms
pauser=$job
blast prio 2,3,4 size 200 every 200us
sender=$job

declare -A now was
looks=0
backwards=""
end=$((SECONDS + seconds))
while ((SECONDS < end || looks < least_looks)); do
	look
	for name in "${!was[@]}"; do
		((now[$name] >= was[$name])) || backwards+=" $name ${was[$name]} ${now[$name]}"
	done
	was=()
	for name in "${!now[@]}"; do
		was[$name]=${now[$name]}
	done
	((looks % 4)) || ask_others
	looks=$((looks + 1))
done
reap "$sender"
kill "$pauser"
wait "$pauser" || :
from_peer pfc 3:0
await 10 drained
for prio in 2 3 4; do
	sent_by_blast $prio
	sent=$reply
	counter delay_packets_$prio
	check_eq "priority $prio: frames counted as sent" "$reply" "$sent"
done
check_between "times that all was read" $looks $least_looks 1000000
check_between "counters that only grow" ${#was[@]} 20 1000
check_eq "counters that went back" "$backwards" ""
