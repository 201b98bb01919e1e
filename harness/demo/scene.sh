# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Functions that the scenes share, in the guest; sourced.

set -eu
PATH=$PAUSECTL_BUILD/tools:$PAUSECTL_BUILD/selftests/bin:$PATH
# shellcheck disable=SC2034 # used by the scenes
work=$(mktemp -d)
began=${EPOCHREALTIME/./}

# nap SECONDS: sleeps without starting a process, and so ends on time
exec {nap_fd}<> <(:)
nap() {
	read -rt "$1" -u "$nap_fd" || true
}

# show COMMAND...: prints and runs it
show() {
	printf '\n# %s\n' "$*"
	"$@"
}

# Prints the guest time in milliseconds, for people who wait
progress() {
	printf '[guest %5d ms] %s\n' $(((${EPOCHREALTIME/./} - began) / 1000)) "$*"
}

# record COMMAND...: starts this "pausectl record" into $work/recording.json
record() {
	"$@" file "$work/recording.json" 2> "$work/record.err" &
	recorder=$!
	until_it_says recording "$work/record.err"
}

# Ends the recording, and leaves it in $VM_SHARE
recorded() {
	kill "$recorder"
	wait "$recorder"
	cp "$work/recording.json" "$VM_SHARE"
}

until_it_says() {
	until grep -q "$1" "$2" 2> /dev/null; do
		nap 0.01
	done
}
