# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Functions that the lint scripts share; sourced.

# shellcheck disable=SC2034 # used by the scripts that source this one
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
# shellcheck source=harness/lib.sh
. "$here/../../harness/lib.sh"
set -o pipefail
mkdir -p "$build"

# All C files of the project
c_files() {
	find "$top"/{mac_ctrl,tools,harness,selftests} -name '*.[ch]' | sort
}

# All shell scripts, by name or by first line, relative to the top
shell_files() {
	{
		find .ci examples experiments tools harness selftests -name '*.sh' -o -name '*.bash'
		find .ci examples experiments tools harness selftests -type f ! -name '*.[ch]' \
			-exec awk 'FNR == 1 { if (/^#!.*sh$/) print FILENAME; nextfile }' {} +
	} | sort -u
}

# find_changed KNOWN FILE...: the files, in $top, without a digest in file KNOWN, to the array changed. The digests of these
# go to $digests, for the caller to add when they have passed.
find_changed() {
	mkdir -p "$cache"
	touch "$1"
	digests=$(cd "$top" && sha256sum "${@:2}" | grep -v -x -F -f "$1") || :
	mapfile -t changed < <(awk '{ print $2 }' <<< "$digests")
}

# refuse_lines FILE PATTERN: fails if a line matches
refuse_lines() {
	if grep -E "$2" "$1" > /dev/null; then
		echo "not allowed:"
		grep -E "$2" "$1"
		return 1
	fi
}

# run_kselftest INSTALLED OPTION...: runs the tests that the kernel's kselftest has installed in a guest, by these options of
# harness/vm/run. The guest has all tools, but not the harness. $TESTS chooses some tests.
run_kselftest() {
	local log=$build/kselftest.log tests

	mapfile -t tests < <(awk -F / -v only="${TESTS:-}" '{ name = $NF; sub(/\.sh$/, "", name) } name ~ only' \
		"$1/kselftest-list.txt")
	[ ${#tests[@]} -gt 0 ] || die "TESTS=\"$TESTS\": no test has such a name"
	# While allocations fail, files of the host cannot be read: tc is in memory. And Linux 7.3 warns when it ends a cache for
	# whose link in sysfs it had no memory: only caches that may be merged have one. The runner opens /dev/stdout, which a guest lacks.
	# shellcheck disable=SC2016 # expanded in the guest
	"$top/harness/vm/run" --timeout 7200 --preload tc --append slab_nomerge "${@:2}" -- bash -c '
		ln -s /proc/self/fd/1 /dev/stdout
		make -s install-tools > /tmp/log < /dev/null || { cat /tmp/log; exit 1; }
		unset VM_SHARE
		"$1/run_kselftest.sh" $2 2>&1 | cat' - "$1" "${tests[*]/#/-t }" | tee "$log" | grep -E '^(not )?ok '
	! grep -q '^not ok' "$log" || die "see $log"
	! grep '^# ok .* # SKIP .* is not installed' "$log" || die "a guest has all tools"
	[ "$(grep -c '^ok ' "$log")" = ${#tests[@]} ] || die "not all tests have run"
	echo "$(grep -c '^ok .*sh$' "$log") passed, $(grep -c '^ok .* # SKIP$' "$log") skipped:"
	sed -n 's/^# ok .* # SKIP //p' "$log" | sort | uniq -c
}
