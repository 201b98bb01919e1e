#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# length: long
#
# dcb ets shows and sets ETS, as text and JSON. The credit-based shaper, and shares that do not add
# up to 100, are refused with an error and a line in the log, and change nothing.
#
# The port keeps for lldpad the values that it has no use for itself.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"

strict='"strict","strict","strict","strict","strict"'

logged() # PATTERN: in the last line of the log about dcb
{
	# shellcheck disable=SC2053 # the demand is a pattern
	[[ $(dmesg | grep "$DUT: dcb:" | tail -n 1) == $1 ]]
}

# rejects WHAT ERRNO LOG-PATTERN STATION-DCB-SET-ARGUMENTS...: the answer, and what the log says
rejects()
{
	check_answer "$1" "$2" "${@:4}"
	await 2 logged "$3"
}

# The log has every refusal, however fast they come.
machine_sysctl message_cost 0
port_pair
check_eq "default" "$(dcb_json ets '[.willing,.ets_cap,.cbs,.tc_bw,.tc_tsa,.prio_tc]')" \
	"[false,8,false,[0,0,0,0,0,0,0,0],[$strict,\"strict\",\"strict\",\"strict\"],[0,1,2,3,4,5,6,7]]"

dcb ets set dev "$DUT" tc-tsa 0:ets 1:ets 2:ets tc-bw 0:50 1:30 2:20 prio-tc 6:2 7:2
check_eq "three classes" "$(dcb_json ets '[.tc_bw,.tc_tsa,.prio_tc]')" \
	"[[50,30,20,0,0,0,0,0],[\"ets\",\"ets\",\"ets\",$strict],[0,1,2,3,4,5,2,2]]"
check_match "text" "$(dcb ets show dev "$DUT" | tr '\n' ' ')" \
	"*tc-bw 0:50 1:30 2:20 3:0 *tc-tsa 0:ets 1:ets 2:ets 3:strict *prio-tc 0:0 *6:2 7:2 *"
check_settings tsa "ets ets ets strict strict strict strict strict" tc_bw "50 30 20 0 0 0 0 0" \
	prio_tc "0 1 2 3 4 5 2 2"

dcb ets set dev "$DUT" willing on pg-bw 0:60 1:40 reco-tc-bw 0:10 1:90 reco-tc-tsa 0:ets 1:ets \
	reco-prio-tc 3:1
configure tc-bw 0:40,1:40
check_eq "kept for others" \
	"$(dcb_json ets '[.willing,.pg_bw[:2],.reco_tc_bw[:2],.reco_tc_tsa[:2],.reco_prio_tc[3],.tc_bw[:3]]')" \
	'[true,[60,40],[10,90],["ets","ets"],1,[40,40,20]]'

configure tsa 2:strict tc-bw 0:45,1:55
check_setting tc_bw "45 55 0 0 0 0 0 0"
configure tsa 2:ets tc-bw 0:40,1:40,2:20
configure tsa 2:strict tc-bw 0:45,1:55,2:20
check_setting tc_bw "45 55 20 0 0 0 0 0"
configure tsa strict
check_setting tc_bw "0 0 20 0 0 0 0 0"
configure tsa 0:ets,1:ets,2:ets tc-bw 0:40,1:40,2:20

keep_settings
dcb_json ets . >"$TMP/ets-before"
rejects "101 percent" 22 "*tc-bw*add up to 100*" ets map 0,1,2,3,4,5,6,7 tsa 2,2,2 bw 40,40,21
rejects "CBS in a class" 95 "*tsa*credit*" ets map 0,1,2,3,4,5,6,7 tsa 2,1 bw 100
rejects "a vendor's algorithm" 22 "*tsa*0*2*" ets map 0,1,2,3,4,5,6,7 tsa 2,255 bw 100
check_answer "CBS enabled" 95 ets cbs 1 map 0,1,2,3,4,5,6,7
rejects "class 8" 22 "*prio-tc*0 to 7*" ets map 0,1,2,3,4,5,6,8
rejects "201 percent" 22 "*tc-bw*0 to 100*" ets map 0,1,2,3,4,5,6,7 bw 201
check_kept "after all that"
check_eq "dcb after all that" "$(dcb_json ets .)" "$(cat "$TMP/ets-before")"

check_answer "70 and 30" 0 ets map 0,0,0,0,1,1,1,1 tsa 2,2 bw 70,30
check_settings prio_tc "0 0 0 0 1 1 1 1" tc_bw "70 30 0 0 0 0 0 0"

# A new port begins with the defaults.
detach
attach
check_eq "a new port" "$(dcb_json ets '[.willing,.reco_tc_bw[:2],.tc_bw[:2]]')" "[false,[0,0],[0,0]]"
