# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # what lib.sh and views.sh set
#
# Compares all settings of $DUT, as every view shows them, with the wanted values. Source it after
# views.sh.

setting_names="mode rx tx prio rx_prio tx_prio speed pace split_gso limit trust prio_tc tsa tc_bw maxrate
	xoff_quanta refresh_quanta prio_buffer buffer_size buffer_xoff buffer_xon delay_bits alpha pool ecn
	ecn_min ecn_max advertise partner require watchdog watchdog_detect_ms
	watchdog_restore_ms guard_ms spoof_check filter filter_type filter_opcode
	filter_address forward ack"

# The wanted values, in the words of plain() of settings.sh
declare -A want

# differs NAME [VALUE]: adds to $wrong if $reply is not VALUE, by default the wanted value
differs()
{
	[[ $reply == "${2-${want[$1]}}" ]] || wrong+="${wrong:+; }$1 $reply, wanted ${2-${want[$1]}}"
}

# want_shown: the values that pausectl shows are wanted from now on
want_shown()
{
	local name json

	json=$(pausectl -j show dev "$DUT")
	for name in $setting_names; do
		setting_in "$json" "$name"
		want[$name]=$reply
	done
}

check_json() # WHAT
{
	local json name wrong=

	json=$(pausectl -j show dev "$DUT")
	for name in $setting_names; do
		setting_in "$json" "$name"
		differs "$name"
	done
	check_eq "$1: settings in pausectl that are not as demanded" "$wrong" ""
}

# dcb shows rates in octets/s, rounded up. dcb shows a delay of more than 16 bits as 65535, and auto as 0.
# For an automatic size dcb shows the size in force.
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
	wanted=${want[delay_bits]/auto/0}
	json_field "$json" delay && differs delay_bits $((wanted < 65535 ? wanted : 65535))
	json_field "$json" buffer_size && plain sizes && read -ra shown <<<"$reply"
	read -ra sizes <<<"${want[buffer_size]}"
	for i in {0..7}; do
		[[ ${sizes[i]} != auto ]] || sizes[i]=${shown[i]}
	done
	differs buffer_size "${sizes[*]}"
	check_eq "$1: settings in dcb that are not as demanded" "$wrong" ""
}

# pause_wanted: the wanted autoneg, rx and tx of ethtool, as 0 or 1, in $reply
pause_wanted()
{
	local autoneg=1

	[[ ${want[advertise]} != off ]] || autoneg=0
	reply="$autoneg ${want[rx]} ${want[tx]}"
	[[ ${want[mode]} != off ]] || reply="$autoneg 0 0"
}

check_ethtool() # WHAT
{
	local wrong=""

	pause_wanted
	local wanted=$reply
	pause_of
	reply=${reply//on/1}
	reply=${reply//off/0}
	differs "autoneg rx tx" "$wanted"
	check_eq "$1: settings in ethtool that are not as demanded" "$wrong" ""
}

check_all_views() # WHAT
{
	check_json "$1"
	check_dcb "$1"
	check_ethtool "$1"
}
