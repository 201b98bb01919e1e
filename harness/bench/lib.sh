# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Functions that the measurements in the guest share; sourced.
#
# A measurement prints a line for each figure: RESULT BENCH NAME VALUE [VALUE].... The values are
# repetitions of one figure, in ns or octets unless the measurement says otherwise.

set -eu
PATH=$PAUSECTL_BUILD/tools:$PAUSECTL_BUILD/selftests/bin:$PATH
# shellcheck disable=SC2034 # used by the measurements
repeats=${BENCH_REPEATS:-3}

say() {
	echo "  $*"
}

result() { # BENCH NAME VALUE...
	echo "RESULT $*"
}

# Time of day in ns
clock() {
	echo "$((${EPOCHREALTIME/./} * 1000))"
}

# pktgen on device $1, in thread $2, which has no other device
pktgen_device() {
	modprobe pktgen
	echo rem_device_all > "/proc/net/pktgen/kpktgend_$2"
	echo "add_device $1" > "/proc/net/pktgen/kpktgend_$2"
}

# Sets each WORD=VALUE for device $1
pktgen_set() {
	local device=$1 setting

	shift
	for setting; do
		echo "${setting/=/ }" > "/proc/net/pktgen/$device"
	done
}

# Sends and prints how many ns that took, as pktgen measured it
pktgen_run() {
	echo start > /proc/net/pktgen/pgctrl
	awk '/^Result: OK/ { match($0, /OK: [0-9]+/); print substr($0, RSTART + 4, RLENGTH - 4) * 1000 }' \
		"/proc/net/pktgen/$1"
}

# ns per frame on device $1, free of what a run costs once: the difference between
# a long run and a short one
pktgen_ns_per_frame() {
	local short long

	pktgen_set "$1" count=2000
	short=$(pktgen_run "$1")
	pktgen_set "$1" count=12000
	long=$(pktgen_run "$1")
	echo $(((long - short) / 10000))
}
