#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# length: long
# skips: 6.1
#
# Runs the commands of Documentation/roce.rst as they stand there, in their order, in one shell.
. "${0%/*}/../../lib/rdma.sh"
. "${0%/*}/../../lib/document.sh"
require dcb ib_write_bw
[[ $(uname -r) != 6.1.* ]] || skip "rxe of Linux 6.1 ends a queue pair after a timeout"

# If a block fails, the document does not clean up.
finally '{ ip link del h1; ip link del h2; ip link del h3; ip netns del switch; } 2>/dev/null'
split_document roce
run_blocks

# values_of NAME COUNTER: the values that the block printed in its last line of the counter, to the array row
values_of()
{
	read -ra row < <(sed -n "s/^ *$2 //p" <<<"${printed[$1]}" | tail -n 1)
}

values_of roce-lossy drops
drops=${row[3]}
values_of roce-lossy rcvd_seq_err
errors=${row[*]}
values_of roce-lossy completer_retry_err
retries=("${row[@]}")
check_between "without PFC: frames dropped" "$drops" 1 1000000
check_between "without PFC: sequence errors of sender 1" "${errors%% *}" 1 1000000

for block in roce-timeouts roce-lossless; do
	values_of $block drops
	check_eq "$block: frames dropped so far" "${row[3]}" "$drops"
	values_of $block rcvd_seq_err
	check_eq "$block: sequence errors so far" "${row[*]}" "$errors"
done
values_of roce-timeouts completer_retry_err
check_between "short timeout: sender 1 went back" $((row[0] - retries[0])) 1 1000000
check_between "short timeout: sender 2 went back" $((row[1] - retries[1])) 1 1000000
retries=("${row[@]}")
values_of roce-lossless completer_retry_err
check_eq "long timeout: times that senders went back so far" "${row[*]}" "${retries[*]}"

values_of roce-lossless tx_xoff
check_between "XOFF sent" "${row[3]}" 1 1000000
values_of roce-lossless buffer_drops
check_eq "dropped from buffers" "${row[*]}" "0 0 0 0 0 0 0 0"
mapfile -t means < <(sed -n 's/^mean_bytes //p' <<<"${printed[roce-thresholds]}")
check_between "small thresholds: mean octets that wait, percent of that with automatic ones" \
	$((means[1] * 100 / means[0])) 1 60
values_of roce-ecn ecn_marks
check_between "frames marked" "${row[3]}" 1 1000000
