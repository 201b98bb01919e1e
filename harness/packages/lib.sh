# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What the scripts that make packages share; sourced.

# shellcheck source=harness/lib.sh
. "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/../lib.sh"

# The version of everything is that of dkms.conf.
# shellcheck disable=SC2034 # used by the scripts that source this one
version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$top/dkms.conf")

# Seconds of the epoch that packages bear as their date: those of the last commit, if it is known
package_date() {
	if [ -n "${SOURCE_DATE_EPOCH-}" ]; then
		echo "$SOURCE_DATE_EPOCH"
	else
		git -C "$top" log -1 --format=%ct 2> /dev/null || stat -c %Y "$top/CHANGELOG.md"
	fi
}

# copy_sources DIR: copies what a package is built from, as it is in the work tree
copy_sources() {
	mkdir -p "$1"
	tar -C "$top" --exclude='*.o' --exclude='*.ko' -cf - CHANGELOG.md COPYING Documentation Kbuild \
		Makefile README.md dkms.conf examples harness mac_ctrl selftests tools | tar -C "$1" -xf -
}
