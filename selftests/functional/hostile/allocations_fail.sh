#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: debug
#
# If one allocation of a request fails, the port does the request, or refuses it for lack of memory
# and changes nothing. This holds for requests by every view. Then the port works as before.
#
# The test lets the n-th allocation fail, for each n, also while the module loads. Listeners are told
# of each event, or that events were lost. A network namespace ends, whichever allocation of the
# kworker fails. At the end the harness looks for lost memory by kmemleak.
#
#	here                                       |  $PEER
#	$DUT, two queues: no port, a port, or mq --+- $LINK
#	station asks                               |
. "${0%/*}/../../lib/failslab.sh"

# try_all REQUEST: with each of its allocations failing
try_all()
{
	local request=$1 status=0 start=${EPOCHREALTIME/./} line wrong what

	line=$(station faults "$DUT" "$request" 2>&1) || status=$?
	if [[ $status != 0 ]]; then
		verdict 0 "$request: $line"
		return
	fi
	fields "$line"
	echo "# $request: ${field[tries]} of ${field[allocations]} allocations failed:" \
		"done all the same ${field[done]}, refused ${field[refused]}, unanswered ${field[unanswered]}," \
		"in $(((${EPOCHREALTIME/./} - start) / 1000)) ms"
	check_between "$request: allocations that failed" "${field[tries]}" 1 100000
	wrong=""
	for what in half changed poorer strange stuck silent; do
		[[ ${field[$what]} == 0 ]] || wrong+=" $what ${field[$what]}"
	done
	check_eq "$request: what must not be" "${wrong:+$wrong: error ${field[error]} where ${field[where]}}" ""
}

pair numtxqueues 2 numrxqueues 2
# The module must be loaded before the requests.
attach
detach
set_failslab 0 N N
spare_watchers
requests="attach attach-set detach tc-set tc-show tc-classes set set-trust change-apps show stats watchdog show-all stats-all
	frame xoff dcb-show dcb-pfc dcb-maxrate dcb-app dcb-app-del ethtool-show ethtool-set ethtool-ioctl
	sysfs-show sysfs-again namespace"
for request in $requests; do
	try_all "$request"
done
# With this default, the queues of mq are pausectl qdiscs.
machine_sysctl default_qdisc pausectl
try_all attach-mq
machine_sysctl default_qdisc pfifo_fast
# Loading comes last, because the module then makes a new cache, which is not marked to fail. A
# kernel that has the module built in does not load it.
if [[ -e /sys/module/pausectl/refcnt ]]; then
	PAUSECTL_MODULE=$(modinfo -n pausectl)
	export PAUSECTL_MODULE
	try_all load
fi

tc qdisc del dev "$DUT" root 2>/dev/null || :
attach
check_setting mode pause
