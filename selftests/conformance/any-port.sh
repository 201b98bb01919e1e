#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
#
# The suite as a testing station for any port, in wall time: a veth with pausectl
# passes, a plain veth, which does not know PAUSE, must fail.
. "${0%/*}/../lib.sh"

speed=25000000			# the longest pause is 1.3 s, long beside what a guest is late by
dut_netns=dut-$$

# station_says WHAT STATUS OPTION...: runs it and checks its exit status
station_says()
{
	local what=$1 demanded=$2 status=0

	shift 2
	echo "# $what: run --station $LINK --dut $DUT --dut-netns ... --speed $speed $*"
	ip netns exec "$PEER" "${0%/*}/run" --station "$LINK" --dut "$DUT" \
		--dut-netns "$dut_netns" --speed $speed "$@" >"$TMP/says" 2>&1 || status=$?
	sed 's/^/# /' "$TMP/says"
	check_eq "$what: exit status" $status "$demanded"
}

lines() # VERDICT TEST
{
	grep -c "^$1 *$2 " "$TMP/says" || :
}

pair
ip netns attach "$dut_netns" $$
finally "ip netns del $dut_netns"
attach
configure speed $speed pace on
station_says "pausectl" 0
check_between "pausectl: demands of 31.1.2 met, of 18" "$(lines ok 31.1.2)" 6 18
check_eq "pausectl: the pause of one quantum is not judged, with either address" \
	"$(grep -c "^not judged 31.1.2 *1 quanta" "$TMP/says")" 2
configure prio 3
station_says "pausectl, PFC" 0 --prio 3
check_between "pausectl: demands of 36.1.1 met, of 9" "$(lines ok 36.1.1)" 3 9

detach
station_says "plain veth" 1
check_between "plain veth: demands of 31.1.2 missed, of 12" "$(lines missed 31.1.2)" 2 12
