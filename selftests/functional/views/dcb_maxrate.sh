#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# hook: any
#
# dcb maxrate shows and sets maximum rates, as text and JSON. Rates are in octets/s, as in dcb of
# iproute2 6.1, or with the module parameter maxrate_kbit in kbit/s, as linux/dcbnl.h says.
#
# dcb rounds a rate up to a whole number of octets/s. If dcb sets the rate of another class, the exact
# rate stays.
#
#	here           |  $PEER
#	$DUT pausectl -+- $LINK station
#	               |  sends nothing
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"

kbit=/sys/module/pausectl/parameters/maxrate_kbit

pair
attach
check_eq "default, octets/s" "$(dcb_json maxrate .tc_maxrate)" "[0,0,0,0,0,0,0,0]"
dcb maxrate set dev "$DUT" tc-maxrate 0:100mbit 5:2gbit
check_setting maxrate "100000000 none none none none 2000000000 none none"
check_eq "two classes, octets/s" "$(dcb_json maxrate .tc_maxrate)" "[12500000,0,0,0,0,250000000,0,0]"
check_match "text" "$(dcb maxrate show dev "$DUT")" "tc-maxrate 0:100Mbit *5:2Gbit *"

configure maxrate 1:1501bit,2:1000bit
check_eq "1501 and 1000 bit/s, octets/s" "$(dcb_json maxrate .tc_maxrate)" \
	"[12500000,188,125,0,0,250000000,0,0]"
dcb maxrate set dev "$DUT" tc-maxrate 5:1gbit
check_setting maxrate "100000000 1501 1000 none none 1000000000 none none"
dcb maxrate set dev "$DUT" tc-maxrate 0:0bit 1:3kbit
check_setting maxrate "none 3000 1000 none none 1000000000 none none"

pausectl -j show >"$TMP/before"
check_answer "beyond 1.6 Tb/s" 22 maxrate 200000000001
check_answer "below 1000 bit/s" 22 maxrate 124
check_answer "beyond 64 bits" 22 maxrate 18446744073709551615
check_eq "settings after that" "$(pausectl -j show)" "$(cat "$TMP/before")"
check_answer "1.6 Tb/s and 1000 bit/s" 0 maxrate 200000000000,125
check_setting maxrate "1600000000000 1000 none none none none none none"

finally "echo N >$kbit"
echo Y >$kbit
check_answer "kbit/s" 0 maxrate 1600000000,1,25000000
check_setting maxrate "1600000000000 1000 25000000000 none none none none none"
check_answer "beyond 1.6 Tb/s, kbit/s" 22 maxrate 1600000001
