# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For tests in which allocations fail: failslab of the kernel. Source it after lib.sh.

[[ -e /proc/self/fail-nth ]] || { verdict 0 "the debug kernel has no fault injection"; exit 1; }

# The test has a /sys of its own.
mount -t debugfs debugfs /sys/kernel/debug
failslab=/sys/kernel/debug/failslab
readonly BUDGET=1000000000

# No stack in the log for each of them
echo 0 >$failslab/verbose
echo 0 >$failslab/space
echo N >$failslab/cache-filter
echo 1 >$failslab/interval

# set_failslab PERCENT TASKS ATOMIC: so many of the allocations, only of the tasks that are to
# fail (Y), only of those that may not sleep (Y)
set_failslab()
{
	echo 0 >$failslab/probability
	echo $BUDGET >$failslab/times
	echo "$2" >$failslab/task-filter
	echo "$3" >$failslab/ignore-gfp-wait
	echo "$1" >$failslab/probability
}

# stop_failing: how many did, in $reply
stop_failing()
{
	echo 0 >$failslab/probability
	read -r reply <$failslab/times
	reply=$((BUDGET - reply))
}
finally "set_failslab 0 N Y"

# fail_atomic PERCENT: of what interrupts and softirqs allocate, and whoever may not sleep
fail_atomic()
{
	set_failslab "$1" N Y
}

# fail_kworkers PERCENT: of what the kernel's workers allocate that there are now
fail_kworkers()
{
	local comm

	for comm in /proc/[0-9]*/comm; do
		read -r reply 2>/dev/null <"$comm" || continue
		[[ $reply != kworker/* ]] || echo 1 2>/dev/null >"${comm%comm}make-it-fail" || :
	done
	set_failslab "$1" Y N
}

# filter_caches: nothing fails nor counts but what is of a cache that is marked
filter_caches()
{
	finally "echo N >$failslab/cache-filter"
	echo Y >$failslab/cache-filter
}

# fail_only CACHE
fail_only()
{
	local cache

	# Who shares one with others cannot be marked, nor the mark taken away.
	for cache in /sys/kernel/slab/*; do
		echo 0 2>/dev/null >"$cache/failslab" || :
	done
	echo 1 >"/sys/kernel/slab/$1/failslab"
	filter_caches
}

# spare_watchers: on the kernel with kmemleak and debug objects, what these allocate themselves
# neither fails nor counts. There alone each cache is of one kind, so that the others can be marked.
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
