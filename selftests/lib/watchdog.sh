# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # what lib.sh sets
#
# For tests of the watchdog: $DUT is watched, and the storms come from $LINK. Source it in place of lib.sh.
# shellcheck source=selftests/lib/lib.sh
[[ ${lib_dir-} ]] || . "${BASH_SOURCE[0]%/*}/lib.sh"

# Time from one look to the next, if the shortest time of a watched timer is 100 ms
poll_ms=50
moments=()

# stormed_pair SETTING VALUE...: makes both ends, sets $DUT, and starts a monitor
stormed_pair()
{
	port_pair
	partner_port prio 0-7 speed 100mbit
	configure "$@" speed 100mbit
	listener events pausectl -j monitor dev "$DUT"
}

# storm WORD...: pauses from $LINK; words of pausectl xoff
storm()
{
	on_peer pausectl xoff dev "$LINK" "$@"
}

# storm_over: waits until $LINK sends no more of them
storm_over()
{
	await 5 xoff_over "$LINK" on_peer
}

# times EVENT TIMER: the times of these events, ns, in the array moments
times()
{
	local line

	moments=()
	while read -r line; do
		[[ $line == *"\"event\":\"$1\""* && $line == *"\"priority\":$2"[^0-9]* ]] ||
			continue
		[[ $line =~ \"time\":\"([0-9]+)\.([0-9]+) ]]
		moments+=("${BASH_REMATCH[1]}${BASH_REMATCH[2]}")
	done <"$TMP/events"
}

last_time() # EVENT TIMER; in $reply
{
	times "$@"
	reply=${moments[-1]:-0}
}

told_of() # EVENT TIMER COUNT
{
	times "$1" "$2"
	((${#moments[@]} >= $3))
}

# check_after WHAT EVENT-BEFORE EVENT TIMER MS [US]: the last EVENT came MS after the last EVENT-BEFORE, or
# up to one look later. With US, it may come up to US later than that.
check_after()
{
	local from

	last_time "$2" "$4"
	from=$reply
	last_time "$3" "$4"
	check_between "$1, us" $(((reply - from) / 1000)) $(($5 * 1000)) \
		$((($5 + poll_ms) * 1000 + 500 + ${6:-0}))
}
