#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
#
# dcbnl has maximum rates in kbit/s, as linux/dcbnl.h says and as dcb of iproute2 6.18 and later sends
# them. With the module parameter maxrate_kbit=N it has octets/s, as an older dcb sends them. Where the
# unit is wrong, pausectl show and doctor make the factor of 125 visible.
#
# A rate is shown rounded up to a whole number of units. If dcb sets the rate of another class, the exact
# rate stays.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"

kbit=/sys/module/pausectl/parameters/maxrate_kbit
none8="none none none none none none none none"

port_pair speed 10gbit
finally "echo $(<$kbit) >$kbit"

# --- 100 Mb/s for class 5 by a new dcb, and by an old one, as they send it ------
check_eq "default" "$(<$kbit)" Y
check_answer "100000 of a new dcb" 0 maxrate 0,0,0,0,0,100000
check_setting maxrate "none none none none none 100000000 none none"
check_answer "12500000 of an old dcb" 0 maxrate 0,0,0,0,0,12500000
check_setting maxrate "none none none none none 12500000000 none none"
check_match "show" "$(pausectl show dev "$DUT")" "*maxrate 5:12.5gbit*"
check_match "doctor" "$(pausectl doctor "$DUT" || :)" \
	"*note: maxrate 5:12.5gbit is above the speed of 10gbit; * sends it for 100mbit: *maxrate 5:none*"
echo N >$kbit
check_answer "12500000 of an old dcb, octets/s" 0 maxrate 0,0,0,0,0,12500000
check_setting maxrate "none none none none none 100000000 none none"
reply=$(pausectl doctor "$DUT" || :)
check_eq "doctor of 100 Mb/s" "${reply##*maxrate*}" "$reply"
check_answer "100000 of a new dcb, octets/s" 0 maxrate 0,0,0,0,0,100000
check_setting maxrate "none none none none none 800000 none none"
check_match "show" "$(pausectl show dev "$DUT")" "*maxrate 5:800kbit*"

# --- this machine's dcb ---------------------------------------------------------
configure maxrate none
rates_as_dcb
check_eq "default" "$(dcb_json maxrate .tc_maxrate)" "[0,0,0,0,0,0,0,0]"
dcb maxrate set dev "$DUT" tc-maxrate 0:100mbit 5:2gbit
check_setting maxrate "100000000 none none none none 2000000000 none none"
check_eq "two classes, octets/s" "$(dcb_json maxrate .tc_maxrate)" "[12500000,0,0,0,0,250000000,0,0]"
check_match "text" "$(dcb maxrate show dev "$DUT")" "tc-maxrate 0:100Mbit *5:2Gbit *"
configure maxrate 1:1501bit,2:1000bit
[[ $(<$kbit) == Y ]] && shown=250 || shown=188
check_eq "1501 and 1000 bit/s, octets/s" "$(dcb_json maxrate .tc_maxrate)" \
	"[12500000,$shown,125,0,0,250000000,0,0]"
dcb maxrate set dev "$DUT" tc-maxrate 5:1gbit
check_setting maxrate "100000000 1501 1000 none none 1000000000 none none"
dcb maxrate set dev "$DUT" tc-maxrate 0:0bit 1:3kbit
check_setting maxrate "none 3000 1000 none none 1000000000 none none"

# --- the limits, in both units --------------------------------------------------
configure maxrate none
keep_settings
for unit in Y:1600000001:0:1600000000,1,25000000 N:200000000001:124:200000000000,125,3125000000; do
	IFS=: read -r word beyond below good <<<"$unit"
	echo "$word" >$kbit
	check_answer "$word: beyond 1.6 Tb/s" 22 maxrate "$beyond"
	((!below)) || check_answer "$word: below 1000 bit/s" 22 maxrate "$below"
	check_answer "$word: beyond 64 bits" 22 maxrate 18446744073709551615
	check_kept "after that"
	check_answer "$word: 1.6 Tb/s, 1000 bit/s and 25 Gb/s" 0 maxrate "$good"
	check_setting maxrate "1600000000000 1000 25000000000 none none none none none"
	check_answer "$word: none" 0 maxrate 0
	check_setting maxrate "$none8"
done
