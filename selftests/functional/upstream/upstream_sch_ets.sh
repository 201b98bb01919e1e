#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
# time: measured
# length: long
#
# sch_ets.sh of Linux passes on a port in the place of tbf and ets. An adapter turns strict bands and
# quanta into classes and shares, the map of priorities into prio-tc, and filters as well.
#
# The adapter replaces 1 Gb/s by 2.5 Mb/s, because an emulated processor does not send more than a
# fraction of 1 Gb/s by mausezahn.
#
# By default only the mode with a map runs. UPSTREAM=full runs the mode with filters, too.
#
#	veth0 --- veth1 bridges veth2 --- veth3	all pausectl
#	sends		     2.5 Mb/s
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/upstream.sh"

script=net/forwarding/sch_ets.sh
mode="ets_test_strict ets_test_mixed ets_test_dwrr"
tests="ping_ipv4 priomap_mode $mode" cases=17
if [[ ${UPSTREAM-} == full ]]; then
	tests+=" classifier_mode $mode" cases=31
fi
ports 4 mode off trust none limit 131072
upstream $script $cases TESTS="$tests" UPSTREAM_RATE=2500kbit UPSTREAM_GAP=20msec
