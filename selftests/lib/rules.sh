# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154,SC2004 # what lib.sh and model.sh set
#
# A model of the rules by which a port takes or refuses a change of settings. It shares no code with the
# module, and the tests compare the module with it. Source it after model.sh.

# ask: the values that a request asks for, by setting. taken, refused: the number of requests, by view.
# bad: 1 if the request has a value out of range. asked: the number of all requests.
declare -A ask taken refused
bad=0
asked=0

# would NAME: the value of the setting if the request is taken, in $reply
would()
{
	reply=${ask[$1]-${want[$1]}}
}

none="0 0 0 0 0 0 0 0"

# New xoff-quanta set refresh-quanta to half of them, unless the request has both.
refresh_follows()
{
	local i quanta old refresh

	[[ -n ${ask[xoff_quanta]-} && -z ${ask[refresh_quanta]-} ]] || return 0
	read -ra quanta <<<"${ask[xoff_quanta]}"
	read -ra old <<<"${want[xoff_quanta]}"
	read -ra refresh <<<"${want[refresh_quanta]}"
	for i in {0..8}; do
		((quanta[i] == old[i])) || refresh[i]=$((quanta[i] / 2 > 1 ? quanta[i] / 2 : 1))
	done
	ask[refresh_quanta]="${refresh[*]}"
}

# A request for priorities with PFC sets mode pfc. A request for another mode removes PFC from all
# priorities.
mode_follows()
{
	[[ ${ask[prio]-$none} == "$none" ]] || ask[mode]=pfc
	would mode
	[[ $reply == pfc ]] || ask[prio]=$none
	# prio sets both directions.
	[[ -z ${ask[prio]-} ]] || ask[rx_prio]=${ask[prio]} ask[tx_prio]=${ask[prio]}
}

# The percentages of ETS classes must add up to 100. The command dcb also checks all classes: their sum
# must be 100, or 0 if no class has ETS.
percentages_right() # VIEW
{
	local i tsa bw any=0 sum=0 all=0

	[[ -n ${ask[tsa]-}${ask[tc_bw]-} || ($1 == dcb && -n ${ask[prio_tc]-}) ]] || return 0
	would tsa
	read -ra tsa <<<"$reply"
	would tc_bw
	read -ra bw <<<"$reply"
	for i in {0..7}; do
		all=$((all + bw[i]))
		[[ ${tsa[i]} != ets ]] || { any=1; sum=$((sum + bw[i])); }
	done
	[[ $1 != dcb ]] || ((all == any * 100)) || return
	((!any || sum == 100))
}

refresh_right()
{
	local i quanta refresh

	[[ -n ${ask[xoff_quanta]-}${ask[refresh_quanta]-} ]] || return 0
	would xoff_quanta
	read -ra quanta <<<"$reply"
	would refresh_quanta
	read -ra refresh <<<"$reply"
	for i in {0..8}; do
		((refresh[i] <= quanta[i])) || return 1
	done
}

# The tests set all three limits of a buffer, or only its size, which then is large enough. So a buffer
# with an automatic XON is right.
buffers_right()
{
	local i size xoff xon

	[[ -n ${ask[buffer_xoff]-} ]] || return 0
	read -ra size <<<"${ask[buffer_size]}"
	read -ra xoff <<<"${ask[buffer_xoff]}"
	read -ra xon <<<"${ask[buffer_xon]}"
	for i in {0..7}; do
		[[ ${xon[i]} == auto ]] || ((xon[i] < xoff[i] && xoff[i] < size[i])) || return 1
	done
}

# In mode pfc a request must not ask for agreement. ethtool may ask, and then the wish waits for mode
# pause.
agreement_right() # VIEW
{
	[[ $1 != ethtool ]] || return 0
	would mode
	[[ $reply == pfc ]] || return 0
	[[ ${ask[advertise]-off} == off && ${ask[partner]-auto} == auto && ${ask[require]-none} == none ]]
}

possible() # VIEW
{
	((!bad)) && [[ ${ask[prio]-$none} == "$none" || ${ask[mode]-pfc} == pfc ]] || return
	refresh_follows
	mode_follows
	percentages_right "$1" && refresh_right && buffers_right && agreement_right "$1"
}

# rules VIEW: succeeds if the port must take the request. Then the values of the request become the wanted
# values.
rules()
{
	local name

	asked=$((asked + 1))
	if ! possible "$1"; then
		refused[$1]=$((${refused[$1]:-0} + 1))
		return 1
	fi
	taken[$1]=$((${taken[$1]:-0} + 1))
	for name in "${!ask[@]}"; do
		want[$name]=${ask[$name]}
	done
}

# If dcb removes PFC from the last priority, the port goes to mode pause.
dcb_pfc_follows()
{
	[[ ${ask[prio]} != "$none" || ${want[prio]} == "$none" ]] || ask[mode]=pause
}

# ethtool_asks AUTONEG RX TX: sets ask to what ethtool -A changes. A request for the values that ethtool
# shows changes nothing. In mode off, rx off and tx off change neither rx, nor tx, nor the mode.
ethtool_asks()
{
	pause_wanted
	[[ "$1 $2 $3" != "$reply" ]] || return 0
	if [[ ${reply% ? ?} != "$1" ]]; then
		ask[advertise]=off
		((!$1)) || ask[advertise]=auto
	fi
	[[ ${want[mode]} != off || "$2 $3" != "0 0" ]] || return 0
	[[ ${want[mode]} != off ]] || ask[mode]=pause
	ask[rx]=$2 ask[tx]=$3
}
