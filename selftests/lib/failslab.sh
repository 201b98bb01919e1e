# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For tests in which failslab of the kernel lets allocations fail. Source it in place of lib.sh.
# shellcheck source=selftests/lib/lib.sh
[[ ${lib_dir-} ]] || . "${BASH_SOURCE[0]%/*}/lib.sh"

[[ -e /proc/self/fail-nth ]] || { verdict 0 "the debug kernel has no fault injection"; exit 1; }

# The test has a /sys of its own.
mount -t debugfs debugfs /sys/kernel/debug
failslab=/sys/kernel/debug/failslab
readonly BUDGET=1000000000

# Log no stack for a failed allocation.
echo 0 >$failslab/verbose
echo 0 >$failslab/space
echo N >$failslab/cache-filter
echo 1 >$failslab/interval

# set_failslab PERCENT TASKS ATOMIC: this part of the allocations fails. TASKS Y: only allocations of
# tasks with make-it-fail. ATOMIC Y: only allocations that may not sleep.
set_failslab()
{
	echo 0 >$failslab/probability
	echo $BUDGET >$failslab/times
	echo "$2" >$failslab/task-filter
	echo "$3" >$failslab/ignore-gfp-wait
	echo "$1" >$failslab/probability
}

# stop_failing: ends the failures; the number of allocations that failed is in $reply
stop_failing()
{
	echo 0 >$failslab/probability
	read -r reply <$failslab/times
	reply=$((BUDGET - reply))
}
finally "set_failslab 0 N Y"

# fail_atomic PERCENT: allocations that may not sleep fail, as in interrupts and softirqs
fail_atomic()
{
	set_failslab "$1" N Y
}

# fail_kworkers PERCENT: from now on, allocations fail in the kworkers that exist at this moment
fail_kworkers()
{
	local comm

	for comm in /proc/[0-9]*/comm; do
		read -r reply 2>/dev/null <"$comm" || continue
		[[ $reply != kworker/* ]] || echo 1 2>/dev/null >"${comm%comm}make-it-fail" || :
	done
	set_failslab "$1" Y N
}

# filter_caches: only allocations of a marked cache fail and count
filter_caches()
{
	finally "echo N >$failslab/cache-filter"
	echo Y >$failslab/cache-filter
}

# fail_only CACHE: only allocations of this cache fail and count
fail_only()
{
	local cache

	# A cache that is merged with others refuses this.
	for cache in /sys/kernel/slab/*; do
		echo 0 2>/dev/null >"$cache/failslab" || :
	done
	echo 1 >"/sys/kernel/slab/$1/failslab"
	filter_caches
}

# spare_watchers: on the kernel with kmemleak and debug objects, allocations of these two neither
# fail nor count. Only that kernel merges no caches, so that all other caches can be marked.
spare_watchers()
{
	local cache left=""

	[[ -e /sys/kernel/debug/kmemleak ]] || return 0
	for cache in /sys/kernel/slab/*; do
		case ${cache##*/} in
		kmemleak_* | debug_objects_cache) left+=" ${cache##*/}" ;;
		*) echo 1 >"$cache/failslab" || left+=" ${cache##*/}" ;;
		esac
	done
	echo "# caches of which nothing fails:$left"
	filter_caches
}
