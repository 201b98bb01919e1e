# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # what lib.sh and views.sh set
#
# All settings of $DUT as every view shows them, beside what they are to be. Source it
# after views.sh.

setting_names="mode rx tx prio speed pace split_gso limit prio_tc tsa tc_bw maxrate autoneg advertise
	partner require quanta refresh gap prio_buffer buffer_size buffer_xoff buffer_xon delay pause_wish trust
	rx_prio tx_prio watchdog watchdog_detect watchdog_restore watchdog_poll watchdog_drop_all
	forward guard ecn ecn_min ecn_max ecn_probability delay_statistics
	dynamic alpha pool filter filter_type filter_opcode filter_unicast
	filter_multicast filter_source ack spoof_check pause_limit pause_ignore"

# What they are to be, in the words of sysfs, but for priorities, which are 8 times 0 or 1
declare -A want

# What a new port has: tc leaves such settings out
declare -A default

# bits_of LIST: of priorities, as sysfs writes it; in $reply
bits_of()
{
	local part parts i bits=(0 0 0 0 0 0 0 0)

	IFS=, read -ra parts <<<"${1/none/}"
	for part in "${parts[@]}"; do
		for ((i = ${part%-*}; i <= ${part#*-}; i++)); do
			bits[i]=1
		done
	done
	reply="${bits[*]}"
}

# zero_is WORD: that for each 0 of the list in $reply
zero_is()
{
	reply=" ${reply// /  } "
	reply=${reply// 0 / $1 }
	reply=${reply//  / }
	reply=${reply# }
	reply=${reply% }
}

# parts_of_128: N and N/M in the list in $reply become that
parts_of_128()
{
	local part list=""

	for part in $reply; do
		[[ $part == */* ]] || part+=/1
		list+=" $((${part%/*} * 128 / ${part#*/}))"
	done
	reply=${list# }
}

# plain NAME: what JSON has for that setting, to the words of want; in $reply
plain()
{
	# No string in an array has a comma.
	[[ $reply != \[* ]] || reply=${reply//,/ }
	reply=${reply//[\[\]\"]/}
	case $1 in
	rx | tx | pace | split_gso | autoneg | *prio | watchdog_drop_all | forward | ecn | dynamic | delay_statistics | ack | spoof_check)
		reply=${reply//true/1}
		reply=${reply//false/0} ;;
	maxrate) zero_is none ;;
	guard | pause_limit) zero_is off ;;
	alpha) parts_of_128 ;;
	speed | delay | pool | buffer_*) zero_is auto ;;
	trust)
		reply=${reply// /,}
		reply=${reply:-none} ;;
	esac
}

# shown_in_sysfs NAME: in $reply
shown_in_sysfs()
{
	setting "$1"
	[[ $1 != *prio && $1 != @(ecn|dynamic) ]] || bits_of "$reply"
}

# differs NAME: adds to $wrong where $reply is not as wanted
differs()
{
	[[ $reply == "${2-${want[$1]}}" ]] || wrong+="${wrong:+; }$1 $reply, wanted ${2-${want[$1]}}"
}

# defaults_shown: by a port that is made for it
defaults_shown()
{
	local DUT=default0 name

	ip link add $DUT type dummy
	attach
	for name in $setting_names; do
		shown_in_sysfs "$name"
		default[$name]=$reply
	done
	ip link del $DUT
}

# want_shown: what sysfs shows is what is wanted from now on
want_shown()
{
	local name

	for name in $setting_names; do
		shown_in_sysfs "$name"
		want[$name]=$reply
	done
}

check_sysfs() # WHAT
{
	local name wrong=

	for name in $setting_names; do
		shown_in_sysfs "$name"
		differs "$name"
	done
	check_eq "$1: settings in sysfs that are not as demanded" "$wrong" ""
}

check_json() # WHAT VIEW JSON
{
	local name key wrong=

	for name in $setting_names; do
		key=$name
		[[ $name != prio ]] || key=pfc_enabled
		[[ $name != ?x_prio ]] || key=pfc_${name%_prio}_enabled
		[[ $name != quanta ]] || key=xoff_quanta
		reply=${default[$name]}
		if [[ $2 != tc || $3 == *"\"$key\":"* ]]; then
			json_field "$3" "$key"
			plain "$name"
		fi
		differs "$name"
	done
	check_eq "$1: settings in $2 that are not as demanded" "$wrong" ""
}

# Rates are in octets/s there, rounded up; a delay has 16 bits, 0 is auto; a size that is
# auto is shown as it is in force.
check_dcb() # WHAT
{
	local json wrong="" i rates=() sizes wanted shown

	json=$(for object in ets maxrate pfc buffer; do dcb -j $object show dev "$DUT"; done)
	json_field "$json" prio_tc && plain prio_tc && differs prio_tc
	json_field "$json" tc_tsa && plain tsa && differs tsa
	json_field "$json" tc_bw && plain tc_bw && differs tc_bw
	json_field "$json" prio_pfc && plain prio && differs prio
	json_field "$json" prio_buffer && plain prio_buffer && differs prio_buffer
	for i in ${want[maxrate]//none/0}; do
		rates+=($(((i + 7) / 8)))
	done
	json_field "$json" tc_maxrate && plain rates && differs maxrate "${rates[*]}"
	wanted=${want[delay]/auto/0}
	json_field "$json" delay && differs delay $((wanted < 65535 ? wanted : 65535))
	json_field "$json" buffer_size && plain sizes && read -ra shown <<<"$reply"
	read -ra sizes <<<"${want[buffer_size]}"
	for i in {0..7}; do
		[[ ${sizes[i]} != auto ]] || sizes[i]=${shown[i]}
	done
	differs buffer_size "${sizes[*]}"
	check_eq "$1: settings in dcb that are not as demanded" "$wrong" ""
}

# wish_wanted: of PAUSE, rx and tx as 0 or 1, in $reply
wish_wanted()
{
	case ${want[mode]}/${want[pause_wish]} in
	off/* | */off) reply="0 0" ;;
	*/none) reply="${want[rx]} ${want[tx]}" ;;
	*/rx) reply="1 0" ;;
	*/tx) reply="0 1" ;;
	*) reply="1 1" ;;
	esac
}

check_ethtool() # WHAT
{
	local wrong=""

	wish_wanted
	local wanted="${want[autoneg]} $reply"
	pause_of
	reply=${reply//on/1}
	reply=${reply//off/0}
	differs "autoneg rx tx" "$wanted"
	check_eq "$1: settings in ethtool that are not as demanded" "$wrong" ""
}

check_all_views() # WHAT
{
	check_sysfs "$1"
	check_json "$1" pausectl "$(pausectl -j show dev "$DUT")"
	check_json "$1" tc "$(tc -j qdisc show dev "$DUT")"
	check_dcb "$1"
	check_ethtool "$1"
}

defaults_shown
