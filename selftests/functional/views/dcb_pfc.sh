#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm: icount
# kernel: new
#
# dcb pfc shows and sets PFC, as text and JSON, and its settings act on the wire. It counts
# requests and indications.
#
# A setting that the port cannot have is refused and changes nothing.
. "${0%/*}/../../lib/lib.sh"
. "${0%/*}/../../lib/views.sh"

# The log has every refusal, however fast they come.
machine_sysctl message_cost 0
pair
check_refused "before there is a port" 1 "*not supported*" dcb pfc show dev "$DUT"
attach
check_eq "default" "$(dcb_json pfc .)" \
	'{"delay":0,"indications":[0,0,0,0,0,0,0,0],"macsec_bypass":false,"pfc_cap":8,"prio_pfc":[false,false,false,false,false,false,false,false],"requests":[0,0,0,0,0,0,0,0]}'

dcb pfc set dev "$DUT" prio-pfc 3:on 4:on delay 65535
check_eq "3 and 4, delay" "$(dcb_json pfc '[.delay,.prio_pfc]')" \
	"[65535,[false,false,false,true,true,false,false,false]]"
check_match "text" "$(dcb pfc show dev "$DUT" | tr '\n' ' ')" \
	"pfc-cap 8 macsec-bypass off delay 65535 *prio-pfc 0:off 1:off 2:off 3:on 4:on 5:off *"
check_settings mode pfc prio 3-4 delay_bits 65535

# Frames in both directions
from_peer pfc 3:1000,4:1000,5:1000
await 5 counter_is rx_ignored 1
check_counters rx_xoff_3 1 rx_xoff_4 1 rx_xoff_5 0
from_peer pfc 3:0
pausectl send dev "$DUT" pfc 4:10,6:0
pausectl send dev "$DUT" pfc 4:0
await 5 counter_is rx_mac_control 2
check_eq "requests" "$(dcb_json pfc .requests)" "[0,0,0,0,2,0,1,0]"
check_eq "indications" "$(dcb_json pfc .indications)" "[0,0,0,2,1,1,0,0]"

# dcb says nothing of a refusal, but the kernel log does.
dcb pfc set dev "$DUT" macsec-bypass on prio-pfc 5:on || :
check_match "log" "$(dmesg | grep "$DUT: dcb:" | tail -n 1)" "*dcb: macsec-bypass: allowed is off*"
check_setting prio 3-4
dcb pfc set dev "$DUT" prio-pfc all:on
check_setting prio 0-7
dcb pfc set dev "$DUT" prio-pfc all:off
check_settings prio none mode pause delay_bits 65535
from_peer pause 1
await 5 counter_is pause_transitions_link 1

# dcb sends back all that it was shown. Mode pfc without priorities, set by pausectl, stays.
configure mode pfc prio none
dcb pfc set dev "$DUT" delay 7
check_settings mode pfc delay_bits 7

# A delay beyond 16 bits is shown as 65535 by dcb. dcb sends this back, and the delay stays.
configure delay-bits 65536
check_eq "delay beyond 16 bits" "$(dcb_json pfc .delay)" 65535
dcb pfc set dev "$DUT" prio-pfc 1:on
check_settings prio 1 delay_bits 65536
dcb pfc set dev "$DUT" prio-pfc 1:off delay 0
check_setting delay_bits auto

keep_settings
check_answer "MACsec bypass" 95 pfc en 8 mbc 1
check_kept "after that"
check_answer "the same without" 0 pfc en 8
check_setting prio 3

detach
check_refused "when the port has ended" 1 "*not supported*" dcb pfc show dev "$DUT"

# pausectl takes the words and the lists of dcb.
attach
runs 0 "" set "$DUT" prio-pfc all:off 3:on 4:on tc-tsa all:strict 0:ets 1:ets tc-bw 0:60 1:40 tc-maxrate all:10G 2:1gbit
check_eq "prio-pfc" "$(dcb_json pfc .prio_pfc)" "[false,false,false,true,true,false,false,false]"
check_settings tsa "ets ets strict strict strict strict strict strict" tc_bw "60 40 0 0 0 0 0 0" \
	maxrate "10000000000 10000000000 1000000000 10000000000 10000000000 10000000000 10000000000 10000000000"
runs 0 "usage: pausectl set*prio *dcb calls it*prio-pfc*" help prio-pfc
