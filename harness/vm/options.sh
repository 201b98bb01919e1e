# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The command line of harness/vm/run; sourced. parse_options sets a variable for each option, with the
# name of the option.

usage() {
	cat <<- END
	usage: run [OPTION...] -- COMMAND [ARGUMENT...]
	       run [OPTION...] -i [-- COMMAND [ARGUMENT...]]

	Boots a stock kernel over this machine's files (read-only, changes stay in the
	guest's memory) and runs COMMAND as root in the work tree.

	  --kernel VERSION   6.1, 6.12, 7.3, 6.1-rt, 6.12-rt, a full version, kasan, kasan-7.3, kcsan, kcsan-rt, gcov:
	                     a debug kernel, or 6.12-arm64: over Debian's files of arm64 (default 6.12, or the newest
	                     of a Debian without it)
	  --image FILE       boot this image, which was built for the same modules
	  --cpus N           number of CPUs (default 2; 1 with --icount)
	  --memory MB        memory (default 1024)
	  --icount           deterministic time: one instruction takes 1 ns of guest time
	  --sealed           deterministic time, and no file of the host but those of --preload: the guest asks the
	                     host for nothing until COMMAND has ended, so two runs are often the same
	  --timeout SECONDS  give up after that long (default 300; -i: never)
	  --module DIR       install the modules in DIR, so that modprobe finds them
	  --share DIR        host directory the guest may write, its /run/vm (\$VM_SHARE)
	  --root DIR         boot the system in DIR by its own systemd, and run COMMAND as a service of
	                     this system, which needs bash and busybox
	  --env NAME=VALUE   set a variable for COMMAND
	  --preload "NAMES"  copy these programs to memory first, so that they start fast
	  --device STRING    one more device of QEMU, such as virtio-net-pci
	  --netdev STRING    what is behind a device, such as socket,id=link,listen=:1234, which
	                     joins two guests
	  --object STRING    one more object of QEMU, such as filter-dump,id=dump,netdev=link,file=FILE
	  --global STRING    a property of QEMU's devices, such as max-x86_64-cpu.erms=off
	  --append STRING    more kernel parameters, such as pausectl.force=1
	  --log FILE         file for the kernel's log (default build/vm/KERNEL.PID.log)
	  -i, --interactive  COMMAND, or a shell, on this terminal; the guest ends with it
	  -h, --help         this text

	Exit status: COMMAND's; $TIMED_OUT if the time ran out; $GUEST_FAULT if the kernel logged a
	fault (WARNING, BUG, Oops, stall ...) or died, whatever COMMAND said. A QEMU that dies of
	a signal before COMMAND begins is started again, at most twice; stderr and the log say so.

	  harness/vm/run -- uname -r
	  harness/vm/run --kernel 6.1 --icount --timeout 60 -- ping -c 3 127.0.0.1
	  harness/vm/run --module build/6.12.9/module -- modprobe pausectl
	  harness/vm/run -i
	END
}

# Prints a short message about a wrong command line
wrong() {
	echo "run: $*; see run --help" >&2
	exit 1
}

number() {
	case $2 in
	"" | *[!0-9]* | 0*) wrong "$1 \"$2\": allowed is a whole number above 0" ;;
	esac
}

parse_options() {
	# shellcheck disable=SC2034 # used by the script that sources this one
	kernel="" image="" cpus="" memory=1024 icount=no sealed=no timeout="" module="" share="" root="" log="" append=""
	# shellcheck disable=SC2034
	interactive=no preload="" environment=() command=() hardware=()

	while [ $# -gt 0 ]; do
		case $1 in
		--kernel | --image | --cpus | --memory | --timeout | --module | --share | --root | --env | \
		--append | --device | --netdev | --object | --global | --log | --preload)
			[ $# -ge 2 ] || wrong "$1 needs a value"
			case $1 in
			--env) environment+=("$2") ;;
			--device | --netdev | --object | --global) hardware+=("-${1#--}" "$2") ;;
			*) printf -v "${1#--}" %s "$2" ;;
			esac
			shift ;;
		--icount) icount=yes ;;
		--sealed) icount=yes sealed=yes ;;
		-i | --interactive) interactive=yes ;;
		-h | --help) usage; exit 0 ;;
		--) shift; command=("$@"); break ;;
		*) wrong "unknown option \"$1\"" ;;
		esac
		shift
	done
	check_options
}

check_options() {
	local assignment

	number --memory "$memory"
	[ "$sealed" = no ] || [ -z "$root" ] || wrong "--sealed does not work with --root"
	[ -z "$cpus" ] || number --cpus "$cpus"
	[ -z "$timeout" ] || number --timeout "$timeout"
	[ "$icount" = no ] || [ "${cpus:-1}" = 1 ] || wrong "--icount works with --cpus 1 only"
	[ -n "$cpus" ] || { [ "$icount" = yes ] && cpus=1 || cpus=2; }
	[ -z "$module" ] || [ -d "$module" ] || wrong "--module \"$module\": no such directory"
	[ -z "$image" ] || [ -r "$image" ] || wrong "--image \"$image\": no such file"
	[ -z "$share" ] || [ -d "$share" ] || wrong "--share \"$share\": no such directory"
	[ -z "$root" ] || [ -x "$root/lib/systemd/systemd" ] ||
		wrong "--root \"$root\": allowed is a directory with a system and its systemd"
	for assignment in "${environment[@]}"; do
		[[ $assignment =~ ^[A-Za-z_][A-Za-z0-9_]*= ]] ||
			wrong "--env \"$assignment\": allowed is NAME=VALUE"
	done
	if [ "$interactive" = yes ]; then
		[ -t 0 ] || wrong "-i needs a terminal"
		[ ${#command[@]} -gt 0 ] || command=(bash -i)
	else
		[ ${#command[@]} -gt 0 ] || wrong "no command given"
		: "${timeout:=300}"
	fi
}
