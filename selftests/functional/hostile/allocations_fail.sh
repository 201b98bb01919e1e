#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: debug
# hook: any
#
# Whatever is asked of a port, by every view, with the n-th allocation that the kernel makes
# for it failing, for each n there is: it is done all the same, or refused for lack of memory with
# nothing changed, and then works; so is the loading of the module, as far as it allocates itself;
# who listens is told of each event, or that some were lost. The end of a network namespace, to
# which a worker of the kernel sees, comes whichever of that worker's allocations fails, and a port
# in the next one works. What is lost of memory the harness finds in the end, by kmemleak.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/failslab.sh"

# Lines of the log that say what is allowed for a setting
values_refused()
{
	dmesg | { grep -c "$DUT: pausectl/.*allowed" || :; }
}

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
# The module must be there to ask.
attach
detach
set_failslab 0 N N
spare_watchers
requests="attach attach-set detach tc-set tc-show tc-classes set show stats watchdog show-all stats-all
	frame xoff storm dcb-show dcb-pfc dcb-maxrate dcb-app dcb-app-del ethtool-show ethtool-set ethtool-ioctl
	sysfs-show sysfs-set namespace"
logged=$(values_refused)
for request in $requests; do
	try_all "$request"
done
# The queues of mq get ports by default.
default_qdisc pausectl
try_all attach-mq
default_qdisc pfifo_fast
# To load the module is last: it makes a cache of its own, which is not marked then.
try_all load
# As sysfs-set would: the value is allowed, it is memory that is short.
check_eq "values that the log calls not allowed" "$(($(values_refused) - logged))" 0

tc qdisc del dev "$DUT" root 2>/dev/null || :
attach
check_setting mode pause
