#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: upstream
# time: measured
#
# sch_ets.sh of Linux passes on a port in the place of tbf and ets. An adapter turns strict bands and
# quanta into classes and shares, and the map of priorities into prio-tc.
#
# The adapter replaces 1 Gb/s by 2.5 Mb/s, because an emulated processor does not send more than a
# fraction of 1 Gb/s by mausezahn.
#
#	veth0 --- veth1 bridges veth2 --- veth3	all pausectl
#	sends		     2.5 Mb/s
. "${0%/*}/../../lib/upstream.sh"

script=net/forwarding/sch_ets.sh
tests="ping_ipv4 priomap_mode ets_test_strict ets_test_mixed ets_test_dwrr"
leave_out $script "classifier_mode" "trust chooses the priority of a frame; a port has no filters with a flowid"
ports 4 mode off trust none limit 131072
upstream $script 17 TESTS="$tests" UPSTREAM_RATE=2500kbit UPSTREAM_GAP=20msec
