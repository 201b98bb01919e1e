#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: smp
#
# The program run can test any port in wall time, as a testing station. A veth with pausectl passes, and
# a plain veth, which does not obey PAUSE, fails.
#
#	here, also as namespace dut-$$            |  $PEER
#	$DUT pausectl, then plain ----------------+- $LINK, the station: run sends PAUSE and PFC
#	sends data, and gets commands by          |  sends data, captures
#	netns or by a false ssh                   |
. "${0%/*}/../lib/lib.sh"

speed=10000000			# the longest pause is 3.4 s, much longer than any delay of a guest
dut_netns=dut-$$

# station_says WHAT STATUS OPTION...: runs the suite at the station and checks its exit status
station_says()
{
	local what=$1 demanded=$2 status=0

	shift 2
	echo "# $what: run --station $LINK --dut $DUT $*"
	PATH=$TMP/bin:$PATH ip netns exec "$PEER" "${0%/*}/run" --station "$LINK" --dut "$DUT" \
		--speed $speed "$@" >"$TMP/says" 2>&1 || status=$?
	sed 's/^/# /' "$TMP/says"
	check_eq "$what: exit status" $status "$demanded"
}

# make_ssh: makes a program that acts as ssh and the machine at its other end. Like ssh, it gives the words
# to another shell.
make_ssh()
{
	mkdir "$TMP/bin"
	cat >"$TMP/bin/ssh" <<-END
		#!/bin/bash
		[ "\$1" = root@dut ] || exit 255
		shift
		exec ip netns exec $dut_netns bash -c "\$*"
	END
	chmod +x "$TMP/bin/ssh"
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
station_says "pausectl" 0 --dut-netns "$dut_netns"
check_between "pausectl: demands of 31.1.2 met, of 18" "$(lines ok 31.1.2)" 6 18
check_eq "pausectl: the pause of one quantum is not judged, with either address" \
	"$(grep -c "^not judged 31.1.2 *1 quanta" "$TMP/says")" 2

check_match "pausectl: who stamps what arrives at a veth" "$(grep "^timestamps" "$TMP/says")" \
	"timestamps of arrivals by the kernel, the device has no hardware ones*"

make_ssh
station_says "pausectl by ssh" 0 --dut-ssh root@dut --only 31.1.3
check_between "pausectl by ssh: demands of 31.1.3 met, of 11" "$(lines ok 31.1.3)" 4 11
station_says "a machine that is not there" 1 --dut-ssh root@nowhere

configure prio 3
station_says "pausectl, PFC" 0 --dut-netns "$dut_netns" --prio 3 --only 36.1.2
check_between "pausectl: demands of 36.1.2 met, of 11" "$(lines ok 36.1.2)" 3 11

detach
station_says "plain veth" 1 --dut-netns "$dut_netns" --only 31.1.3
check_between "plain veth: demands of 31.1.3 missed, of 11" "$(lines missed 31.1.3)" 1 5
