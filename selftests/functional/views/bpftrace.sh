#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# The scripts of tools/bpftrace tell how long pauses last, how long frames arrive after XOFF, and how long frames
# wait. Their sums are the port's counters.
#
#	sender-1              here                             $PEER
#	tx1 pausectl -------- sw1 pausectl [switch] $DUT ----- $LINK
#	not paced                                   10 Mb/s
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/lossless.sh"
require bpftrace
[[ -e /sys/kernel/btf/vmlinux ]] || skip "this kernel has no BTF, which tells bpftrace its types"

of_sources tools/bpftrace
scripts=$(realpath "$reply")

# start SCRIPT: it sees all that happens from now on
start()
{
	background bpftrace "$scripts/$1.bt" >"$TMP/$1" 2>&1
	await 60 grep -q "Ctrl-C" "$TMP/$1"
}

# value SCRIPT MAP: the number behind the name of a map
value()
{
	awk -v name="@$2: " 'index($0, name) == 1 { print substr($0, length(name) + 1) }' "$TMP/$1"
}

# events SCRIPT MAP: the number of events in a histogram
events()
{
	awk -v name="@$2:" '{ sub(/ $/, "") }
		$0 == name { inside = 1; next }
		inside && /^[[(]/ { sub(/^[^])]*[])]/, ""); sum += $1; next }
		{ inside = 0 }
		END { print sum + 0 }' "$TMP/$1"
}

mount -t tracefs tracefs /sys/kernel/tracing
finally "umount /sys/kernel/tracing"
receiver_pair
pausectl set dev "$DUT" prio 3 speed 10mbit pace on limit 100k
sender 1 prio 3 speed 1gbit
started=()
for script in pauses xoff-to-silence wait; do
	start $script
	started+=("$job")
done
blast_from 1 prio 3 skbprio 3 size 1514 count 900
wait "$job"
await 60 all_drained "$DUT"
for job in "${started[@]}"; do
	kill -INT "$job"
	wait "$job" || :
done
cat "$TMP/pauses" "$TMP/xoff-to-silence" "$TMP/wait"

counters=$(on_sender 1 pausectl -j stats tx1 | jq '.[0]')
pauses=$(jq '.pause_transitions[3]' <<<"$counters")
check_between "pauses of tx1" "$pauses" 10 1000
check_eq "pauses in the histogram" "$(events pauses "pause_us[tx1, 3]")" "$pauses"
check_eq "pauses that the partner ended" "$(value pauses 'ended_by_partner[tx1, 3]')" "$(jq '.rx_xon[3]' <<<"$counters")"
check_between "congestions of sw1 in the histogram" "$(events xoff-to-silence "silence_after_us[sw1]")" $((pauses - 1)) "$pauses"
check_eq "frames of tx1 in the histogram of waits" "$(events wait "wait_us[tx1, 3]")" 900
check_eq "warnings of bpftrace" "$(sed -n /WARNING/p "$TMP"/{pauses,xoff-to-silence,wait})" ""
check_match "frames after XOFF" "$(<"$TMP/xoff-to-silence")" "*[[]256, 512)*"
