#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: upstream
#
# skbedit_priority.sh of Linux passes on a port in the place of prio: filters at ingress and egress
# choose the priority, and so the queue, of a frame.
#
#	veth0 --- veth1 bridges veth2 --- veth3	all pausectl
. "${0%/*}/../../lib/upstream.sh"

ports 4 mode off
upstream net/forwarding/skbedit_priority.sh 17
