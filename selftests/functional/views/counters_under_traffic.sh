#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
# kernel: any
# length: long
#
# While another CPU sends through a port and its partner pauses it, the counters that only grow
# never go back in sysfs. In the end the port has counted the frames that were sent.
#
# The test reads the other views only for KCSAN. KCSAN reports a value that a view reads without the
# lock of the queues, if the code does not mark this read.
. "${0%/*}/../../lib/lib.sh"

seconds=10
# A look takes several seconds on a debug kernel.
least_looks=5

# Counters that only grow, by name
growing='^((rx|tx)_|(drops|pause_duration_us|xoff_duration_us|pause_transitions)_)'

# look: the values in sysfs of all counters that only grow, in the array now
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

port_pair prio 3 speed 1gbit
background station -n "$PEER" frame "$LINK" pfc 3:100 count 1000000 every 1ms
pauser=$job
blast prio 2,3,4 size 200 every 200us

declare -A now was
looks=0
backwards=""
end=$((SECONDS + seconds))
while ((SECONDS < end || looks < least_looks)); do
	look
	for name in "${!was[@]}"; do
		((now[$name] >= was[$name])) || backwards+=" $name ${was[$name]} ${now[$name]}"
	done
	for name in "${!now[@]}"; do
		was[$name]=${now[$name]}
	done
	((looks % 4)) || ask_others
	looks=$((looks + 1))
done
finish blast
kill "$pauser"
wait "$pauser" || :
from_peer pfc 3:0
await 10 drained
for prio in 2 3 4; do
	sent_by_blast $prio
	check_counter tx_packets_$prio "$reply"
done
check_between "times that all was read" $looks $least_looks 1000000
check_between "counters that only grow" ${#was[@]} 20 1000
check_eq "counters that went back" "$backwards" ""
