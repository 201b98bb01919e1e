#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
# length: long
#
# A setting made by pausectl, dcb or ethtool is read by all other views that show it. pausectl set, and pausectl add by
# the qdisc, can change every setting.
#
# Each change is told once, and no more, by an event of pausectl, and by the notification of dcb
# and ethtool if they show the setting.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"
. "${0%/*}/../../lib/model.sh"

# add SETTING VALUE...: the qdisc brings the settings to the port
add()
{
	pausectl add "$DUT" replace "$@"
}

# put NAME INDEX VALUE: VALUE is wanted for this element of the setting
put()
{
	local values

	read -ra values <<<"${want[$1]}"
	values[$2]=$3
	want[$1]="${values[*]}"
}

# want_pfc BITS: PFC is wanted for these priorities, in both directions
want_pfc()
{
	want[prio]=$1 want[rx_prio]=$1 want[tx_prio]=$1
}

# want_all N SWITCH: wants other values for each N. Switches are SWITCH, except pace, which is the opposite.
# $words has the settings as pausectl takes them.
want_all()
{
	local n=$1 on=(off on) split_gso=("" off on auto) word name advertise=("" pause asym "pause-asym")
	local require=("" tx rx both) trust=("" "dscp,pcp" "ethtype,port" none)
	local watchdog=("" drop forward alert)
	local checks=("" any unicast+opcode source+type)

	want[split_gso]=${split_gso[n]}
	words+=" split-gso ${want[split_gso]}"
	for name in rx tx forward ack spoof_check; do
		want[$name]=$2
		words+=" ${name//_/-} ${on[$2]}"
	done
	want[pace]=$((!$2))
	words+=" pace ${on[!$2]}"
	want[speed]=${n}00000000 want[limit]=${n}000000 want[delay_bits]=${n}00
	want[advertise]=${advertise[n]} want[partner]=${advertise[4 - n]} want[require]=${require[n]}
	want[trust]=${trust[n]} want[guard_ms]=${n}00
	for name in speed limit delay_bits advertise partner require trust guard_ms; do
		words+=" ${name//_/-} ${want[$name]}"
	done
	want[pool]=${n}00000
	words+=" pool ${want[pool]} alpha 5:$n/2"
	put alpha 5 $((n * 64))
	put watchdog 8 "${watchdog[n]}"
	words+=" watchdog link:${watchdog[n]}"
	put filter 2 "${checks[n]}"
	words+=" filter global-pause:${checks[n]}"
	put filter_type 0 "0x88b$n"
	put filter_opcode 0 "0x000$n-0xffff"
	words+=" filter-type global-control:0x88b$n filter-opcode global-control:$n-0xffff"
	want[filter_address]="02:00:00:00:00:0$n 03:00:00:00:00:0$n 02:00:00:00:00:1$n"
	words+=" filter-address unicast:02:00:00:00:00:0$n,multicast:03:00:00:00:00:0$n,source:02:00:00:00:00:1$n"
	put prio_tc 7 "$n"
	put tc_bw 0 "6$n"
	put tc_bw 1 $((40 - n))
	put tsa 4 "$([[ $2 == 1 ]] && echo ets || echo strict)"
	read -ra word <<<"${want[tsa]}"
	words+=" prio-tc 7:$n tc-bw 0:6$n,1:$((40 - n)) tsa 4:${word[4]}"
	for name in maxrate:2:${n}000000 xoff_quanta:3:${n}000 refresh_quanta:3:${n}00 prio_buffer:6:"$n" \
		buffer_size:5:${n}00000 buffer_xoff:5:${n}0000 buffer_xon:5:${n}000 \
		watchdog_detect_ms:3:${n}00 watchdog_restore_ms:4:${n}000 ecn_min:6:${n}00 \
		ecn_max:5:${n}00000 ecn:4:${n}0; do
		IFS=: read -ra word <<<"$name"
		put "${word[@]}"
		words+=" ${word[0]//_/-} ${word[1]}:${word[2]}"
	done
}

# The changes that each monitor has told of
declare -A changes=([pausectl]=0 [dcb]=0 [ethtool]=0)
declare -A line=([pausectl]="\"config\"" [dcb]=. [ethtool]="^Pause parameters")

# check_told WHAT PAUSECTL DCB ETHTOOL: the three monitors have been told of so many more changes
check_told()
{
	local i monitors=(pausectl dcb ethtool) counts=("${@:2}") monitor

	for i in 0 1 2; do
		monitor=${monitors[i]}
		changes[$monitor]=$((changes[$monitor] + counts[i]))
		await 5 told "$monitor" "${changes[$monitor]}" "${line[$monitor]}"
	done
	for monitor in "${monitors[@]}"; do
		reply_is "$1: notifications of $monitor so far" "${changes[$monitor]}" times_told "$monitor" "${line[$monitor]}"
	done
}

# agreed WHAT PAUSECTL DCB ETHTOOL: all views show what is wanted, and the monitors have told of it
agreed()
{
	check_all_views "$1"
	check_told "$@"
}

pair
pausectl add "$DUT" limit 16384 tsa 0:ets,1:ets,4:ets tc-bw 0:50,1:50
rates_as_dcb
listen_pausectl
listen_dcb
listen_ethtool
want_shown
check_all_views default

words=""
want_all 1 0
# shellcheck disable=SC2086 # settings are words
configure $words
agreed pausectl 1 1 1

# Each setting has its own request. xoff-quanta comes before refresh-quanta, and buffer-size before
# buffer-xoff and buffer-xon, so that no step is refused.
words=""
want_all 2 1
read -ra word <<<"$words"
for ((i = 0; i < ${#word[@]}; i += 2)); do
	configure "${word[i]}" "${word[i + 1]}"
done
agreed "pausectl, one by one" 37 8 2

words=""
want_all 3 0
# shellcheck disable=SC2086 # settings are words
add $words
agreed add 1 1 1

dcb ets set dev "$DUT" tc-bw 0:64 1:36 prio-tc 7:4 tc-tsa 4:ets
dcb maxrate set dev "$DUT" tc-maxrate 2:4000000
dcb buffer set dev "$DUT" prio-buffer 6:4 buffer-size 5:400000
dcb pfc set dev "$DUT" delay 400
for element in "tc_bw 0 64" "tc_bw 1 36" "prio_tc 7 4" "tsa 4 ets" "maxrate 2 4000000" "prio_buffer 6 4" \
	"buffer_size 5 400000"; do
	# shellcheck disable=SC2086 # words
	put $element
done
want[delay_bits]=400
agreed dcb 4 4 0

ethtool -A "$DUT" rx on tx on autoneg off
want[rx]=1 want[tx]=1 want[advertise]=off
agreed ethtool 1 0 1

# In mode pfc the settings of PAUSE stay. Listeners of ethtool are told only if these settings change.
configure prio 1 tx off
want[watchdog]="off off off off off off off off off"
want_pfc "0 1 0 0 0 0 0 0"
want[mode]=pfc want[tx]=0
agreed "PFC by pausectl" 1 1 1
configure prio 2
configure rx off tx on
want_pfc "0 0 1 0 0 0 0 0"
want[rx]=0 want[tx]=1
agreed "PFC, then PAUSE" 2 1 1
add prio 3 tx off
want_pfc "0 0 0 1 0 0 0 0"
want[tx]=0
agreed "PFC by add" 1 1 1
dcb pfc set dev "$DUT" prio-pfc all:off 4:on
want_pfc "0 0 0 0 1 0 0 0"
agreed "PFC by dcb" 1 1 0
ethtool -A "$DUT" rx on
want[rx]=1
agreed "PAUSE by ethtool, in mode pfc" 1 0 1

# Each of the views sets the mode.
configure mode pause
want_pfc "0 0 0 0 0 0 0 0"
want[mode]=pause
agreed "mode by pausectl" 1 1 0
configure mode pfc
want[mode]=pfc
agreed "mode pfc by pausectl" 1 0 0
add mode off
want[mode]=off
agreed "mode by add" 1 0 1

# A setting that only the views of pausectl show is told only by pausectl.
configure limit 2mb
check_told limit 1 0 0
# If nothing changes, nothing is told. The last command makes a change, which is told.
configure limit 2mb
configure prio none
add tc-bw 0:64,1:36
configure mode pause tc-bw 0:50,1:50
check_told "the same again, then another" 1 1 1
