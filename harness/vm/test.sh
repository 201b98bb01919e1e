#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Tests of the harness itself, because all other tests depend on its verdicts. Prints a line for each
# case, with the measured and the demanded value.

set -u
here=$(dirname "$(realpath "$0")")
kernel=${1:-$("$here/kernel" default)}
work=$(mktemp -d)
machine="^[^ ]*qemu.*path=$work/log"
export TMPDIR=$work
trap 'rm -rf "$work"' EXIT
failed=0

# Now and then a machine hangs after a panic.
vm() {
	"$here/run" --kernel "$kernel" --log "$work/log" --timeout 100 "$@" > "$work/out" 2> "$work/err"
}

# verdict NAME MEASURED DEMANDED
verdict() {
	if [ "$2" = "$3" ]; then
		echo "ok $1: measured $2, demanded $3"
	else
		echo "not ok $1: measured $2, demanded $3"
		cat "$work/err"
		failed=1
	fi
}

# A guest takes most of its time to boot, so one guest shows all that it passes through.
passes_through() {
	local start=$SECONDS

	mkdir "$work/share"
	# shellcheck disable=SC2016 # for the guest's shell to expand
	vm --icount --env 'WORDS=two  words' --share "$work/share" -- sh -c '
		echo artifact > "$VM_SHARE/file"
		touch /etc/from-guest
		printf "<%s>" "$WORDS" "$@"
		exit 42' sh 'a  b' '$HOME' "it's"
	verdict "exit status" $? 42
	boot_seconds=$((SECONDS - start))
	verdict "arguments" "$(cat "$work/out")" "<two  words><a  b><\$HOME><it's>"
	verdict "file in the share" "$(cat "$work/share/file")" artifact
	verdict "content of the share" "$(ls -A "$work/share")" file
	verdict "guest's file on the host" "$(ls /etc/from-guest 2> /dev/null)" ""
}

catches_faults() {
	vm -- sh -c 'echo "WARNING: CPU: 0 PID: 1 at made/up.c:1" > /dev/kmsg'
	verdict "exit status after a warning" $? 125
	verdict "message that names it" "$(grep -o -m 1 'at made/up.c:1' "$work/err")" "at made/up.c:1"
}

catches_panic() {
	vm -- sh -c 'echo c > /proc/sysrq-trigger'
	verdict "exit status after a panic" $? 125
}

counts_processors() {
	vm --cpus 2 --append maxcpus=1 -- true
	verdict "exit status with one of two CPUs" $? 125
	verdict "message that says so" "$(grep -o -m 1 'has found 1 of 2 CPUs' "$work/err")" \
		"has found 1 of 2 CPUs"
}

# The timeout is twice the time to boot a guest on this machine under its present load, and 5 s.
ends_on_timeout() {
	vm --timeout $((2 * boot_seconds + 5)) -- sh -c 'echo early; sleep 1000'
	verdict "exit status at the timeout" $? 124
	verdict "output before the timeout" "$(cat "$work/out")" early
}

# Number of QEMU processes with the log of this test on their command line
machines() {
	pgrep -c -f "$machine"
}

# machines_become COUNT: waits up to 10 s for this number of machines
machines_become() {
	local end=$((SECONDS + 10))

	until [ "$(machines)" = "$1" ] || [ $SECONDS -ge $end ]; do
		sleep 0.1
	done
}

# exits_on SIGNAL STATUS
exits_on() {
	# Without env, a background command of a script ignores SIGINT.
	env --default-signal=INT "$here/run" --kernel "$kernel" --timeout 60 \
		--log "$work/log" -- sh -c 'while :; do :; done' \
		> "$work/out" 2> "$work/err" &
	machines_become 1
	verdict "QEMU processes before SIG$1" "$(machines)" 1
	kill -s "$1" $!
	wait $! 2> /dev/null
	verdict "exit status after SIG$1" $? "$2"
	machines_become 0
	verdict "QEMU processes after SIG$1" "$(machines)" 0
}

# dying_machine COUNT: puts a qemu into PATH that dies of a signal at its first COUNT starts
dying_machine() {
	mkdir -p "$work/bin"
	cat > "$work/bin/qemu-system-x86_64" <<- END
	#!/bin/bash
	echo start >> "$work/starts"
	[ "\$(wc -l < "$work/starts")" -gt $1 ] || kill -SEGV \$\$
	exec $(command -v qemu-system-x86_64) "\$@"
	END
	chmod +x "$work/bin/qemu-system-x86_64"
	: > "$work/starts"
}

# times_said PATTERN: lines on stderr, which may end with a part of the log, and lines in the log
times_said() {
	echo "$(grep "$1" "$work/err" | sort -u | wc -l) $(grep -a -c "$1" "$work/log")"
}

starts_again() {
	dying_machine 2
	PATH=$work/bin:$PATH vm -- sh -c 'echo whole; exit 7'
	verdict "exit status after 2 deaths before the command" $? 7
	verdict "output" "$(cat "$work/out")" whole
	verdict "said so, on stderr and in the log" "$(times_said "QEMU died of SIGSEGV.*started again")" "2 2"
}

# patched_machine: puts a qemu into PATH at whose first start Linux dies of int3
patched_machine() {
	dying_machine 1
	sed -i "s|kill -SEGV .*|{ echo 'Oops: int3: 0000' > $work/log; exit 0; }|" "$work/bin/qemu-system-x86_64"
}

starts_again_after_int3() {
	patched_machine
	PATH=$work/bin:$PATH vm -- sh -c 'exit 7'
	verdict "exit status after int3 before the command" $? 7
	verdict "said so, on stderr and in the log" "$(times_said "Linux died of int3.*started again")" "1 1"
}

gives_up_in_the_end() {
	dying_machine 3
	PATH=$work/bin:$PATH vm -- true
	verdict "exit status after 3 deaths before the command" $? 125
	verdict "starts" "$(wc -l < "$work/starts")" 3
	verdict "said so, on stderr and in the log" "$(times_said "started again")" "2 2"
}

# Once the command runs, the tested code may be the reason for the death.
keeps_later_deaths() {
	vm -- sh -c 'echo begun; while :; do :; done' &
	until grep -q begun "$work/out" 2> /dev/null || ! kill -0 $!; do
		sleep 0.1
	done
	kill -SEGV "$(pgrep -f "$machine")"
	wait $!
	verdict "exit status after a death behind the begin of the command" $? 125
	verdict "started again, on stderr and in the log" "$(times_said "started again")" "0 0"
	verdict "message" "$(grep -o "QEMU died of SIG[A-Z]*" "$work/err")" "QEMU died of SIGSEGV"
}

# The guest's time in nanoseconds, after a boot and the start of some programs
repeats_itself() {
	local first

	vm --sealed --preload grep -- grep -m 1 '^now at' /proc/timer_list
	first=$(cat "$work/out")
	verdict "time in a sealed guest" "${first//[0-9]/9}" "now at 9999999999 nsecs"
	vm --sealed --preload grep -- grep -m 1 '^now at' /proc/timer_list
	verdict "time in the same guest again" "$(cat "$work/out")" "$first"
}

passes_through
repeats_itself
catches_faults
catches_panic
counts_processors
ends_on_timeout
starts_again
starts_again_after_int3
gives_up_in_the_end
keeps_later_deaths
exits_on INT 130
exits_on TERM 143
exits_on KILL 137
exit $failed
