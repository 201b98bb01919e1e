# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # what lib.sh sets
#
# For tests of queues: frames wait while $LINK pauses $DUT, and then leave. Source it in place of lib.sh.
# shellcheck source=selftests/lib/lib.sh
[[ ${lib_dir-} ]] || . "${BASH_SOURCE[0]%/*}/lib.sh"

# frames_wait DEV PRIORITIES COUNT SIZE...: pauses the link. Then COUNT frames from DEV wait for each of these priorities.
frames_wait()
{
	local dev=$1 prio
	shift

	configure speed 1mbit pace off mode pause
	shut link
	: >"$TMP/blast"
	while (($#)); do
		station blast "$dev" prio "$1" count "$2" size "$3" sndbuf 1000000000 >>"$TMP/blast"
		for prio in ${1//,/ }; do
			await 2 counter_is "queue_packets_$prio" "$2"
		done
		shift 3
	done
}

# release NAME [in|out]: all frames leave. $LINK, or for "out" $DUT, captures them to $TMP/NAME.
release()
{
	if [[ ${2-} == out ]]; then
		capture_dut "$1"
	else
		capture_peer "$1"
	fi
	from_peer pause 0
	await 30 drained
	finish "$1"
	check_received "$1" "${2:-in}"
}

# shares NAME CONDITION: of the octets of the captured data frames that meet the condition of awk, the permille of each
# priority, and the number of these frames; in the array share. In the condition, n is the number of the frame, from 1, and
# t its time.
declare -a share
shares()
{
	read -ra share < <(awk '
		$4 == "88b5" { n++; t = $1 }
		$4 == "88b5" && ('"$2"') { octets[$5] += $3; all += $3; frames++ }
		END {
			for (prio = 0; prio < 8; prio++)
				printf "%d ", all ? octets[prio] * 1000 / all + 0.5 : 0
			print frames + 0
		}' "$TMP/$1")
}

# check_shares WHAT PRIO=PERMILLE...: each share is off by at most 1% of it, or by one frame
check_shares()
{
	local arg near frames=${share[8]}

	for arg in "${@:2}"; do
		near=$(((999 + frames) / (frames ? frames : 1)))
		near=$((${arg#*=} / 100 > near ? ${arg#*=} / 100 : near))
		check_between "$1, $frames frames: permille of priority ${arg%=*}" "${share[${arg%=*}]}" \
			$((${arg#*=} - near)) $((${arg#*=} + near))
	done
}

# lengths: the frames that wait in queues 0 to 7, in $reply
lengths()
{
	local prio all=""

	for prio in {0..7}; do
		counter "queue_packets_$prio"
		all+=" $reply"
	done
	reply=${all# }
}

# parents_count: prints the frames and octets that wait by every qdisc except pausectl. JSON has the kind of a qdisc first
# and qlen last.
parents_count()
{
	tc -s -j qdisc show dev "$DUT" | awk -v RS=, '
		/"kind":/ { own = /"pausectl"/ }
		{ key = $0; gsub(/[^0-9]/, "") }
		key ~ /"backlog":/ { backlog = $0 }
		key ~ /"qlen":/ && !own { printf "%s%s:%s", sep, $0, backlog; sep = " " }'
}
