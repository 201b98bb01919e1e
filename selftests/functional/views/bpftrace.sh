#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: night
# kernel: any
#
# The scripts of examples/monitoring tell how long pauses last, how long frames arrive after XOFF, and how long frames
# wait. Their sums are the port's counters.
#
#	sender-1              here                             $PEER
#	tx1 pausectl -------- sw1 pausectl [switch] $DUT ----- $LINK
#	not paced                                   10 Mb/s
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/lossless.sh"
require bpftrace
[[ -e /sys/kernel/btf/vmlinux ]] || skip "this kernel has no BTF, which tells bpftrace its types"

of_sources examples/monitoring
scripts=$(realpath "$reply")

# The three scripts as one, because each start of LLVM takes seconds: with one beginning and no end.
together()
{
	cat "$scripts/pauses.bt"
	sed '/^BEGIN/,/^}/d; /^END/,/^}/d' "$scripts"/{xoff-to-silence,wait}.bt
}

# value MAP: the number that follows the name of a map
value()
{
	awk -v name="@$1: " 'index($0, name) == 1 { print substr($0, length(name) + 1) }' "$TMP/maps"
}

# buckets MAP: the lines of a histogram
buckets()
{
	awk -v name="@$1:" '{ line = $0; sub(/ $/, "", line) }
		line == name { inside = 1; next }
		inside && !/^[[(]/ { inside = 0 }
		inside' "$TMP/maps"
}

# events MAP: the number of events in a histogram
events()
{
	buckets "$1" | awk '{ sub(/^[^])]*[])]/, ""); sum += $1 } END { print sum + 0 }'
}

mount -t tracefs tracefs /sys/kernel/tracing
finally "umount /sys/kernel/tracing"
receiver_pair
pausectl set dev "$DUT" prio 3 speed 10mbit pace on limit 100k
sender 1 prio 3 speed 1gbit
together >"$TMP/together.bt"
background bpftrace "$TMP/together.bt" >"$TMP/maps" 2>&1
maps=$job
await 60 grep -q "Ctrl-C" "$TMP/maps"
blast_from 1 prio 3 skbprio 3 size 1514 count 900
wait "$job"
await 60 all_drained "$DUT"
kill -INT "$maps"
wait "$maps" || :
cat "$TMP/maps"

counters=$(on_sender 1 pausectl -j stats tx1 | jq '.[0]')
pauses=$(jq '.pause_transitions[3]' <<<"$counters")
check_between "pauses of tx1" "$pauses" 10 1000
check_eq "pauses in the histogram" "$(events "pause_us[tx1, 3]")" "$pauses"
check_eq "pauses that the partner ended" "$(value 'ended_by_partner[tx1, 3]')" "$(jq '.rx_xon[3]' <<<"$counters")"
check_between "congestions of sw1 in the histogram" "$(events "silence_after_us[sw1]")" $((pauses - 1)) "$pauses"
check_eq "frames of tx1 in the histogram of waits" "$(events "wait_us[tx1, 3]")" 900
check_eq "warnings of bpftrace" "$(sed -n /WARNING/p "$TMP/maps")" ""
check_match "frames after XOFF" "$(buckets "silence_after_us[sw1]")" "*[[]256, 512)*"
