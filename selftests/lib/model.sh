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

# What they are to be, in the words of plain(), see settings.sh
declare -A want

# What a new port has: tc leaves such settings out
declare -A default

# differs NAME: adds to $wrong where $reply is not as wanted
differs()
{
	[[ $reply == "${2-${want[$1]}}" ]] || wrong+="${wrong:+; }$1 $reply, wanted ${2-${want[$1]}}"
}

# defaults_shown: by a port that is made for it
defaults_shown()
{
	local DUT=default0 name json

	ip link add $DUT type dummy
	attach
	json=$(pausectl -j show dev "$DUT")
	for name in $setting_names; do
		setting_in "$json" "$name"
		default[$name]=$reply
	done
	ip link del $DUT
}

# want_shown: what pausectl shows is what is wanted from now on
want_shown()
{
	local name json

	json=$(pausectl -j show dev "$DUT")
	for name in $setting_names; do
		setting_in "$json" "$name"
		want[$name]=$reply
	done
}

check_sysfs() # WHAT
{
	local wrong=

	setting mode
	differs mode
	setting prio
	bits_of "$reply"
	differs prio
	check_eq "$1: settings in sysfs that are not as demanded" "$wrong" ""
}

check_json() # WHAT VIEW JSON
{
	local name wrong=

	for name in $setting_names; do
		key_of "$name"
		if [[ $2 != tc || $3 == *"\"$reply\":"* ]]; then
			setting_in "$3" "$name"
		else
			reply=${default[$name]}
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
