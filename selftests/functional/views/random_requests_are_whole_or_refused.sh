#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# Random requests by genetlink and tc come while traffic runs. The port carries out each request as a
# whole, or refuses it and changes nothing. Afterwards the port still works.
#
# FUZZ_MESSAGES is the number of each kind, and FUZZ_SEED selects other requests.
. "${0%/*}/../../lib/lib.sh"

messages=${FUZZ_MESSAGES:-1000}
seed=${FUZZ_SEED:-20261121}

# With KASAN a frame takes 100 us. Eight frames in each millisecond would leave little time for
# requests.
interval=1ms
[[ $(uname -r) != *-kasan-* ]] || interval=20ms

pair
blast prio 0-7 every "$interval"
declare -A total

# requests KIND COUNT SEED: sends these requests and adds their answers to total
requests()
{
	local status=0 answers="" name

	# Each part begins with a new port, so that a seed always has the same answers.
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
	# The requests come in parts. FUZZ_SEED and FUZZ_MESSAGES can repeat a single part.
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
	# If all requests were right, or all wrong, the test would prove nothing.
	check_between "$kind: accepted" "${total[accepted]-0}" $((messages / 50)) $((messages * 9 / 10))
	check_between "$kind: refused as wrong" "${total[EINVAL]-0}" $((messages / 50)) $((messages * 9 / 10))
	check_eq "$kind: answers that no request can have" \
		"$(tr ' ' '\n' <<<"${answers# }" |
			grep -v -E '^(half_applied|accepted|EINVAL|ERANGE|EOPNOTSUPP|ENODEV|ENOENT|EBUSY)=' || :)" ""
done
finish blast

attach
capture_peer wire
blast prio 0-7 count 10
wait "$job"
await 10 drained
finish wire
check_received wire
