#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: upstream
# time: measured
#
# sch_red.sh of Linux passes on a port in the place of tbf and red with "ecn nodrop": ECN marks no frame of
# a short queue, marks all frames of a long one, and drops none. Without "nodrop" the only difference is
# that a port drops no frame of UDP early.
#
# The adapter replaces 10 Mb/s by 2 Mb/s, because each frame takes time of an emulated processor.
#
#	veth0 --- veth1 bridges veth4 --- veth5	all pausectl
#	veth2 --- veth3	     2 Mb/s, ECN
. "${0%/*}/../../lib/upstream.sh"

script=net/forwarding/sch_red.sh
except "ECN backlog > limit: UDP early-dropped" FAIL "a port marks, and drops no frame early"
leave_out $script "red_test" "a port drops no frame early"
leave_out $script "red_qevent_test, ecn_qevent_test" "a port has no qevents: pausectl monitor shows its events"
ports 6 mode off
upstream $script 8 TESTS="ping_ipv4 ecn_test ecn_nodrop_test" UPSTREAM_RATE=2mbit
