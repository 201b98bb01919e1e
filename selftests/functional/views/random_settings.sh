#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# Random requests, valid and invalid, come through random views while traffic runs. The port takes or
# refuses each request as a model of the rules says. A refused request changes nothing.
#
# In the end all views show the values of the model, and no frame is lost. SETTINGS_SEED in the
# environment selects other changes, and SETTINGS_COUNT sets their number.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"
. "${0%/*}/../../lib/model.sh"
. "${0%/*}/../../lib/rules.sh"
. "${0%/*}/../../lib/random.sh"

views=(pausectl add dcb ethtool)
surprises=0
checked=0

# answered VIEW STATUS DEMANDED WHAT: prints and counts an answer that is not as demanded
answered()
{
	(($2 == $3)) && return
	surprises=$((surprises + 1))
	echo "$1: answered $2, demanded $3: $4"
}

# expected VIEW: 0 in $reply if the rules take the request, else 1
expected()
{
	local status=0

	rules "$1" || status=1
	reply=$status
}

by_pausectl()
{
	local status=0

	draw_words
	expected pausectl
	# shellcheck disable=SC2086 # settings are words
	pausectl set dev "$DUT" $words >/dev/null 2>&1 || status=1
	answered pausectl $status "$reply" "$words"
}

# by_add: one process makes several changes in a row, by the qdisc, and names the lines that failed
by_add()
{
	local count=$((RANDOM % 6 + 1)) line=0 wrong="" failed_lines

	while ((line++ < count)); do
		draw_words
		expected add
		((reply == 0)) || wrong+=" $line"
		echo "add $DUT replace$words"
	done >"$TMP/batch"
	pausectl -b "$TMP/batch" --force >/dev/null 2>"$TMP/batch.err" || :
	failed_lines=""
	while IFS=: read -r _ _ reply _; do
		failed_lines+=" $reply"
	done <"$TMP/batch.err"
	[[ $failed_lines == "$wrong" ]] && return
	surprises=$((surprises + 1))
	echo "add: lines refused: $failed_lines, demanded $wrong, of:"
	cat "$TMP/batch"
}

# draw_dcb: draws a command of dcb, to words. dcb_pfc.sh tests what else PFC changes.
draw_dcb()
{
	ask=() words="" bad=0
	draw 8
	case $drawn in
	0 | 1)
		draw_mask
		ask[prio]=$mask
		reply=${reply//,/:on }
		[[ $reply == none ]] && reply="" || reply+=:on
		words="pfc set dev $DUT prio-pfc all:off $reply"
		dcb_pfc_follows ;;
	2)
		draw 65534
		ask[delay_bits]=$((drawn + 1))
		words="pfc set dev $DUT delay ${ask[delay_bits]}" ;;
	3)
		draw_shares
		words=${words//tsa/tc-tsa}
		words="ets set dev $DUT${words//,/ }" ;;
	4)
		element prio_tc 8 $((RANDOM % 8))
		words="ets set dev $DUT$words" ;;
	5)
		one_of 0 20000000 100000000 1000000000
		element maxrate 8 "$reply"
		words="maxrate set dev $DUT tc-${words# }"
		reply=${ask[maxrate]}
		zero_is none
		ask[maxrate]=$reply ;;
	6)
		element prio_buffer 8 $((RANDOM % 8))
		words="buffer set dev $DUT$words" ;;
	7)
		draw 1000000
		element buffer_size 4 $((drawn + 100000))
		words="buffer set dev $DUT$words" ;;
	esac
	((RANDOM % 4)) || { bad=1; words="ets set dev $DUT prio-tc 3:9"; }
}

# dcb does not report that the kernel refused a request, so the test looks at the settings. Each command
# is a process of its own. In a batch, dcb leaves an answer unread, takes it for the answer to the next
# command, and ends.
by_dcb()
{
	draw_dcb
	rules dcb || :
	# shellcheck disable=SC2086 # a command is words
	dcb $words >/dev/null 2>&1 || :
}

by_ethtool()
{
	local rx tx autoneg status=0

	ask=() words="" bad=0
	pause_wanted
	read -r autoneg rx tx <<<"$reply"
	((RANDOM % 2)) || { switch rx; rx=${ask[rx]}; }
	((RANDOM % 2)) || { switch tx; tx=${ask[tx]}; }
	[[ -n $words ]] || { switch autoneg; autoneg=${ask[autoneg]}; }
	ask=()
	ethtool_asks "$autoneg" "$rx" "$tx"
	! now_and_then || { words+=" rx maybe"; bad=1; }
	expected ethtool
	# shellcheck disable=SC2086 # settings are words
	ethtool -A "$DUT" $words >/dev/null 2>&1 || status=1
	answered ethtool $status "$reply" "$words"
}

seed=${SETTINGS_SEED:-1}
changes=${SETTINGS_COUNT:-100}
port_pair
rates_as_dcb
echo "SETTINGS_SEED=$seed SETTINGS_COUNT=$changes"
RANDOM=$seed
want_shown

capture_peer peer
blast prio 0-7 size 300 every 20ms
while ((asked < changes)); do
	view=${views[RANDOM % ${#views[@]}]}
	"by_$view"
	((asked / 20 == checked)) || {
		check_json "after $asked"
		checked=$((asked / 20))
	}
done
for view in "${views[@]}"; do
	echo "$view: ${taken[$view]:-0} taken, ${refused[$view]:-0} refused"
	check_between "$view: taken" "${taken[$view]:-0}" 1 $asked
	check_between "$view: refused" "${refused[$view]:-0}" 1 $asked
done
check_eq "answers that are not as the model says" "$surprises" 0
check_all_views "after $asked"

# All frames that wait go out.
configure mode pause advertise off require none tsa strict tc-bw 0 speed 1gbit \
	maxrate 0:none,1:none,2:none,3:none,4:none,5:none,6:none,7:none
finish blast
await 20 drained
for prio in {0..7}; do
	check_counter "drops_$prio" 0
done
finish peer
check_received peer
