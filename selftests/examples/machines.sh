# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Two guests that a link joins, and the README of an example whose blocks of "sh" name the machine of each;
# sourced after lib.sh. Time is not deterministic here, because QEMU counts the instructions of a single machine.
# shellcheck disable=SC2154 # top, build, example and out of lib.sh

# In the guest: runs each file N.command of the share, as a user types it in a terminal. Leaves in N.out what
# the commands print, and in N.status their exit status. The file "end" ends the guest.
serve() {
	local number status

	modprobe virtio_net
	cd "$example" || return
	: > "$VM_SHARE/0.status"
	for ((number = 1; ; number++)); do
		until [ -e "$VM_SHARE/$number.command" ]; do
			[ ! -e "$VM_SHARE/end" ] || return 0
			sleep 0.1
		done
		status=0
		bash -eu "$VM_SHARE/$number.command" > "$VM_SHARE/$number.out" 2>&1 < /dev/null || status=$?
		echo $status > "$VM_SHARE/.status"
		mv "$VM_SHARE/.status" "$VM_SHARE/$number.status"
	done
}

# boot MACHINE PROGRAMS [OPTION...]
boot() {
	local options

	read -ra options < <("$top/examples/two-vms/link" "$1" "$out")
	expect "options of machine $1" "${options[0]} ${options[2]} ${#options[@]}" "-netdev -device 4"
	mkdir "$out/$1"
	guest "$out/$1" "$2" --cpus 2 --netdev "${options[1]}" --device "${options[3]}" \
		"${@:3}" > "$out/$1/log" 2>&1 &
	guests+=($!)
	ran[$1]=0
}

# await MACHINE NUMBER: waits until the machine has run this command
await() {
	local guest

	until [ -e "$out/$1/$2.status" ]; do
		for guest in "${guests[@]}"; do
			kill -0 "$guest" 2> /dev/null || { cat "$out"/[12]/log; die "a guest has ended"; }
		done
		sleep 0.1
	done
}

# in_machine MACHINE: runs the commands of stdin there, and sets output
in_machine() {
	local number=$((ran[$1] + 1)) dir=$out/$1

	cat > "$dir/.command"
	mv "$dir/.command" "$dir/$number.command"
	await "$1" $number
	ran[$1]=$number
	output=$(cat "$dir/$number.out")
	[ "$(cat "$dir/$number.status")" = 0 ] || die "a command fails in machine $1: $output"
}

# block NUMBER: runs this block of the README, and sets output
block() {
	local machine

	machine=$(cat "$out/machine-$1")
	say "block $1, in machine $machine"
	sed 's/^/    # /' "$out/block-$1"
	in_machine "$machine" < "$out/block-$1"
	sed 's/^/    /' "$out/$machine/${ran[machine]}.out"
}

# expect_loss WHAT DEMANDED: what the pings of this block say
expect_loss() {
	expect "$1" "$(grep -o '[0-9]*% packet loss' <<< "$output" | xargs)" "$2"
}

# counter MACHINE FILTER: what jq makes of the counters of all ports of the machine, in output
counter() {
	in_machine "$1" <<< "pausectl -n all -j stats | jq '$2'"
}

# shellcheck disable=SC2317 # called by trap
end() {
	touch "$out"/{1,2}/end
	wait
}

# boot_both PROGRAMS [OPTION...]: both machines serve when this returns. The number of the machine replaces each @ of
# an option.
boot_both() {
	local machine

	guests=() ran=()
	for machine in 1 2; do
		boot $machine "${@//@/$machine}"
	done
	trap end EXIT
	await 1 0
	await 2 0
	say "both machines are up"
}

# split_readme: leaves block N of "sh" in block-N, and the number of its machine in machine-N
split_readme() {
	awk -v out="$out" '
		/^```sh machine [12]$/ { file = out "/block-" ++n; print $3 > (out "/machine-" n); next }
		/^```/ { file = "" }
		file { print > file }' "$example/README.md"
}

# end_both: fails if a guest failed
end_both() {
	local guest

	touch "$out"/{1,2}/end
	for guest in "${guests[@]}"; do
		wait "$guest" || { cat "$out"/[12]/log; die "a guest failed"; }
	done
}
