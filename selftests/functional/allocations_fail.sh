#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: debug
# hook: any
#
# Whatever is asked of a port, by every view, with the n-th allocation that the kernel makes
# for it failing, for each n there is (where a port begins, of those for some hundred files in
# sysfs each 16th): it is done all the same, or refused for lack of memory with nothing
# changed, and then works; so is the loading of the module; who listens is told of each event, or
# that some were lost. The same for the end of a network namespace, which the kernel's own threads
# see to. What is lost of memory the harness finds in the end, by kmemleak.
. "${0%/*}/../lib.sh"
. "${0%/*}/../failslab.sh"

pair
# The module must be there to ask.
attach
detach
set_failslab 0 N N
requests="load attach attach-set detach tc-set tc-show tc-classes set show stats watchdog show-all stats-all
	frame xoff storm dcb-show dcb-pfc dcb-maxrate dcb-app ethtool-show ethtool-set ethtool-ioctl
	sysfs-show sysfs-set"
for request in $requests; do
	status=0
	line=$(station faults "$DUT" "$request" 2>&1) || status=$?
	if [[ $status != 0 ]]; then
		verdict 0 "$request: $line"
		continue
	fi
	fields "$line"
	echo "# $request: ${field[tries]} of ${field[allocations]} allocations failed:" \
		"done all the same ${field[done]}, refused ${field[refused]}, unanswered ${field[unanswered]}"
	check_between "$request: allocations that failed" "${field[tries]}" 1 100000
	wrong=""
	for what in half changed poorer strange stuck silent; do
		[[ ${field[$what]} == 0 ]] || wrong+=" $what ${field[$what]}"
	done
	check_eq "$request: what must not be" "${wrong:+$wrong: error ${field[error]} where ${field[where]}}" ""
done

# --- the end of a network namespace ---------------------------------------------------------
gone()
{
	[[ ! -e /sys/class/net/$1 ]]
}

sum=0
for percent in 0 10 30 60; do
	ip netns add doomed
	ip link add here type veth peer name there netns doomed
	ip link set here up
	ip -n doomed link set there up
	nsenter --net=/run/netns/doomed tc qdisc add dev there root pausectl
	nsenter --net=/run/netns/doomed pausectl set dev there prio 3 trust dscp watchdog 3:drop
	fail_kworkers $percent
	ip netns del doomed
	await 30 gone here
	stop_failing
	echo "# end of a namespace, $percent percent fail: $reply allocations"
	sum=$((sum + reply))
done
check_between "allocations that failed as namespaces ended" $sum 1 1000000

tc qdisc del dev "$DUT" root 2>/dev/null || :
attach
check_setting mode pause
