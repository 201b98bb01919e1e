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
