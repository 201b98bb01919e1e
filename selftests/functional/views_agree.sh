#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# One settings model behind all views: what is set by any of pausectl, sysfs, tc, dcb and
# ethtool is read by all others that show it. Each change is told by a pausectl event and
# by the notification of dcb and ethtool, where they show it: once each, and no more.
. "${0%/*}/../lib.sh"
. "${0%/*}/../views.sh"
export TC_LIB_DIR=$PAUSECTL_BUILD/tc

# What the views are to show: the percent of class 0 (class 1 has the rest), the class of
# priority 7, the rate of class 2, the priority with PFC, rx of PAUSE and autoneg
declare -A onoff=([1]=on [0]=off [true]=on [false]=off)
declare -A want=([ets]=50 [map]=7 [maxrate]=0 [pfc]=none [pause]=on [autoneg]=off)

change_tc()
{
	tc qdisc change dev "$DUT" root handle 1: pausectl "$@"
}

write() # FILE VALUE
{
	echo "$2" >"/sys/class/net/$DUT/pausectl/$1"
}

# The place of true in the array in $reply, or none; in $reply
index_of_true()
{
	local place=${reply%%true*}

	[[ $reply == *true* ]] || place=none
	[[ $place == none ]] || place=${place//[!,]/} place=${#place}
	reply=$place
}

# classes JSON KEY-OF-MAXRATE UNIT KEY-OF-PFC: what pausectl, tc and dcb show alike
classes()
{
	local ets map maxrate

	json_field "$1" tc_bw && ets=${reply#\[} && ets=${ets%%,*}
	json_field "$1" prio_tc && map=${reply%]} && map=${map##*,}
	json_field "$1" "$2" && IFS=, read -r _ _ maxrate _ <<<"$reply"
	json_field "$1" "$4"
	index_of_true
	echo -n "ets=$ets map=$map maxrate=$((maxrate * $3)) pfc=$reply"
}

# of_settings JSON: the settings, as pausectl and tc have them
of_settings()
{
	classes "$1" maxrate 1 pfc_enabled
	json_field "$1" rx
	echo -n " pause=${onoff[$reply]}"
	json_field "$1" autoneg
	echo " autoneg=${onoff[$reply]}"
}

of_sysfs()
{
	local ets map maxrate pfc pause

	setting tc_bw && ets=${reply%% *}
	setting prio_tc && map=${reply##* }
	setting maxrate && maxrate=${reply#* * } && maxrate=${maxrate%% *}
	setting prio && pfc=$reply
	setting rx && pause=${onoff[$reply]}
	setting autoneg
	echo "ets=$ets map=$map maxrate=${maxrate/none/0} pfc=$pfc" \
		"pause=$pause autoneg=${onoff[$reply]}"
}

of_dcb()
{
	local json

	json=$(dcb -j ets show dev "$DUT" && dcb -j maxrate show dev "$DUT" &&
		dcb -j pfc show dev "$DUT")
	classes "$json" tc_maxrate 8 prio_pfc
}

# read_by VIEW: what it shows, in the words of want
read_by()
{
	local autoneg rx

	case $1 in
	pausectl) of_settings "$(pausectl -j show dev "$DUT")" ;;
	tc) of_settings "$(tc -j qdisc show dev "$DUT")" ;;
	sysfs) of_sysfs ;;
	dcb) of_dcb ;;
	ethtool)
		pause_of
		read -r autoneg rx _ <<<"$reply"
		echo "pause=$rx autoneg=$autoneg" ;;
	esac
}

# shown_by VIEW: the properties that it shows
shown_by()
{
	case $1 in
	dcb) echo "ets map maxrate pfc" ;;
	ethtool) echo "pause autoneg" ;;
	*) echo "ets map maxrate pfc pause autoneg" ;;
	esac
}

check_views() # SETTER
{
	local reader property demanded

	for reader in pausectl sysfs tc dcb ethtool; do
		demanded=
		for property in $(shown_by $reader); do
			demanded+="${demanded:+ }$property=${want[$property]}"
		done
		check_eq "set by $1, read by $reader" "$(read_by $reader)" "$demanded"
	done
}

events=0
dcb_events=0
ethtool_events=0

# check_told WHAT EVENTS DCB ETHTOOL: so many more have the three monitors been told of
check_told()
{
	events=$((events + $2))
	dcb_events=$((dcb_events + $3))
	ethtool_events=$((ethtool_events + $4))
	await 5 told pausectl $events
	await 5 told dcb $dcb_events
	await 5 told ethtool $ethtool_events "^Pause parameters"
	times_told pausectl
	check_eq "$1: pausectl events so far" "$reply" $events
	times_told dcb
	check_eq "$1: dcb notifications so far" "$reply" $dcb_events
	times_told ethtool "^Pause parameters"
	check_eq "$1: ethtool notifications so far" "$reply" $ethtool_events
}

pair
tc qdisc add dev "$DUT" root handle 1: pausectl limit 1mb tsa 0:ets,1:ets tc-bw 0:50,1:50
listen_pausectl
listen_dcb
listen_ethtool
check_views default

configure tc-bw 0:60,1:40 prio-tc 7:1 maxrate 2:1000000 rx off autoneg on
want=([ets]=60 [map]=1 [maxrate]=1000000 [pfc]=none [pause]=off [autoneg]=on)
check_views pausectl
check_told pausectl 1 1 1

write tc_bw "61 39 0 0 0 0 0 0"
write prio_tc "0 1 2 3 4 5 6 2"
write maxrate "none none 2000000 none none none none none"
write rx on
write autoneg off
want=([ets]=61 [map]=2 [maxrate]=2000000 [pfc]=none [pause]=on [autoneg]=off)
check_views sysfs
check_told sysfs 5 3 2

change_tc tc-bw 0:62,1:38 prio-tc 7:3 maxrate 2:3000000 rx off autoneg on
want=([ets]=62 [map]=3 [maxrate]=3000000 [pfc]=none [pause]=off [autoneg]=on)
check_views tc
check_told tc 1 1 1

dcb ets set dev "$DUT" tc-bw 0:63 1:37 prio-tc 7:4
dcb maxrate set dev "$DUT" tc-maxrate 2:4000000
want[ets]=63 want[map]=4 want[maxrate]=4000000
check_views dcb
check_told dcb 2 2 0

ethtool -A "$DUT" rx on autoneg off
want[pause]=on want[autoneg]=off
check_views ethtool
check_told ethtool 1 0 1

# PFC displaces PAUSE, but not what is wished of it: ethtool is told nothing.
configure prio 1
want[pfc]=1
check_views pausectl
check_told "PFC by pausectl" 1 1 0
write prio 2
want[pfc]=2
check_views sysfs
check_told "PFC by sysfs" 1 1 0
change_tc prio 3
want[pfc]=3
check_views tc
check_told "PFC by tc" 1 1 0
dcb pfc set dev "$DUT" prio-pfc all:off 4:on
want[pfc]=4
check_views dcb
check_told "PFC by dcb" 1 1 0

# What is shown nowhere but in pausectl's own views is told there alone.
configure limit 2mb
check_told limit 1 0 0
# Nothing changes, nothing is told. What follows is told after it.
configure limit 2mb
write prio 4
change_tc tc-bw 0:63,1:37
configure rx off tc-bw 0:50,1:50
check_told "the same again, then another" 1 1 1
