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
		find .ci examples tools harness selftests -name '*.sh' -o -name '*.bash'
		find .ci examples tools harness selftests -type f ! -name '*.[ch]' \
			-exec awk 'FNR == 1 { if (/^#!.*sh$/) print FILENAME; nextfile }' {} +
	} | sort -u
}

# refuse_lines FILE PATTERN: fails if a line matches
refuse_lines() {
	if grep -E "$2" "$1" > /dev/null; then
		echo "not allowed:"
		grep -E "$2" "$1"
		return 1
	fi
}
