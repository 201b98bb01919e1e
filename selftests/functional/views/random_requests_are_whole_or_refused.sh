#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
#
# Requests of genetlink and tc made at random, most of them wrong in one way or another,
# while traffic runs: each is carried out as a whole or refused without any change, and the
# port still works. FUZZ_MESSAGES says how many of each, FUZZ_SEED what is drawn.
. "${0%/*}/../../lib/lib.sh"

messages=${FUZZ_MESSAGES:-1000}
seed=${FUZZ_SEED:-20261121}

# With KASAN a frame takes 100 us, and eight of them in each millisecond leave requests little.
interval=1ms
[[ $(uname -r) != *-kasan-* ]] || interval=20ms

pair
blast prio 0-7 every "$interval"
sender=$job
declare -A total

# requests KIND COUNT SEED: adds their answers to total
requests()
{
	local status=0 answers="" name

	# Whatever the parts before have set: the same seed has the same answers.
	attach
	station fuzz "$DUT" "$1" "$2" "$3" >"$TMP/answers" || status=$?
	check_eq "$1: $2 with seed $3: exit status" $status 0
	read -r answers <"$TMP/answers" || :
	detach
	fields "$answers"
	for name in "${!field[@]}"; do
		total[$name]=$((${total[$name]-0} + field[$name]))
	done
}

for kind in genl tc; do
	total=()
	# In parts, each to be had again by itself: FUZZ_SEED and FUZZ_MESSAGES of one
	for ((made = 0; made < messages; made += part)); do
		((made == 0)) || progress "random_requests: $made of $messages, $kind"
		part=$((messages - made < 5000 ? messages - made : 5000))
		requests $kind $part $((seed + made))
	done
	answers=""
	for name in "${!total[@]}"; do
		answers+=" $name=${total[$name]}"
	done
	echo "# $kind:$answers"
	check_eq "$kind: refused, but something changed" "${total[half_applied]-}" 0
	# Neither all right nor all wrong: that would try nothing.
	check_between "$kind: accepted" "${total[accepted]-0}" $((messages / 50)) $((messages * 9 / 10))
	check_between "$kind: refused as wrong" "${total[EINVAL]-0}" $((messages / 50)) $((messages * 9 / 10))
	check_eq "$kind: answers that no request can have" \
		"$(tr ' ' '\n' <<<"${answers# }" |
			grep -v -E '^(half_applied|accepted|EINVAL|ERANGE|EOPNOTSUPP|ENODEV|ENOENT|EBUSY)=' || :)" ""
done
reap "$sender"

attach
capture_peer wire
wire=$job
blast prio 0-7 count 10
wait "$job"
await 10 drained
reap "$wire"
check_received wire
