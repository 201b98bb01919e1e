# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For tests on a machine that harness/vm has not made; lib.sh sources this file there. Such a machine may lack
# what a test needs. Then the test is skipped. In a guest of harness/vm a test that lacks something has failed.
PATH=${BASH_SOURCE[0]%/*}/../bin:$PATH:/usr/local/sbin:/usr/sbin:/sbin

# unfit WHY: skips the test before it has begun
unfit()
{
	printf '%s\n' "KTAP version 1" "ok 1 # SKIP $*" "1..1"
	exit 4
}

judge_machine()
{
	local tool head

	[[ -e /sys/module/pausectl ]] || modprobe -qn pausectl || unfit "the module pausectl is not installed"
	[[ ! -e /sys/module/pausectl || -e /sys/module/pausectl/refcnt ]] || ! grep -qE 'rmmod pausectl|module_idle' "$0" ||
		unfit "unloads the module, which this kernel has built in"
	((EUID == 0)) || unfit "needs root"
	for tool in ip pausectl station tc; do
		type -P "$tool" >/dev/null || unfit "$tool is not installed"
	done
	# The lines that say where selftests/run runs the test
	mapfile -t -n 8 head <"$0"
	[[ " ${head[*]} " != *" # time: "* ]] || unfit "needs deterministic time, as a guest of make check-vm has"
	[[ " ${head[*]} " != *" # kernel: debug "* || -e /proc/self/fail-nth ]] || unfit "needs a kernel with FAULT_INJECTION"
}
judge_machine
