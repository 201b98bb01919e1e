# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Debian of any suite in a folder, for root. Sourced after harness/lib.sh.
# shellcheck disable=SC2154 # build and cache of harness/lib.sh, shared of the caller

# The suite of this machine. os-release of sid names the next release.
own_suite() {
	local own

	own=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
	# shellcheck disable=SC2016 # expanded by apt-get
	if apt-get indextargets --format '$(CODENAME)' 'Created-By: Packages' | grep -x "$own" > /dev/null; then
		echo "$own"
	else
		echo sid
	fi
}

# archive_of SUITE: this machine's archive, as lines for apt, with this suite in place of the machine's own, and with backports
archive_of() {
	# shellcheck disable=SC2016 # expanded by apt-get
	apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' | awk -v suite="$1" \
		-v own="$(own_suite)" '
		index($2, own) != 1 { next }
		{ part = substr($2, length(own) + 1) }
		# sid has no other parts.
		part == "" { print "deb", $1, suite, $3; part = "-backports" }
		suite != "sid" { print "deb", $1, suite part, $3 }' | sort -u
}

# container SUITE PACKAGE...: prints the folder of a minimal Debian with these packages, makes it if it is not in the cache. A
# package may be of another architecture: libmnl-dev:arm64. With arch set, all are of that architecture, and only unpacked, because
# their scripts do not run here.
container() (
	log=$build/mmdebstrap.log variant=(--variant=minbase)
	[ -z "${arch-}" ] || variant=(--variant=extract --include='?essential')

	[ "$(id -u)" = 0 ] || die "only root can make a container"
	archive=$(archive_of "$1")
	[ -n "$archive" ] || die "apt of this machine has no archive of Debian"
	others=$(printf '%s\n' "${@:2}" | sed -n 's/.*:/,/p' | sort -u | tr -d '\n')
	# A library of two architectures must have one version. Only the release itself is sure to have that.
	[ -z "$others" ] || archive=$(awk -v suite="$1" '$3 == suite' <<< "$archive")
	include=$(IFS=, && echo "${*:2}")
	# The container gets packages as this machine does, such as by its proxy, or from a mirror that is older than its lists allow.
	mapfile -t options < <(apt-config dump | grep -E '^Acquire::(https?|Check)')
	cached=$cache/container-$1-${arch:+$arch-}$(echo "$include $archive" | sum)
	if [ ! -d "$cached" ]; then
		echo "making a container of $1 with ${*:2}" >&2
		mkdir -p "$cache" "$build"
		new=$(mktemp -d "$cache/.container.XXXXXX")
		# If mmdebstrap is killed, /proc and /sys may still be mounted there.
		trap 'rm -rf --one-file-system "$new"' EXIT
		# INITRD=No: nothing boots the container
		INITRD=No mmdebstrap --mode=root "${variant[@]}" --architectures="${arch:-$(dpkg --print-architecture)}$others" \
			--aptopt='APT::Install-Recommends "false"' \
			"${options[@]/#/--aptopt=}" --include="$include" "$1" "$new" - <<< "$archive" > "$log" 2>&1 || {
			tail -n 20 "$log" >&2
			die "mmdebstrap failed, all of it in $log"
		}
		# apt in the container installs what packages recommend, as everywhere.
		printf '%s\n' "${options[@]}" > "$new/etc/apt/apt.conf.d/99mmdebstrap"
		cp -L /etc/resolv.conf "$new/etc/"
		echo "127.0.0.1 localhost" > "$new/etc/hosts"
		publish "$new" "$cached"
	fi
	echo "$cached"
)

# enter ROOT COMMAND...: runs the command in a container, where the paths of the array shared, if any, are those of this machine.
# All mounts and processes end with the command.
enter() {
	local path paths=()

	unshare --mount --propagation private true 2> /dev/null ||
		die "cannot enter $1: / is no mount, as in a plain chroot, or mounts are not allowed. Bind the chroot to itself, or take systemd-nspawn"
	for path in ${shared[@]+"${shared[@]}"}; do
		mkdir -p "$1$path"
		paths+=("$path")
	done
	# shellcheck disable=SC2016 # expanded there
	unshare --mount --pid --fork --kill-child --propagation private bash -c '
		set -e
		root=$1
		# unshare needs a root that is a mount, for a container in this one.
		mount --bind "$root" "$root"
		mount -t proc proc "$root/proc"
		mount --rbind /dev "$root/dev"
		mount -t tmpfs tmpfs "$root/dev/shm"
		for path in $2; do mount --bind "$path" "$root$path"; done
		shift 2
		exec chroot "$root" "$@"
	' - "$1" "${paths[*]}" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 TERM=dumb \
		DEBIAN_FRONTEND=noninteractive ${http_proxy:+"http_proxy=$http_proxy"} "${@:2}" < /dev/null
}
