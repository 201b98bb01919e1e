# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Functions that the scripts of the project share; sourced.

top=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
# shellcheck disable=SC2034 # used by the scripts that source this one
build=${PAUSECTL_BUILD:-$top/build}
# Holds files that are expensive to make and the same for every work tree.
# shellcheck disable=SC2034 # used by the scripts that source this one
cache=${XDG_CACHE_HOME:-$HOME/.cache}/pausectl

# The image of kernel $1, its tree for /lib/modules, and its headers. A debug kernel and an unpacked one have
# them in the cache.
kernel_image() {
	local place

	for place in "$cache/kernel-$1/vmlinuz" "/lib/modules/$1/vmlinuz"; do
		if [ -e "$place" ]; then echo "$place"; return; fi
	done
	echo "/boot/vmlinuz-$1"
}

kernel_modules() {
	local own=$cache/kernel-$1/modules

	if [ -e "$own" ]; then echo "$own"; else echo "/lib/modules/$1"; fi
}

kernel_headers() {
	local own=$cache/kernel-$1/build

	if [ -e "$own" ]; then echo "$own"; else echo "/lib/modules/$1/build"; fi
}

# foreign KERNEL: for a kernel of another architecture, Debian's name of that, the kernel's, and the prefix of its compiler
foreign() {
	case $1 in
	*-arm64) echo arm64 arm64 aarch64-linux-gnu ;;
	*-armmp) echo armhf arm arm-linux-gnueabihf ;;
	*-s390x) echo s390x s390 s390x-linux-gnu ;;
	*) false ;;
	esac
}

# The version of the kernel for what needs one, whichever
default_kernel() {
	"$top/harness/vm/kernel" "$("$top/harness/vm/kernel" default)"
}

die() {
	echo "${0##*/}: $*" >&2
	exit 1
}

# Short digest of stdin, to key caches by their inputs
sum() {
	sha256sum | cut -c 1-16
}

# Gives directory $1 its final name $2. If another process has made $2 meanwhile, that one stays. No
# process ever sees half a directory.
publish() {
	chmod 755 "$1"
	mv -T "$1" "$2" 2> /dev/null || rm -rf "$1"
	[ -d "$2" ] || die "cannot create $2"
}

# fill FILE PART: the lines of the page FILE between the marks of PART become those of stdin.
fill() {
	[ "$(grep -cxE "\.\. (begin|end): $2" "$1")" = 2 ] || die "$1: the marks of \"$2\" must stand there once"
	awk -v part="$2" '
		FNR == NR { text = text $0 "\n"; next }
		$0 == ".. end: " part { inside = 0 }
		!inside
		$0 == ".. begin: " part { printf "\n%s\n", text; inside = 1 }' - "$1" > "$1.new"
	mv "$1.new" "$1"
}
