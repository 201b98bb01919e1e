#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: any
#
# The settings of enhanced transmission selection can be set whole or in part, and pausectl shows
# them. If settings contradict each other, the request is refused and changes nothing.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends nothing
. "${0%/*}/../../lib/lib.sh"

pair
attach

# shown KEY: prints the array of this key in JSON
shown()
{
	json_field "$(pausectl -j show dev "$DUT")" "$1"
	echo "$reply"
}

strict="strict strict strict strict strict strict strict strict"
none="0 0 0 0 0 0 0 0"

setting maxrate
check_eq "default maxrate" "$reply" "none none none none none none none none"
check_eq "default prio_tc" "$(shown prio_tc)" "[0,1,2,3,4,5,6,7]"
check_eq "default tsa" "$(shown tsa)" "[\"${strict// /\",\"}\"]"
check_eq "default tc_bw" "$(shown tc_bw)" "[${none// /,}]"

configure tsa 0:ets,1:ets,2:ets tc-bw 0:50,1:30,2:20 prio-tc 7:2,6:2 maxrate 2:100mbit
check_eq "tsa of three classes" "$(shown tsa)" \
	'["ets","ets","ets","strict","strict","strict","strict","strict"]'
check_setting tc_bw "50 30 20 0 0 0 0 0"
check_setting prio_tc "0 1 2 3 4 5 2 2"
check_setting maxrate "none none 100000000 none none none none none"
check_match "text" "$(pausectl show dev "$DUT" | tr -d "\n")" \
	"*prio-tc 6:2,7:2 tsa 0:ets,1:ets,2:ets tc-bw 0:50,1:30,2:20 maxrate 2:100mbit*"
check_match "text with details" "$(pausectl -d show dev "$DUT" | tr -d "\n")" \
	"*prio-tc 0:0,1:1,2:2,3:3,4:4,5:5,6:2,7:2 tsa 0:ets,1:ets,2:ets,3:strict*tc-bw 0:50,1:30,2:20,3:0*maxrate 0:none,1:none,2:100mbit*"

# A request changes only the classes that it names.
configure tc-bw 0:60,1:20
check_eq "tc_bw, in part" "$(shown tc_bw)" "[60,20,20,0,0,0,0,0]"
configure prio-tc 1
check_eq "prio_tc, all of it" "$(shown prio_tc)" "[1,1,1,1,1,1,1,1]"

pausectl -j show >"$TMP/before"
refused() # PATTERN SETTING...
{
	check_refused "${*:2}" 2 "*$1*" pausectl set dev "$DUT" "${@:2}" limit 1mb
}

refused 'tc-bw*add up to 100' tc-bw 0:61
refused 'tc-bw*add up to 100' tsa 3:ets tc-bw 3:1
refused 'tc-bw*add up to 100' tsa 0:strict
refused 'tc-bw*add up to 100' tsa ets tc-bw 13
check_refused "tc-bw 101" 1 '*101*0 to 100*' pausectl set dev "$DUT" tc-bw 0:101
check_refused "prio-tc 8" 1 '*8*0 to 7*' pausectl set dev "$DUT" prio-tc 0:8
check_refused "tsa cbs" 1 '*cbs*strict*ets*' pausectl set dev "$DUT" tsa 0:cbs
check_refused "maxrate 1" 1 '*1kbit*' pausectl set dev "$DUT" maxrate 0:1

all() # VALUE...: eight u32 in host byte order
{
	local value

	for value; do
		printf "%02x%02x0000" $((value & 255)) $((value >> 8))
	done
}

dev=ifindex=dev:$DUT
mapfile -t answers < <(station genl \
	port-set "$dev" "prio-tc=hex:$(all 0 1 2 3 4 5 6 8)" + \
	port-set "$dev" "tsa=hex:$(all 1 0 0 0 0 0 0 0)" + \
	port-set "$dev" "tsa=hex:$(all 3 0 0 0 0 0 0 0)" + \
	port-set "$dev" "tc-bw=hex:$(all 101 0 0 0 0 0 0 0)" + \
	port-set "$dev" "tc-bw=hex:$(all 50 50 50 0 0 0 0 0)" + \
	port-set "$dev" "tsa=hex:$(all 2 2 2 2 0 0 0 0)" "tc-bw=hex:$(all 40 20 20 21 0 0 0 0)" + \
	port-set "$dev" "tsa=hex:$(all 2 2 0 0)" + \
	port-set "$dev" "maxrate=hex:$(all 999 0 0 0 0 0 0 0)$(all 0 0 0 0 0 0 0 0)" + \
	port-set "$dev" "prio-tc=hex:$(all 0 1 2 3 4 5 6)" + \
	port-set "$dev" "prio-tc=hex:$(all 0 1 2 3 4 5 6 7 0)" + \
	port-set "$dev" "tc-bw=hex:$(all 60 20 19 0 0 0 0 0)")
check_match "class 8" "${answers[0]}" "error=22 attribute=prio-tc message=*prio-tc*0 to 7*"
check_match "credit-based shaper" "${answers[1]}" "error=95 attribute=tsa message=*tsa*credit*0*2*"
check_match "algorithm 3" "${answers[2]}" "error=22 attribute=tsa message=*tsa*0*2*"
check_match "101 percent" "${answers[3]}" "error=22 attribute=tc-bw message=*tc-bw*0 to 100*"
check_match "150 percent" "${answers[4]}" "error=22 attribute=tc-bw message=*add up to 100*"
check_match "101 percent in sum" "${answers[5]}" "error=22 attribute=tc-bw message=*add up to 100*"
check_match "four values" "${answers[6]}" "error=34 attribute=tsa message=?*"
check_match "999 bit/s" "${answers[7]}" "error=22 attribute=maxrate message=*maxrate*1000*"
check_match "seven values" "${answers[8]}" "error=34 attribute=prio-tc message=?*"
check_match "nine values" "${answers[9]}" "error=34 attribute=prio-tc message=?*"
check_match "99 percent" "${answers[10]}" "error=22 attribute=tc-bw message=*add up to 100*"
check_eq "settings after all that" "$(pausectl -j show)" "$(cat "$TMP/before")"

configure tsa strict prio-tc 0:0,1:1,2:2,3:3,4:4,5:5,6:6,7:7 maxrate none tc-bw 0
check_eq "back to the default" "$(shown prio_tc) $(shown tsa) $(shown tc_bw) $(shown maxrate)" \
	"[0,1,2,3,4,5,6,7] [\"${strict// /\",\"}\"] [${none// /,}] [${none// /,}]"
