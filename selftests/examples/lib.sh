# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Functions that the checks of the examples share, on the host and in the guest; sourced.

here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
# shellcheck source=harness/lib.sh
. "$here/../../harness/lib.sh"

script=$(realpath "$0")
name=$(basename "$script")
# shellcheck disable=SC2034 # used by the scripts that source this one
example=$top/examples/$name
# shellcheck disable=SC2034
out=$build/examples/$name
# Programs that most examples start
programs="awk bash bridge cat chmod dcb grep head ip iperf3 jq ls mkdir mv ping rm sed sleep sort ss sysctl tc tee wc
	$build/tools/pausectl $top/selftests/examples/lib.sh $top/harness/lib.sh"
PATH=$build/tools:$PATH

say() {
	printf '[%4d s] %s\n' $SECONDS "$*"
}

# expect WHAT MEASURED DEMANDED: DEMANDED is a pattern
expect() {
	say "$1: measured $2, demanded $3"
	# shellcheck disable=SC2053 # a pattern
	[[ $2 == $3 ]] || die "$1 differs"
}

# expect_xoff: priority 3 of the port whose JSON of "stats" comes has been stopped once, for 100 to 200 ms
expect_xoff() {
	expect "XOFFs and XONs through the tunnel, and the time that they stopped, us" \
		"$(jq -r '.[0] | [.rx_xoff, .rx_xon, .pause_duration_us] | map(.[3]) | join(" ")')" "1 1 1?????"
}

# at_least WHAT MEASURED DEMANDED
at_least() {
	say "$1: measured $2, demanded at least $3"
	[ "$2" -ge "$3" ] || die "$1 is too low"
}

# guest FOLDER PROGRAMS [OPTION...]: runs this check with the argument "guest" in a guest that may write FOLDER,
# and has these programs in its memory beside those above
guest() {
	local version

	version=$(default_kernel)
	"$top/harness/vm/run" --kernel "$version" --timeout 1800 --module "$build/$version/module" \
		--share "$1" --log "$1/kernel.log" --preload "$programs $2" --env "PAUSECTL_BUILD=$build" "${@:3}" \
		-- "$script" guest
}

# follow_readme: runs each block of "sh" of the README, in the folder of the example, and leaves in
# $VM_SHARE/block-N what block N prints, and in dropped-N what all ports have dropped by then. A command that
# fails ends the check.
follow_readme() {
	local block number

	cd "$example" || return
	awk -v out="$VM_SHARE" '
		/^```sh$/ { file = out "/readme-" ++n; next }
		/^```/ { file = "" }
		file { print > file }' README.md
	for ((number = 1; ; number++)); do
		block=$VM_SHARE/readme-$number
		[ -e "$block" ] || break
		say "block $number of the README"
		sed 's/^/    # /' "$block"
		# shellcheck source=/dev/null
		. "$block" > "$VM_SHARE/block-$number" 2>&1 || {
			cat "$VM_SHARE/block-$number"
			die "a command of block $number fails"
		}
		sed 's/^/    /' "$VM_SHARE/block-$number"
		pausectl -n all -j stats | jq '[.[] | .drops[], .buffer_drops[]] | add // 0' > "$VM_SHARE/dropped-$number"
	done
	[ "$number" -gt 1 ] || die "the README has no block of sh"
}

# lost BLOCK: the frames that the senders of this block have lost, of lines with "N of M frames lost"
lost() {
	sed -n 's/.* \([0-9]*\) of [0-9]* frames lost$/\1/p' "$VM_SHARE/block-$1" | awk '{ n += $1 } END { print n + 0 }'
}

# senders BLOCK: how many senders of this block have sent a frame
senders() {
	grep -c ' of [1-9][0-9]* frames lost$' "$VM_SHARE/block-$1" || true
}

# dropped BLOCK: the frames that all ports have dropped while this block ran
dropped() {
	local before=0

	[ "$1" = 1 ] || before=$(cat "$VM_SHARE/dropped-$(($1 - 1))")
	echo $(($(cat "$VM_SHARE/dropped-$1") - before))
}
