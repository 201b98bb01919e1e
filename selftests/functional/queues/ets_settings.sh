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

port_pair

ets='[.prio_tc, .tsa, .tc_bw, .maxrate]'
strict='"strict","strict","strict","strict","strict"'
none='[0,0,0,0,0,0,0,0]'
default="[[0,1,2,3,4,5,6,7],[$strict,\"strict\",\"strict\",\"strict\"],$none,$none]"
reply_is "default maxrate" "none none none none none none none none" setting maxrate
check_eq "default" "$(port_json "$ets")" "$default"

configure tsa 0:ets,1:ets,2:ets tc-bw 0:50,1:30,2:20 prio-tc 7:2,6:2 maxrate 2:100mbit
check_eq "three classes" "$(port_json "$ets")" \
	"[[0,1,2,3,4,5,2,2],[\"ets\",\"ets\",\"ets\",$strict],[50,30,20,0,0,0,0,0],[0,0,100000000,0,0,0,0,0]]"
check_settings tc_bw "50 30 20 0 0 0 0 0" prio_tc "0 1 2 3 4 5 2 2" maxrate "none none 100000000 none none none none none"
check_match "text" "$(pausectl show dev "$DUT" | tr -d "\n")" \
	"*prio-tc 6:2,7:2 tsa 0:ets,1:ets,2:ets tc-bw 0:50,1:30,2:20 maxrate 2:100mbit*"
check_match "text with details" "$(pausectl -d show dev "$DUT" | tr -d "\n")" \
	"*prio-tc 0:0,1:1,2:2,3:3,4:4,5:5,6:2,7:2 tsa 0:ets,1:ets,2:ets,3:strict*tc-bw 0:50,1:30,2:20,3:0*maxrate 0:none,1:none,2:100mbit*"

# A request changes only the classes that it names.
configure tc-bw 0:60,1:20
check_setting tc_bw "60 20 20 0 0 0 0 0"
configure prio-tc 1
check_setting prio_tc "1 1 1 1 1 1 1 1"

keep_settings
refused() # PATTERN SETTING...
{
	check_refused "${*:2}" 2 "*$1*" pausectl set dev "$DUT" "${@:2}" limit 1mb
}

refused 'tc-bw*add up to 100' tc-bw 0:61
refused 'tc-bw*add up to 100' tsa 3:ets tc-bw 3:1
refused 'tc-bw*add up to 100' tsa 0:strict
refused 'tc-bw*add up to 100' tsa ets tc-bw 13
usage '101*0 to 100' set dev "$DUT" tc-bw 0:101
usage '8*0 to 7' set dev "$DUT" prio-tc 0:8
usage 'cbs*strict*ets' set dev "$DUT" tsa 0:cbs
usage '1kbit' set dev "$DUT" maxrate 0:1

all() # VALUE...: eight u32 in host byte order
{
	local value

	for value; do
		printf "%02x%02x0000" $((value & 255)) $((value >> 8))
	done
}

# answers WHAT ANSWER ATTRIBUTE=VALUES...: what the kernel answers to a request with these values
answers()
{
	local arg words=()

	for arg in "${@:3}"; do
		# shellcheck disable=SC2046 # values are words
		words+=("${arg%%=*}=hex:$(all $(tr , ' ' <<<"${arg#*=}"))")
	done
	check_match "$1" "$(station genl port-set "ifindex=dev:$DUT" "${words[@]}")" "$2"
}

answers "class 8" "error=22 attribute=prio-tc message=*prio-tc*0 to 7*" prio-tc=0,1,2,3,4,5,6,8
answers "credit-based shaper" "error=95 attribute=tsa message=*tsa*credit*0*2*" tsa=1,0,0,0,0,0,0,0
answers "algorithm 3" "error=22 attribute=tsa message=*tsa*0*2*" tsa=3,0,0,0,0,0,0,0
answers "101 percent" "error=22 attribute=tc-bw message=*tc-bw*0 to 100*" tc-bw=101,0,0,0,0,0,0,0
answers "150 percent" "error=22 attribute=tc-bw message=*add up to 100*" tc-bw=50,50,50,0,0,0,0,0
answers "101 percent in sum" "error=22 attribute=tc-bw message=*add up to 100*" tsa=2,2,2,2,0,0,0,0 tc-bw=40,20,20,21,0,0,0,0
answers "four values" "error=34 attribute=tsa message=?*" tsa=2,2,0,0
answers "999 bit/s" "error=22 attribute=maxrate message=*maxrate*1000*" maxrate=999,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
answers "seven values" "error=34 attribute=prio-tc message=?*" prio-tc=0,1,2,3,4,5,6
answers "nine values" "error=34 attribute=prio-tc message=?*" prio-tc=0,1,2,3,4,5,6,7,0
answers "99 percent" "error=22 attribute=tc-bw message=*add up to 100*" tc-bw=60,20,19,0,0,0,0,0
check_kept "after all that"

configure tsa strict prio-tc 0:0,1:1,2:2,3:3,4:4,5:5,6:6,7:7 maxrate none tc-bw 0
check_eq "back to the default" "$(port_json "$ets")" "$default"
